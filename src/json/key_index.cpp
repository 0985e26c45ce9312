// SPDX-License-Identifier: Apache-2.0
#include "json/key_index.h"

#include <bit>

#include "base/keyed_hash.h"

namespace sluice::json {
namespace {

std::uint32_t hash_of(std::string_view key) {
  return static_cast<std::uint32_t>(keyed_hash(key));
}

}  // namespace

KeyIndex::KeyIndex(const std::vector<Member>& members) {
  resize(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    added(members[i].key, i);
  }
}

std::optional<std::size_t> KeyIndex::find(std::string_view key,
                                          const std::vector<Member>& members) const {
  const std::uint32_t hash = hash_of(key);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at].position != kFree; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.position != kGone && slot.hash == hash && members[slot.position].key == key) {
      return slot.position;
    }
  }
  return std::nullopt;
}

void KeyIndex::added(std::string_view key, std::size_t position) {
  if ((taken_ + 1) * 4 > slots_.size() * 3) {
    resize(position + 1);
  }
  insert({hash_of(key), static_cast<std::uint32_t>(position)});
}

void KeyIndex::removed(std::size_t position) {
  for (Slot& slot : slots_) {
    if (slot.position == position) {
      slot.position = kGone;
    } else if (slot.position < kGone && slot.position > position) {
      --slot.position;
    }
  }
}

void KeyIndex::insert(Slot slot) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = slot.hash & mask;
  while (slots_[at].position != kFree) {
    at = (at + 1) & mask;
  }
  slots_[at] = slot;
  ++taken_;
}

void KeyIndex::resize(std::size_t members) {
  std::vector<Slot> before(std::bit_ceil(members * 2 + 1));
  before.swap(slots_);
  taken_ = 0;
  for (const Slot& slot : before) {
    if (slot.position < kGone) {
      insert(slot);
    }
  }
}

}  // namespace sluice::json

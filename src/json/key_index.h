// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace sluice::json {

// Where the members of a large object are, by key: a table of positions, which stay right when the
// members move in memory. Whoever changes the members tells it. Not for sharing between threads
// while it changes.
class KeyIndex {
 public:
  explicit KeyIndex(const std::vector<Member>& members);

  std::optional<std::size_t> find(std::string_view key, const std::vector<Member>& members) const;
  void added(std::string_view key, std::size_t position);
  void removed(std::size_t position);  // the members behind it move up

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t position = kFree;
  };

  static constexpr std::uint32_t kFree = UINT32_MAX;
  static constexpr std::uint32_t kGone = UINT32_MAX - 1;  // a search goes on behind it

  void insert(Slot slot);
  void resize(std::size_t members);

  std::vector<Slot> slots_;  // a power of two of them, never all taken
  std::size_t taken_ = 0;    // the gone ones too
};

}  // namespace sluice::json

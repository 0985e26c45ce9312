// SPDX-License-Identifier: Apache-2.0
#include "store/version_index.h"

#include <algorithm>
#include <utility>

namespace sluice::store {
namespace {

// A piece of history: so much at most, for writers wait meanwhile, and who has asked keeps it.
constexpr std::size_t kChangesPerPiece = 100;
constexpr Revision kLookedAtPerPiece = 5'000;

tl::unexpected<Error> compacted_error(Revision wanted, Revision compacted) {
  return fail(Code::kExpired, "revision " + std::to_string(wanted) +
                                  " is no longer kept; the oldest is " + std::to_string(compacted));
}

RecordPtr visible_at(const std::vector<RecordPtr>& versions, Revision at) {
  const auto after = std::upper_bound(
      versions.begin(), versions.end(), at,
      [](Revision revision, const RecordPtr& version) { return revision < version->modified; });
  if (after == versions.begin()) {
    return nullptr;
  }
  const RecordPtr& found = *std::prev(after);
  return found->deleted ? nullptr : found;
}

}  // namespace

VersionIndex::VersionIndex(const Backend::Loaded& loaded)
    : revision_(loaded.revision), compacted_(loaded.revision) {
  for (const RecordPtr& record : loaded.live) {
    keys_[record->key].push_back(record);
  }
}

RecordPtr VersionIndex::current(std::string_view key) const {
  const auto found = keys_.find(key);
  if (found == keys_.end() || found->second.back()->deleted) {
    return nullptr;
  }
  return found->second.back();
}

Result<RangeResult> VersionIndex::range(std::string_view prefix, std::string_view start,
                                        Revision at, std::size_t limit) const {
  const Revision snapshot = at == 0 ? revision_ : at;
  if (snapshot < compacted_) {
    return compacted_error(snapshot, compacted_);
  }
  if (snapshot > revision_) {
    return fail(Code::kInvalid, "revision " + std::to_string(snapshot) +
                                    " is in the future; the latest is " +
                                    std::to_string(revision_));
  }
  RangeResult result{.records = {}, .revision = snapshot, .more = false};
  for (auto key = keys_.lower_bound(std::max(prefix, start));
       key != keys_.end() && key->first.starts_with(prefix); ++key) {
    RecordPtr record = visible_at(key->second, snapshot);
    if (record == nullptr) {
      continue;
    }
    if (limit != 0 && result.records.size() == limit) {
      result.more = true;
      break;
    }
    result.records.push_back(std::move(record));
  }
  return result;
}

Result<Changes> VersionIndex::changes(std::string_view prefix, Revision after,
                                      Revision until) const {
  if (after < compacted_) {
    return compacted_error(after, compacted_);
  }
  const Revision end = std::min({until, revision_, after + kLookedAtPerPiece});
  Changes found{.records = {}, .through = std::min(after, revision_)};
  while (found.through < end && found.records.size() < kChangesPerPiece) {
    const RecordPtr& change = history_[found.through - compacted_];
    found.through = change->modified;
    if (concerns(prefix, change->key)) {
      found.records.push_back(change);
    }
  }
  return found;
}

void VersionIndex::publish(RecordPtr record) {
  CHECK(record->modified == revision_ + 1);
  revision_ = record->modified;
  keys_[record->key].push_back(record);
  history_.push_back(std::move(record));
}

void VersionIndex::compact(Revision revision) {
  while (!history_.empty() && history_.front()->modified <= revision) {
    forget_oldest();
  }
}

void VersionIndex::keep_at_most(std::size_t count) {
  while (history_.size() > count) {
    forget_oldest();
  }
}

// After a change is forgotten, no snapshot older than it can be asked for, so the versions it
// replaced are unreachable; so is the change itself when it was a deletion.
void VersionIndex::forget_oldest() {
  const RecordPtr oldest = std::move(history_.front());
  history_.pop_front();
  compacted_ = oldest->modified;
  const auto key = keys_.find(oldest->key);
  CHECK(key != keys_.end());
  Versions& versions = key->second;
  auto keep = std::find(versions.begin(), versions.end(), oldest);
  CHECK(keep != versions.end());
  versions.erase(versions.begin(), oldest->deleted ? std::next(keep) : keep);
  if (versions.empty()) {
    keys_.erase(key);
  }
}

}  // namespace sluice::store

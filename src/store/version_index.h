// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/changes.h"
#include "store/store.h"

namespace sluice::store {

// Every kept version of every key, and the changes between `compacted` and `revision` in order.
// Owns the versions: what leaves here is freed once nobody else holds it. Not thread-safe; the
// store guards it.
class VersionIndex {
 public:
  explicit VersionIndex(const Backend::Loaded& loaded);

  Revision revision() const { return revision_; }
  Revision compacted() const { return compacted_; }

  // The live version, or null.
  RecordPtr current(std::string_view key) const;

  // As Store::range.
  Result<RangeResult> range(std::string_view prefix, std::string_view start, Revision at,
                            std::size_t limit) const;

  // Changes below `prefix` after `after` and up to `until`, oldest first, or as many of them as one
  // piece has. Expired when compacted.
  Result<Changes> changes(std::string_view prefix, Revision after, Revision until) const;

  // Adds the next change: its revision is revision() + 1.
  void publish(RecordPtr record);

  // Forgets changes up to `revision` and the versions only they kept reachable.
  void compact(Revision revision);

  // compact() as far as needed to keep at most `count` changes.
  void keep_at_most(std::size_t count);

 private:
  using Versions = std::vector<RecordPtr>;  // oldest first

  void forget_oldest();

  std::map<std::string, Versions, std::less<>> keys_;
  std::deque<RecordPtr> history_;  // exactly the revisions compacted_ + 1 … revision_
  Revision revision_;
  Revision compacted_;
};

}  // namespace sluice::store

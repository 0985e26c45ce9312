// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace sluice::store {

// A piece of history: what changed below a prefix, oldest first, and the revision up to which that
// is all.
struct Changes {
  std::vector<RecordPtr> records;
  Revision through = 0;
};

// Whether a watch of `prefix` is told of the key.
inline bool concerns(std::string_view prefix, std::string_view key) {
  return prefix.ends_with('/') ? key.starts_with(prefix) : key == prefix;
}

// Reads a piece after one revision and up to another. Expired when history does not reach back that
// far, Cancelled when there is none any more. Called with no lock held, by any thread.
using ReadHistory = std::function<Result<Changes>(std::string_view prefix, Revision, Revision)>;

}  // namespace sluice::store

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/store.h"

namespace sluice::registry {

// Where a list in pages goes on: the snapshot and the key after the last one seen, relative to the
// list's prefix. Written into the `continue` token, which callers treat as opaque.
struct Continuation {
  store::Revision revision = 0;  // 0: whatever is current (written as -1)
  std::string start;

  std::string token() const;
  static Result<Continuation> parse(std::string_view token);  // BadRequest
};

}  // namespace sluice::registry

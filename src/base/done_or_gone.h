// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

namespace sluice {

// A change of something that has gone meanwhile, or its removal, is as good as done.
template <class T>
Result<void> done_or_gone(const Result<T>& result) {
  if (!result && result.error().code != Code::kNotFound) {
    return tl::unexpected(result.error());
  }
  return {};
}

}  // namespace sluice

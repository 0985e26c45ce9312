// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/fnv.h"

namespace sluice::slurm {

// A fingerprint of an answer, for a Cursor (FNV-1a). Never zero, which means "everything".
inline std::int64_t digest(std::string_view text) {
  return static_cast<std::int64_t>(fnv1a(text) >> 1U) | 1;
}

}  // namespace sluice::slurm

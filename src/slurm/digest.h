// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::slurm {

// A fingerprint of an answer, for a Cursor (FNV-1a). Never zero, which means "everything".
inline std::int64_t digest(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return static_cast<std::int64_t>(hash >> 1U) | 1;
}

}  // namespace sluice::slurm

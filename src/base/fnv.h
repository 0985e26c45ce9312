// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

// A fingerprint (FNV-1a), the same in all versions and on all machines. Against accidents only:
// whoever wants to can make two texts with the same.
inline std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return hash;
}

// So many hexadecimal digits of it, for names.
inline std::string fnv1a_digits(std::string_view text, int count) {
  std::uint64_t hash = fnv1a(text);
  std::string digits;
  for (int i = 0; i < count; ++i, hash >>= 4U) {
    digits += "0123456789abcdef"[hash & 15U];
  }
  return digits;
}

}  // namespace sluice

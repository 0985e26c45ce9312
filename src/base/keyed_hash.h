// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// For tables whose keys strangers choose: SipHash-1-3 under a key that each process draws anew, so
// that nobody outside can choose texts that fall together. Nothing to be stored. Thread-safe.
std::uint64_t keyed_hash(std::string_view text);

}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
#include "pod/ring.h"

#include <cstdint>
#include <string_view>

#include "base/result.h"

// What is taken for a ring is one: written again and read again it is the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto ring = sluice::pod::ring_from_text(text)) {
    CHECK(sluice::pod::ring_from_text(sluice::pod::to_text(*ring)) == ring);
  }
  return 0;
}

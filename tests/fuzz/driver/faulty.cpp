// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>

// A target that cannot stand large inputs, to see that the driver finds them and says which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t size) {
  if (size > 10'000) {
    std::abort();
  }
  return 0;
}

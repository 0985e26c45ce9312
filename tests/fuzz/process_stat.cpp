// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "pod/process_tree.h"

// Whatever a process calls itself, its line is read or refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  sluice::pod::parse_stat(line, std::chrono::milliseconds(10), 4096);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "pod/cri_log.h"

#include <cstdint>
#include <string>
#include <string_view>

// Nothing of a line is lost or invented.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  const auto parsed = sluice::pod::parse_cri_line(line);
  if (parsed) {
    const std::string again = std::string(parsed->time) + " " + std::string(parsed->stream) +
                              (parsed->partial ? " P" : " F");
    CHECK(again == line || again + " " + std::string(parsed->text) == line);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>
#include <vector>

#include "json/text.h"

// Whatever parses must survive writing and parsing again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> duplicates;
  const auto value = sluice::json::parse(text, {.duplicates = &duplicates});
  if (value) {
    const auto again = sluice::json::parse(sluice::json::write(*value));
    CHECK(again.has_value() && *again == *value);
  }
  return 0;
}

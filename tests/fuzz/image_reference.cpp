// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "images/reference.h"

// What is accepted has one way to be written, which means the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto parsed = sluice::images::parse_reference(text);
  if (parsed) {
    const auto again = sluice::images::parse_reference(parsed->text());
    CHECK(again.has_value());
    CHECK(*again == *parsed);
  }
  return 0;
}

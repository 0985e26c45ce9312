// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "base/timestamp.h"
#include "json/quantity.h"

namespace {

void check_time(std::string_view text) {
  const auto time = sluice::parse_rfc3339(text);
  if (time) {
    const auto again = sluice::parse_rfc3339(sluice::format_rfc3339_nano(*time));
    CHECK(again.has_value() && *again == *time);
  }
}

void check_quantity(std::string_view text) {
  using sluice::json::Quantity;
  const auto quantity = Quantity::parse(text);
  if (quantity) {
    const auto again = Quantity::parse(quantity->to_string());
    CHECK(again.has_value() && *again == *quantity);
    CHECK(again->to_string() == quantity->to_string());
    CHECK(quantity->value() <= quantity->milli_value() || quantity->value() <= 0);
    (void)(*quantity + *quantity).to_string();
  }
}

}  // namespace

// Times and quantities mean the same after they were written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_time(text);
  check_quantity(text);
  return 0;
}

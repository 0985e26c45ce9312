// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/amount.h"

#include "base/text.h"

namespace sluice::controllers::owned {

std::int64_t resolve_amount(const json::Value& amount, std::int64_t total, Rounding rounding) {
  if (amount.is_int()) {
    return amount.as_int();
  }
  std::string_view text = amount.as_string();
  if (!text.ends_with('%')) {
    return 0;
  }
  text.remove_suffix(1);
  constexpr std::int64_t kWhole = 100;
  const std::int64_t share = parse_int(text).value_or(0) * total;
  return (share + (rounding == Rounding::kUp ? kWhole - 1 : 0)) / kWhole;
}

}  // namespace sluice::controllers::owned

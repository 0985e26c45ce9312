// SPDX-License-Identifier: Apache-2.0
#include "api/validation/amounts.h"

#include <algorithm>
#include <optional>

namespace sluice::api {
namespace {

// The number before the percent sign.
std::optional<int> percent(const json::Value& amount) {
  const std::string& text = amount.as_string();
  const bool shaped =
      text.size() > 1 && text.size() < 8 && text.back() == '%' &&
      std::all_of(text.begin(), text.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
  if (!shaped) {
    return std::nullopt;
  }
  int number = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    number = number * 10 + (text[i] - '0');
  }
  return number;
}

}  // namespace

void check_count_or_percent(const json::Value& amount, const FieldPath& at, Faults& faults) {
  if (amount.is_string() && !percent(amount)) {
    faults.invalid(at, amount,
                   "a valid percent string must be a numeric string followed by an ending '%' "
                   "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
  }
  faults.not_negative(at, amount);
}

void check_at_most_all(const json::Value& amount, const FieldPath& at, Faults& faults) {
  if (percent(amount).value_or(0) > 100) {
    faults.invalid(at, amount, "must not be greater than 100%");
  }
}

bool is_zero_amount(const json::Value& amount) {
  return amount.is_string() ? percent(amount) == 0 : amount.as_int() == 0;
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace sluice::json {

// Kubernetes quantities ("500m", "1.5Gi", "2e3"), exact to the nano. Immutable value.
class Quantity {
 public:
  Quantity() = default;
  static Result<Quantity> parse(std::string_view text);

  // From a JSON string or number, as manifests carry them.
  static Result<Quantity> from(const Value& value);

  std::int64_t value() const;        // rounded up to whole units, saturating
  std::int64_t milli_value() const;  // rounded up to thousandths, saturating

  // The whole number it is; nothing when it has a fraction or is as large as a quantity gets.
  std::optional<std::int64_t> exact_value() const;

  double approximate_value() const;
  int sign() const { return nanos_ < 0 ? -1 : (nanos_ > 0 ? 1 : 0); }

  // Canonical form: "1000m" prints as "1", "1024Mi" as "1Gi".
  std::string to_string() const;

  Quantity operator+(const Quantity& other) const;
  Quantity operator-(const Quantity& other) const;
  friend auto operator<=>(const Quantity& a, const Quantity& b) { return a.nanos_ <=> b.nanos_; }
  friend bool operator==(const Quantity& a, const Quantity& b) { return a.nanos_ == b.nanos_; }

 private:
  enum class Format { kDecimal, kBinary, kExponent };
  __extension__ using Wide = __int128;
  Wide nanos_ = 0;
  Format format_ = Format::kDecimal;
};

}  // namespace sluice::json

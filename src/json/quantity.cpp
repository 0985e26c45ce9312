// SPDX-License-Identifier: Apache-2.0
// value = whole.fraction * multiplier, kept as a count of nano-units in 128 bits and capped at
// what 64 bits of whole units can say, as Kubernetes does. Digits below a nano round away from 0.
#include "json/quantity.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/text.h"
#include "json/text.h"

namespace sluice::json {
namespace {

__extension__ using Wide = __int128;

constexpr Wide kNano = 1'000'000'000;
constexpr Wide kMaxNanos = Wide{std::numeric_limits<std::int64_t>::max()} * kNano;

struct Suffix {
  std::string_view text;
  int exponent;
};
constexpr std::array<Suffix, 10> kDecimal{{{"n", -9},
                                           {"u", -6},
                                           {"m", -3},
                                           {"", 0},
                                           {"k", 3},
                                           {"M", 6},
                                           {"G", 9},
                                           {"T", 12},
                                           {"P", 15},
                                           {"E", 18}}};
constexpr std::array<Suffix, 6> kBinary{
    {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}, {"Pi", 50}, {"Ei", 60}}};

Wide power_of_ten(int exponent) {
  Wide result = 1;
  for (int i = 0; i < exponent; ++i) {
    result *= 10;
  }
  return result;
}

Wide divide_up(Wide dividend, Wide divisor) {
  return (dividend + divisor - 1) / divisor;
}

// More than the largest quantity has, so that a number may be long in small units ("n").
constexpr Wide kMaxWhole = kMaxNanos * 10;

struct Number {
  Wide whole = 0;              // saturates
  std::uint64_t fraction = 0;  // in units of 10^-18
  bool remainder = false;      // digits were lost below that
};

// Digits with at most one point, from the front of `text`; nothing when there is no digit.
std::optional<Number> take_number(std::string_view& text) {
  Number number;
  bool seen_digit = false;
  bool after_point = false;
  std::uint64_t unit = 100'000'000'000'000'000;
  std::size_t used = 0;
  for (; used < text.size(); ++used) {
    const char c = text[used];
    if (c == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (c < '0' || c > '9') {
      break;
    }
    seen_digit = true;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (!after_point) {
      number.whole = std::min(number.whole * 10 + digit, kMaxWhole);
    } else {
      number.fraction += digit * unit;
      number.remainder = number.remainder || (unit == 0 && digit != 0);
      unit /= 10;
    }
  }
  text.remove_prefix(used);
  return seen_digit ? std::optional(number) : std::nullopt;
}

// How often `divisor` goes into `dividend`, one more for any rest, here or `lost` before.
Wide divide_away(Wide dividend, Wide divisor, bool lost) {
  return dividend / divisor + (dividend % divisor != 0 || lost ? 1 : 0);
}

// In nano-units: number * multiplier * 10^exponent, with an exponent of 0 or less.
Wide scale(const Number& number, Wide multiplier, int exponent) {
  if (exponent < -9) {
    return divide_away(number.whole, power_of_ten(std::min(-9 - exponent, 36)),
                       number.fraction != 0 || number.remainder);
  }
  Wide nanos = 0;
  if (__builtin_mul_overflow(number.whole, multiplier * power_of_ten(9 + exponent), &nanos)) {
    return kMaxNanos;
  }
  // fraction < 10^18 and multiplier <= 2^60, so this product fits before the nanos are applied
  const Wide fraction = Wide{number.fraction} * multiplier;
  nanos = std::min(nanos, kMaxNanos) +
          divide_away(fraction, power_of_ten(9 - exponent), number.remainder);
  return std::min(nanos, kMaxNanos);
}

// number * 10^exponent in nano-units.
Wide scale_exponent(const Number& number, std::int64_t exponent) {
  constexpr int kLargest = 18;  // 10^19 whole units are more than a quantity holds
  if (exponent <= 0) {
    return scale(number, 1, static_cast<int>(std::max<std::int64_t>(exponent, -100)));
  }
  if (exponent <= kLargest) {
    return scale(number, power_of_ten(static_cast<int>(exponent)), 0);
  }
  if (number.whole != 0) {
    return kMaxNanos;
  }
  return number.fraction == 0
             ? 0
             : scale_exponent({.whole = Wide{number.fraction}}, exponent - kLargest);
}

std::string to_digits(Wide value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}

}  // namespace

Result<Quantity> Quantity::parse(std::string_view text) {
  const auto bad = [&] {
    return fail(Code::kBadRequest,
                "quantities must match the regular expression "
                "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$', got \"" +
                    std::string(text) + "\"");
  };
  std::string_view rest = text;
  const bool negative = !rest.empty() && rest[0] == '-';
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
    rest.remove_prefix(1);
  }
  const std::optional<Number> number = take_number(rest);
  if (!number) {
    return bad();
  }
  const auto named = [&](const Suffix& suffix) { return suffix.text == rest; };
  Quantity result;
  if (const auto* decimal = std::find_if(kDecimal.begin(), kDecimal.end(), named);
      decimal != kDecimal.end()) {
    result.nanos_ = decimal->exponent > 0 ? scale(*number, power_of_ten(decimal->exponent), 0)
                                          : scale(*number, 1, decimal->exponent);
  } else if (const auto* binary = std::find_if(kBinary.begin(), kBinary.end(), named);
             binary != kBinary.end()) {
    result.nanos_ = scale(*number, Wide{1} << binary->exponent, 0);
    result.format_ = Format::kBinary;
  } else {
    const bool has_exponent = rest.size() > 1 && (rest[0] == 'e' || rest[0] == 'E');
    const bool plus = has_exponent && rest[1] == '+';
    const auto exponent = has_exponent ? parse_int(rest.substr(plus ? 2 : 1)) : std::nullopt;
    if (!exponent || (plus && rest[2] == '-')) {
      return bad();
    }
    result.nanos_ = scale_exponent(*number, *exponent);
    result.format_ = Format::kExponent;
  }
  if (negative) {
    result.nanos_ = -result.nanos_;
  }
  return result;
}

Result<Quantity> Quantity::from(const Value& value) {
  if (value.is_string()) {
    return parse(value.as_string());
  }
  if (value.is_number()) {
    return parse(write(value));
  }
  return fail(Code::kBadRequest, "a quantity must be a string or a number, not " +
                                     std::string(json::to_string(value.type())));
}

std::int64_t Quantity::value() const {
  const Wide units = nanos_ >= 0 ? divide_up(nanos_, kNano) : -divide_up(-nanos_, kNano);
  return static_cast<std::int64_t>(units);
}

std::int64_t Quantity::milli_value() const {
  constexpr Wide kMicro = 1'000'000;
  const Wide milli = nanos_ >= 0 ? divide_up(nanos_, kMicro) : -divide_up(-nanos_, kMicro);
  constexpr Wide kMax = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::clamp(milli, -kMax, kMax));
}

std::string Quantity::to_string() const {
  const Wide magnitude = nanos_ < 0 ? -nanos_ : nanos_;
  const std::string sign = nanos_ < 0 ? "-" : "";
  // below 1024, or not whole, the decimal form says it better
  if (format_ == Format::kBinary && magnitude >= 1024 * kNano && magnitude % kNano == 0) {
    Wide units = magnitude / kNano;
    std::size_t steps = 0;
    while (steps < kBinary.size() && units % 1024 == 0) {
      units /= 1024;
      ++steps;
    }
    return sign + to_digits(units) + std::string(steps == 0 ? "" : kBinary[steps - 1].text);
  }
  if (magnitude == 0) {
    return "0";
  }
  Wide mantissa = magnitude;
  std::size_t step = 0;
  while (mantissa % 1000 == 0 && step + 1 < kDecimal.size()) {
    mantissa /= 1000;
    ++step;
  }
  const std::string digits = sign + to_digits(mantissa);
  if (format_ == Format::kExponent) {
    const int exponent = kDecimal[step].exponent;
    return exponent == 0 ? digits : digits + "e" + std::to_string(exponent);
  }
  return digits + std::string(kDecimal[step].text);
}

std::optional<std::int64_t> Quantity::exact_value() const {
  const bool largest = nanos_ >= kMaxNanos || nanos_ <= -kMaxNanos;
  return largest || nanos_ % kNano != 0
             ? std::nullopt
             : std::optional<std::int64_t>(static_cast<std::int64_t>(nanos_ / kNano));
}

double Quantity::approximate_value() const {
  return static_cast<double>(nanos_ / kNano) + static_cast<double>(nanos_ % kNano) / 1e9;
}

Quantity Quantity::operator-(const Quantity& other) const {
  Quantity negative = other;
  negative.nanos_ = -other.nanos_;
  return *this + negative;
}

Quantity Quantity::operator+(const Quantity& other) const {
  Quantity sum = *this;
  if (nanos_ == 0) {
    sum.format_ = other.format_;  // as upstream: zero takes the form of what is added
  }
  sum.nanos_ = std::clamp(nanos_ + other.nanos_, -kMaxNanos, kMaxNanos);
  return sum;
}

}  // namespace sluice::json

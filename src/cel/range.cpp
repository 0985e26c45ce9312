// SPDX-License-Identifier: Apache-2.0
#include "cel/range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::cel {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr double kTooMuch = 18446744073709551616.0;  // 2^64

std::uint64_t scale(std::uint64_t value, double factor) {
  const double product = std::ceil(static_cast<double>(value) * factor);
  return product >= kTooMuch ? kMost : static_cast<std::uint64_t>(product);
}

}  // namespace

std::uint64_t add_capped(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kMost : sum;
}

std::uint64_t multiply_capped(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kMost : product;
}

Range Range::unknown() {
  return {0, kMost};
}

Range Range::scaled(double factor) const {
  return {scale(min, factor), scale(max, factor)};
}

Range Range::around(Range other) const {
  return {std::min(min, other.min), std::max(max, other.max)};
}

Range operator+(Range a, Range b) {
  return {add_capped(a.min, b.min), add_capped(a.max, b.max)};
}

Range operator*(Range a, Range b) {
  return {multiply_capped(a.min, b.min), multiply_capped(a.max, b.max)};
}

}  // namespace sluice::cel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sluice::cel {

// What a size or a cost is at least and at most. Where a sum or a product would not fit, it is the
// greatest number there is.
struct Range {
  std::uint64_t min = 0;
  std::uint64_t max = 0;

  static Range exactly(std::uint64_t value) { return {value, value}; }
  static Range unknown();

  // Times a factor that is not negative, rounded up.
  Range scaled(double factor) const;

  // The smallest range around both.
  Range around(Range other) const;

  friend Range operator+(Range a, Range b);
  friend Range operator*(Range a, Range b);
  friend bool operator==(Range a, Range b) = default;
};

std::uint64_t multiply_capped(std::uint64_t a, std::uint64_t b);
std::uint64_t add_capped(std::uint64_t a, std::uint64_t b);

}  // namespace sluice::cel

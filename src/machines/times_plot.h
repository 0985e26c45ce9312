// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "machines/times.h"

namespace sluice::machines {

// What many times of one phase have in common.
struct Spread {
  std::string phase;
  std::string role;
  std::size_t count = 0;
  double mean = 0;
  double least = 0, lower = 0, median = 0, upper = 0, most = 0;  // quartiles, interpolated
};

// For each phase in its order, for each role. Pure.
std::vector<Spread> spreads(const std::vector<PhaseTime>& times);

// A page in SVG with the means of each phase above and box plots below: the box from quartile to
// quartile, whiskers to the last within one and a half of its height, others as dots.
std::string plot(const std::vector<PhaseTime>& times);

}  // namespace sluice::machines

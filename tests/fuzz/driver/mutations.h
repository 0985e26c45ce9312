// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::fuzz {

enum class Form { kSmall, kLarge };

// One input of a run: the same for the same seeds, seed, form and number, so that a single one can
// be made again.
struct Choice {
  std::uint32_t seed = 0;
  Form form = Form::kSmall;
  std::uint32_t number = 0;
};

// Small: a seed file with a few bytes changed. Large: parts of one repeated until it has tens or
// hundreds of kilobytes (keys by the thousand, brackets within brackets), because a parser that is
// fast on small input may be quadratic, or need memory for every level.
std::string make_input(const Choice& choice, const std::vector<std::string>& seeds);

}  // namespace sluice::fuzz

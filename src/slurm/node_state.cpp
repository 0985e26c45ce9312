// SPDX-License-Identifier: Apache-2.0
#include "slurm/node_state.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::slurm {
namespace {

constexpr std::string_view kMarks = "*~#!%$@^-";  // that Slurm puts behind the first word
constexpr std::array<std::string_view, 9> kUnusable{
    "DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "ERROR", "MAINT", "FUTURE"};

}  // namespace

bool state_has(std::string_view state, std::string_view word) {
  const auto words = split(state, '+');
  const bool silent = words.front().find('*') != std::string_view::npos;
  return (silent && word == "NOT_RESPONDING") ||
         std::any_of(words.begin(), words.end(), [&](std::string_view one) {
           return one.substr(0, one.find_first_of(kMarks)) == word;
         });
}

bool is_usable_state(std::string_view state) {
  return std::none_of(kUnusable.begin(), kUnusable.end(),
                      [&](std::string_view word) { return state_has(state, word); });
}

}  // namespace sluice::slurm

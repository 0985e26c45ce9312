// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cmd {

// One word behind `sluice COMMAND`.
struct Verb {
  std::string_view name;
  std::string_view summary;
  int (*run)(const std::vector<std::string>& arguments);  // returns the exit code
};

// Runs the verb that the first argument names, with the others. Without one it explains them all,
// `about` first.
int run_verb(std::string_view command, std::string_view about, std::span<const Verb> verbs,
             const std::vector<std::string>& arguments);

}  // namespace sluice::cmd

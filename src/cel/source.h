// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cel {

// What is wrong with an expression, and where: byte offsets into its text.
struct Issue {
  std::uint32_t offset = 0;
  std::string message;
};

// All of them as cel-go shows them, each with its line and a caret below the place:
//   ERROR: <input>:1:5: undeclared reference to 'x' (in container '')
//    | 1 + x
//    | ....^
std::string describe(std::string_view source, std::vector<Issue> issues);

}  // namespace sluice::cel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Whether an entry of an environment, "NAME=value", is of that variable.
bool is_variable(std::string_view entry, std::string_view name);

// The value of the first such entry; points into it. Nothing: the variable is not set.
std::optional<std::string_view> find_variable(const std::vector<std::string>& environment,
                                              std::string_view name);

}  // namespace sluice

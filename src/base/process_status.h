// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice {

// What /proc/<pid>/status says of one thing; empty when it does not.
std::string_view status_field(std::string_view process_status, std::string_view name);

// The first process of a PID namespace below the one that /proc shows.
bool is_first_of_namespace(std::string_view process_status);

}  // namespace sluice

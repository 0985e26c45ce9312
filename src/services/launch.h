// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace sluice::services {

// This process leaves the group of whoever started it for one of its own, with what it starts from
// now on: who kills the old group does not reach it. Needs root.
Result<void> enter_own_cgroup(const std::string& service);

// Becomes that user, with all of his groups, for good.
Result<void> become_user(const std::string& name);

// Replaces this process by the program; returns only when that fails.
Error replace_process(const std::vector<std::string>& command);

}  // namespace sluice::services

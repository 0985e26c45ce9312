// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"

namespace sluice::services {

// This process leaves the group of whoever started it for one of its own, with what it starts from
// now on: who kills the old group does not reach it. Needs root.
Result<void> enter_own_cgroup(const std::string& service);

// Becomes that user, with all of his groups, for good.
Result<void> become_user(const std::string& name);

// Starts the program as that user (empty: as we are) with no signal blocked; it does not outlive
// us.
Result<pid_t> start_child(const std::vector<std::string>& command, const std::string& user);

// Replaces this process by the program; returns only when that fails.
Error replace_process(const std::vector<std::string>& command);

}  // namespace sluice::services

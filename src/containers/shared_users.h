// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/result.h"
#include "base/unique_fd.h"
#include "containers/launch.h"
#include "containers/user_namespace.h"

namespace sluice::containers {

// A container whose user is not mapped in the pod's user namespace has one of its own, and no
// process of another container may look at its processes. Several that are to be one program share
// one, which exists as long as somebody has it open: the process that entered the sandbox, from
// which those that join get it.

// Whether a container of this identity needs a user namespace below the pod's.
bool needs_own_users(const PodIds& ids, const Identity& identity);

// Makes one for that identity and notes below `scratch` how others find it.
Result<UniqueFd> make_shared_users(const PodIds& ids, const Identity& identity,
                                   const std::filesystem::path& scratch);

// Finds the one that `member` has open, while it may still be looked at. Invalid descriptor: it has
// none.
UniqueFd find_shared_users(pid_t member, const std::filesystem::path& scratch);

}  // namespace sluice::containers

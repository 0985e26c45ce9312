// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <span>
#include <string>

namespace sluice::pod {

// The machine this process runs on, as pods show it.
std::string host_name();

// Its first IPv4 address that is not loopback; "127.0.0.1" when there is none.
std::string host_address();

// Kills and reaps every process that descends from this one, also those that left their group.
// Needs to be the reaper of its orphans (PR_SET_CHILD_SUBREAPER). Of children that are spared only
// the descendants are killed.
void kill_descendants(std::span<const pid_t> spared = {});

}  // namespace sluice::pod

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/processes.h"
#include "base/result.h"

namespace sluice::lab {

// Variable that marks every daemon of a lab; its value is the lab's directory. Never exported to
// people's shells, so that only the lab's own processes carry it.
inline constexpr std::string_view kMemberVariable = "SLUICE_LAB_MEMBER";

// How to recognise a lab's processes when nothing else is known.
struct Membership {
  std::string directory;            // of the lab, canonical
  std::string cluster;              // its ClusterName, unique to it; job processes carry it
  std::vector<ProcessId> recorded;  // daemons from the state file
};

// The processes of `all` that belong to the lab: marked daemons, step daemons, processes inside its
// jobs, sruns that wait for them, and all their descendants. Never `self` or one of its ancestors,
// and never a shell that merely talks to the lab. Pure.
std::vector<ProcessId> members(const std::vector<ProcessEntry>& all, const Membership& lab,
                               pid_t self);

// Kills members until none is left. Timeout names those that do not go.
Result<int> kill_members(const Membership& lab);

}  // namespace sluice::lab

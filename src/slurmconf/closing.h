// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// The partitions of a running slurmctld. Unavailable: it does not answer.
class Partitions {
 public:
  virtual ~Partitions() = default;

  virtual Result<std::map<std::string, std::string>> partition_states() = 0;  // "UP" by name
  virtual Result<void> set_partition_state(const std::string& name, const std::string& state) = 0;
};

// Partitions that were closed, each with the state it had before.
using Closed = std::map<std::string, std::string>;

// Closes what the plan guards: a partition that goes takes no new jobs, and where machines go none
// starts any. What is closed for the first time is only noted in `closed`, so that whoever calls
// can write it down; false then: call again. slurmctld forgets such states when it starts, so that
// the next call may have to close again.
Result<bool> close_guarded(Closed& closed, const Plan& plan, Partitions& partitions);

// Gives those that the plan does not guard the state they had, unless somebody has opened them
// since, and strikes them off the list.
Result<void> open_unguarded(Closed& closed, const Plan& plan, Partitions& partitions);

// What `scontrol --oneliner show partition` prints, read. Pure.
std::map<std::string, std::string> read_partition_states(std::string_view text);

}  // namespace sluice::slurmconf

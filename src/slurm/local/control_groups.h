// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/own_control_group.h"
#include "base/result.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// A control group of the kernel: a directory for each controller ("memory", "cpu", "pids"), which
// are all the same in the unified hierarchy of version 2.
struct ControlGroup {
  bool unified = false;
  std::map<std::string, std::filesystem::path> directories = {};
};

// Where this process may make control groups: below the one it is in. With version 2 a group has
// processes or groups below it, so this process moves into one of its own ("sluice") beside the
// others; that works where nobody else is in its group, as in a unit or scope of systemd with
// Delegate=yes. With version 1 that is for root.
struct GroupPlace {
  ControlGroup parent = {};                         // without directories: nowhere
  std::map<std::string, std::string> missing = {};  // controllers that cannot be had, and why
};
GroupPlace take_group_place(const ControlGroupFiles& files = {});

// The same for who only wants to know: nothing moves.
GroupPlace look_for_group_place(const ControlGroupFiles& files = {});

// One below the parent, with no limits yet; not made.
ControlGroup group_below(const ControlGroup& parent, const std::string& name);

// Makes it with these limits; what it has no controller for is left out. Internal names the file
// that could not be written.
Result<void> make_group(const ControlGroup& group, const JobLimits& limits);

// Moves this process into it.
Result<void> enter_group(const ControlGroup& group);

// A process in it was killed because there was no more memory for it.
bool ran_out_of_memory(const ControlGroup& group);

// Kills all processes in it and removes it; nothing if it is not there.
void remove_group(const ControlGroup& group);

}  // namespace sluice::slurm

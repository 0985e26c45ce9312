// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "containers/channel.h"
#include "containers/launch.h"

namespace sluice::containers {

// The last steps of a started process, the same for every runtime. Called in the child only.

// Leads its own session; no signal is blocked or ignored; files are made with mask 022.
void become_a_plain_process();

// Descriptors 0 to 2 are what the launch says, /dev/null otherwise.
Result<void> connect_descriptors(const Launch& launch);

// Both, or, where the launch asks for one, descriptors 0 to 2 are a new terminal of the file system
// at /dev/pts, which controls this session; its other side goes to the starter. Gives the
// terminal's name ("/dev/pts/0"), or an empty one.
Result<std::string> connect(const Launch& launch, const Channel& channel);

// Dies with the thread that started it from now on, also when that is dead already; a change of
// user before would undo it.
void die_with_starter(const Channel& channel);

// Descriptors above 2 close on exec, but for these.
void keep_descriptors_private(const std::vector<int>& inherited = {});

// Enters the working directory ("/" if empty). One that the process entered while it was root may
// be closed to the user it is now.
Result<void> enter_directory(const std::string& directory);

// All that follows when identity and privileges are settled: the directory, then the program.
// Returns only when it failed.
Error finish(const Launch& launch, const Channel& channel);

}  // namespace sluice::containers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice {

// A process for certain: the kernel gives a pid out again, but not with the same start time.
struct ProcessId {
  pid_t pid = 0;
  std::int64_t start = 0;  // clock ticks since boot

  friend bool operator==(const ProcessId&, const ProcessId&) = default;
};

// Who has this pid now; a start of 0 when nobody.
ProcessId process_id(pid_t pid);

// A program that shall outlive us.
struct DaemonCommand {
  std::vector<std::string> argv;                                 // argv[0] is an absolute path
  std::vector<std::pair<std::string, std::string>> environment;  // all of it
  std::filesystem::path directory;
  std::filesystem::path log;  // takes standard output and error, appended
};

// Starts it in a session of its own, as a child of init, without our descriptors. Fails when the
// program cannot be executed.
Result<ProcessId> start_detached(const DaemonCommand& command);

// True for a process that exists and is not a zombie.
bool is_running(const ProcessId& process);

// Readable when the process has ended. Not valid when it is over already.
UniqueFd watch_process(const ProcessId& process);

// Sends the signal; false: the process is over already. Never hits another one.
bool send_signal(const ProcessId& process, int signal_number);

// A process as /proc shows it.
struct ProcessEntry {
  ProcessId id;
  pid_t parent = 0;
  std::string command_line;              // its words, or the title it gave itself
  std::vector<std::string> environment;  // at its start; empty when we may not look
  std::string working_directory;         // empty when we may not look
};
std::vector<ProcessEntry> list_processes();

// Kills and reaps every process that descends from this one, also those that left their group.
// Needs to be the reaper of its orphans (PR_SET_CHILD_SUBREAPER). Of children that are spared only
// the descendants are killed.
void kill_descendants(std::span<const pid_t> spared = {});

}  // namespace sluice

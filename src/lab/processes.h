// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::lab {

// A process for certain: the kernel gives a pid out again, but not with the same start time.
struct ProcessId {
  pid_t pid = 0;
  std::int64_t start = 0;  // clock ticks since boot

  friend bool operator==(const ProcessId&, const ProcessId&) = default;
};

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

// Sends the signal unless the process is over already.
void send_signal(const ProcessId& process, int signal_number);

// A process as /proc shows it.
struct ProcessEntry {
  ProcessId id;
  pid_t parent = 0;
  std::string command_line;              // its words, or the title it gave itself
  std::vector<std::string> environment;  // at its start; empty when we may not look
  std::string working_directory;         // empty when we may not look
};
std::vector<ProcessEntry> list_processes();

// Looks every 5 ms until `done` or until the time is up: false.
template <class Predicate>
bool wait_until(Duration timeout, Predicate done) {
  RealClock clock;
  const SteadyTime deadline = clock.steady() + timeout;
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  while (!done()) {
    if (clock.steady() >= deadline) {
      return false;
    }
    clock.wait_until(lock, never, clock.steady() + std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace sluice::lab

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace sluice {

// A program to run to its end. Arguments never pass through a shell.
struct Command {
  std::vector<std::string> argv;
  std::string input;                                             // its standard input
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  bool only_this_environment = false;                            // nothing of ours
  Duration timeout = std::chrono::seconds(30);                   // then it is killed
  std::stop_token stop = {};                                     // likewise when asked for
};

struct CommandOutput {
  int exit_code = 0;  // 128 + signal when killed by one
  std::string out;
  std::string err;
};

// Runs child processes. The fake in tests answers from a script. Thread-safe.
class CommandRunner {
 public:
  virtual ~CommandRunner() = default;

  // Fails only when the program could not be started (NotFound) was told to stop (Cancelled)
  // or ran out of time (Timeout);
  // a non-zero exit code is a value.
  virtual Result<CommandOutput> run(const Command& command) = 0;
};

// Forks real processes. The child is killed when its time is up.
class ProcessRunner final : public CommandRunner {
 public:
  // Ignores SIGPIPE in this process: a child that closes its input early must not kill us.
  ProcessRunner();
  Result<CommandOutput> run(const Command& command) override;
};

// Absolute path of `program`: searched on $PATH and in the system's sbin directories.
std::optional<std::string> find_program(std::string_view program);

}  // namespace sluice

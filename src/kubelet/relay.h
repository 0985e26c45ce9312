// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "pod/ask.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// How to start a process beside a pod's runner: a step of its job.
struct RelayCommand {
  std::string srun = "srun";  // empty: the pod's machine is this one
  std::filesystem::path sluice_binary;
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
};

// A process on the pod's machine that passes bytes on between its runner (pod/side_door.h) and us.
// Killed when this is let go of. Used by one thread.
class Relay {
 public:
  struct Target {
    pod::Attempt attempt;
    std::uint32_t job_id = 0;
  };
  static Result<std::unique_ptr<Relay>> start(const RelayCommand& command, const Target& target,
                                              const pod::Ask& ask);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  UniqueFd take_connection() { return std::move(connection_); }

  // Its exit code when it is over; does not block.
  std::optional<int> ended();
  std::string complaint();  // what it has printed to its standard error, as one line

 private:
  Relay(pid_t pid, UniqueFd connection, UniqueFd errors)
      : pid_(pid), connection_(std::move(connection)), errors_(std::move(errors)) {}

  pid_t pid_ = 0;  // 0: reaped
  UniqueFd connection_;
  UniqueFd errors_;
  int exit_code_ = 0;
};

// For tests: what is run.
std::vector<std::string> relay_arguments(const RelayCommand& command, const Relay::Target& target,
                                         const pod::Ask& ask);

}  // namespace sluice::kubelet

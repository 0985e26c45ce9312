// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "api/meta.h"
#include "base/clock.h"
#include "base/result.h"

namespace sluice::client {

// A program to run in a container of a pod. What is secret belongs into `input`: arguments can be
// seen by others.
struct PodCommand {
  api::Key pod;
  std::string container;
  std::vector<std::string> argv;
  std::string input = {};  // on its standard input
  Duration timeout = std::chrono::seconds(30);
};

// What it printed, up to kMostOutput of each, and how it ended.
struct CommandOutput {
  int exit_code = 0;
  std::string out;
  std::string err;

  friend bool operator==(const CommandOutput&, const CommandOutput&) = default;
};
inline constexpr std::size_t kMostOutput = 16 * 1024 * 1024;

// Runs programs in containers of pods, as `kubectl exec` does, and waits for them. That one ends
// with another code than 0 is no error. NotFound: there is no such pod, or its container does not
// run; Timeout: it did not end, or nobody knows whether it did; Unavailable: the pod cannot be
// reached. Thread-safe.
class PodCommands {
 public:
  virtual ~PodCommands() = default;
  virtual Result<CommandOutput> run(const PodCommand& command) = 0;
};

}  // namespace sluice::client

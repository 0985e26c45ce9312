// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "client/pod_commands.h"

namespace sluice::client {

// For tests: a function in the place of all programs, and what was run, one line each:
// "pod/container: argv".
class FakePodCommands final : public PodCommands {
 public:
  using Program = std::function<Result<CommandOutput>(const PodCommand&)>;

  explicit FakePodCommands(Program program = [](const PodCommand&) { return CommandOutput{}; })
      : program_(std::move(program)) {}

  Result<CommandOutput> run(const PodCommand& command) override {
    const std::scoped_lock lock(mutex_);
    log_.push_back(command.pod.name + "/" + command.container + ": " + join(command.argv, " "));
    return program_(command);
  }
  std::vector<std::string> log() const {
    const std::scoped_lock lock(mutex_);
    return log_;
  }
  void forget() {
    const std::scoped_lock lock(mutex_);
    log_.clear();
  }

 private:
  mutable std::mutex mutex_;
  const Program program_;
  std::vector<std::string> log_;
};

}  // namespace sluice::client

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "containers/runtime.h"
#include "pod/container_streams.h"
#include "pod/process_tree.h"
#include "pod/protocol.h"
#include "pod/termination_message.h"

namespace sluice::pod {

// What all containers of a pod share. Owned by the runner.
struct ContainerSurroundings {
  std::filesystem::path attempt_dir;
  std::vector<std::string> environment;  // of the job: "NAME=value"
  containers::Runtime& runtime;
  const Clock& clock;
  std::filesystem::path scratch = {};  // on this machine; empty: there is none
};

// One container of the pod through all its runs: its process, its output, its status. Used by the
// runner's thread only. A container that cannot be started has ended with StartError.
class Container {
 public:
  Container(const ContainerSpec& spec, const ContainerSurroundings& surroundings);

  // Starts a run; the previous one, if any, becomes the last one.
  void start();

  // What it takes to run that in the container; the descriptors are the caller's to add.
  containers::Launch command(std::vector<std::string> argv, bool terminal) const;

  // What its process prints and is told.
  ContainerStreams& streams() { return streams_; }

  // The process with pid() was reaped with that wait status.
  void ended(int wait_status);
  void signal(int number) const;
  void kill() const;  // the whole process group

  // Its processes have used that much by now: what they use in a second is told from the difference
  // to the last time, or to the start.
  void measured(const TreeUsage& usage);

  // Starts a further process in the running container, whose outputs both go to `output`;
  // the caller reaps it.
  Result<pid_t> execute(const std::vector<std::string>& command, int output) const;

  // Says why it does not run now: between two runs, or before the first.
  void wait_for(std::string reason, std::string message);

  bool running() const { return pid_ > 0; }
  pid_t pid() const { return pid_; }
  const ContainerSpec& spec() const { return spec_; }
  const ContainerStatus& status() const { return status_; }
  bool succeeded() const {
    return status_.state == ContainerState::kTerminated && status_.exit_code == 0;
  }

 private:
  std::vector<std::string> full_environment(bool terminal) const;
  std::vector<std::string> full_arguments() const;
  containers::Launch process(std::vector<std::string> argv, int out, int err) const;
  Result<pid_t> launch();
  std::filesystem::path message_file() const;
  std::string termination_message() const;
  void failed_to_start(const Error& error);
  void remember_run();

  const ContainerSpec& spec_;
  const ContainerSurroundings& surroundings_;
  ContainerStatus status_;
  ContainerStreams streams_;
  pid_t pid_ = 0;
  bool ran_before_ = false;
  Duration measured_cpu_{};  // by the last time
  SteadyTime measured_at_{};
};

}  // namespace sluice::pod

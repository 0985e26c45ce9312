// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/own_control_group.h"
#include "pod/container_streams.h"
#include "pod/outside.h"
#include "pod/process_tree.h"
#include "pod/protocol.h"
#include "pod/sandbox.h"
#include "pod/termination_message.h"

namespace sluice::pod {

// What all containers of a pod share. Owned by the runner.
struct ContainerSurroundings {
  const Sandbox& sandbox;
  const Clock& clock;
  const Outside* tasks = nullptr;  // starts the container that runs as tasks, if there is one
  // How many processes of this job had to die for lack of memory, so far.
  std::function<std::int64_t()> memory_kills = [] { return own_out_of_memory_kills(); };
};

// One container of the pod through all its runs: its process, its output, its status. Used by the
// runner's thread only. A container that cannot be started has ended with StartError.
class Container {
 public:
  // `as_tasks`: it is started by srun, once for each task of the job (tasks.h).
  Container(const ContainerSpec& spec, const ContainerSurroundings& surroundings,
            bool as_tasks = false);

  // Starts a run; the previous one, if any, becomes the last one. `target`: the first process of
  // the container whose processes it is to see, if its spec names one.
  void start(pid_t target = 0);

  // Goes on where an earlier run of the pod, whose job was requeued, has left it: with its count of
  // runs and its log. `interrupted`: when that run had to end.
  void resume(const ContainerStatus& before, const std::optional<WallTime>& interrupted);

  // What of the present run could not be given exactly as asked; see containers::Notes.
  const containers::Notes& notes() const { return notes_; }

  // What its process prints and is told.
  ContainerStreams& streams() { return streams_; }

  // The process with pid() was reaped with that wait status.
  void ended(int wait_status);
  void signal(int number) const;
  bool hears(int number) const;  // else signal() is lost on it, as yet
  void kill() const;  // the whole process group

  // Its processes have used that much by now: what they use in a second is told from the difference
  // to the last time, or to the start.
  void measured(const TreeUsage& usage);

  // Starts a further process in the running container, whose outputs both go to `output`;
  // the caller reaps it.
  Result<pid_t> execute(const std::vector<std::string>& command, int output) const;

  // What it takes to run that in the running container; the descriptors are the caller's to add.
  containers::Launch command(std::vector<std::string> argv, bool terminal) const;

  // Says why it does not run now: between two runs, or before the first.
  void wait_for(std::string reason, std::string message);

  bool running() const { return pid_ > 0; }
  pid_t pid() const { return pid_; }
  pid_t inside() const;  // a process in it, for others to enter; 0: there is none here
  const ContainerSpec& spec() const { return spec_; }
  const ContainerStatus& status() const { return status_; }
  bool succeeded() const {
    return status_.state == ContainerState::kTerminated && status_.exit_code == 0;
  }

 private:
  Result<containers::Started> launch(pid_t target);
  Result<containers::Started> start_process(pid_t target, const ContainerStreams::Ends& ends);
  bool ran_out_of_memory() const;
  void take_failure();
  void use_terminal(containers::Launch& launch) const;
  std::string termination_message() const;
  void failed_to_start(const Error& error);
  void remember_run();

  const ContainerSpec& spec_;
  const ContainerSurroundings& surroundings_;
  const bool as_tasks_;
  ContainerStatus status_;
  ContainerStreams streams_;
  containers::Notes notes_;
  pid_t pid_ = 0;
  bool ran_before_ = false;
  std::int64_t memory_kills_ = 0;  // before this run
  Duration measured_cpu_{};        // by the last time
  SteadyTime measured_at_{};
};

}  // namespace sluice::pod

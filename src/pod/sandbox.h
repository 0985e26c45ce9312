// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "containers/runtime.h"
#include "pod/pod_volumes.h"
#include "pod/protocol.h"
#include "pod/scratch.h"

namespace sluice::pod {

// Where such places are made on this node: $TMPDIR of the job, else /tmp.
std::filesystem::path temporary_directory(const std::vector<std::string>& environment);

// The place a pod's containers run in: its namespaces, volumes and files of /etc, and the writable
// layers of the containers. Gone with this object, as far as it is on the node. The one place that
// turns a container's spec into what a runtime takes. Used by the runner's thread only; the spec
// and the runtime outlive it.
class Sandbox {
 public:
  struct Options {
    std::filesystem::path attempt_dir;
    std::vector<std::string> environment;  // of the job: "NAME=value"
  };

  // Once per process, while it has one thread. Errors say which part of the pod cannot be had.
  static Result<std::unique_ptr<Sandbox>> enter(const PodSpec& spec, containers::Runtime& runtime,
                                                Options options);

  // The same for a task of a container that runs on all of them (tasks.h): enters the sandbox that
  // another task or the runner has on this node, else makes it.
  static Result<std::unique_ptr<Sandbox>> share(const PodSpec& spec, containers::Runtime& runtime,
                                                Options options);

  // What is the same for every process of the container: who it is, where, with which variables.
  containers::Launch process(const ContainerSpec& container) const;

  // The file that is the container's termination message; nothing for bare processes, whose message
  // is where their path says.
  std::optional<std::filesystem::path> termination_log(const ContainerSpec& container) const;

  // Its first process: all but the descriptors. Invalid names the volume that cannot be mounted.
  Result<containers::Launch> launch(const ContainerSpec& container) const;

  // Nothing of ours runs in it any more: whoever made it removes what is on the node, after all
  // who share it have left. Idempotent.
  void leave();

  // A process of the container that runs as tasks which is on this node; 0: there is none.
  void note_task(pid_t process) const;
  pid_t noted_task() const;

  std::vector<LimitedVolume> limited_volumes() const {
    return volumes_ ? volumes_->limited() : std::vector<LimitedVolume>();
  }
  containers::Runtime& runtime() const { return runtime_; }
  const std::filesystem::path& attempt_dir() const { return options_.attempt_dir; }
  const containers::Notes& notes() const { return notes_; }  // what could not be had exactly

 private:
  Sandbox(const PodSpec& spec, containers::Runtime& runtime, Options options);
  Result<void> make(Scratch scratch);
  Result<void> join();
  Result<pid_t> await_maker() const;
  void announce() const;
  void await_members() const;
  bool has_tasks() const { return !spec_.tasks.container.empty(); }
  containers::Sandbox description() const;
  Result<void> write_host_files() const;
  Result<std::vector<containers::Mount>> mounts_of(const ContainerSpec& container) const;
  std::vector<std::string> environment_of(const ContainerSpec& container) const;

  const PodSpec& spec_;
  containers::Runtime& runtime_;
  const Options options_;
  const bool isolated_;                // its containers have images: not on the host runtime
  const std::filesystem::path place_;  // of isolated pods: their directory on the node
  std::optional<Scratch> scratch_;     // of who made it
  bool is_runners_ = false;            // not of a task
  UniqueFd membership_;                // of who shares it: a lock
  std::optional<PodVolumes> volumes_;
  containers::Notes notes_;
};

}  // namespace sluice::pod

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

  // What is the same for every process of the container: who it is, where, with which variables.
  containers::Launch process(const ContainerSpec& container) const;

  // The file that is the container's termination message; nothing for bare processes, whose message
  // is where their path says.
  std::optional<std::filesystem::path> termination_log(const ContainerSpec& container) const;

  // Its first process: all but the descriptors. Invalid names the volume that cannot be mounted.
  Result<containers::Launch> launch(const ContainerSpec& container) const;

  // Nothing runs in it any more: removes what is on the node. Idempotent.
  void leave() { scratch_.reset(); }

  std::vector<LimitedVolume> limited_volumes() const {
    return volumes_ ? volumes_->limited() : std::vector<LimitedVolume>();
  }
  containers::Runtime& runtime() const { return runtime_; }
  const std::filesystem::path& attempt_dir() const { return options_.attempt_dir; }
  const containers::Notes& notes() const { return notes_; }  // what could not be had exactly

 private:
  Sandbox(const PodSpec& spec, containers::Runtime& runtime, Options options);
  Result<void> make();
  Result<void> write_host_files() const;
  Result<std::vector<containers::Mount>> mounts_of(const ContainerSpec& container) const;
  std::vector<std::string> environment_of(const ContainerSpec& container) const;

  const PodSpec& spec_;
  containers::Runtime& runtime_;
  const Options options_;
  const bool isolated_;             // its containers have images: not on the host runtime
  std::optional<Scratch> scratch_;  // of isolated pods
  std::optional<PodVolumes> volumes_;
  containers::Notes notes_;
};

}  // namespace sluice::pod

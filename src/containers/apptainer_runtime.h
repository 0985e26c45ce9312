// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "containers/apptainer_command.h"
#include "containers/runtime.h"

namespace sluice::containers {

// Containers through Apptainer or Singularity, for machines whose kernel does not let users mount
// what `builtin` needs. Every container is one `apptainer exec` on the image's file or, where
// there is none or it cannot be mounted, on its directory. The pod shares a directory as /dev/shm;
// message queues are each container's own.
class ApptainerRuntime final : public Runtime {
 public:
  explicit ApptainerRuntime(ApptainerProgram program) : program_(std::move(program)) {}
  std::string_view name() const override { return program_.name; }
  Result<Notes> enter(const Sandbox& sandbox) override;
  Result<void> join(const Sandbox& sandbox, pid_t member) override;
  Result<Started> start(const Launch& launch) override;
  Result<Started> execute(pid_t container, const Launch& launch) override;

 private:
  bool has_own_processes() const { return !sandbox_.share_processes && !sandbox_.host_processes; }

  ApptainerProgram program_;
  Sandbox sandbox_;
};

// The program of that name on this machine. Unsupported when it is missing.
Result<ApptainerProgram> find_apptainer(std::string_view name);

}  // namespace sluice::containers

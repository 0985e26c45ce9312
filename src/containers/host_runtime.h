// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "containers/runtime.h"

namespace sluice::containers {

// Runs a container's command directly on the machine: its file system, its processes, no isolation.
// The image is not looked at, so a container must name its command. What a launch asks for beyond
// that (mounts, another user, fewer privileges) comes back as notes. Knows no state.
class HostRuntime final : public Runtime {
 public:
  std::string_view name() const override { return "host"; }
  Result<Notes> enter(const Sandbox& sandbox) override;
  Result<void> join(const Sandbox& sandbox, pid_t member) override;
  Result<Started> start(const Launch& launch) override;
  Result<Started> execute(pid_t container, const Launch& launch) override;
};

}  // namespace sluice::containers

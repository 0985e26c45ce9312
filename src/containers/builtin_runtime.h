// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "containers/container_root.h"
#include "containers/runtime.h"
#include "containers/user_namespace.h"

namespace sluice::containers {

// Containers made of the kernel's namespaces by this program alone: no daemon, no privileges. The
// caller becomes the pod's sandbox: user, mount, ipc and uts namespaces, and a process namespace
// for its children, held open by a child that does nothing. A container is a child with mount and
// process namespaces of its own, on an overlay of the image's files.
//
// Who a container runs as, outside: the user of the job, whatever the id inside, so that all files
// are the user's own; further ids come from the user's range in /etc/subuid where there is one. As
// root every id is itself.
class BuiltinRuntime final : public Runtime {
 public:
  std::string_view name() const override { return "builtin"; }
  Result<Notes> enter(const Sandbox& sandbox) override;
  Result<void> join(const Sandbox& sandbox, pid_t member) override;
  Result<Started> start(const Launch& launch) override;
  Result<Started> execute(pid_t container, const Launch& launch) override;

 private:
  Result<Notes> set_up_sandbox(const Sandbox& sandbox);
  void describe(const Sandbox& sandbox);

  PodIds ids_;
  RootSurroundings surroundings_;
  UniqueFd users_;  // that containers share, if the sandbox says so
  std::uint64_t max_processes_ = 0;
  bool entered_ = false;
  bool share_processes_ = false;
};

}  // namespace sluice::containers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/unique_fd.h"
#include "containers/runtime.h"
#include "pod/ask.h"
#include "pod/pod_containers.h"

namespace sluice::pod {

// What a session sees of its pod: the runner's own state, as it was at the fork.
struct SessionSetting {
  const PodSpec& spec;
  PodContainers& containers;
  containers::Runtime& runtime;
};

// How a session reaches the kubelet, and its runner.
struct SessionWays {
  Ask ask;          // by whom it was asked for: connect there
  UniqueFd relay;   // or: a connection that somebody passes on, on which the ask arrives first
  UniqueFd runner;  // the other end of an Attachment's socket
};

// The life of a session's process, a fork of the runner: connects, hears what is wanted, does it,
// tells how it ended. A process of its own may block, die and be killed as it likes, and nothing
// waits for it.
[[noreturn]] void run_session(const SessionSetting& setting, SessionWays ways);

}  // namespace sluice::pod

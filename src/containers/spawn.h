// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>

#include "base/result.h"
#include "containers/channel.h"
#include "containers/launch.h"

namespace sluice::containers {

// How a process is made.
struct Spawn {
  unsigned long new_namespaces = 0;  // CLONE_NEW… for the process
  pid_t join = 0;                    // a process whose namespaces it enters first; 0: none
  int joined = 0;  // which of them: CLONE_NEW…; those that are the same are skipped
  std::function<Result<void>(pid_t)> map = {};  // writes the id map of a process that asks for it
};

// Makes a child of the caller that runs `body`, which ends in another program or returns why it
// could not. Returns when either is known. The caller has one thread.
Result<Started> spawn(const Spawn& how, const std::function<Error(const Channel&)>& body);

}  // namespace sluice::containers

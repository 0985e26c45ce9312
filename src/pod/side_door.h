// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"
#include "pod/ask.h"
#include "pod/protocol.h"

namespace sluice::pod {

// The way into a runner from its own machine, for relays that the kubelet starts there through
// Slurm when the runner cannot connect home: a Unix socket without a file, named by the attempt. A
// relay sends the ask as a line; the bytes that follow are the session's connection. Only processes
// of the same user get in, on both sides.

Result<UniqueFd> open_side_door(const Attempt& attempt);  // the runner's; does not block
UniqueFd accept_relay(int door);                          // invalid: nobody is there

// Copies between the runner and standard input and output until one of them ends.
Result<void> run_relay(const Attempt& attempt, const Ask& ask);

}  // namespace sluice::pod

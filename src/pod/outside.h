// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace sluice::pod {

// A process that stays outside when the runner enters the pod's sandbox, for the one thing that
// must be done by the user of the job on the node as it is: starting srun. Made before the sandbox
// is entered; ends with the runner. Used by the runner's thread only.
class Outside {
 public:
  // What it will start, with which variables ("NAME=value"). NotFound: there is no such program in
  // their PATH.
  static Result<std::unique_ptr<Outside>> make(std::vector<std::string> argv,
                                               std::vector<std::string> environment);

  // Starts it with these as its input and output: a child of this process, like any it starts
  // itself, which leads a session of its own and dies with it.
  Result<pid_t> start(int in, int out, int err) const;

 private:
  explicit Outside(UniqueFd socket) : socket_(std::move(socket)) {}

  UniqueFd socket_;
};

}  // namespace sluice::pod

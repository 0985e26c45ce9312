// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::containers {

// One container to start. The descriptors stay the caller's.
struct Launch {
  std::string name;
  std::string image;
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // complete: "NAME=value"
  std::string working_directory;         // empty: the runtime's own choice
  int stdout_fd = -1;
  int stderr_fd = -1;
};

// Starts containers as child processes of the caller. Whatever a runtime does, the process it
// returns leads its own session and process group, dies with the thread that started it, and is
// reaped by the caller. Used by one thread.
class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual std::string_view name() const = 0;

  // The container's first process. Invalid when the launch can never work (no command, no such
  // program or directory), with the reason; Internal when this machine is out of something.
  virtual Result<pid_t> start(const Launch& launch) = 0;
};

// By the name a pod spec carries: "host". Unsupported for any other.
Result<std::unique_ptr<Runtime>> make_runtime(std::string_view name);

}  // namespace sluice::containers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "containers/launch.h"

namespace sluice::containers {

// Starts containers as child processes of the caller. Whatever a runtime does, the process it
// returns leads its own session and process group, dies with the thread that started it (for a
// container: with everything in it), and is reaped by the caller; exit code and signal are the
// program's. Nothing of the caller leaks into it: no descriptor that was not asked for, no ignored
// or blocked signal, the file mode mask is 022. Used by one thread.
//
// Failures: Invalid when the launch can never work (no command, no such program, directory or
// user), with the reason in the words users know from other runtimes; Unsupported for what this
// runtime cannot do at all; Internal when this machine is out of something. A failed start leaves
// no process.
class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual std::string_view name() const = 0;

  // Once per pod, before any container, while the process has one thread. The caller may be in
  // other namespaces afterwards, be root there and have one more child (it ends with the caller);
  // a caller that forks must not expect its own process ids in the child. After a failure the
  // process may be anywhere between: it should say so and end.
  virtual Result<Notes> enter(const Sandbox& sandbox) = 0;

  // Instead of enter(), under the same conditions: into the sandbox that another process on this
  // machine, of the same user, entered with the same description and is still in.
  virtual Result<void> join(const Sandbox& sandbox, pid_t member) = 0;

  // The container's first process.
  virtual Result<Started> start(const Launch& launch) = 0;

  // One more process in the running container whose first process is `container`. Of the launch,
  // root, scratch, mounts and processes_of are not looked at; the working directory must exist. It
  // ends with the container, and must be reaped: until then the container's end is not seen. May be
  // called in a child of the process that started the container, whose child it is then;
  // `container` is the number the starter knows.
  virtual Result<Started> execute(pid_t container, const Launch& launch) = 0;
};

// By the name a pod spec carries: "builtin", "apptainer", "singularity" or "host". Unsupported for
// any other, and for a program that is not on this machine.
Result<std::unique_ptr<Runtime>> make_runtime(std::string_view name);

}  // namespace sluice::containers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "containers/launch.h"

namespace sluice::containers {

// Which program of the family, and what it takes.
struct ApptainerProgram {
  std::string name;  // "apptainer" or "singularity"
  std::string path;
};

// A container as a command line of Apptainer. Variables travel in the environment, not in the
// arguments, where everybody on the machine could read them.
struct ApptainerCommand {
  std::vector<std::string> argv;
  std::vector<std::string> environment;
  Notes notes;  // what Apptainer cannot give
};

// `user` is who runs it.
ApptainerCommand apptainer_command(const ApptainerProgram& program, const Sandbox& sandbox,
                                   const Launch& launch, uid_t user);

// Whether there is something at that place of the container, as far as it can be known from
// outside: in the image's files, or below a mount.
bool is_present(const Launch& launch, const std::string& path);

// Apptainer says what it could not run only in the container's output, so it is looked for before,
// with the errors of find_program.
Result<void> check_program(const Launch& launch);

}  // namespace sluice::containers

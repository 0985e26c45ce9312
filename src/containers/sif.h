// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>

#include "base/command.h"
#include "base/result.h"
#include "containers/apptainer_command.h"

namespace sluice::containers {

// An image as one file, in Apptainer's format, beside its directory: on a shared file system the
// start of a container then costs one look-up of a name instead of one for every file it opens.
// What is in the container is the same; `apptainer build` would add files and variables of its own.

// Where it stands, if there is one.
std::filesystem::path sif_of(const std::filesystem::path& root);

// Whether this machine can mount such a file: with Apptainer's set-user-id helper or through FUSE.
// Otherwise Apptainer would unpack it at every start, and the directory is better.
bool can_mount_sif(const ApptainerProgram& program);

// Makes it unless it is there; the bytes it takes. It appears whole or not at all. Unsupported
// where Debian's squashfs-tools are missing.
Result<std::int64_t> make_sif(const ApptainerProgram& program, CommandRunner& runner,
                              const std::filesystem::path& root, const std::stop_token& stop);

}  // namespace sluice::containers

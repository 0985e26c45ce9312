// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::containers {

// What this machine can do, tried out rather than guessed. Safe in a process with threads.

// Whether a pod could run here with the runtime of that name, its writable layers below `scratch`.
// Unsupported with the reason and what can be done about it.
Result<void> runtime_available(std::string_view name, const std::filesystem::path& scratch);

// The name of the runtime to use for what a user asked for: a name as it is; "auto" the first of
// builtin, apptainer and singularity that works here, never host. Unsupported with all reasons.
Result<std::string> choose_runtime(std::string_view wanted, const std::filesystem::path& scratch);

}  // namespace sluice::containers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::containers {

// Finding and running a container's program, seen from inside its root. Errors are Invalid, in the
// words users know: exec: "x": executable file not found in $PATH.

// Where programs are looked for when a container's environment does not say it.
inline constexpr std::string_view kUsualPath =
    "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

// $PATH of an environment, or the usual one.
std::string_view path_of(const std::vector<std::string>& environment);

// The file that `name` means: itself when it has a slash, else the first executable of that name in
// the directories of PATH in `environment` (the usual ones when it has none).
Result<std::string> find_program(std::string_view name,
                                 const std::vector<std::string>& environment);

// Replaces this process; returns only when that failed.
Error run_program(const std::vector<std::string>& argv,
                  const std::vector<std::string>& environment);

// Why a command of that name cannot have so long arguments.
Error too_long(std::string_view name);

// "permission denied": the system's words for an error number, as other runtimes write them.
std::string cause_of(int error);

}  // namespace sluice::containers

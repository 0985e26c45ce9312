// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/command.h"
#include "base/text.h"

namespace sluice::jobs {

// A program of the shell as one command, with arguments that no shell looks into.
inline Command shell_command(std::string_view program, const std::vector<std::string>& arguments) {
  Command command{.argv = {"/bin/sh", "-c", std::string(program), "slurmjob"}};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  return command;
}

// How programs of ours end, beside 0 and what Slurm's commands say; the programs spell them out.
namespace ends {
inline constexpr int kMissing = 66;
inline constexpr int kFilesFail = 73;
inline constexpr int kUnderWay = 75;
inline constexpr int kDeleted = 76;
}  // namespace ends

inline tl::unexpected<Error> object_deleted() {
  return fail(Code::kConflict, "the object was deleted");
}

// What it said, for people.
inline std::string words_of(const CommandOutput& output) {
  return std::string(trim(output.err.empty() ? output.out : output.err));
}

}  // namespace sluice::jobs

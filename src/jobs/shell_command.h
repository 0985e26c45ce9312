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

// What it said, for people.
inline std::string words_of(const CommandOutput& output) {
  return std::string(trim(output.err.empty() ? output.out : output.err));
}

}  // namespace sluice::jobs

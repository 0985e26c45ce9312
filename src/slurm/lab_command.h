// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/command.h"

namespace sluice::slurm {

// `sluice lab …` of the program beside the tests, on the lab in that directory. For tests only.
inline Command lab_command(const std::vector<std::string>& arguments,
                           const std::filesystem::path& directory) {
  Command command{.argv = {std::string(SLUICE_BINARY_DIR) + "/sluice", "lab"},
                  .timeout = std::chrono::seconds(120)};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.argv.insert(command.argv.end(), {"--dir", directory.string()});
  return command;
}

}  // namespace sluice::slurm

// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "cmd/console.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {

int run_version(const std::vector<std::string>& arguments) {
  const Usage usage{.synopsis = "sluice version",
                    .summary = "Prints the version of this program.",
                    .options = {},
                    .examples = ""};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  std::cout << "sluice " SLUICE_VERSION "\n";
  return kExitOk;
}

}  // namespace sluice::cmd

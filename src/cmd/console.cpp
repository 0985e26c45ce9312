// SPDX-License-Identifier: Apache-2.0
#include "cmd/console.h"

#include <algorithm>
#include <iostream>

#include "cmd/subcommand.h"

namespace sluice::cmd {

Parsed parse_or_explain(const Usage& usage, const std::vector<std::string>& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    std::cout << help_text(usage);
    return Parsed{.exit_code = kExitOk};
  }
  auto rest = parse_options(usage, arguments);
  if (!rest) {
    std::cerr << "sluice: " << rest.error().message << "\n";
    return Parsed{.exit_code = kExitUsage};
  }
  return Parsed{.rest = std::move(*rest)};
}

int report(const Error& error) {
  std::cerr << "sluice: " << error.message << "\n";
  return kExitFailure;
}

}  // namespace sluice::cmd

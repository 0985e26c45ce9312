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
    return Parsed{.exit_code = usage_error(rest.error().message)};
  }
  return Parsed{.rest = std::move(*rest)};
}

int report(const Error& error) {
  std::cerr << "sluice: " << error.message << "\n";
  return kExitFailure;
}

int usage_error(const std::string& message) {
  std::cerr << "sluice: " << message << "\n";
  return kExitUsage;
}

}  // namespace sluice::cmd

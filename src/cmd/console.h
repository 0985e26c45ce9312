// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"

namespace sluice::cmd {

// How every subcommand talks to its user.

// Parses the arguments. Returns what is left, or the exit code to end with: 0 after --help was
// printed, 2 after a usage error was.
struct Parsed {
  std::vector<std::string> rest;
  std::optional<int> exit_code;
};
Parsed parse_or_explain(const Usage& usage, const std::vector<std::string>& arguments);

// "sluice: <message>" on standard error; returns the exit code for failure.
int report(const Error& error);

// The same; returns the exit code for wrong arguments.
int usage_error(const std::string& message);

}  // namespace sluice::cmd

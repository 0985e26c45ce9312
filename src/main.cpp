// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <iostream>

#include "cmd/subcommand.h"

namespace {

void print_help() {
  std::cout
      << "Usage: sluice COMMAND [options]\n\nKubernetes and Slurm as one system.\n\nCommands:\n";
  for (const auto& command : sluice::cmd::subcommands()) {
    if (!command.hidden) {
      std::cout << "  " << command.name << std::string(14 - command.name.size(), ' ')
                << command.summary << "\n";
    }
  }
  std::cout << "\n`sluice COMMAND --help` explains each.\n";
}

}  // namespace

int main(int argc, char** argv) {
  // A peer that goes away and a file that may not grow are error values, not deaths.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments[0] == "--help" || arguments[0] == "-h" ||
      arguments[0] == "help") {
    print_help();
    return arguments.empty() ? sluice::cmd::kExitUsage : sluice::cmd::kExitOk;
  }
  const std::string name = arguments[0] == "--version" ? "version" : arguments[0];
  for (const auto& command : sluice::cmd::subcommands()) {
    if (command.name == name) {
      return command.run({arguments.begin() + 1, arguments.end()});
    }
  }
  std::cerr << "sluice: no command \"" << arguments[0] << "\"; see sluice --help\n";
  return sluice::cmd::kExitUsage;
}

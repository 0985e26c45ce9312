// SPDX-License-Identifier: Apache-2.0
#include "cmd/verbs.h"

#include <iomanip>
#include <iostream>

#include "cmd/console.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

void print_help(std::string_view command, std::string_view about, std::span<const Verb> verbs) {
  std::cout << "Usage: sluice " << command << " VERB [options]\n\n" << about << "\n\nVerbs:\n";
  for (const Verb& verb : verbs) {
    std::cout << "  " << std::left << std::setw(9) << verb.name << verb.summary << "\n";
  }
  std::cout << "\n`sluice " << command << " VERB --help` explains each.\n";
}

// "a, b or c"
std::string any_of(std::span<const Verb> verbs) {
  std::string text;
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (i > 0) {
      text += i + 1 == verbs.size() ? " or " : ", ";
    }
    text += verbs[i].name;
  }
  return text;
}

}  // namespace

int run_verb(std::string_view command, std::string_view about, std::span<const Verb> verbs,
             const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front() == "--help") {
    print_help(command, about, verbs);
    return arguments.empty() ? kExitUsage : kExitOk;
  }
  for (const Verb& verb : verbs) {
    if (verb.name == arguments.front()) {
      return verb.run({arguments.begin() + 1, arguments.end()});
    }
  }
  return usage_error(std::string(command) + ": expected " + any_of(verbs) + ", got \"" +
                     arguments.front() + "\"");
}

}  // namespace sluice::cmd

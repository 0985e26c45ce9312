// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace sluice {

// One command-line option, declared once: from this table come the parser and --help. The pointer
// names the field it fills; the field's value before parsing is the default.
struct Option {
  std::string_view name;         // without the dashes: "nodes" is --nodes
  std::string_view placeholder;  // "N", "DIR"; ignored for flags
  std::string_view help;
  std::variant<bool*, std::int64_t*, std::string*, std::vector<std::string>*> target;
};

// What one subcommand accepts and how it explains itself.
struct Usage {
  std::string_view synopsis;  // "sluice lab up [options]"
  std::string_view summary;   // paragraphs shown above the options
  std::vector<Option> options;
  std::string_view examples;  // shown below them
};

// Fills the targets from `arguments` (--name VALUE, --name=VALUE, --flag, --no-flag) and returns
// what is not an option, in order. Everything after "--" is returned as it is. An unknown option or
// a bad value is Invalid and names the option; nothing is filled in half: targets are set only when
// all arguments are good.
Result<std::vector<std::string>> parse_options(const Usage& usage,
                                               const std::vector<std::string>& arguments);

// Fills one option from a configuration file or the environment: the same names and rules as on
// the command line, flags take true or false. Invalid names the option.
Result<void> apply_setting(const Usage& usage, std::string_view name, const std::string& value);

// The text of --help.
std::string help_text(const Usage& usage);

}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
#include "ssh/command_text.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace sluice::ssh {
namespace {

bool is_variable_name(std::string_view name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
         std::all_of(name.begin(), name.end(), fits);
}

Result<std::string> word(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) {
    return fail(Code::kInvalid, "a command's words cannot hold a zero byte");
  }
  return shell_quote(text);
}

}  // namespace

Result<std::string> input_for(const Command& command) {
  CHECK(!command.argv.empty());
  std::string line = command.only_this_environment ? "exec env -i" : "exec env";
  for (const auto& [name, value] : command.environment) {
    if (!is_variable_name(name)) {
      return fail(Code::kInvalid, "\"" + name + "\" cannot be the name of an environment variable");
    }
    TRY_ASSIGN(const std::string quoted, word(value));
    line += " " + name + "=" + quoted;
  }
  for (const std::string& argument : command.argv) {
    TRY_ASSIGN(const std::string quoted, word(argument));
    line += " " + quoted;
  }
  return std::to_string(line.size()) + "\n" + line + command.input;
}

}  // namespace sluice::ssh

// SPDX-License-Identifier: Apache-2.0
#include "base/options.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/text.h"

namespace sluice {
namespace {

const Option* find(const Usage& usage, std::string_view name) {
  const auto found = std::find_if(usage.options.begin(), usage.options.end(),
                                  [&](const Option& o) { return o.name == name; });
  return found == usage.options.end() ? nullptr : &*found;
}

std::string default_text(const Option& option) {
  if (const auto* number = std::get_if<std::int64_t*>(&option.target)) {
    return " (default " + std::to_string(**number) + ")";
  }
  if (const auto* text = std::get_if<std::string*>(&option.target); text && !(*text)->empty()) {
    return " (default " + **text + ")";
  }
  return "";
}

// The assignment of one argument, to be carried out when all are known to be good.
using Assignment = std::function<void()>;

Result<Assignment> assignment(const Option& option, const std::string& value) {
  if (auto* const* text = std::get_if<std::string*>(&option.target)) {
    return Assignment([target = *text, value] { *target = value; });
  }
  if (auto* const* list = std::get_if<std::vector<std::string>*>(&option.target)) {
    return Assignment([target = *list, value] { target->push_back(value); });
  }
  const auto number = parse_int(value);
  if (!number) {
    return fail(Code::kInvalid,
                "--" + std::string(option.name) + ": expected a number, got \"" + value + "\"");
  }
  return Assignment(
      [target = std::get<std::int64_t*>(option.target), value = *number] { *target = value; });
}

}  // namespace

Result<std::vector<std::string>> parse_options(const Usage& usage,
                                               const std::vector<std::string>& arguments) {
  std::vector<std::string> rest;
  std::vector<Assignment> assignments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      rest.insert(rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  arguments.end());
      break;
    }
    if (!argument.starts_with("--")) {
      rest.push_back(argument);
      continue;
    }
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(2, equals == std::string::npos ? equals : equals - 2);
    const Option* option = find(usage, name);
    const bool negated = option == nullptr && name.starts_with("no-");
    if (negated) {
      option = find(usage, std::string_view(name).substr(3));
    }
    bool* const* flag = option == nullptr ? nullptr : std::get_if<bool*>(&option->target);
    if (option == nullptr || (negated && flag == nullptr)) {
      return fail(Code::kInvalid, "unknown option --" + name + "; see --help");
    }
    if (flag != nullptr) {
      if (equals != std::string::npos) {
        return fail(Code::kInvalid, "--" + name + " takes no value");
      }
      assignments.emplace_back([target = *flag, negated] { *target = !negated; });
      continue;
    }
    std::string value;
    if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    } else {
      return fail(Code::kInvalid, "--" + name + " needs a value: --" + name + " " +
                                      std::string(option->placeholder));
    }
    TRY_ASSIGN(Assignment assign, assignment(*option, value));
    assignments.push_back(std::move(assign));
  }
  for (const Assignment& assign : assignments) {
    assign();
  }
  return rest;
}

Result<void> apply_setting(const Usage& usage, std::string_view name, const std::string& value) {
  const Option* option = find(usage, name);
  if (option == nullptr) {
    return fail(Code::kInvalid, "unknown setting \"" + std::string(name) + "\"");
  }
  if (auto* const* flag = std::get_if<bool*>(&option->target)) {
    if (value != "true" && value != "false") {
      return fail(Code::kInvalid,
                  std::string(name) + ": expected true or false, got \"" + value + "\"");
    }
    **flag = value == "true";
    return {};
  }
  TRY_ASSIGN(const Assignment assign, assignment(*option, value));
  assign();
  return {};
}

std::string help_text(const Usage& usage) {
  std::string text =
      "Usage: " + std::string(usage.synopsis) + "\n\n" + std::string(usage.summary) + "\n";
  if (!usage.options.empty()) {
    text += "\nOptions:\n";
    std::size_t width = 0;
    for (const Option& option : usage.options) {
      width = std::max(width, option.name.size() + option.placeholder.size());
    }
    for (const Option& option : usage.options) {
      const bool is_flag = std::holds_alternative<bool*>(option.target);
      std::string left = "--" + std::string(option.name);
      if (!is_flag) {
        left += " " + std::string(option.placeholder);
      }
      left.resize(std::max(left.size(), width + 3), ' ');
      text += "  " + left + "  " + std::string(option.help) + default_text(option) + "\n";
    }
  }
  if (!usage.examples.empty()) {
    text += "\nExamples:\n" + std::string(usage.examples) + "\n";
  }
  return text;
}

}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
// The grammar of label selectors: requirements joined by commas, each one of
//   key   !key   key=v   key==v   key!=v   key in (a,b)   key notin (a,b)   key>1   key<1
#include <algorithm>
#include <cctype>
#include <optional>

#include "api/label_syntax.h"
#include "api/selector.h"
#include "base/text.h"
#include "json/strings.h"

namespace sluice::api {
namespace {

using Requirement = LabelSelector::Requirement;
using Operator = LabelSelector::Operator;

constexpr std::string_view kSeparators = " \t\r\n,()=!<>";

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { skip_space(); }

  bool at_end() const { return text_.empty(); }

  bool take(std::string_view token) {
    if (!text_.starts_with(token)) {
      return false;
    }
    text_.remove_prefix(token.size());
    skip_space();
    return true;
  }

  // What stands here: a word or a single character; empty at the end.
  std::string next() const {
    const std::string_view word = text_.substr(0, text_.find_first_of(kSeparators));
    return std::string(word.empty() ? text_.substr(0, 1) : word);
  }

  // A key, value or word; may be empty.
  std::string_view word() {
    const std::size_t end = text_.find_first_of(kSeparators);
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(word.size());
    skip_space();
    return word;
  }

 private:
  void skip_space() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front())) != 0) {
      text_.remove_prefix(1);
    }
  }

  std::string_view text_;
};

tl::unexpected<Error> refuse(const std::string& problem) {
  return fail(Code::kBadRequest, "unable to parse requirement: " + problem);
}

Result<std::vector<std::string>> take_set(Scanner& scanner) {
  std::vector<std::string> values;
  if (!scanner.take("(")) {
    return refuse("found '" + scanner.next() + "', expected: '('");
  }
  do {
    values.emplace_back(scanner.word());
  } while (scanner.take(","));
  if (!scanner.take(")")) {
    return refuse("found '" + scanner.next() + "', expected: ',' or ')'");
  }
  return values;
}

Result<void> check(const Requirement& requirement) {
  if (const std::string fault = label_key_fault(requirement.key); !fault.empty()) {
    const auto lines = split(fault, '\n');
    return refuse("<nil>: Invalid value: \"" + requirement.key +
                  "\": " + join({lines.begin(), lines.end()}, "; "));
  }
  const bool numeric = requirement.op == Operator::kGreater || requirement.op == Operator::kLess;
  for (std::size_t i = 0; i < requirement.values.size(); ++i) {
    const std::string& value = requirement.values[i];
    const std::string at = "values[" + std::to_string(i) + "]";
    if (numeric && !parse_int(value)) {
      return refuse(at + ": Invalid value: \"" + value +
                    "\": for 'Gt', 'Lt' operators, the value must be an integer");
    }
    if (const std::string fault = label_value_fault(value); !fault.empty()) {
      return refuse(at + "[" + requirement.key + "]: Invalid value: \"" + value + "\": " + fault);
    }
  }
  return {};
}

Result<Requirement> take_requirement(Scanner& scanner) {
  const bool negated = scanner.take("!");
  Requirement requirement{.key = std::string(scanner.word()), .op = Operator::kExists};
  if (requirement.key.empty()) {
    return fail(Code::kBadRequest,
                "found '" + scanner.next() + "', expected: !, identifier, or 'end of string'");
  }
  if (negated) {
    requirement.op = Operator::kMissing;
    return requirement;
  }
  static constexpr std::pair<std::string_view, Operator> kSigns[] = {{"!=", Operator::kNotIn},
                                                                     {"==", Operator::kIn},
                                                                     {"=", Operator::kIn},
                                                                     {">", Operator::kGreater},
                                                                     {"<", Operator::kLess}};
  for (const auto& [sign, op] : kSigns) {
    if (scanner.take(sign)) {
      requirement.op = op;
      requirement.values.emplace_back(scanner.word());
      return requirement;
    }
  }
  const std::string_view word = scanner.word();
  if (word == "in" || word == "notin") {
    requirement.op = word == "in" ? Operator::kIn : Operator::kNotIn;
    TRY_ASSIGN(requirement.values, take_set(scanner));
  } else if (!word.empty()) {
    return refuse("found '" + std::string(word) + "', expected: in, notin, =, ==, !=, gt, lt");
  }
  return requirement;
}

bool satisfied(const Requirement& requirement, const json::Value* label) {
  const bool listed =
      label != nullptr && std::find(requirement.values.begin(), requirement.values.end(),
                                    label->as_string()) != requirement.values.end();
  switch (requirement.op) {
    case Operator::kIn:
      return listed;
    case Operator::kNotIn:
      return !listed;
    case Operator::kExists:
      return label != nullptr;
    case Operator::kMissing:
      return label == nullptr;
    case Operator::kGreater:
    case Operator::kLess:
      break;
  }
  const auto actual = label == nullptr ? std::nullopt : parse_int(label->as_string());
  const auto bound = parse_int(requirement.values.front());
  if (!actual || !bound) {
    return false;
  }
  return requirement.op == Operator::kGreater ? *actual > *bound : *actual < *bound;
}

Result<Operator> operator_named(const std::string& name) {
  static constexpr std::pair<std::string_view, Operator> kNames[] = {
      {"In", Operator::kIn},
      {"NotIn", Operator::kNotIn},
      {"Exists", Operator::kExists},
      {"DoesNotExist", Operator::kMissing}};
  for (const auto& [known, op] : kNames) {
    if (known == name) {
      return op;
    }
  }
  return fail(Code::kBadRequest, "\"" + name + "\" is not a valid label selector operator");
}

}  // namespace

Result<LabelSelector> LabelSelector::parse(std::string_view text) {
  LabelSelector selector;
  Scanner scanner(text);
  if (scanner.at_end()) {
    return selector;
  }
  do {
    TRY_ASSIGN(Requirement requirement, take_requirement(scanner));
    TRY(check(requirement));
    selector.requirements_.push_back(std::move(requirement));
  } while (scanner.take(","));
  if (!scanner.at_end()) {
    return refuse("unexpected text after '" + selector.requirements_.back().key + "'");
  }
  return selector;
}

Result<LabelSelector> LabelSelector::from_object(const json::Value& selector) {
  LabelSelector result;
  for (const json::Member& label : selector.at("matchLabels").as_object()) {
    result.requirements_.push_back({label.key, Operator::kIn, {label.value.as_string()}});
  }
  for (const json::Value& expression : selector.at("matchExpressions").as_array()) {
    Requirement requirement{.key = expression.at("key").as_string()};
    TRY_ASSIGN(requirement.op, operator_named(expression.at("operator").as_string()));
    requirement.values = json::to_strings(expression.at("values"));
    const bool needs_values = requirement.op == Operator::kIn || requirement.op == Operator::kNotIn;
    if (needs_values == requirement.values.empty()) {
      return fail(Code::kBadRequest,
                  needs_values ? "for 'in', 'notin' operators, values set can't be empty"
                               : "values set must be empty for exists and does not exist");
    }
    result.requirements_.push_back(std::move(requirement));
  }
  for (const Requirement& requirement : result.requirements_) {
    TRY(check(requirement));
  }
  return result;
}

bool LabelSelector::matches(const json::Value& object) const {
  return matches_labels(object.at("metadata", "labels"));
}

bool LabelSelector::matches_labels(const json::Value& labels) const {
  return std::all_of(requirements_.begin(), requirements_.end(), [&](const Requirement& item) {
    return satisfied(item, labels.find(item.key));
  });
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rules.h"

#include "api/crd/keyed_items.h"
#include "api/crd/rule_tree.h"
#include "base/text.h"
#include "cel/document.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::size_t kMaxMessage = 5120;

// A value now and before.
struct Versions {
  const json::Value* now = nullptr;
  const json::Value* before = nullptr;

  bool unchanged() const { return before != nullptr && *now == *before; }
};

// Which value decides whether faults are ratcheted: the place itself, or the nearest one above it
// that could be found in the object before.
struct Correlation {
  const Versions* here = nullptr;
  const Versions* above = nullptr;

  bool unchanged() const {
    return here != nullptr ? here->unchanged() : above != nullptr && above->unchanged();
  }
  Correlation child(const Versions* versions) const {
    return here == nullptr ? *this : Correlation{versions, here};
  }
  Correlation part() const { return {nullptr, above}; }  // for allOf, as upstream
};

class RuleChecker {
 public:
  RuleChecker(Faults& faults, std::int64_t budget) : faults_(faults), budget_(budget) {}

  // False when the budget is used up.
  bool visit(const RuleNode& node, const Versions& versions, const Correlation& correlation,
             const FieldPath& at) {
    if (versions.now->is_null()) {
      return true;
    }
    if (!check_node(node, versions, correlation, at)) {
      return false;
    }
    for (const auto& part : node.all_of) {
      if (!visit(*part, versions, correlation.part(), at)) {
        return false;
      }
    }
    return versions.now->is_array() ? visit_items(node, versions, correlation, at)
                                    : visit_members(node, versions, correlation, at);
  }

  ValidationRules::Outcome outcome() && { return {std::move(warnings_), budget_}; }

 private:
  bool visit_items(const RuleNode& node, const Versions& versions, const Correlation& correlation,
                   const FieldPath& at) {
    if (node.items == nullptr) {
      return true;
    }
    const json::Array& items = versions.now->as_array();
    KeyedItems before(versions.before, node.list_keys);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Versions item{&items[i], before.find(items[i])};
      if (!visit(*node.items, item, correlation.child(item.before == nullptr ? nullptr : &item),
                 at.item(i))) {
        return false;
      }
    }
    return true;
  }

  bool visit_members(const RuleNode& node, const Versions& versions, const Correlation& correlation,
                     const FieldPath& at) {
    for (const json::Member& member : versions.now->as_object()) {
      const RuleNode* child = node.values.get();
      for (const auto& [name, property] : node.properties) {
        child = name == member.key ? property.get() : child;
      }
      if (child == nullptr) {
        continue;
      }
      const Versions value{
          &member.value, versions.before == nullptr ? nullptr : versions.before->find(member.key)};
      // apiVersion and kind of the root are converted, so nobody knows what they were
      const bool hidden =
          correlation.above == nullptr && (member.key == "apiVersion" || member.key == "kind");
      if (!visit(*child, value, hidden ? Correlation{} : correlation.child(&value),
                 child == node.values.get() ? at.key(member.key) : at.child(member.key))) {
        return false;
      }
    }
    return true;
  }

  bool out_of_budget(const RuleNode& node, const FieldPath& at) {
    faults_.invalid(at, json::Value(node.type),
                    "validation failed due to running out of cost budget, no further validation "
                    "rules will be run");
    budget_ = -1;
    return false;
  }

  bool check_node(const RuleNode& node, const Versions& versions, const Correlation& correlation,
                  const FieldPath& at) {
    if (node.rules.empty()) {
      return true;
    }
    if (budget_ <= 0) {
      return out_of_budget(node, at);
    }
    const bool compares = versions.before != nullptr && !versions.before->is_null();
    const cel::Value self = cel::from_json(*versions.now, node.self);
    const cel::Value old = compares ? cel::from_json(*versions.before, node.self) : cel::Value();
    for (const Rule& rule : node.rules) {
      if (!rule.error.empty()) {
        faults_.invalid(at, json::Value(node.type), "rule compile error: " + rule.error);
        continue;
      }
      if (!rule.program || (rule.uses_old_self && !compares && !rule.optional_old_self)) {
        continue;
      }
      cel::Bindings bindings;
      bindings.set("self", self);
      if (rule.optional_old_self) {
        bindings.set("oldSelf", compares ? cel::Value::some(old) : cel::Value::none());
      } else if (compares) {
        bindings.set("oldSelf", old);
      }
      if (!check_rule(node, rule, bindings, {versions, correlation, at})) {
        return false;
      }
    }
    return true;
  }

  struct Place {
    const Versions& versions;
    const Correlation& correlation;
    const FieldPath& at;
  };

  bool check_rule(const RuleNode& node, const Rule& rule, const cel::Bindings& bindings,
                  const Place& place) {
    const cel::Evaluation evaluation = rule.program->eval(bindings);
    if (static_cast<std::int64_t>(evaluation.cost) > budget_) {
      return out_of_budget(node, place.at);
    }
    budget_ -= static_cast<std::int64_t>(evaluation.cost);
    if (!evaluation.value) {
      return report_error(node, rule, evaluation.value.error(), place.at);
    }
    return evaluation.value->is_true() || report_failure(node, rule, bindings, place);
  }

  bool report_error(const RuleNode& node, const Rule& rule, const Error& error,
                    const FieldPath& at) {
    const json::Value type(node.type);
    if (error.code == Code::kCancelled) {
      faults_.invalid(at, type,
                      "'" + error.message +
                          "': no further validation rules will be run due to call cost exceeds "
                          "limit for rule: " +
                          rule.name());
      budget_ = -1;
      return false;
    }
    if (error.message.starts_with("no such overload")) {
      faults_.invalid(at, type,
                      "'" + error.message +
                          "': call arguments did not match a supported operator, function or "
                          "macro signature for rule: " +
                          rule.name());
    } else {
      faults_.invalid(at, type, error.message + " evaluating rule: " + rule.name());
    }
    return true;
  }

  bool report_failure(const RuleNode& node, const Rule& rule, const cel::Bindings& bindings,
                      const Place& place) {
    const FieldPath below = place.at.child(rule.field_path);
    const FieldPath& at = rule.field_path.empty() ? place.at : below;
    Faults found;
    bool going_on = true;
    std::string detail = message_of(node, rule, bindings, at, found, going_on);
    if (found.empty()) {
      const bool omit = node.type == "object" || node.type == "array";
      add_failure(rule, detail, omit ? nullptr : place.versions.now, at, found);
    }
    const bool ratchets = !rule.uses_old_self && place.correlation.unchanged();
    for (const ErrorCause& cause : found.causes()) {
      if (ratchets) {
        warnings_.push_back(cause.field + ": " + cause.message);
      }
    }
    if (!ratchets) {
      faults_.append(std::move(found));
    }
    return going_on;
  }

  static void add_failure(const Rule& rule, const std::string& detail, const json::Value* value,
                          const FieldPath& at, Faults& found) {
    if (rule.reason == "FieldValueForbidden") {
      found.forbidden(at, detail);
    } else if (rule.reason == "FieldValueRequired") {
      found.required(at, detail);
    } else if (rule.reason == "FieldValueDuplicate") {
      found.duplicate(at, value == nullptr ? json::Value() : *value);
    } else if (value == nullptr) {
      found.invalid(at, detail);
    } else {
      found.invalid(at, *value, detail);
    }
  }

  // The messageExpression's text where it gives a good one, else the message.
  std::string message_of(const RuleNode& node, const Rule& rule, const cel::Bindings& bindings,
                         const FieldPath& at, Faults& found, bool& going_on) {
    std::string fallback = rule.message.empty() ? "failed rule: " + rule.name() : rule.name();
    if (!rule.message_program) {
      return fallback;
    }
    const cel::Evaluation evaluation = rule.message_program->eval(bindings);
    const bool over_call = !evaluation.value && evaluation.value.error().code == Code::kCancelled;
    if (over_call || static_cast<std::int64_t>(evaluation.cost) > budget_) {
      std::string shown;
      json::write_string(rule.message_expression, shown);
      found.invalid(at, json::Value(node.type),
                    static_cast<std::int64_t>(evaluation.cost) > budget_
                        ? "messageExpression evaluation failed due to running out of cost budget, "
                          "no further validation rules will be run"
                        : "no further validation rules will be run due to call cost exceeds limit "
                          "for messageExpression: " +
                              shown);
      budget_ = -1;
      going_on = false;
      return "";
    }
    budget_ -= static_cast<std::int64_t>(evaluation.cost);
    if (!evaluation.value || !evaluation.value->is(cel::Value::Kind::kString)) {
      return fallback;
    }
    const std::string_view text = trim(evaluation.value->as_string());
    const bool good =
        !text.empty() && text.size() <= kMaxMessage && text.find('\n') == std::string_view::npos;
    return good ? std::string(text) : fallback;
  }

  Faults& faults_;
  std::int64_t budget_;
  std::vector<std::string> warnings_;
};

}  // namespace

ValidationRules ValidationRules::compile(const json::Value& schema) {
  ValidationRules rules;
  rules.root_ = build_rule_tree(schema, true);
  return rules;
}

ValidationRules::Outcome ValidationRules::check(const json::Value& object,
                                                const json::Value* before, Faults& faults,
                                                std::int64_t budget) const {
  RuleChecker checker(faults, budget);
  if (root_ != nullptr) {
    const Versions versions{&object, before};
    const Correlation correlation{before == nullptr ? nullptr : &versions, nullptr};
    checker.visit(*root_, versions, correlation, FieldPath());
  }
  return std::move(checker).outcome();
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/validation/type_rules.h"

#include <string>
#include <unordered_map>
#include <vector>

#include "api/schema.h"
#include "api/validation/field_rules.h"

namespace sluice::api {
namespace {

constexpr std::string_view kPrefix = "io.k8s.api.";

struct TypeRules {
  std::vector<const FieldRule*> fields;
  std::vector<const ObjectRule*> objects;
};

using Index = std::unordered_map<std::string_view, TypeRules>;

Index make_index() {
  Index index;
  for (const FieldRule& rule : kFieldRules) {
    index[rule.type].fields.push_back(&rule);
  }
  for (const auto rules :
       {pod_part_rules(), policy_part_rules(), config_part_rules(), container_part_rules(),
        network_part_rules(), spec_part_rules(), storage_part_rules(), webhook_part_rules(),
        admission_policy_part_rules()}) {
    for (const ObjectRule& rule : rules) {
      index[rule.type].objects.push_back(&rule);
    }
  }
  return index;
}

const TypeRules* rules_of(const Schema& schema) {
  static const Index index = make_index();
  if (!schema.name.starts_with(kPrefix)) {
    return nullptr;
  }
  const auto found = index.find(schema.name.substr(kPrefix.size()));
  return found == index.end() ? nullptr : &found->second;
}

bool for_each_item(Demand demand, const json::Value& value) {
  return value.is_array() && demand != Demand::kRequired;
}

class Walk {
 public:
  explicit Walk(Faults& faults) : faults_(faults) {}

  void object(const Schema& schema, const json::Value& value, const FieldPath& at) {
    if (!value.is_object() || schema.wraps) {
      return;
    }
    const TypeRules* rules = rules_of(schema);
    if (rules != nullptr) {
      check_fields(*rules, value, at);
      check_object(*rules, false, value, at);
    }
    for (const json::Member& member : value.as_object()) {
      const Field* known = member.key == "status" ? nullptr : schema.find(member.key);
      if (known != nullptr && known->type == FieldType::kObject && known->schema != nullptr) {
        field(*known, member.value, at.child(member.key));
      }
    }
    if (rules != nullptr) {
      check_object(*rules, true, value, at);
    }
  }

 private:
  void field(const Field& field, const json::Value& value, const FieldPath& at) {
    if (field.shape == Shape::kOne) {
      object(*field.schema, value, at);
    }
    for (std::size_t i = 0; field.shape == Shape::kList && i < value.as_array().size(); ++i) {
      object(*field.schema, value.as_array()[i], at.item(i));
    }
  }

  void check_fields(const TypeRules& rules, const json::Value& value, const FieldPath& at) {
    for (const FieldRule* rule : rules.fields) {
      const FieldPath path = at.child(rule->field);
      const json::Value& member = value.at(rule->field);
      Faults found;
      if (for_each_item(rule->demand, member)) {
        for (std::size_t i = 0; i < member.as_array().size(); ++i) {
          check_demand(*rule, member.as_array()[i], path.item(i), found);
        }
      } else {
        check_demand(*rule, member, path, found);
      }
      faults_.append_new(std::move(found), known_);
    }
  }

  void check_object(const TypeRules& rules, bool after, const json::Value& value,
                    const FieldPath& at) {
    for (const ObjectRule* rule : rules.objects) {
      Faults found;
      if (rule->after == after) {
        rule->check(value, at, found);
      }
      faults_.append_new(std::move(found), known_);
    }
  }

  Faults& faults_;
  const std::size_t known_ = faults_.causes().size();
};

}  // namespace

void check_type_rules(const Kind& kind, const json::Value& object, Faults& faults) {
  Walk(faults).object(*kind.schema, object, FieldPath());
}

}  // namespace sluice::api

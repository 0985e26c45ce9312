// SPDX-License-Identifier: Apache-2.0
#include "api/policy_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "api/admission_variables.h"
#include "api/crd/custom_resource.h"
#include "api/crd/rule_types.h"
#include "api/schema.h"
#include "cel/program.h"

namespace sluice::api {
namespace {

using CelKind = cel::Type::Kind;

constexpr std::size_t kMostKinds = 10;

// Types of schemas, each made once; one that contains itself is left out where it does.
class SchemaTypes {
 public:
  std::optional<cel::Type> of(const Schema& schema) {
    if (schema.wraps || schema.choice) {
      return std::nullopt;
    }
    if (const auto known = made_.find(&schema); known != made_.end()) {
      return known->second;
    }
    made_[&schema] = std::nullopt;
    std::vector<cel::ObjectType::Field> fields;
    for (const Field& field : schema.fields) {
      if (const auto type = of(field)) {
        add(fields, field.name, *type);
      }
    }
    cel::Type type = cel::Type::object(
        std::make_shared<cel::ObjectType>(std::string(schema.name), std::move(fields)));
    made_[&schema] = type;
    return type;
  }

 private:
  // Reserved words may be written as they are, and escaped.
  static void add(std::vector<cel::ObjectType::Field>& fields, std::string_view name,
                  const cel::Type& type) {
    const auto escaped = escape_property(name);
    fields.push_back({std::string(name), std::string(name), type});
    if (escaped && *escaped != name) {
      fields.push_back({*escaped, std::string(name), type});
    }
  }

  std::optional<cel::Type> of(const Field& field) {
    const auto one = value(field);
    if (!one || field.shape == Shape::kOne) {
      return one;
    }
    if (field.shape == Shape::kMap) {
      return cel::Type::map(cel::Type(CelKind::kString), *one);
    }
    return cel::Type::list(*one, field.has(kListSet)   ? cel::ListSemantics::kSet
                                 : field.has(kListMap) ? cel::ListSemantics::kMap
                                                       : cel::ListSemantics::kAtomic);
  }

  std::optional<cel::Type> value(const Field& field) {
    switch (field.type) {
      case FieldType::kString:
      case FieldType::kDuration:
        return cel::Type(CelKind::kString);
      case FieldType::kBool:
        return cel::Type(CelKind::kBool);
      case FieldType::kInt32:
      case FieldType::kInt64:
        return cel::Type(CelKind::kInt);
      case FieldType::kDouble:
        return cel::Type(CelKind::kDouble);
      case FieldType::kBytes:
        return cel::Type(CelKind::kBytes);
      case FieldType::kTime:
      case FieldType::kMicroTime:
        return cel::Type(CelKind::kTimestamp);
      case FieldType::kIntOrString:
        return cel::Type();
      case FieldType::kObject:
        return field.schema == nullptr
                   ? cel::Type::object(std::make_shared<cel::ObjectType>(
                         std::string(field.name), std::vector<cel::ObjectType::Field>()))
                   : of(*field.schema);
      case FieldType::kQuantity:
      case FieldType::kRaw:
        break;
    }
    return std::nullopt;
  }

  std::map<const Schema*, std::optional<cel::Type>> made_;
};

// Sorted texts of a list; nothing when one is a wildcard and `all` of them count.
std::vector<std::string> texts(const json::Value& list, std::string_view unwanted, bool all) {
  std::vector<std::string> found;
  for (const json::Value& item : list.as_array()) {
    if (item.as_string().find_first_of(unwanted) == std::string::npos) {
      found.push_back(item.as_string());
    } else if (all) {
      return {};
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

void collect(const json::Value& rule, const Catalog& catalog, std::vector<KindPtr>& kinds) {
  std::size_t count = 0;
  for (const std::string& group : texts(rule.at("apiGroups"), "*", true)) {
    for (const std::string& version : texts(rule.at("apiVersions"), "*", true)) {
      for (const std::string& resource : texts(rule.at("resources"), "*/", false)) {
        KindPtr kind = catalog.find_resource(group, version, resource);
        if (kind != nullptr && count < kMostKinds) {
          ++count;
          kinds.push_back(std::move(kind));
        }
      }
    }
  }
}

std::vector<KindPtr> kinds_of(const json::Value& policy, const Catalog& catalog) {
  std::vector<KindPtr> kinds;
  for (const json::Value& rule :
       policy.at("spec", "matchConstraints", "resourceRules").as_array()) {
    collect(rule, catalog, kinds);
  }
  const auto place = [](const KindPtr& kind) {
    return std::tie(kind->group, kind->version, kind->kind);
  };
  std::sort(kinds.begin(), kinds.end(),
            [&](const KindPtr& a, const KindPtr& b) { return place(a) < place(b); });
  kinds.erase(std::unique(kinds.begin(), kinds.end(),
                          [&](const KindPtr& a, const KindPtr& b) { return place(a) == place(b); }),
              kinds.end());
  return kinds;
}

// A policy's expressions against one kind.
class KindCheck {
 public:
  KindCheck(const json::Value& policy, const Kind& kind, const Catalog& catalog)
      : title_(std::string(kind.group) + "/" + std::string(kind.version) +
               ", Kind=" + std::string(kind.kind)),
        variables_(admission_variables({.params = false, .authorizer = true})) {
    set("object", expression_type(kind));
    set("oldObject", expression_type(kind));
    const json::Value& param = policy.at("spec", "paramKind");
    const KindPtr param_kind =
        catalog.find_kind(param.at("apiVersion").as_string(), param.at("kind").as_string());
    if (param_kind != nullptr) {
      variables_.variables.push_back({"params", expression_type(*param_kind)});
    }
    for (const json::Value& variable : policy.at("spec", "variables").as_array()) {
      const auto program = cel::compile(variable.at("expression").as_string(), variables_);
      variables_.variables.push_back({"variables." + variable.at("name").as_string(),
                                      program ? program->type() : cel::Type()});
    }
  }

  // What is wrong, a paragraph; empty: nothing.
  std::string fault(const std::string& expression) const {
    const auto program = cel::compile(expression, variables_);
    return program ? "" : title_ + ": " + program.error().message + "\n";
  }

 private:
  void set(std::string_view name, const cel::Type& type) {
    for (cel::Declarations::Variable& variable : variables_.variables) {
      if (variable.name == name) {
        variable.type = type;
      }
    }
  }

  std::string title_;
  cel::Declarations variables_;
};

}  // namespace

cel::Type expression_type(const Kind& kind) {
  if (kind.custom != nullptr) {
    return rule_type(kind.custom->openapi, true).value_or(cel::Type());
  }
  return SchemaTypes().of(*kind.schema).value_or(cel::Type());
}

json::Array policy_warnings(const json::Value& policy, const Catalog& catalog) {
  std::vector<KindCheck> checks;
  for (const KindPtr& kind : kinds_of(policy, catalog)) {
    checks.emplace_back(policy, *kind, catalog);
  }
  json::Array warnings;
  const json::Array& validations = policy.at("spec", "validations").as_array();
  for (std::size_t i = 0; i < validations.size(); ++i) {
    for (const char* member : {"expression", "messageExpression"}) {
      const std::string& expression = validations[i].at(member).as_string();
      std::string words;
      for (const KindCheck& check : checks) {
        const std::string fault = expression.empty() ? "" : check.fault(expression);
        words += (words.empty() || fault.empty() ? "" : "\n") + fault;
      }
      if (!words.empty()) {
        warnings.push_back(
            json::Object{{"fieldRef", "spec.validations[" + std::to_string(i) + "]." + member},
                         {"warning", std::move(words)}});
      }
    }
  }
  return warnings;
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_types.h"

#include <algorithm>
#include <array>

#include "json/strings.h"

namespace sluice::api {
namespace {

using Kind = cel::Type::Kind;

constexpr std::array<std::string_view, 21> kReserved = {
    "true",     "false",   "null",      "in",       "as",  "break",  "const",
    "continue", "else",    "for",       "function", "if",  "import", "let",
    "loop",     "package", "namespace", "return",   "var", "void",   "while"};

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

cel::Type string_type(const std::string& format) {
  if (format == "byte") {
    return cel::Type(Kind::kBytes);
  }
  if (format == "duration") {
    return cel::Type(Kind::kDuration);
  }
  return cel::Type(format == "date" || format == "date-time" ? Kind::kTimestamp : Kind::kString);
}

cel::ListSemantics semantics_of(const json::Value& schema) {
  const std::string& type = schema.at("x-kubernetes-list-type").as_string();
  if (type == "set") {
    return cel::ListSemantics::kSet;
  }
  return type == "map" ? cel::ListSemantics::kMap : cel::ListSemantics::kAtomic;
}

std::vector<std::string> keys_of(const json::Value& schema) {
  return json::to_strings(schema.at("x-kubernetes-list-map-keys"));
}

cel::ObjectType::Field string_field(const char* name) {
  return {name, name, cel::Type(Kind::kString)};
}

void add_resource_fields(std::vector<cel::ObjectType::Field>& fields, const std::string& name) {
  std::erase_if(fields, [](const cel::ObjectType::Field& field) {
    return field.property == "apiVersion" || field.property == "kind" ||
           field.property == "metadata";
  });
  fields.push_back(string_field("apiVersion"));
  fields.push_back(string_field("kind"));
  fields.push_back(
      {"metadata", "metadata",
       cel::Type::object(std::make_shared<cel::ObjectType>(
           name + ".metadata", std::vector<cel::ObjectType::Field>{string_field("generateName"),
                                                                   string_field("name")}))});
}

std::optional<cel::Type> typed(const json::Value& schema, bool root, const std::string& name);

std::optional<cel::Type> below(const json::Value& schema, const std::string& name) {
  return typed(schema, schema.at("x-kubernetes-embedded-resource").as_bool(), name);
}

std::optional<cel::Type> object_type(const json::Value& schema, bool root,
                                     const std::string& name) {
  if (const json::Value* values = schema.find("additionalProperties");
      values != nullptr && values->is_object()) {
    const auto value = below(*values, name + ".@values");
    return value ? std::optional(cel::Type::map(cel::Type(Kind::kString), *value)) : std::nullopt;
  }
  std::vector<cel::ObjectType::Field> fields;
  for (const json::Member& property : schema.at("properties").as_object()) {
    const auto escaped = escape_property(property.key);
    const auto type = below(property.value, name + "." + property.key);
    if (escaped && type) {
      fields.push_back({*escaped, property.key, *type});
    }
  }
  if (root) {
    add_resource_fields(fields, name);
  }
  return cel::Type::object(std::make_shared<cel::ObjectType>(name, std::move(fields)));
}

std::optional<cel::Type> typed(const json::Value& schema, bool root, const std::string& name) {
  if (schema.at("x-kubernetes-int-or-string").as_bool()) {
    return cel::Type();
  }
  const std::string& type = schema.at("type").as_string();
  if (type == "object") {
    return object_type(schema, root, name);
  }
  if (type == "array") {
    const json::Value* items = schema.find("items");
    const auto item = items == nullptr ? std::nullopt : below(*items, name + ".@items");
    return item ? std::optional(cel::Type::list(*item, semantics_of(schema), keys_of(schema)))
                : std::nullopt;
  }
  if (type == "string") {
    return string_type(schema.at("format").as_string());
  }
  if (type == "boolean") {
    return cel::Type(Kind::kBool);
  }
  if (type == "number") {
    return cel::Type(Kind::kDouble);
  }
  return type == "integer" ? std::optional(cel::Type(Kind::kInt)) : std::nullopt;
}

}  // namespace

std::optional<cel::Type> rule_type(const json::Value& schema, bool is_resource_root) {
  return typed(schema, is_resource_root, "selfType");
}

std::optional<std::string> escape_property(std::string_view name) {
  if (name.empty() || (name.front() >= '0' && name.front() <= '9')) {
    return std::nullopt;
  }
  if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end()) {
    return "__" + std::string(name) + "__";
  }
  std::string escaped;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.substr(i, 2) == "__") {
      escaped += "__underscores__";
      ++i;
    } else if (is_name_character(name[i])) {
      escaped += name[i];
    } else if (name[i] == '.') {
      escaped += "__dot__";
    } else if (name[i] == '-') {
      escaped += "__dash__";
    } else if (name[i] == '/') {
      escaped += "__slash__";
    } else {
      return std::nullopt;
    }
  }
  return escaped;
}

}  // namespace sluice::api

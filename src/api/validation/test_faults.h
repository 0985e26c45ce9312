// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/defaults.h"
#include "api/strategy.h"
#include "api/validate.h"
#include "api/validation/type_rules.h"
#include "json/text.h"

// What validation says about objects, for tests of the rules.
namespace sluice::api {

inline json::Value with_name(const Kind& kind, const char* text) {
  json::Value object = json::parse(text).value();
  json::Value& metadata = object["metadata"];
  if (metadata.find("name") == nullptr) {
    metadata["name"] = "a";
  }
  if (kind.namespaced) {
    metadata["namespace"] = "n";
  }
  apply_defaults(kind, object);
  return object;
}

inline std::string reasons(const Result<void>& result) {
  return result ? "" : result.error().message;
}

// The message for such a new object, with a name and defaults; empty when it is fine.
inline std::string faults(const char* api_version, const char* name, const char* text) {
  const Kind& kind = *find_kind(api_version, name);
  const auto result = validate_create(kind, with_name(kind, text));
  return reasons(result);
}

// The same for a change of `old`.
inline std::string faults(const char* api_version, const char* name, const char* text,
                          const char* old) {
  const Kind& kind = *find_kind(api_version, name);
  const auto result = validate_update(kind, with_name(kind, text), with_name(kind, old));
  return reasons(result);
}

// An object as it is stored when somebody creates it under the name "x".
inline json::Value created(const Kind& kind, const char* text) {
  json::Value object = json::parse(text).value();
  object["metadata"]["name"] = "x";
  object["metadata"]["uid"] = "u";
  if (kind.namespaced) {
    object["metadata"]["namespace"] = "default";
  }
  apply_defaults(kind, object);
  prepare_create(kind, object);
  return object;
}

inline std::string faults(const Kind& kind, const char* text) {
  const auto result = validate_create(kind, created(kind, text));
  return reasons(result);
}

inline json::Value pod_with(const char* spec) {
  json::Value pod = json::parse(R"({"metadata":{"name":"p","namespace":"default"}})").value();
  pod["spec"] = json::parse(spec).value();
  apply_defaults(kinds::pod(), pod);
  return pod;
}

inline std::string pod_faults(const char* spec) {
  const auto result = validate_create(kinds::pod(), pod_with(spec));
  return reasons(result);
}

// What those of the rules that are for the type say about the object "x", a line each.
inline std::string faults_of(std::span<const ObjectRule> rules, std::string_view type,
                             const char* text) {
  Faults faults;
  const FieldPath root;
  for (const ObjectRule& rule : rules) {
    if (rule.type == type) {
      rule.check(json::parse(text).value(), root.child("x"), faults);
    }
  }
  std::string all;
  for (const ErrorCause& cause : faults.causes()) {
    all += cause.field + ": " + cause.message + "\n";
  }
  return all;
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/operation.h"

#include <algorithm>
#include <cctype>
#include <span>

#include "api/openapi/definitions.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Object;
using json::Value;

struct Query {
  std::string_view name;
  std::string_view type;
};
constexpr Query kList[] = {{"allowWatchBookmarks", "boolean"},
                           {"continue", "string"},
                           {"fieldSelector", "string"},
                           {"labelSelector", "string"},
                           {"limit", "integer"},
                           {"resourceVersion", "string"},
                           {"resourceVersionMatch", "string"},
                           {"sendInitialEvents", "boolean"},
                           {"timeoutSeconds", "integer"},
                           {"watch", "boolean"}};
constexpr Query kWrite[] = {
    {"dryRun", "string"}, {"fieldManager", "string"}, {"fieldValidation", "string"}};
constexpr Query kPatch[] = {{"dryRun", "string"},
                            {"fieldManager", "string"},
                            {"fieldValidation", "string"},
                            {"force", "boolean"}};
constexpr Query kDelete[] = {{"dryRun", "string"},
                             {"gracePeriodSeconds", "integer"},
                             {"orphanDependents", "boolean"},
                             {"propagationPolicy", "string"}};

// The last one is for built-in kinds only: schemas of others have no merge keys.
constexpr std::string_view kPatchTypes[] = {
    "application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml",
    "application/strategic-merge-patch+json"};
constexpr std::string_view kAnyType[] = {"*/*"};
constexpr std::string_view kAnswerTypes[] = {"application/json", "application/yaml"};
constexpr std::string_view kPatchDefinition = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch";

std::span<const Query> queries(ParameterSet set) {
  switch (set) {
    case ParameterSet::kNone:
      return {};
    case ParameterSet::kList:
      return kList;
    case ParameterSet::kWrite:
      return kWrite;
    case ParameterSet::kPatch:
      return kPatch;
    case ParameterSet::kDelete:
      return kDelete;
  }
  return {};
}

Value parameter(OpenApi dialect, std::string_view in, const Query& query) {
  Value result = Object{{"in", in}, {"name", query.name}};
  if (in == "path") {
    result["required"] = true;
  }
  if (dialect == OpenApi::kV3) {
    result["schema"] = Object{{"type", query.type}, {"uniqueItems", true}};
  } else {
    result["type"] = query.type;
    result["uniqueItems"] = true;
  }
  return result;
}

Value content(std::span<const std::string_view> types, std::string_view definition) {
  Object result;
  for (const std::string_view type : types) {
    result.append(std::string(type),
                  Object{{"schema", definition_reference(OpenApi::kV3, definition)}});
  }
  return result;
}

Value words(std::span<const std::string_view> list) {
  return Array(list.begin(), list.end());
}

std::string capitalized(std::string_view text) {
  std::string result(text);
  if (!result.empty()) {
    result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
  }
  return result;
}

// "patchBatchV1NamespacedJob"
std::string operation_id(const Kind& kind, const OperationFacts& facts) {
  const std::string group =
      kind.group.empty() ? "Core" : capitalized(kind.group.substr(0, kind.group.find('.')));
  const bool everywhere = facts.id_suffix == "ForAllNamespaces";
  return std::string(facts.id_prefix) + (facts.action == "deletecollection" ? "Collection" : "") +
         group + capitalized(kind.version) + (kind.namespaced && !everywhere ? "Namespaced" : "") +
         std::string(facts.kind) + std::string(facts.id_suffix);
}

std::span<const std::string_view> patch_types(const Kind& kind) {
  const std::span<const std::string_view> all(kPatchTypes);
  return kind.custom == nullptr ? all : all.first(all.size() - 1);
}

void add_body(const Kind& kind, OpenApi dialect, const OperationFacts& facts, Value& operation) {
  if (facts.body.empty()) {
    return;
  }
  const bool is_patch = facts.body == "patch";
  const std::string_view definition = is_patch ? kPatchDefinition : std::string_view(facts.body);
  const bool optional = facts.parameters == ParameterSet::kDelete;
  const std::span<const std::string_view> types = is_patch ? patch_types(kind) : kAnyType;
  if (dialect == OpenApi::kV3) {
    operation["requestBody"] = Object{{"content", content(types, definition)}};
    if (!optional) {
      operation["requestBody"]["required"] = true;
    }
    return;
  }
  operation["consumes"] = words(types);
  Value body = Object{
      {"in", "body"}, {"name", "body"}, {"schema", definition_reference(dialect, definition)}};
  if (!optional) {
    body["required"] = true;
  }
  operation["parameters"].array().push_back(std::move(body));
}

void add_answer(OpenApi dialect, const OperationFacts& facts, Value& operation) {
  Value answer = Object{{"description", "OK"}};
  if (dialect == OpenApi::kV3) {
    answer["content"] = content(kAnswerTypes, facts.answer);
  } else {
    answer["schema"] = definition_reference(dialect, facts.answer);
    operation["produces"] = words(kAnswerTypes);
  }
  const bool creates = facts.action == "post";
  operation["responses"] = Object{{creates ? "201" : "200", std::move(answer)}};
}

}  // namespace

Value describe_operation(const Kind& kind, OpenApi dialect, const OperationFacts& facts) {
  std::string tag =
      kind.group.empty() ? "core" : std::string(kind.group.substr(0, kind.group.find('.')));
  Value operation = Object{{"operationId", operation_id(kind, facts)},
                           {"tags", Array{tag + "_" + std::string(kind.version)}}};
  for (const Query& query : queries(facts.parameters)) {
    operation["parameters"].array().push_back(parameter(dialect, "query", query));
  }
  add_body(kind, dialect, facts, operation);
  add_answer(dialect, facts, operation);
  operation["x-kubernetes-action"] = facts.action;
  operation["x-kubernetes-group-version-kind"] =
      Object{{"group", kind.group}, {"kind", facts.kind}, {"version", kind.version}};
  return operation;
}

Value path_parameters(OpenApi dialect, bool named, bool namespaced) {
  Array result;
  if (named) {
    result.push_back(parameter(dialect, "path", {"name", "string"}));
  }
  if (namespaced) {
    result.push_back(parameter(dialect, "path", {"namespace", "string"}));
  }
  result.push_back(parameter(dialect, "query", {"pretty", "string"}));
  return result;
}

}  // namespace sluice::api

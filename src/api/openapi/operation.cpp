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
constexpr Query kGet[] = {{"resourceVersion", "string"}};
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
                             {"ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"},
                             {"orphanDependents", "boolean"},
                             {"propagationPolicy", "string"}};
constexpr Query kDeleteCollection[] = {
    {"continue", "string"},
    {"dryRun", "string"},
    {"fieldSelector", "string"},
    {"gracePeriodSeconds", "integer"},
    {"ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"},
    {"labelSelector", "string"},
    {"limit", "integer"},
    {"orphanDependents", "boolean"},
    {"propagationPolicy", "string"},
    {"resourceVersion", "string"},
    {"resourceVersionMatch", "string"},
    {"sendInitialEvents", "boolean"},
    {"timeoutSeconds", "integer"}};
constexpr Query kLog[] = {{"container", "string"},
                          {"follow", "boolean"},
                          {"insecureSkipTLSVerifyBackend", "boolean"},
                          {"limitBytes", "integer"},
                          {"previous", "boolean"},
                          {"sinceSeconds", "integer"},
                          {"stream", "string"},
                          {"tailLines", "integer"},
                          {"timestamps", "boolean"}};
// Without the first: what attach takes.
constexpr Query kExec[] = {{"command", "string"}, {"container", "string"}, {"stderr", "boolean"},
                           {"stdin", "boolean"},  {"stdout", "boolean"},   {"tty", "boolean"}};
constexpr Query kPortForward[] = {{"ports", "integer"}};
constexpr Query kProxy[] = {{"path", "string"}};

// The last one is for built-in kinds only: schemas of others have no merge keys.
constexpr std::string_view kPatchTypes[] = {
    "application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml",
    "application/strategic-merge-patch+json"};
constexpr std::string_view kAnyType[] = {"*/*"};
// Custom objects have the first two, streams of events all.
constexpr std::string_view kTypes[] = {
    "application/json", "application/yaml", "application/vnd.kubernetes.protobuf",
    "application/json;stream=watch", "application/vnd.kubernetes.protobuf;stream=watch"};
constexpr std::size_t kCustomTypes = 2;
constexpr std::size_t kBuiltinTypes = 3;
constexpr std::string_view kLogTypes[] = {"text/plain", "application/json", "application/yaml",
                                          "application/vnd.kubernetes.protobuf"};
constexpr std::string_view kPatchDefinition = "io.k8s.apimachinery.pkg.apis.meta.v1.Patch";

struct Answer {
  std::string_view code;
  std::string_view meaning;
};
constexpr Answer kAnswers[] = {{"200", "OK"}, {"201", "Created"}, {"202", "Accepted"}};
constexpr Answer kDeletes[] = {{"200", "OK"}, {"202", "Accepted"}};

std::span<const Query> queries(ParameterSet set) {
  switch (set) {
    case ParameterSet::kNone:
      return {};
    case ParameterSet::kGet:
      return kGet;
    case ParameterSet::kList:
      return kList;
    case ParameterSet::kWrite:
      return kWrite;
    case ParameterSet::kPatch:
      return kPatch;
    case ParameterSet::kDelete:
      return kDelete;
    case ParameterSet::kDeleteCollection:
      return kDeleteCollection;
    case ParameterSet::kLog:
      return kLog;
    case ParameterSet::kAttach:
      return std::span(kExec).subspan(1);
    case ParameterSet::kExec:
      return kExec;
    case ParameterSet::kPortForward:
      return kPortForward;
    case ParameterSet::kProxy:
      return kProxy;
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

// {"$ref": …}, or text where there is no definition.
Value schema_of(OpenApi dialect, std::string_view definition) {
  return definition.empty() ? Value(Object{{"type", "string"}})
                            : definition_reference(dialect, definition);
}

Value content(std::span<const std::string_view> types, std::string_view definition) {
  Object result;
  for (const std::string_view type : types) {
    result.append(std::string(type), Object{{"schema", schema_of(OpenApi::kV3, definition)}});
  }
  return result;
}

Value words(std::span<const std::string_view> list) {
  return Array(list.begin(), list.end());
}

// "rbac.authorization.k8s.io" as one word: "RbacAuthorization"
std::string one_word(std::string_view text, bool capitalize) {
  std::string result;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') {
      capitalize = true;
      continue;
    }
    result += capitalize ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    capitalize = false;
  }
  return result;
}

std::string group_word(const Kind& kind, bool capitalize) {
  constexpr std::string_view kOurs = ".k8s.io";
  std::string_view group = kind.group.empty() ? "core" : kind.group;
  if (group.ends_with(kOurs)) {
    group.remove_suffix(kOurs.size());
  }
  return one_word(group, capitalize);
}

// "patchBatchV1NamespacedJob"
std::string operation_id(const Kind& kind, const OperationFacts& facts) {
  const bool everywhere = facts.id_suffix.ends_with("ForAllNamespaces");
  return std::string(facts.id_prefix) + group_word(kind, true) + one_word(kind.version, true) +
         std::string(facts.id_infix) + (kind.namespaced && !everywhere ? "Namespaced" : "") +
         std::string(kind.kind) + std::string(facts.id_suffix);
}

std::span<const std::string_view> patch_types(const Kind& kind) {
  const std::span<const std::string_view> all(kPatchTypes);
  return kind.custom == nullptr ? all : all.first(all.size() - 1);
}

std::span<const std::string_view> request_types(const Kind& kind, const OperationFacts& facts) {
  if (facts.action == "patch") {
    return patch_types(kind);
  }
  return kind.custom == nullptr ? std::span<const std::string_view>(kAnyType)
                                : std::span(kTypes).first(kCustomTypes);
}

std::span<const std::string_view> answer_types(const Kind& kind, const OperationFacts& facts) {
  if (facts.action == "connect") {
    return kAnyType;
  }
  if (facts.parameters == ParameterSet::kLog) {
    return kLogTypes;
  }
  const std::span<const std::string_view> all(kTypes);
  if (kind.custom != nullptr) {
    return all.first(kCustomTypes);
  }
  return facts.parameters == ParameterSet::kList ? all : all.first(kBuiltinTypes);
}

std::span<const Answer> answers(const Kind& kind, std::string_view action) {
  if (action == "delete") {
    return kDeletes;
  }
  const bool applies = action == "patch" && kind.custom == nullptr;
  const std::size_t count = action == "post" ? 3 : action == "put" || applies ? 2 : 1;
  return std::span(kAnswers).first(count);
}

void add_body(const Kind& kind, OpenApi dialect, const OperationFacts& facts, Value& operation) {
  const std::span<const std::string_view> types = request_types(kind, facts);
  if (dialect == OpenApi::kV2) {
    operation["consumes"] = words(types);
  }
  if (facts.body.empty()) {
    return;
  }
  const std::string_view definition =
      facts.body == "patch" ? kPatchDefinition : std::string_view(facts.body);
  const bool optional = facts.parameters == ParameterSet::kDelete ||
                        facts.parameters == ParameterSet::kDeleteCollection;
  if (dialect == OpenApi::kV3) {
    operation["requestBody"] = Object{{"content", content(types, definition)}};
    if (!optional) {
      operation["requestBody"]["required"] = true;
    }
    return;
  }
  Value body = Object{
      {"in", "body"}, {"name", "body"}, {"schema", definition_reference(dialect, definition)}};
  if (!optional) {
    body["required"] = true;
  }
  operation["parameters"].array().push_back(std::move(body));
}

void add_answers(const Kind& kind, OpenApi dialect, const OperationFacts& facts,
                 Value& operation) {
  const std::span<const std::string_view> types = answer_types(kind, facts);
  if (dialect == OpenApi::kV2) {
    operation["produces"] = words(types);
  }
  Object responses;
  for (const auto& [code, meaning] : answers(kind, facts.action)) {
    Value answer = Object{{"description", meaning}};
    if (dialect == OpenApi::kV3) {
      answer["content"] = content(types, facts.answer);
    } else {
      answer["schema"] = schema_of(dialect, facts.answer);
    }
    responses.append(std::string(code), std::move(answer));
  }
  responses.append("401", Object{{"description", "Unauthorized"}});
  operation["responses"] = std::move(responses);
}

}  // namespace

Value describe_operation(const Kind& kind, OpenApi dialect, const OperationFacts& facts) {
  Value operation =
      Object{{"operationId", operation_id(kind, facts)},
             {"tags", Array{group_word(kind, false) + "_" + one_word(kind.version, false)}}};
  for (const Query& query : queries(facts.parameters)) {
    operation["parameters"].array().push_back(parameter(dialect, "query", query));
  }
  add_body(kind, dialect, facts, operation);
  add_answers(kind, dialect, facts, operation);
  operation["x-kubernetes-action"] = facts.action;
  const bool own = facts.kind.empty();
  Object of;
  of.append("group", own ? kind.group : facts.group);
  of.append("kind", own ? kind.kind : facts.kind);
  of.append("version", own ? kind.version : facts.version);
  operation["x-kubernetes-group-version-kind"] = std::move(of);
  return operation;
}

Value path_parameters(OpenApi dialect, const PathFacts& facts) {
  Array result;
  if (facts.named) {
    result.push_back(parameter(dialect, "path", {"name", "string"}));
  }
  if (facts.namespaced) {
    result.push_back(parameter(dialect, "path", {"namespace", "string"}));
  }
  if (facts.ends_open) {
    result.push_back(parameter(dialect, "path", {"path", "string"}));
  }
  if (facts.connects == ParameterSet::kNone) {
    result.push_back(parameter(dialect, "query", {"pretty", "string"}));
  }
  for (const Query& query : queries(facts.connects)) {
    result.push_back(parameter(dialect, "query", query));
  }
  return result;
}

}  // namespace sluice::api

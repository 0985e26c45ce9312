// SPDX-License-Identifier: Apache-2.0
#include "apiserver/flow/flow_schemas.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "json/strings.h"

namespace sluice::apiserver {

FlowSchemas::Rule FlowSchemas::parse_rule(const json::Value& text) {
  Rule rule;
  for (const json::Value& subject : text.at("subjects").as_array()) {
    const std::string& kind = subject.at("kind").as_string();
    const json::Value& named = kind == "ServiceAccount" ? subject.at("serviceAccount")
                               : kind == "User"         ? subject.at("user")
                                                        : subject.at("group");
    rule.subjects.push_back(
        {kind, named.at("name").as_string(), named.at("namespace").as_string()});
  }
  for (const json::Value& part : text.at("resourceRules").as_array()) {
    rule.resources.push_back(
        {json::to_strings(part.at("verbs")), json::to_strings(part.at("apiGroups")),
         json::to_strings(part.at("resources")), json::to_strings(part.at("namespaces")),
         part.at("clusterScope").as_bool()});
  }
  for (const json::Value& part : text.at("nonResourceRules").as_array()) {
    rule.paths.push_back(
        {json::to_strings(part.at("verbs")), json::to_strings(part.at("nonResourceURLs"))});
  }
  return rule;
}

void FlowSchemas::put(const json::Value& object) {
  erase(object);
  if (object.at("kind").as_string() == "PriorityLevelConfiguration") {
    levels_[api::name(object)] = api::uid(object);
    return;
  }
  const json::Value& spec = object.at("spec");
  Schema schema{api::uid(object), spec.at("priorityLevelConfiguration", "name").as_string(), {}};
  for (const json::Value& rule : spec.at("rules").as_array()) {
    schema.rules.push_back(parse_rule(rule));
  }
  schemas_.emplace(Place(spec.at("matchingPrecedence").as_int(), api::name(object)),
                   std::move(schema));
}

void FlowSchemas::erase(const json::Value& object) {
  const std::string name = api::name(object);
  if (object.at("kind").as_string() == "PriorityLevelConfiguration") {
    levels_.erase(name);
    return;
  }
  std::erase_if(schemas_, [&](const auto& entry) { return entry.first.second == name; });
}

bool FlowSchemas::matches(const Subject& subject, const auth::User& user) {
  const auto is = [](const std::string& wanted, std::string_view there) {
    return wanted == "*" || wanted == there;
  };
  if (subject.kind == "User") {
    return is(subject.name, user.name);
  }
  if (subject.kind == "Group") {
    return std::any_of(user.groups.begin(), user.groups.end(),
                       [&](const std::string& group) { return is(subject.name, group); });
  }
  const auto account = auth::split_service_account_name(user.name);
  return account && account->ns == subject.ns && is(subject.name, account->name);
}

bool FlowSchemas::matches(const Resources& rule, const auth::Attributes& request) {
  const bool in_scope =
      request.ns.empty() ? rule.cluster_scope : auth::has_or_all(rule.namespaces, request.ns);
  return in_scope && auth::has_or_all(rule.verbs, request.verb) &&
         auth::has_or_all(rule.groups, request.group) &&
         auth::has_or_all(rule.resources, request.full_resource());
}

bool FlowSchemas::matches(const Paths& rule, const auth::Attributes& request) {
  return auth::has_or_all(rule.verbs, request.verb) &&
         std::any_of(rule.urls.begin(), rule.urls.end(), [&](std::string_view url) {
           return url == "*" || url == request.path ||
                  (url.ends_with("/*") && request.path.starts_with(url.substr(0, url.size() - 1)));
         });
}

bool FlowSchemas::matches(const Rule& rule, const auth::User& user,
                          const auth::Attributes& request) {
  const auto any = [](const auto& parts, const auto& what) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const auto& part) { return matches(part, what); });
  };
  return any(rule.subjects, user) &&
         (request.is_resource ? any(rule.resources, request) : any(rule.paths, request));
}

std::optional<FlowSchemas::Flow> FlowSchemas::classify(const auth::User& user,
                                                       const auth::Attributes& request) const {
  for (const auto& [place, schema] : schemas_) {
    const bool falls_under =
        std::any_of(schema.rules.begin(), schema.rules.end(),
                    [&](const Rule& rule) { return matches(rule, user, request); });
    if (falls_under) {
      const auto level = levels_.find(schema.level);
      return level == levels_.end() ? std::nullopt : std::optional(Flow{schema.uid, level->second});
    }
  }
  return std::nullopt;
}

}  // namespace sluice::apiserver

// SPDX-License-Identifier: Apache-2.0
#include "registry/flow_originals.h"

#include <array>
#include <string>
#include <string_view>

#include "base/text.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kVersion = "flowcontrol.apiserver.k8s.io/v1";

struct Level {
  std::string_view name;
  int shares;
  int lendable_percent;
  int queues = 0;  // none: what exceeds the share is refused
  int hand_size = 0;
};

constexpr std::array kLevels = {
    Level{"catch-all", 5, 0},
    Level{"global-default", 20, 50, 128, 6},
    Level{"leader-election", 10, 0, 16, 4},
    Level{"node-high", 40, 25, 64, 6},
    Level{"system", 30, 33, 64, 6},
    Level{"workload-high", 40, 50, 128, 6},
    Level{"workload-low", 100, 90, 128, 6},
};

// What of the requests: "verbs;groups;resources;namespaces", "/path,/path", or "*" for all.
struct Schema {
  std::string_view name;
  std::string_view level;
  int precedence;
  std::string_view distinguisher;  // how one flow is told from another; empty: not at all
  std::string_view subjects;       // "group NAME", "user NAME", "account NAMESPACE/NAME"
  std::string_view requests = "*";
};

constexpr std::string_view kEverybody = "group system:unauthenticated,group system:authenticated";

constexpr std::array kSchemas = {
    Schema{"exempt", "exempt", 1, "", "group system:masters"},
    Schema{"probes", "exempt", 2, "", kEverybody, "/healthz,/readyz,/livez"},
    Schema{"system-leader-election", "leader-election", 100, "ByUser",
           "user system:kube-controller-manager,user system:kube-scheduler,account kube-system/*",
           "get,create,update;coordination.k8s.io;leases;*"},
    Schema{"system-node-high", "node-high", 400, "ByUser", "group system:nodes",
           "*;;nodes,nodes/status;cluster,*|*;coordination.k8s.io;leases;*"},
    Schema{"system-nodes", "system", 500, "ByUser", "group system:nodes"},
    Schema{"kube-controller-manager", "workload-high", 800, "ByNamespace",
           "user system:kube-controller-manager"},
    Schema{"kube-scheduler", "workload-high", 800, "ByNamespace", "user system:kube-scheduler"},
    Schema{"kube-system-service-accounts", "workload-high", 900, "ByNamespace",
           "account kube-system/*"},
    Schema{"service-accounts", "workload-low", 9000, "ByUser", "group system:serviceaccounts"},
    Schema{"global-default", "global-default", 9900, "ByUser", kEverybody},
    Schema{"catch-all", "catch-all", 10000, "ByUser", kEverybody},
};

json::Value document(std::string_view kind, std::string_view name, json::Value spec) {
  return json::Object{
      {"apiVersion", kVersion},
      {"kind", kind},
      {"metadata",
       json::Object{{"name", name},
                    {"annotations", json::Object{{"apf.kubernetes.io/autoupdate-spec", "true"}}}}},
      {"spec", std::move(spec)}};
}

json::Value level_document(const Level& level) {
  json::Value response = json::Object{{"type", "Reject"}};
  if (level.queues > 0) {
    response = json::Object{{"type", "Queue"},
                            {"queuing", json::Object{{"queues", level.queues},
                                                     {"handSize", level.hand_size},
                                                     {"queueLengthLimit", 50}}}};
  }
  json::Object limited{{"nominalConcurrencyShares", level.shares},
                       {"lendablePercent", level.lendable_percent},
                       {"limitResponse", std::move(response)}};
  return document("PriorityLevelConfiguration", level.name,
                  json::Object{{"type", "Limited"}, {"limited", std::move(limited)}});
}

json::Value subject_of(std::string_view text) {
  const std::size_t space = text.find(' ');
  const std::string_view kind = text.substr(0, space);
  const std::string_view name = text.substr(space + 1);
  if (kind == "account") {
    const std::size_t slash = name.find('/');
    return json::Object{{"kind", "ServiceAccount"},
                        {"serviceAccount", json::Object{{"namespace", name.substr(0, slash)},
                                                        {"name", name.substr(slash + 1)}}}};
  }
  return json::Object{{"kind", kind == "user" ? "User" : "Group"},
                      {std::string(kind), json::Object{{"name", name}}}};
}

json::Array words(std::string_view text) {
  const auto parts = split(text, ',');
  return {parts.begin(), parts.end()};
}

json::Value resource_rule(std::string_view text) {
  const auto parts = split(text, ';');
  std::string_view scope = parts[3];
  json::Object rule{
      {"verbs", words(parts[0])}, {"apiGroups", words(parts[1])}, {"resources", words(parts[2])}};
  constexpr std::string_view kCluster = "cluster,";
  if (scope.starts_with(kCluster)) {
    rule["clusterScope"] = true;
    scope.remove_prefix(kCluster.size());
  }
  rule["namespaces"] = words(scope);
  return rule;
}

json::Value rule_of(const Schema& schema) {
  json::Object rule;
  for (const std::string_view subject : split(schema.subjects, ',')) {
    rule["subjects"].array().push_back(subject_of(subject));
  }
  const bool everything = schema.requests == "*";
  if (everything || schema.requests.starts_with('/')) {
    rule["nonResourceRules"] =
        json::Array{json::Object{{"verbs", json::Array{everything ? "*" : "get"}},
                                 {"nonResourceURLs", words(schema.requests)}}};
  }
  if (!schema.requests.starts_with('/')) {
    for (const std::string_view text :
         split(everything ? "*;*;*;cluster,*" : schema.requests, '|')) {
      rule["resourceRules"].array().push_back(resource_rule(text));
    }
  }
  return rule;
}

json::Value schema_document(const Schema& schema) {
  json::Object spec{{"priorityLevelConfiguration", json::Object{{"name", schema.level}}},
                    {"matchingPrecedence", schema.precedence},
                    {"rules", json::Array{rule_of(schema)}}};
  if (!schema.distinguisher.empty()) {
    spec["distinguisherMethod"] = json::Object{{"type", schema.distinguisher}};
  }
  return document("FlowSchema", schema.name, std::move(spec));
}

}  // namespace

std::vector<json::Value> flow_originals() {
  const json::Value unlimited = json::Object{
      {"type", "Exempt"},
      {"exempt", json::Object{{"nominalConcurrencyShares", 0}, {"lendablePercent", 0}}}};
  std::vector<json::Value> objects{document("PriorityLevelConfiguration", "exempt", unlimited)};
  for (const Level& level : kLevels) {
    objects.push_back(level_document(level));
  }
  for (const Schema& schema : kSchemas) {
    objects.push_back(schema_document(schema));
  }
  return objects;
}

}  // namespace sluice::registry

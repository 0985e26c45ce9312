// SPDX-License-Identifier: Apache-2.0
#include "apiserver/flow/flow_schemas.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "registry/flow_originals.h"

namespace sluice::apiserver {
namespace {

// The flow schemas every cluster starts with; the UIDs are the names.
FlowSchemas originals() {
  FlowSchemas schemas;
  for (json::Value& object : registry::flow_originals()) {
    object["metadata"]["uid"] = std::string(api::name(object));
    schemas.put(object);
  }
  return schemas;
}

auth::User user(std::string name, std::vector<std::string> groups) {
  groups.emplace_back("system:authenticated");
  return {std::move(name), std::move(groups)};
}

std::string flow_of(const auth::User& user, const auth::Attributes& request) {
  const auto flow = originals().classify(user, request);
  return flow ? flow->schema + " " + flow->level : "none";
}

const auth::Attributes kPods{
    .verb = "list", .is_resource = true, .version = "v1", .ns = "a", .resource = "pods"};
const auth::Attributes kNode{.verb = "get",
                             .is_resource = true,
                             .version = "v1",
                             .resource = "nodes",
                             .name = "n",
                             .subresource = "status"};
const auth::Attributes kLease{.verb = "update",
                              .is_resource = true,
                              .group = "coordination.k8s.io",
                              .version = "v1",
                              .ns = "kube-system",
                              .resource = "leases",
                              .name = "l"};

TEST(FlowSchemas, TheFirstThatMatchesCounts) {
  EXPECT_EQ(flow_of(user("admin", {"system:masters"}), kPods), "exempt exempt");
  EXPECT_EQ(flow_of(user("alice", {}), kPods), "global-default global-default");
  EXPECT_EQ(flow_of(user("system:kube-scheduler", {}), kPods), "kube-scheduler workload-high");
  EXPECT_EQ(flow_of(user("system:kube-scheduler", {}), kLease),
            "system-leader-election leader-election");
  EXPECT_EQ(flow_of(user("system:node:n", {"system:nodes"}), kNode), "system-node-high node-high");
  EXPECT_EQ(flow_of(user("system:node:n", {"system:nodes"}), kPods), "system-nodes system");
}

TEST(FlowSchemas, KnowServiceAccounts) {
  const std::vector<std::string> groups = {"system:serviceaccounts"};
  EXPECT_EQ(flow_of(user("system:serviceaccount:kube-system:x", groups), kPods),
            "kube-system-service-accounts workload-high");
  EXPECT_EQ(flow_of(user("system:serviceaccount:a:x", groups), kPods),
            "service-accounts workload-low");
}

TEST(FlowSchemas, KnowPaths) {
  EXPECT_EQ(flow_of(auth::anonymous(), {.verb = "get", .path = "/livez"}), "probes exempt");
  EXPECT_EQ(flow_of(auth::anonymous(), {.verb = "get", .path = "/version"}),
            "global-default global-default");
}

TEST(FlowSchemas, WithoutItsLevelASchemaPlacesNothing) {
  FlowSchemas schemas = originals();
  json::Value level = json::Object{{"kind", "PriorityLevelConfiguration"},
                                   {"metadata", json::Object{{"name", "exempt"}}}};
  schemas.erase(level);
  EXPECT_FALSE(schemas.classify(user("admin", {"system:masters"}), kPods).has_value());
}

TEST(FlowSchemas, AChangedPrecedenceMovesASchema) {
  FlowSchemas schemas = originals();
  for (json::Value& object : registry::flow_originals()) {
    if (object.at("metadata", "name").as_string() == "catch-all" &&
        object.at("kind").as_string() == "FlowSchema") {
      object["spec"]["matchingPrecedence"] = 3;
      object["metadata"]["uid"] = "moved";
      schemas.put(object);
    }
  }
  EXPECT_EQ(schemas.classify(user("alice", {}), kPods)->schema, "moved");
}

}  // namespace
}  // namespace sluice::apiserver

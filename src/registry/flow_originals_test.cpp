// SPDX-License-Identifier: Apache-2.0
#include "registry/flow_originals.h"

#include <gtest/gtest.h>

#include <map>

#include "api/meta.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string spec_of(const std::string& kind, const std::string& name) {
  for (const json::Value& object : flow_originals()) {
    if (object.at("kind").as_string() == kind && api::name(object) == name) {
      return json::write(object.at("spec"));
    }
  }
  return "missing";
}

TEST(FlowOriginals, AreThoseOfKubernetes) {
  EXPECT_EQ(flow_originals().size(), 19U);
  EXPECT_EQ(spec_of("PriorityLevelConfiguration", "catch-all"),
            R"({"type":"Limited","limited":{"nominalConcurrencyShares":5,"lendablePercent":0,)"
            R"("limitResponse":{"type":"Reject"}}})");
  EXPECT_EQ(
      spec_of("FlowSchema", "system-node-high"),
      R"({"priorityLevelConfiguration":{"name":"node-high"},"matchingPrecedence":400,"rules":[)"
      R"({"subjects":[{"kind":"Group","group":{"name":"system:nodes"}}],"resourceRules":[)"
      R"({"verbs":["*"],"apiGroups":[""],"resources":["nodes","nodes/status"],"clusterScope":true,)"
      R"("namespaces":["*"]},{"verbs":["*"],"apiGroups":["coordination.k8s.io"],)"
      R"("resources":["leases"],"namespaces":["*"]}]}],"distinguisherMethod":{"type":"ByUser"}})");
}

TEST(FlowOriginals, AreCreatedOnce) {
  TestCluster cluster;  // bootstrapped
  const api::Kind& kind = *api::find_kind("flowcontrol.apiserver.k8s.io/v1", "FlowSchema");
  ASSERT_TRUE(cluster.registry.bootstrap().has_value());
  EXPECT_EQ(cluster.registry.list(kind, {})->items.size(), 11U);
}

}  // namespace
}  // namespace sluice::registry

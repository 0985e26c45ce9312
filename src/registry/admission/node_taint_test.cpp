// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

json::Value taints(std::string_view spec) {
  const TestCluster cluster;
  json::Value node = json_of(R"({"metadata":{"name":"n"}})");
  node["spec"] = json_of(spec);
  Attributes request = creation(api::kinds::node(), node);
  EXPECT_TRUE(node_taint(*cluster.store, request).has_value());
  return node.at("spec", "taints");
}

TEST(NodeTaint, KeepsPodsOffANodeUntilItIsReady) {
  EXPECT_EQ(taints("{}"),
            json_of(R"([{"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}])"));
  EXPECT_EQ(taints(R"({"taints":[{"key":"node.kubernetes.io/not-ready","effect":"NoExecute"}]})")
                .as_array()
                .size(),
            2U);
  const auto given =
      R"({"taints":[{"key":"node.kubernetes.io/not-ready","value":"v","effect":"NoSchedule"}]})";
  EXPECT_EQ(taints(given), json_of(given).at("taints"));
}

}  // namespace
}  // namespace sluice::registry

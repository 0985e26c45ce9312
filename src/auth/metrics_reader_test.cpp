// SPDX-License-Identifier: Apache-2.0
#include "auth/metrics_reader.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::auth {
namespace {

TEST(MetricsReader, IsARoleThatOthersCollect) {
  registry::TestCluster cluster;
  ASSERT_TRUE(publish_metrics_reader(cluster.registry).has_value());
  ASSERT_TRUE(publish_metrics_reader(cluster.registry).has_value());
  const json::Value role =
      cluster.get(api::kinds::cluster_role(), "system:aggregated-metrics-reader");
  EXPECT_EQ(api::label(role, "rbac.authorization.k8s.io/aggregate-to-view"), "true");
  EXPECT_EQ(json::write(role.at("rules")),
            R"([{"apiGroups":["metrics.k8s.io"],"resources":["pods","nodes"],)"
            R"("verbs":["get","list","watch"]}])");
}

}  // namespace
}  // namespace sluice::auth

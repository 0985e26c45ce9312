// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

Result<void> created(TestCluster& cluster, const api::Kind& kind, json::Value object) {
  Attributes request = creation(kind, object);
  return namespace_lifecycle(*cluster.store, request);
}

TEST(NamespaceLifecycle, ClusterObjectsNeedNoNamespace) {
  TestCluster cluster;
  EXPECT_TRUE(created(cluster, api::kinds::node(), json_of(R"({"metadata":{"name":"n"}})")));
}

TEST(NamespaceLifecycle, NamespacedObjectsNeedTheirNamespace) {
  TestCluster cluster;
  json::Value pod = json_of(R"({"metadata":{"name":"p","namespace":"nowhere"}})");
  EXPECT_EQ(created(cluster, api::kinds::pod(), pod).error().message,
            "namespaces \"nowhere\" not found");
  pod["metadata"]["namespace"] = "default";
  EXPECT_TRUE(created(cluster, api::kinds::pod(), pod));
}

TEST(NamespaceLifecycle, OnlySystemNamespacesAreProtected) {
  TestCluster cluster;
  EXPECT_EQ(
      cluster.registry.remove(api::kinds::namespace_(), {.key = {"", "default"}}).error().message,
      "namespaces \"default\" is forbidden: this namespace may not be deleted");
  cluster.create_config_map("default");
  EXPECT_TRUE(cluster.registry.remove(api::kinds::config_map(), {.key = {"default", "default"}}));
}

}  // namespace
}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "registry/admission.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Admission, ClusterObjectsNeedNoNamespace) {
  TestCluster cluster;
  json::Value node = json_of(R"({"metadata":{"name":"n"}})");
  EXPECT_TRUE(admit_create(*cluster.store, api::kinds::node(), node).has_value());
}

TEST(Admission, NamespacedObjectsNeedTheirNamespace) {
  TestCluster cluster;
  json::Value pod = json_of(R"({"metadata":{"name":"p","namespace":"nowhere"}})");
  EXPECT_EQ(admit_create(*cluster.store, api::kinds::pod(), pod).error().message,
            "namespaces \"nowhere\" not found");
  pod["metadata"]["namespace"] = "default";
  EXPECT_TRUE(admit_create(*cluster.store, api::kinds::pod(), pod).has_value());
}

TEST(Admission, OnlySystemNamespacesAreProtected) {
  const json::Value object = json_of(R"({"metadata":{"name":"default"}})");
  EXPECT_EQ(admit_remove(api::kinds::namespace_(), object).error().message,
            "namespaces \"default\" is forbidden: this namespace may not be deleted");
  EXPECT_TRUE(admit_remove(api::kinds::config_map(), object).has_value());
}

}  // namespace
}  // namespace sluice::registry

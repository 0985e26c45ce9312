// SPDX-License-Identifier: Apache-2.0
#include "apiserver/kubernetes_service.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

const api::Kind& kEndpoints = *api::find_kind("v1", "Endpoints");
const api::Kind& kSlice = *api::find_kind("discovery.k8s.io/v1", "EndpointSlice");

TEST(KubernetesService, PointsToThisServer) {
  registry::TestCluster cluster;
  const auto published =
      publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, cluster.clock.now());
  ASSERT_TRUE(published.has_value()) << published.error().message;
  const json::Value service = cluster.get(api::kinds::service(), "kubernetes");
  EXPECT_EQ(service.at("spec", "clusterIP").as_string(), "10.96.0.1");
  const json::Value subset = cluster.get(kEndpoints, "kubernetes").at("subsets").as_array()[0];
  EXPECT_EQ(subset.at("addresses").as_array()[0].at("ip").as_string(), "192.0.2.7");
  EXPECT_EQ(subset.at("ports").as_array()[0].at("port").as_int(), 6443);
  EXPECT_EQ(api::label(cluster.get(kSlice, "kubernetes"), "kubernetes.io/service-name"),
            "kubernetes");
}

TEST(KubernetesService, FollowsTheServerToAnotherAddress) {
  registry::TestCluster cluster;
  ASSERT_TRUE(publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, cluster.clock.now())
                  .has_value());
  const json::Value before = cluster.get(kSlice, "kubernetes");
  ASSERT_TRUE(publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, cluster.clock.now())
                  .has_value());
  EXPECT_EQ(cluster.get(kSlice, "kubernetes"), before);
  const auto moved =
      publish_kubernetes_service(cluster.registry, {"192.0.2.8", 7443}, cluster.clock.now());
  ASSERT_TRUE(moved.has_value()) << moved.error().message;
  const json::Value slice = cluster.get(kSlice, "kubernetes");
  EXPECT_EQ(slice.at("endpoints").as_array()[0].at("addresses").as_array()[0].as_string(),
            "192.0.2.8");
  EXPECT_EQ(slice.at("ports").as_array()[0].at("port").as_int(), 7443);
}

TEST(KubernetesService, AMachineWithoutNetworkHasAServiceWithoutEndpoints) {
  registry::TestCluster cluster;
  const auto published =
      publish_kubernetes_service(cluster.registry, {"127.0.0.1", 6443}, cluster.clock.now());
  ASSERT_TRUE(published.has_value()) << published.error().message;
  EXPECT_TRUE(cluster.registry.get(api::kinds::service(), {.ns = "default", .name = "kubernetes"}));
  EXPECT_FALSE(cluster.registry.get(kEndpoints, {.ns = "default", .name = "kubernetes"}));
}

TEST(KubernetesService, FollowsTheRangeOfServices) {
  registry::TestCluster cluster;
  ASSERT_TRUE(publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, cluster.clock.now())
                  .has_value());
  cluster.registry.allocate_from(registry::AddressRange::parse("10.0.0.0/24").value());
  const auto moved =
      publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, cluster.clock.now());
  ASSERT_TRUE(moved.has_value()) << moved.error().message;
  const json::Value service = cluster.get(api::kinds::service(), "kubernetes");
  EXPECT_EQ(service.at("spec", "clusterIP").as_string(), "10.0.0.1");
  const api::Kind& address = *api::find_kind("networking.k8s.io/v1", "IPAddress");
  EXPECT_TRUE(cluster.registry.get(address, {.ns = "", .name = "10.0.0.1"}).has_value());
  EXPECT_FALSE(cluster.registry.get(address, {.ns = "", .name = "10.96.0.1"}).has_value());
}

TEST(KubernetesService, TheRangeOfServicesIsReady) {
  registry::TestCluster cluster;
  const WallTime now = cluster.clock.now();
  ASSERT_TRUE(publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, now).has_value());
  const api::Kind& kind = *api::find_kind("networking.k8s.io/v1", "ServiceCIDR");
  const json::Value range = cluster.get(kind, "kubernetes");
  EXPECT_EQ(range.at("spec", "cidrs"), json::Value(json::Array{"10.96.0.0/12"}));
  const json::Value* ready = api::condition(range, "Ready");
  ASSERT_NE(ready, nullptr);
  EXPECT_EQ(ready->at("status").as_string(), "True");
  EXPECT_EQ(ready->at("message").as_string(), "Kubernetes default Service CIDR is ready");
  ASSERT_TRUE(publish_kubernetes_service(cluster.registry, {"192.0.2.7", 6443}, now).has_value());
  EXPECT_EQ(cluster.get(kind, "kubernetes"), range);
}

}  // namespace
}  // namespace sluice::apiserver

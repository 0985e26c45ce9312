// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/authentication_config.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

json::Value published(const registry::TestCluster& cluster) {
  return cluster.registry
      .get(api::kinds::config_map(), {"kube-system", "extension-apiserver-authentication"})
      ->decode()
      .value();
}

TEST(AuthenticationConfig, TellsWhomToBelieve) {
  registry::TestCluster cluster;
  ASSERT_TRUE(publish_authentication(cluster.registry, {"users", "proxies"}).has_value());
  const json::Value data = published(cluster).at("data");
  EXPECT_EQ(data.at("client-ca-file").as_string(), "users");
  EXPECT_EQ(data.at("requestheader-client-ca-file").as_string(), "proxies");
  EXPECT_EQ(data.at("requestheader-allowed-names").as_string(), R"(["front-proxy-client"])");
}

TEST(AuthenticationConfig, FollowsNewAuthoritiesAndOtherwiseRests) {
  registry::TestCluster cluster;
  ASSERT_TRUE(publish_authentication(cluster.registry, {"users", "proxies"}).has_value());
  const json::Value first = published(cluster);
  ASSERT_TRUE(publish_authentication(cluster.registry, {"users", "proxies"}).has_value());
  EXPECT_EQ(published(cluster), first);
  ASSERT_TRUE(publish_authentication(cluster.registry, {"users", "others"}).has_value());
  EXPECT_EQ(published(cluster).at("data", "requestheader-client-ca-file").as_string(), "others");
}

}  // namespace
}  // namespace sluice::apiserver

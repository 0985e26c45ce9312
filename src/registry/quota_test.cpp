// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

struct Limited : TestCluster {
  const api::Kind& quotas = *api::find_kind("v1", "ResourceQuota");

  void add_quota(const std::string& name, const std::string& hard, const std::string& used) {
    create(quotas, R"({"metadata":{"name":")" + name + R"("},"spec":{"hard":)" + hard + "}}");
    const auto counted = registry.patch(
        quotas, {.key = {"default", name},
                 .patch = {client::PatchType::kMerge,
                           json_of(R"({"status":{"hard":)" + hard + R"(,"used":)" + used + "}}")},
                 .subresource = "status"});
    ASSERT_TRUE(counted) << counted.error().message;
  }
  std::string used(const std::string& name) {
    return json::write(get(quotas, name).at("status", "used"));
  }
  Result<Written> create_map(const std::string& name, bool dry_run = false) {
    return registry.create(api::kinds::config_map(), "default",
                           json_of(R"({"metadata":{"name":")" + name + R"("}})"),
                           {.dry_run = dry_run});
  }
};

TEST(Quota, IsChargedByCreationsAndRefusesTheNext) {
  Limited cluster;
  cluster.add_quota("q", R"({"configmaps":"1"})", R"({"configmaps":"0"})");
  ASSERT_TRUE(cluster.create_map("a"));
  EXPECT_EQ(cluster.used("q"), R"({"configmaps":"1"})");
  const auto refused = cluster.create_map("b");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kForbidden);
  EXPECT_EQ(refused.error().message,
            "configmaps \"b\" is forbidden: exceeded quota: q, requested: configmaps=1, used: "
            "configmaps=1, limited: configmaps=1");
  EXPECT_FALSE(cluster.exists(api::kinds::config_map(), "b"));
}

TEST(Quota, ADryRunIsCheckedButNotCharged) {
  Limited cluster;
  cluster.add_quota("q", R"({"configmaps":"1"})", R"({"configmaps":"0"})");
  EXPECT_TRUE(cluster.create_map("a", true));
  EXPECT_EQ(cluster.used("q"), R"({"configmaps":"0"})");
  ASSERT_TRUE(cluster.create_map("a"));
  EXPECT_FALSE(cluster.create_map("b", true));
}

TEST(Quota, WhatDoesNotHappenIsGivenBack) {
  Limited cluster;
  cluster.add_quota("p", R"({"configmaps":"5"})", R"({"configmaps":"0"})");
  cluster.add_quota("q", R"({"count/configmaps":"1"})", R"({"count/configmaps":"0"})");
  ASSERT_TRUE(cluster.create_map("a"));
  EXPECT_FALSE(cluster.create_map("b")) << "the second quota is full";
  EXPECT_EQ(cluster.used("p"), R"({"configmaps":"1"})");
  Limited roomy;
  roomy.add_quota("p", R"({"configmaps":"5"})", R"({"configmaps":"0"})");
  ASSERT_TRUE(roomy.create_map("a"));
  EXPECT_EQ(roomy.create_map("a").error().code, Code::kAlreadyExists);
  EXPECT_EQ(roomy.used("p"), R"({"configmaps":"1"})");
}

TEST(Quota, WithoutStatusItLimitsNothingYet) {
  Limited cluster;
  cluster.create(cluster.quotas, R"({"metadata":{"name":"q"},"spec":{"hard":{"configmaps":"0"}}})");
  EXPECT_TRUE(cluster.create_map("a"));
}

TEST(Quota, ChangesThatGrowAreCharged) {
  Limited cluster;
  cluster.create(api::kinds::service(),
                 R"({"metadata":{"name":"s"},"spec":{"ports":[{"port":80}]}})");
  cluster.add_quota("q", R"({"services.nodeports":"1"})", R"({"services.nodeports":"0"})");
  const auto patch = [&](const char* body) {
    return cluster.registry.patch(
        api::kinds::service(),
        {.key = {"default", "s"}, .patch = {client::PatchType::kMerge, json_of(body)}});
  };
  EXPECT_EQ(patch(R"({"spec":{"type":"NodePort","ports":[{"name":"a","port":80},
                                                         {"name":"b","port":81}]}})")
                .error()
                .message,
            "services \"s\" is forbidden: exceeded quota: q, requested: services.nodeports=2, "
            "used: services.nodeports=0, limited: services.nodeports=1");
  ASSERT_TRUE(patch(R"({"spec":{"type":"NodePort"}})"));
  EXPECT_EQ(cluster.used("q"), R"({"services.nodeports":"1"})");
}

TEST(Quota, RacingCreationsNeverGetMoreThanThereIs) {
  Limited cluster;
  cluster.add_quota("q", R"({"configmaps":"10"})", R"({"configmaps":"0"})");
  std::atomic<int> created = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 10; ++i) {
          const auto name = "m" + std::to_string(thread) + "-" + std::to_string(i);
          created += cluster.create_map(name) ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(created, 10);
  EXPECT_EQ(cluster.used("q"), R"({"configmaps":"10"})");
}

}  // namespace
}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Remove, BoundPodStaysUntilTheKubeletConfirms) {
  TestCluster cluster;
  cluster.create_pod("a");
  cluster.bind("a");
  const auto first = cluster.registry.remove(api::kinds::pod(), {{"default", "a"}});
  ASSERT_TRUE(first.has_value()) << first.error().message;
  EXPECT_FALSE(first->gone);
  EXPECT_TRUE(api::is_being_deleted(cluster.get(api::kinds::pod(), "a")));
  const std::string uid = api::uid(first->object.decode().value());
  const auto confirmed = cluster.registry.remove(
      api::kinds::pod(), {{"default", "a"}, {.grace_period_seconds = 0, .uid = uid}});
  ASSERT_TRUE(confirmed.has_value());
  EXPECT_TRUE(confirmed->gone);
  EXPECT_FALSE(cluster.exists(api::kinds::pod(), "a"));
}

TEST(Remove, AnswersWithTheLastStateAtItsDeletionRevision) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const auto removed = cluster.registry.remove(api::kinds::config_map(), {{"default", "a"}});
  ASSERT_TRUE(removed.has_value());
  EXPECT_TRUE(removed->gone);
  EXPECT_EQ(api::resource_version(removed->object.decode().value()),
            std::to_string(cluster.store->revision()));
}

TEST(Remove, DryRunWritesNothing) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const store::Revision before = cluster.store->revision();
  const auto removed =
      cluster.registry.remove(api::kinds::config_map(), {{"default", "a"}, {}, true});
  ASSERT_TRUE(removed.has_value());
  EXPECT_TRUE(removed->gone);
  EXPECT_EQ(cluster.store->revision(), before);
}

TEST(Remove, PendingDeletionEndsWhenTheLastFinalizerGoes) {
  TestCluster cluster;
  cluster.create(api::kinds::config_map(),
                 R"({"metadata":{"name":"a","finalizers":["example.com/x"]}})");
  ASSERT_FALSE(cluster.registry.remove(api::kinds::config_map(), {{"default", "a"}})->gone);
  const store::Revision pending = cluster.store->revision();
  ASSERT_FALSE(cluster.registry.remove(api::kinds::config_map(), {{"default", "a"}})->gone);
  EXPECT_EQ(cluster.store->revision(), pending) << "asking again changes nothing";
  json::Value object = cluster.get(api::kinds::config_map(), "a");
  object["metadata"]["finalizers"].array().emplace_back("example.com/new");
  EXPECT_EQ(
      cluster.registry.update(api::kinds::config_map(), {{"default", "a"}, object}).error().code,
      Code::kInvalid);
  object["metadata"].erase("finalizers");
  const auto released =
      cluster.registry.update(api::kinds::config_map(), {{"default", "a"}, object});
  ASSERT_TRUE(released.has_value()) << released.error().message;
  EXPECT_TRUE(released->gone);
  EXPECT_FALSE(cluster.exists(api::kinds::config_map(), "a"));
}

TEST(Remove, SystemNamespacesStay) {
  TestCluster cluster;
  const auto removed = cluster.registry.remove(api::kinds::namespace_(), {{"", "kube-system"}});
  ASSERT_FALSE(removed.has_value());
  EXPECT_EQ(removed.error().code, Code::kForbidden);
}

TEST(Remove, TerminatingNamespaceTakesNothingNewAndEndsWithFinalize) {
  TestCluster cluster;
  cluster.create(api::kinds::namespace_(), R"({"metadata":{"name":"n"}})");
  ASSERT_FALSE(cluster.registry.remove(api::kinds::namespace_(), {{"", "n"}})->gone);
  const auto refused = cluster.registry.create(api::kinds::config_map(), "n",
                                               json_of(R"({"metadata":{"name":"a"}})"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kForbidden);
  EXPECT_EQ(refused.error().causes.at(0).reason, "NamespaceTerminating");
  json::Value home = cluster.get(api::kinds::namespace_(), "n");
  home["spec"].erase("finalizers");
  const auto finalized =
      cluster.registry.update(api::kinds::namespace_(), {{"", "n"}, home, "finalize"});
  ASSERT_TRUE(finalized.has_value()) << finalized.error().message;
  EXPECT_TRUE(finalized->gone);
  EXPECT_FALSE(cluster.exists(api::kinds::namespace_(), "n"));
}

}  // namespace
}  // namespace sluice::registry

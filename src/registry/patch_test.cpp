// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

Result<Written> patch(TestCluster& cluster, client::PatchType type, std::string_view body,
                      WriteOptions options = {}) {
  return cluster.registry.patch(api::kinds::config_map(),
                                {{"default", "a"}, {type, json_of(body)}, "", std::move(options)});
}

TEST(Patch, WithoutChangeWritesNothing) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const store::Revision before = cluster.store->revision();
  const auto written = patch(cluster, client::PatchType::kMerge, R"({"data":{"gone":null}})");
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ(cluster.store->revision(), before);
}

TEST(Patch, ConcurrentPatchesAllArrive) {
  constexpr int kThreads = 3;
  TestCluster cluster;
  cluster.create_config_map("a");
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&cluster, i] {
      const std::string body = R"({"data":{")" + std::to_string(i) + R"(":"x"}})";
      EXPECT_TRUE(patch(cluster, client::PatchType::kMerge, body).has_value());
    });
  }
  threads.clear();
  EXPECT_EQ(cluster.get(api::kinds::config_map(), "a").at("data").as_object().size(),
            static_cast<std::size_t>(kThreads));
}

TEST(Patch, BodyOfTheWrongShapeIsABadRequest) {
  TestCluster cluster;
  cluster.create_config_map("a");
  EXPECT_EQ(patch(cluster, client::PatchType::kJson, "{}").error().code, Code::kBadRequest);
  EXPECT_EQ(patch(cluster, client::PatchType::kMerge, "[]").error().code, Code::kBadRequest);
  EXPECT_EQ(patch(cluster, client::PatchType::kStrategicMerge, "7").error().code,
            Code::kBadRequest);
}

TEST(Patch, UnknownFieldsFollowTheMode) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const auto strict = patch(cluster, client::PatchType::kMerge, R"({"nonsense":1})",
                            {.field_validation = FieldValidation::kStrict});
  ASSERT_FALSE(strict.has_value());
  EXPECT_NE(strict.error().message.find("unknown field \"nonsense\""), std::string::npos);
  const auto warned = patch(cluster, client::PatchType::kMerge, R"({"nonsense":1})");
  ASSERT_TRUE(warned.has_value());
  EXPECT_EQ(warned->warnings, std::vector<std::string>{"unknown field \"nonsense\""});
}

TEST(Patch, CannotRenameAndCannotTouchServerFields) {
  TestCluster cluster;
  const json::Value before = cluster.create_config_map("a");
  EXPECT_EQ(patch(cluster, client::PatchType::kMerge, R"({"metadata":{"name":"b"}})").error().code,
            Code::kBadRequest);
  ASSERT_TRUE(patch(cluster, client::PatchType::kMerge,
                    R"({"metadata":{"creationTimestamp":null,"uid":null}})")
                  .has_value());
  EXPECT_EQ(cluster.get(api::kinds::config_map(), "a"), before);
}

TEST(Patch, DryRunWritesNothing) {
  TestCluster cluster;
  cluster.create_config_map("a");
  const store::Revision before = cluster.store->revision();
  const auto written =
      patch(cluster, client::PatchType::kMerge, R"({"data":{"k":"v"}})", {.dry_run = true});
  ASSERT_TRUE(written.has_value());
  EXPECT_EQ(written->object.decode()->at("data", "k").as_string(), "v");
  EXPECT_EQ(cluster.store->revision(), before);
}

}  // namespace
}  // namespace sluice::registry

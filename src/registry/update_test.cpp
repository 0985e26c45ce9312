// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

Result<Written> update(TestCluster& cluster, const api::Kind& kind, const std::string& name,
                       const json::Value& object, WriteOptions options = {}) {
  return cluster.registry.update(kind,
                                 {{kind.namespaced ? "default" : "", name}, object, "", options});
}

TEST(Update, GenerationGrowsWithTheSpecOnly) {
  TestCluster cluster;
  json::Value pod = cluster.create_pod("a");
  pod["metadata"]["labels"]["x"] = "y";
  pod = update(cluster, api::kinds::pod(), "a", pod)->object.decode().value();
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 1);
  pod["spec"]["containers"].array()[0]["image"] = "other";
  pod = update(cluster, api::kinds::pod(), "a", pod)->object.decode().value();
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 2);
}

TEST(Update, ServerFieldsStay) {
  TestCluster cluster;
  const json::Value before = cluster.create_config_map("a");
  const json::Value bare = json_of(R"({"data":{"k":"v"}})");
  const auto written = update(cluster, api::kinds::config_map(), "a", bare);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const json::Value after = written->object.decode().value();
  EXPECT_EQ(api::uid(after), api::uid(before));
  EXPECT_EQ(api::name(after), "a");
  EXPECT_EQ(after.at("metadata", "creationTimestamp"), before.at("metadata", "creationTimestamp"));
  EXPECT_EQ(after.at("data", "k").as_string(), "v");
}

TEST(Update, OtherNamesAndUidsAreRefused) {
  TestCluster cluster;
  json::Value object = cluster.create_config_map("a");
  EXPECT_EQ(update(cluster, api::kinds::config_map(), "b", object).error().code, Code::kNotFound);
  cluster.create_config_map("b");
  EXPECT_EQ(update(cluster, api::kinds::config_map(), "b", object).error().message,
            "the name of the object (a) does not match the name on the URL (b)");
  object["metadata"]["uid"] = "other";
  EXPECT_EQ(update(cluster, api::kinds::config_map(), "a", object).error().code, Code::kConflict);
}

TEST(Update, DryRunWritesNothing) {
  TestCluster cluster;
  json::Value object = cluster.create_config_map("a");
  const store::Revision before = cluster.store->revision();
  object["data"]["k"] = "v";
  const auto written = update(cluster, api::kinds::config_map(), "a", object, {.dry_run = true});
  ASSERT_TRUE(written.has_value());
  EXPECT_EQ(written->object.decode()->at("data", "k").as_string(), "v");
  EXPECT_EQ(cluster.store->revision(), before);
}

TEST(Update, MissingObjectIsCreatedForKindsThatAllowIt) {
  TestCluster cluster;
  const json::Value lease = json_of(R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"me"}})");
  const auto written = update(cluster, api::kinds::lease(), "l", lease);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_TRUE(written->created);
  EXPECT_EQ(update(cluster, api::kinds::config_map(), "l", json_of("{}")).error().code,
            Code::kNotFound);
}

TEST(Update, CreatingMayBeRefusedApart) {
  TestCluster cluster;
  const WriteOptions options{
      .may_create = [] { return Result<void>(fail(Code::kForbidden, "no")); }};
  const json::Value lease = json_of(R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"a"}})");
  EXPECT_EQ(update(cluster, api::kinds::lease(), "l", lease, options).error().code,
            Code::kForbidden);
  EXPECT_EQ(update(cluster, api::kinds::lease(), "m", lease, options).error().code,
            Code::kBadRequest)
      << "by another name";
  EXPECT_FALSE(cluster.exists(api::kinds::lease(), "l"));
  json::Value there = cluster.create(api::kinds::lease(), R"({"metadata":{"name":"l"}})");
  there["spec"]["holderIdentity"] = "a";
  EXPECT_TRUE(update(cluster, api::kinds::lease(), "l", there, options).has_value());
}

TEST(Update, LeaseMustBeReadBeforeItIsReplaced) {
  TestCluster cluster;
  json::Value lease = json_of(R"({"metadata":{"name":"l"},"spec":{"holderIdentity":"me"}})");
  ASSERT_TRUE(update(cluster, api::kinds::lease(), "l", lease).has_value());
  const auto unread = update(cluster, api::kinds::lease(), "l", lease);
  ASSERT_FALSE(unread.has_value());
  EXPECT_EQ(unread.error().code, Code::kInvalid);
  EXPECT_NE(unread.error().message.find("metadata.resourceVersion"), std::string::npos);
}

TEST(Update, RecreatingADeletedLeaseByItsOldUidIsRefused) {
  TestCluster cluster;
  const json::Value lease = cluster.create(api::kinds::lease(), R"({"metadata":{"name":"l"}})");
  ASSERT_TRUE(cluster.registry.remove(api::kinds::lease(), {{"default", "l"}}).has_value());
  EXPECT_EQ(update(cluster, api::kinds::lease(), "l", lease).error().code, Code::kConflict);
}

TEST(Update, NamespaceFinalizersStayWhenLeftOut) {
  TestCluster cluster;
  cluster.create(api::kinds::namespace_(), R"({"metadata":{"name":"n"}})");
  const auto written =
      update(cluster, api::kinds::namespace_(), "n", json_of(R"({"metadata":{"name":"n"}})"));
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ(written->object.decode()->at("spec", "finalizers").as_array().size(), 1u);
}

TEST(Update, StatusOfKindWithoutStatusIsNotFound) {
  TestCluster cluster;
  const json::Value object = cluster.create_config_map("a");
  const auto written =
      cluster.registry.update(api::kinds::config_map(), {{"default", "a"}, object, "status"});
  EXPECT_EQ(written.error().code, Code::kNotFound);
}

TEST(Update, InvalidObjectChangesNothing) {
  TestCluster cluster;
  const json::Value object = cluster.create_config_map("a");
  json::Value invalid = object;
  invalid["metadata"]["labels"]["bad key"] = "x";
  const auto written = update(cluster, api::kinds::config_map(), "a", invalid);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, Code::kInvalid);
  EXPECT_EQ(cluster.get(api::kinds::config_map(), "a"), object);
}

}  // namespace
}  // namespace sluice::registry

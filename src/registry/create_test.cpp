// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Create, SetsServerFieldsAndDefaults) {
  TestCluster cluster;
  const json::Value pod = cluster.create_pod("a");
  EXPECT_EQ(pod.at("metadata", "creationTimestamp").as_string(), "2030-01-01T00:00:00Z");
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 1);
  EXPECT_EQ(pod.at("metadata", "uid").as_string().size(), 36u);
  EXPECT_EQ(pod.at("spec", "restartPolicy").as_string(), "Always");
  EXPECT_EQ(pod.at("status", "phase").as_string(), "Pending");
  EXPECT_EQ(pod.at("metadata", "namespace").as_string(), "default");
}

TEST(Create, CallerCannotSetServerFields) {
  TestCluster cluster;
  const json::Value pod = cluster.create(
      api::kinds::pod(),
      R"({"metadata":{"name":"a","uid":"mine","deletionTimestamp":"2030-01-01T00:00:00Z",
          "generation":9,"creationTimestamp":"2000-01-01T00:00:00Z","managedFields":[]},
          "spec":{"containers":[{"name":"c","image":"i"}]},"status":{"phase":"Running"}})");
  EXPECT_NE(api::uid(pod), "mine");
  EXPECT_FALSE(api::is_being_deleted(pod));
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 1);
  EXPECT_EQ(pod.at("status", "phase").as_string(), "Pending");
  EXPECT_EQ(pod.at("metadata", "managedFields").as_array().size(), 1U) << "who created it";
}

TEST(Create, DryRunWritesNothing) {
  TestCluster cluster;
  const store::Revision before = cluster.store->revision();
  const json::Value object = json_of(R"({"metadata":{"name":"a"}})");
  const auto written =
      cluster.registry.create(api::kinds::config_map(), "default", object, {.dry_run = true});
  ASSERT_TRUE(written.has_value());
  const json::Value shown = written->object.decode().value();
  EXPECT_FALSE(api::uid(shown).empty());
  EXPECT_EQ(api::resource_version(shown), "");
  EXPECT_EQ(cluster.store->revision(), before);
  cluster.create_config_map("a");
  EXPECT_EQ(cluster.registry.create(api::kinds::config_map(), "default", object, {.dry_run = true})
                .error()
                .code,
            Code::kAlreadyExists);
}

TEST(Create, UnknownAndDuplicateFieldsFollowTheMode) {
  TestCluster cluster;
  const json::Value object = json_of(R"({"metadata":{"name":"a"},"nonsense":1})");
  WriteOptions options{.duplicate_fields = {"data.x"}};
  const auto create = [&](FieldValidation mode) {
    options.field_validation = mode;
    options.dry_run = true;
    return cluster.registry.create(api::kinds::config_map(), "default", object, options);
  };
  const auto strict = create(FieldValidation::kStrict);
  ASSERT_FALSE(strict.has_value());
  EXPECT_EQ(strict.error().code, Code::kBadRequest);
  EXPECT_NE(strict.error().message.find(
                "strict decoding error: unknown field \"nonsense\", duplicate field \"data.x\""),
            std::string::npos)
      << strict.error().message;
  const auto warned = create(FieldValidation::kWarn);
  ASSERT_TRUE(warned.has_value());
  EXPECT_EQ(warned->warnings,
            (std::vector<std::string>{"unknown field \"nonsense\"", "duplicate field \"data.x\""}));
  EXPECT_EQ(warned->object.decode()->find("nonsense"), nullptr);
  EXPECT_TRUE(create(FieldValidation::kIgnore)->warnings.empty());
}

TEST(Create, RefusesWhatDoesNotFitTheRequest) {
  TestCluster cluster;
  const auto error = [&](const std::string& ns, std::string_view text) {
    const auto written = cluster.registry.create(api::kinds::config_map(), ns, json_of(text));
    return written.has_value() ? Error{Code::kInternal, "accepted"} : written.error();
  };
  EXPECT_EQ(error("default", R"({"kind":"Pod","metadata":{"name":"a"}})").message,
            "the kind in the data (Pod) does not match the expected kind (ConfigMap)");
  EXPECT_EQ(error("default", R"({"metadata":{"name":"a","namespace":"other"}})").code,
            Code::kBadRequest);
  EXPECT_EQ(error("", R"({"metadata":{"name":"a"}})").code, Code::kBadRequest);
  EXPECT_EQ(error("default", R"({"metadata":{"name":"a","resourceVersion":"1"}})").message,
            "resourceVersion should not be set on objects to be created");
  EXPECT_EQ(error("default", R"({"metadata":{}})").code, Code::kInvalid);
  EXPECT_EQ(error("default", R"({"metadata":{"name":7}})").code, Code::kBadRequest);
  EXPECT_EQ(error("default", R"([])").code, Code::kBadRequest);
  EXPECT_EQ(error("nowhere", R"({"metadata":{"name":"a"}})").message,
            "namespaces \"nowhere\" not found");
}

TEST(Create, LongGeneratedNamesAreCut) {
  TestCluster cluster;
  const json::Value made =
      cluster.create(api::kinds::config_map(),
                     R"({"metadata":{"generateName":")" + std::string(80, 'a') + R"("}})");
  EXPECT_EQ(api::name(made).size(), 63u);
}

}  // namespace
}  // namespace sluice::registry

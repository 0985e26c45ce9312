// SPDX-License-Identifier: Apache-2.0
#include "registry/intake.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Intake, FillsInWhatIdentifiesTheKind) {
  json::Value object = json_of(R"({"metadata":{"name":"a"}})");
  ASSERT_TRUE(take_in(api::kinds::job(), object, {}).has_value());
  EXPECT_EQ(object.at("apiVersion").as_string(), "batch/v1");
  EXPECT_EQ(object.at("kind").as_string(), "Job");
}

TEST(Intake, OtherVersionsAndTypesAreBadRequests) {
  json::Value version = json_of(R"({"apiVersion":"v2"})");
  EXPECT_EQ(take_in(api::kinds::pod(), version, {}).error().message,
            "the API version in the data (v2) does not match the expected API version (v1)");
  json::Value type = json_of(R"({"metadata":{"labels":7}})");
  const auto refused = take_in(api::kinds::pod(), type, {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kBadRequest);
  EXPECT_NE(refused.error().message.find("metadata.labels"), std::string::npos);
}

TEST(Intake, OwnersGivenTwiceCountOnce) {
  json::Value object = json_of(R"({"metadata":{"name":"a","ownerReferences":[
    {"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"},
    {"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"}]}})");
  const auto warnings = take_in(api::kinds::config_map(), object, {});
  ASSERT_TRUE(warnings.has_value());
  EXPECT_EQ(object.at("metadata", "ownerReferences").as_array().size(), 1U);
  ASSERT_EQ(warnings->size(), 1U);
  EXPECT_TRUE(warnings->front().ends_with("duplicate UID(s) observed: u"));
}

TEST(Intake, UnknownFieldsNeverReachTheStore) {
  json::Value object = json_of(R"({"metadata":{"name":"a","selfLink":"/x"},"foo":1})");
  ASSERT_TRUE(take_in(api::kinds::pod(), object, {.field_validation = FieldValidation::kIgnore}));
  EXPECT_EQ(object.find("foo"), nullptr);
  EXPECT_EQ(object.find("metadata", "selfLink"), nullptr);
}

}  // namespace
}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "api/scale.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

const Kind& deployment() {
  return *find_kind("apps/v1", "Deployment");
}

TEST(Scale, ShowsReplicasAndTheSelectorAsText) {
  const json::Value set = json::parse(R"({"metadata":{"name":"a","uid":"u","labels":{"x":"y"}},
    "spec":{"replicas":3,"selector":{"matchLabels":{"a":"b"}}},"status":{"replicas":2}})")
                              .value();
  EXPECT_EQ(json::write(scale_of(deployment(), set)),
            R"({"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"a","uid":"u"},)"
            R"("spec":{"replicas":3},"status":{"replicas":2,"selector":"a=b"}})");
}

TEST(Scale, ReadsThePlainSelectorOfReplicationControllers) {
  const json::Value controller = json::parse(R"({"spec":{"selector":{"a":"b"}}})").value();
  EXPECT_EQ(scale_of(deployment(), controller).at("status", "selector").as_string(), "a=b");
  EXPECT_EQ(json::write(scale_of(deployment(), controller).at("spec")), "{}");
}

TEST(Scale, ChangesReplicasOnly) {
  const json::Value object = json::parse(R"({"spec":{"replicas":3,"paused":true}})").value();
  const json::Value scale = json::parse(R"({"spec":{"replicas":5}})").value();
  EXPECT_EQ(json::write(with_scale(deployment(), object, scale)),
            R"({"spec":{"replicas":5,"paused":true}})");
  EXPECT_EQ(with_scale(deployment(), object, json::Object{}).at("spec", "replicas").as_int(), 0);
}

TEST(Scale, FollowsThePathsOfItsKind) {
  const ScalePaths paths{
      .spec_replicas = "spec.size", .status_replicas = "status.size", .selector = "status.text"};
  const Kind kind{.scale = &paths};
  const json::Value object =
      json::parse(R"({"spec":{"size":3},"status":{"size":2,"text":"a=b,c=d"}})").value();
  EXPECT_EQ(json::write(scale_of(kind, object).at("status")),
            R"({"replicas":2,"selector":"a=b,c=d"})");
  const json::Value scale = json::parse(R"({"spec":{"replicas":5}})").value();
  EXPECT_EQ(with_scale(kind, object, scale).at("spec", "size").as_int(), 5);
}

}  // namespace
}  // namespace sluice::api

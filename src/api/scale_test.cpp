// SPDX-License-Identifier: Apache-2.0
#include "api/scale.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(Scale, ShowsReplicasAndTheSelectorAsText) {
  const json::Value set = json::parse(R"({"metadata":{"name":"a","uid":"u","labels":{"x":"y"}},
    "spec":{"replicas":3,"selector":{"matchLabels":{"a":"b"}}},"status":{"replicas":2}})")
                              .value();
  EXPECT_EQ(json::write(scale_of(set)),
            R"({"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"a","uid":"u"},)"
            R"("spec":{"replicas":3},"status":{"replicas":2,"selector":"a=b"}})");
}

TEST(Scale, ReadsThePlainSelectorOfReplicationControllers) {
  const json::Value controller = json::parse(R"({"spec":{"selector":{"a":"b"}}})").value();
  EXPECT_EQ(scale_of(controller).at("status", "selector").as_string(), "a=b");
  EXPECT_EQ(json::write(scale_of(controller).at("spec")), "{}");
}

TEST(Scale, ChangesReplicasOnly) {
  const json::Value object = json::parse(R"({"spec":{"replicas":3,"paused":true}})").value();
  const json::Value scale = json::parse(R"({"spec":{"replicas":5}})").value();
  EXPECT_EQ(json::write(with_scale(object, scale)), R"({"spec":{"replicas":5,"paused":true}})");
  EXPECT_EQ(with_scale(object, json::Object{}).at("spec", "replicas").as_int(), 0);
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/apply/scale_managers.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

const Kind& deployment() {
  return *find_kind("apps/v1", "Deployment");
}

json::Value entry(const char* manager, const char* operation, const char* version,
                  const char* fields, const char* subresource = "") {
  json::Value result = json::Object{{"manager", manager},
                                    {"operation", operation},
                                    {"apiVersion", version},
                                    {"fieldsType", "FieldsV1"},
                                    {"fieldsV1", json::parse(fields).value()}};
  if (*subresource != 0) {
    result["subresource"] = subresource;
  }
  return result;
}

constexpr const char* kReplicas = R"({"f:spec":{"f:replicas":{}}})";
constexpr const char* kMore = R"({"f:spec":{"f:paused":{},"f:replicas":{}}})";
constexpr const char* kRest = R"({"f:spec":{"f:paused":{}}})";

TEST(ScaleManagers, AreThoseWhoOwnReplicas) {
  const json::Value all =
      json::Array{entry("a", "Update", "apps/v1", kMore), entry("b", "Update", "apps/v1", kRest)};
  EXPECT_EQ(scale_managers(deployment(), all),
            json::Value(json::Array{entry("a", "Update", "autoscaling/v1", kReplicas)}));
}

TEST(ScaleManagers, WhoTakesReplicasThereHasThem) {
  const json::Value all = json::Array{entry("a", "Update", "apps/v1", kMore)};
  const json::Value scale = json::Array{entry("b", "Apply", "autoscaling/v1", kReplicas, "scale")};
  EXPECT_EQ(with_scale_managers(deployment(), all, scale),
            json::Value(json::Array{entry("b", "Apply", "apps/v1", kReplicas, "scale"),
                                    entry("a", "Update", "apps/v1", kRest)}));
}

TEST(ScaleManagers, WhoKeepsThemKeepsHisEntry) {
  const json::Value all = json::Array{entry("a", "Update", "apps/v1", kMore)};
  EXPECT_EQ(with_scale_managers(deployment(), all, scale_managers(deployment(), all)), all);
}

}  // namespace
}  // namespace sluice::api

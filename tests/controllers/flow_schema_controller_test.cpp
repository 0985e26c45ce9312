// SPDX-License-Identifier: Apache-2.0
#include "controllers/flow_schemas/flow_schema_controller.h"

#include <gtest/gtest.h>

#include "world.h"

namespace sluice {
namespace {

class FlowSchemaControllerTest : public RoughWorld {
 protected:
  const api::Kind& schemas_ = *api::find_kind("flowcontrol.apiserver.k8s.io/v1", "FlowSchema");
  const api::Kind& levels_ =
      *api::find_kind("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration");

  void create_schema() {
    create(schemas_, R"({"metadata":{"name":"mine"},"spec":{"matchingPrecedence":1000,
        "priorityLevelConfiguration":{"name":"own"},
        "rules":[{"subjects":[{"kind":"Group","group":{"name":"g"}}],
                  "nonResourceRules":[{"verbs":["*"],"nonResourceURLs":["*"]}]}]}})");
  }
  void create_level() {
    create(levels_, R"({"metadata":{"name":"own"},"spec":{"type":"Limited","limited":
        {"nominalConcurrencyShares":1,"limitResponse":{"type":"Reject"}}}})");
  }
  client::Object await_condition(const std::string& name, std::string_view status) {
    const auto schema = await(schemas_, {"", name}, [&](const client::Object& object) {
      return api::has_condition(object, "Dangling", status);
    });
    const json::Value* condition = api::condition(schema, "Dangling");
    return condition == nullptr ? client::Object() : *condition;
  }
};

INSTANTIATE_TEST_SUITE_P(, FlowSchemaControllerTest, in_every_weather(), weather_name);

TEST_P(FlowSchemaControllerTest, ASchemaDanglesWhileItsLevelIsMissing) {
  create_schema();
  const auto missing = await_condition("mine", "True");
  EXPECT_EQ(missing.at("reason").as_string(), "NotFound");
  EXPECT_EQ(missing.at("message").as_string(),
            "This FlowSchema references the PriorityLevelConfiguration object named \"own\" but "
            "there is no such object");
  create_level();
  const auto found = await_condition("mine", "False");
  EXPECT_EQ(found.at("reason").as_string(), "Found");
  EXPECT_EQ(found.at("message").as_string(),
            "This FlowSchema references the PriorityLevelConfiguration object named \"own\" and it "
            "exists");
  ASSERT_TRUE(client_.remove(levels_, {"", "own"}, {}));
  await_condition("mine", "True");
}

TEST_P(FlowSchemaControllerTest, TheOriginalsDoNot) {
  await_condition("catch-all", "False");
}

}  // namespace
}  // namespace sluice

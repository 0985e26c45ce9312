// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/crd/custom_resource.h"
#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

std::string fault(std::string_view object) {
  const auto kinds = custom_kinds(std::make_shared<const json::Value>(established_definition()));
  Faults faults;
  check_custom(*kinds.at(0), parsed(object), nullptr, faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(CheckCustom, ObjectsObeyTheirSchema) {
  EXPECT_EQ(fault(R"({"spec":{"color":"red"}})"), "");
  EXPECT_EQ(fault(R"({"spec":{}})"), "spec.color: Required value");
  EXPECT_EQ(fault(R"({"spec":{"color":"blue"}})"),
            R"(spec.color: Unsupported value: "blue": supported values: "red", "green")");
}

TEST(CheckCustom, RulesHoldWhereTheSchemaDoes) {
  json::Value definition = established_definition();
  definition["spec"]["versions"]
      .array()[0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["x-kubernetes-validations"] =
      parsed(R"([{"rule":"self.replicas < 5","message":"too many"}])");
  const auto kinds = custom_kinds(std::make_shared<const json::Value>(definition));
  Faults faults;
  check_custom(*kinds.at(0), parsed(R"({"spec":{"color":"red","replicas":7}})"), nullptr, faults);
  ASSERT_EQ(faults.causes().size(), 1U);
  EXPECT_NE(faults.causes()[0].message.find("too many"), std::string::npos);
}

TEST(CheckCustom, ReplicasAreCounted) {
  EXPECT_NE(fault(R"({"spec":{"color":"red"},"status":{"replicas":-1}})")
                .find(".status.replicas: Invalid value: -1: should be a non-negative integer"),
            std::string::npos);
}

}  // namespace
}  // namespace sluice::api

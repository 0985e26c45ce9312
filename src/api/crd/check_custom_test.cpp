// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ctime>

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

json::Value with_ports(int count, bool reversed) {
  json::Array ports;
  for (int i = 0; i < count; ++i) {
    ports.push_back(json::Object{{"port", reversed ? count - 1 - i : i}, {"protocol", "TCP"}});
  }
  return json::Object{
      {"spec", json::Object{{"color", "red"}, {"ports", std::move(ports)}}}};
}

TEST(CheckCustom, TakesNoLongerForLongListsOfBefore) {
  constexpr int kPorts = 20'000;
  json::Value definition = established_definition();
  json::Value& ports = definition["spec"]["versions"]
                           .array()[0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
                                  ["properties"]["ports"];
  ports["items"]["x-kubernetes-validations"] =
      parsed(R"([{"rule":"self.protocol == oldSelf.protocol","message":"changed"}])");
  const auto kinds = custom_kinds(std::make_shared<const json::Value>(definition));
  const json::Value before = with_ports(kPorts, false);
  json::Value now = with_ports(kPorts, true);
  now["spec"]["ports"].array()[7]["protocol"] = "UDP";
  Faults faults;
  const std::clock_t started = std::clock();
  check_custom(*kinds.at(0), now, &before, faults);
  EXPECT_LT(std::clock() - started, 20 * CLOCKS_PER_SEC);
  ASSERT_EQ(faults.causes().size(), 1U);
  EXPECT_EQ(faults.causes()[0].field, "spec.ports[7]");
}

TEST(CheckCustom, ReplicasAreCounted) {
  EXPECT_NE(fault(R"({"spec":{"color":"red"},"status":{"replicas":-1}})")
                .find(".status.replicas: Invalid value: -1: should be a non-negative integer"),
            std::string::npos);
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

constexpr const char* kVersion = "resource.k8s.io/v1";

std::string of_claim(const std::string& devices) {
  return faults(kVersion, "ResourceClaim", (R"({"spec":{"devices":)" + devices + "}}").c_str());
}

std::string of_slice(const std::string& more) {
  return faults(kVersion, "ResourceSlice",
                (R"({"spec":{"driver":"d.example.com",
                    "pool":{"name":"p","generation":1,"resourceSliceCount":1},)" +
                 more + "}}")
                    .c_str());
}

TEST(DeviceRules, OfClasses) {
  const auto selected = [](const std::string& expression) {
    return faults(
        kVersion, "DeviceClass",
        (R"({"spec":{"selectors":[{"cel":{"expression":")" + expression + R"("}}]}})").c_str());
  };
  EXPECT_EQ(selected("device.driver == 'd' && device.capacity['d'].memory.isGreaterThan("
                     "quantity('1Gi'))"),
            "");
  EXPECT_EQ(selected("'text'"),
            "spec.selectors[0].cel.expression: Invalid value: \"'text'\": must evaluate to bool or "
            "the unknown type, not string");
  EXPECT_NE(selected("device.unknown").find("undefined field 'unknown'"), std::string::npos);
  EXPECT_EQ(faults(kVersion, "DeviceClass", R"({"spec":{"selectors":[{}],"config":[{}]}})"),
            "[spec.selectors[0].cel: Required value, spec.config[0].opaque: Required value]");
}

// Each as kube-apiserver v1.35.8 judges it.
TEST(DeviceRules, SelectorsCostOnlySoMuch) {
  const auto nested = [](int depth, std::string expression) {
    for (int i = 0; i < depth; ++i) {
      expression = "device.attributes.all(v" + std::to_string(i) + ", " + expression + ")";
    }
    return expression;
  };
  const auto refusal = [](const std::string& expression) {
    return faults(
        kVersion, "DeviceClass",
        (R"({"spec":{"selectors":[{"cel":{"expression":")" + expression + R"("}}]}})").c_str());
  };
  for (const std::string& good :
       {std::string("cel.bind(dra, device.attributes['d'], dra.x && dra.y)"),
        std::string("device.attributes['d'].x.matches('^[a-z]*$')"), nested(3, "true"),
        nested(3, "v0 == v1"), nested(3, "v0.matches('a+')"),
        nested(3, "device.driver.matches('a+')"), nested(3, "device.driver.contains('a')"),
        nested(3, "device.attributes['d'].x.contains('abc')"),
        nested(3, "device.attributes['d']['x'].contains('abc')"),
        nested(2, "device.attributes[v0].all(i, device.attributes[v1][i].contains('abc'))"),
        nested(2,
               "device.capacity[v0].all(i, device.capacity[v1][i].isGreaterThan(quantity('1')))"),
        nested(3, "device.capacity['d'].memory.isGreaterThan(quantity('1'))"),
        nested(2, "v0+v1 == 'a'"), nested(3, "v0 in device.attributes"),
        nested(3, "size(device.attributes[v0]) > 3")}) {
    EXPECT_EQ(refusal(good), "") << good;
  }
  for (const std::string& dear :
       {nested(4, "true"), nested(3, "device.driver.contains(v0)"),
        nested(3, "device.attributes[v0].all(i, i.contains('abc'))"),
        nested(3,
               "device.capacity[v0].all(i, device.capacity[v1][i].isGreaterThan(quantity('1')))"),
        nested(3, "v0+v1+v2 == 'abc'")}) {
    EXPECT_EQ(refusal(dear),
              "spec.selectors[0].cel.expression: Forbidden: too complex, exceeds cost limit")
        << dear;
  }
  EXPECT_EQ(refusal(std::string(10241, ' ')),
            "spec.selectors[0].cel.expression: Too long: may not be more than 10240 bytes");
}

TEST(DeviceRules, OfClaims) {
  EXPECT_EQ(of_claim(R"({"requests":[{"name":"r","exactly":{"deviceClassName":"gpu"}}],
                         "constraints":[{"requests":["r"],"matchAttribute":"d/x"}]})"),
            "");
  EXPECT_EQ(of_claim(R"({"requests":[{"name":"r"}]})"),
            "spec.devices.requests[0]: Required value: exactly one of `exactly` or "
            "`firstAvailable` is required");
  EXPECT_EQ(of_claim(R"({"requests":[{"name":"r","exactly":{"deviceClassName":"gpu",
                         "allocationMode":"All","count":2}}]})"),
            "spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when "
            "allocationMode is 'All'");
  EXPECT_EQ(of_claim(R"({"requests":[{"name":"r","exactly":{"deviceClassName":"gpu"}}],
                         "constraints":[{"requests":["x"]}]})"),
            "[spec.devices.constraints[0].requests[0]: Invalid value: \"x\": must be the name of a "
            "request in the claim or the name of a request and a subrequest separated by '/', "
            "spec.devices.constraints[0].matchAttribute: Required value]");
}

TEST(DeviceRules, AlternativesAreNamedBelowTheirRequest) {
  EXPECT_EQ(of_claim(R"({"requests":[{"name":"r","firstAvailable":[
                           {"name":"a","deviceClassName":"gpu"},
                           {"name":"b","deviceClassName":"cpu"}]}],
                         "config":[{"requests":["r/b"],"opaque":{"driver":"d","parameters":{}}}]})"),
            "");
}

TEST(DeviceRules, OfSlices) {
  EXPECT_EQ(of_slice(R"("nodeName":"n","devices":[{"name":"a","attributes":{
                          "d.example.com/v":{"version":"1.2.3-rc1"}}}])"),
            "");
  EXPECT_EQ(of_slice(R"("nodeName":"n","allNodes":true)"),
            "spec: Invalid value: \"{`nodeName`, `allNodes`}\": exactly one of `nodeName`, "
            "`nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields "
            "are set");
  EXPECT_EQ(of_slice(R"("nodeName":"n","devices":[{"name":"a"},{"name":"a"},
                        {"name":"b","attributes":{"v":{"version":"x"}}}])"),
            "[spec.devices[1]: Duplicate value: \"a\", spec.devices[2].attributes[v].version: "
            "Invalid value: \"x\": must be a string compatible with semver.org spec 2.0.0]");
}

TEST(DeviceRules, ClaimsStayAsTheyAre) {
  EXPECT_NE(faults(kVersion, "ResourceClaim",
                   R"({"spec":{"devices":{"requests":[{"name":"s",
                       "exactly":{"deviceClassName":"gpu"}}]}}})",
                   R"({"spec":{"devices":{"requests":[{"name":"r",
                       "exactly":{"deviceClassName":"gpu"}}]}}})")
                .find("field is immutable"),
            std::string::npos);
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/policy_check.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Array warned(const std::string& resources, const std::string& expression,
                   const std::string& more = "") {
  json::Value policy = json::parse(R"({"spec":{"matchConstraints":{"resourceRules":[)" + resources +
                                   "]}" + more + "}}")
                           .value();
  policy["spec"]["validations"] = json::Array{json::Object{{"expression", expression}}};
  return policy_warnings(policy, Catalog());
}

const char* const kDeployments =
    R"({"apiGroups":["apps"],"apiVersions":["v1"],"resources":["deployments"]})";
const char* const kBoth =
    R"({"apiGroups":["apps"],"apiVersions":["v1"],"resources":["deployments","daemonsets"]})";

std::string warning(const std::string& expression) {
  const json::Array warnings = warned(kDeployments, expression);
  return warnings.empty() ? "" : warnings.front().at("warning").as_string();
}

TEST(PolicyCheck, NamesTheFieldAndTheKindsItDoesNotFit) {
  const json::Array warnings = warned(kBoth, "object.replicas > 1");
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].at("fieldRef").as_string(), "spec.validations[0].expression");
  EXPECT_EQ(warnings[0].at("warning").as_string(),
            "apps/v1, Kind=DaemonSet: ERROR: <input>:1:7: undefined field 'replicas'\n"
            " | object.replicas > 1\n | ......^\n\n"
            "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n"
            " | object.replicas > 1\n | ......^\n");
}

TEST(PolicyCheck, TypesAreThoseOfTheKind) {
  EXPECT_EQ(warning("object.spec.replicas > 1 && object.metadata.namespace == 'a'"), "");
  EXPECT_EQ(warning("object.spec.strategy.rollingUpdate.maxSurge == 1"), "");
  EXPECT_EQ(warning("object.metadata.creationTimestamp > timestamp('2020-01-01T00:00:00Z')"), "");
  EXPECT_NE(warning("object.spec.replicas > 'x'").find("'_>_' applied to '(int, string)'"),
            std::string::npos);
  EXPECT_NE(warning("object.metadata.labels.a == 1").find("'(string, int)'"), std::string::npos);
  EXPECT_NE(warning("object.spec.template.spec.containers.all(c, 'cpu' in c.resources.limits)")
                .find("undefined field 'limits'"),
            std::string::npos);
}

TEST(PolicyCheck, WildcardsSubresourcesAndStrangersAreNotChecked) {
  for (const char* rule :
       {R"({"apiGroups":["*"],"apiVersions":["v1"],"resources":["pods"]})",
        R"({"apiGroups":["apps"],"apiVersions":["*"],"resources":["deployments"]})",
        R"({"apiGroups":["apps"],"apiVersions":["v1"],"resources":["deployments/scale","*"]})",
        R"({"apiGroups":["apps"],"apiVersions":["v1"],"resources":["nothings"]})"}) {
    EXPECT_TRUE(warned(rule, "object.foo == 1").empty()) << rule;
  }
}

TEST(PolicyCheck, ParametersAndVariablesHaveTheirTypes) {
  const std::string param = R"(,"paramKind":{"apiVersion":"v1","kind":"ConfigMap"})";
  EXPECT_TRUE(warned(kDeployments, "params.data['a'] == 'b'", param).empty());
  EXPECT_FALSE(warned(kDeployments, "params.x == 1", param).empty());
  const std::string variable = R"(,"variables":[{"name":"v","expression":"object.spec.replicas"},
                                                {"name":"w","expression":"object.spec.nothing"}])";
  EXPECT_TRUE(warned(kDeployments, "variables.v > 1 && variables.w == 1", variable).empty());
  EXPECT_FALSE(warned(kDeployments, "variables.v == 'x'", variable).empty());
}

TEST(PolicyCheck, SchemasThatContainThemselvesEnd) {
  const char* const definitions = R"({"apiGroups":["apiextensions.k8s.io"],"apiVersions":["v1"],
                                      "resources":["customresourcedefinitions"]})";
  EXPECT_TRUE(warned(definitions, "object.spec.versions[0].schema.openAPIV3Schema.type == 'object'")
                  .empty());
}

}  // namespace
}  // namespace sluice::api

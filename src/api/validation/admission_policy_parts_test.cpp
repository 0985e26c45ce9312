// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

std::string policy_faults(const std::string& spec) {
  return faults("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy",
                (R"({"spec":{"matchConstraints":{"resourceRules":[{"operations":["*"],
                   "apiGroups":["*"],"apiVersions":["*"],"resources":["*"]}]},)" +
                 spec + "}}")
                    .c_str());
}

TEST(AdmissionPolicyParts, PoliciesSayWhatTheyCheckAndWhere) {
  EXPECT_EQ(policy_faults(R"("validations":[{"expression":"object.spec.replicas < 5"}])"), "");
  EXPECT_EQ(policy_faults(R"("validations":[])"),
            "[spec.validations: Required value: validations or auditAnnotations must contain at "
            "least one item, spec.auditAnnotations: Required value: validations or "
            "auditAnnotations must contain at least one item]");
  EXPECT_EQ(faults("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy",
                   R"({"spec":{"matchConstraints":{},"validations":[{"expression":"true"}]}})"),
            "spec.matchConstraints.resourceRules: Required value");
}

TEST(AdmissionPolicyParts, ExpressionsCompileToTheRightType) {
  EXPECT_EQ(policy_faults(R"("validations":[{"expression":"'text'"}])"),
            "spec.validations[0].expression: Invalid value: \"'text'\": must evaluate to bool but "
            "got string");
  EXPECT_NE(policy_faults(R"("validations":[{"expression":"params.x == 1"}])"), "");
  EXPECT_EQ(policy_faults(R"("paramKind":{"apiVersion":"v1","kind":"ConfigMap"},
                             "validations":[{"expression":"params.x == 1"}])"),
            "");
  EXPECT_NE(policy_faults(R"json("validations":[{"expression":"true","messageExpression":
                             "string(authorizer.path('/').check('get').allowed())"}])json"),
            "");
  EXPECT_EQ(policy_faults(R"("validations":[{"expression":"true","message":"a\nb"}])"),
            "spec.validations[0].message: Invalid value: \"a\\nb\": must not contain line breaks");
}

TEST(AdmissionPolicyParts, VariablesAreKnownToWhatFollows) {
  EXPECT_EQ(policy_faults(R"("variables":[{"name":"n","expression":"1"},
                                          {"name":"m","expression":"variables.n + 1"}],
                             "validations":[{"expression":"variables.m > 1"}])"),
            "");
  EXPECT_NE(policy_faults(R"("variables":[{"name":"n","expression":"variables.m"},
                                          {"name":"m","expression":"1"}],
                             "validations":[{"expression":"true"}])"),
            "");
  EXPECT_EQ(policy_faults(R"("variables":[{"name":"a b","expression":"1"}],
                             "validations":[{"expression":"true"}])"),
            "spec.variables[0].name: Invalid value: \"a b\": must be a valid CEL identifier");
}

TEST(AdmissionPolicyParts, AnnotationsHaveKeysOfTheirOwn) {
  EXPECT_EQ(policy_faults(R"("auditAnnotations":[{"key":"k","valueExpression":"'v'"},
                                                 {"key":"k","valueExpression":"null"}])"),
            "spec.auditAnnotations[1].key: Duplicate value: \"k\"");
  EXPECT_TRUE(
      policy_faults(R"("auditAnnotations":[{"key":"a b","valueExpression":"'v'"}])")
          .starts_with("spec.auditAnnotations[0].key: Invalid value: \"a/a b\": name part"));
}

TEST(AdmissionPolicyParts, ParametersHaveAKindAndAName) {
  EXPECT_EQ(policy_faults(R"("paramKind":{},"validations":[{"expression":"true"}])"),
            "[spec.paramKind.apiVersion: Required value, spec.paramKind.kind: Required value]");
  const auto binding = [](const std::string& more) {
    return faults("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding",
                  (R"({"spec":{"policyName":"p",)" + more + "}}").c_str());
  };
  EXPECT_EQ(binding(R"("validationActions":["Deny"],"paramRef":{})"),
            "[spec.paramRef: Required value: one of name or selector must be specified, "
            "spec.paramRef.parameterNotFoundAction: Required value]");
  EXPECT_EQ(binding(R"("validationActions":["Deny"],
                       "paramRef":{"name":"x","parameterNotFoundAction":"Deny"})"),
            "");
  EXPECT_TRUE(binding(R"("validationActions":["Deny","Warn"])")
                  .starts_with("spec.validationActions: Invalid value: [\"Deny\",\"Warn\"]: must "
                               "not contain both Deny and Warn"));
}

}  // namespace
}  // namespace sluice::api

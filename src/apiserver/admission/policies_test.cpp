// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/policies.h"

#include <gtest/gtest.h>

#include "apiserver/admission/test_webhooks.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

class Policies : public testing::Test {
 protected:
  void define(const std::string& spec, const std::string& name = "p") {
    json::Value policy = json_of(R"({"metadata":{"name":")" + name + R"("},"spec":{
        "matchConstraints":{"resourceRules":[{"operations":["CREATE"],"apiGroups":[""],
        "apiVersions":["v1"],"resources":["configmaps"]}]}}})");
    const json::Value members = json_of(spec);
    for (const json::Member& member : members.as_object()) {
      policy["spec"][member.key] = member.value;
    }
    world_.cluster.create(kind("ValidatingAdmissionPolicy"), json::write(policy));
  }
  void bind(const std::string& spec = R"({"validationActions":["Deny"]})") {
    json::Value binding = json_of(R"({"metadata":{"name":"b"},"spec":{"policyName":"p"}})");
    const json::Value members = json_of(spec);
    for (const json::Member& member : members.as_object()) {
      binding["spec"][member.key] = member.value;
    }
    world_.cluster.create(kind("ValidatingAdmissionPolicyBinding"), json::write(binding));
  }
  static const api::Kind& kind(const std::string& name) {
    return *api::find_kind("admissionregistration.k8s.io/v1", name);
  }
  static std::string denied(const std::string& name, const std::string& why) {
    return "configmaps \"" + name +
           "\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: " + why;
  }

  WebhookCluster world_;
};

TEST_F(Policies, AnUnboundPolicyDoesNothing) {
  define(R"({"validations":[{"expression":"false"}]})");
  EXPECT_EQ(world_.refusal("m"), "");
}

TEST_F(Policies, RefuseWithTheirMessage) {
  define(R"({"validations":[
      {"expression":"object.metadata.name != 'one'"},
      {"expression":"object.metadata.name != 'two'","message":"not two","reason":"Forbidden"},
      {"expression":"object.metadata.name != 'three'","message":"plain",
       "messageExpression":"'not ' + object.metadata.name"},
      {"expression":"object.metadata.name != 'four'","message":"plain",
       "messageExpression":"string(object.nothing) "}]})");
  bind();
  EXPECT_EQ(world_.refusal("zero"), "");
  EXPECT_EQ(world_.refusal("one"),
            denied("one", "failed expression: object.metadata.name != 'one'"));
  EXPECT_EQ(world_.refusal("two"), denied("two", "not two"));
  EXPECT_EQ(world_.refusal("three"), denied("three", "not three"));
  EXPECT_EQ(world_.refusal("four"), denied("four", "plain"));
  const json::Value status = json_of(world_.create_map("one").error().verbatim);
  EXPECT_EQ(status.at("reason").as_string(), "Invalid");
  EXPECT_EQ(status.at("code").as_int(), 422);
  EXPECT_EQ(status.at("details", "kind").as_string(), "configmaps");
  EXPECT_EQ(json_of(world_.create_map("two").error().verbatim).at("code").as_int(), 403);
}

TEST_F(Policies, ActionsMayBeMilder) {
  define(R"({"validations":[{"expression":"false","message":"no"}]})");
  bind(R"({"validationActions":["Warn","Audit"]})");
  EXPECT_EQ(world_.refusal("m"), "");
  EXPECT_EQ(world_.notes.warnings,
            std::vector<std::string>{
                "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': no"});
  EXPECT_EQ(world_.notes.annotations["validation.policy.admission.k8s.io/validation_failure"],
            R"([{"message":"no","policy":"p","binding":"b","expressionIndex":0,)"
            R"("validationActions":["Warn","Audit"]}])");
}

TEST_F(Policies, ErrorsCountAsTheFailurePolicySays) {
  define(R"({"validations":[{"expression":"object.spec.x == 1"}]})");
  bind();
  EXPECT_EQ(world_.refusal("m"),
            denied("m", "expression 'object.spec.x == 1' resulted in error: no such key: spec"));
  define(R"({"failurePolicy":"Ignore","validations":[{"expression":"object.spec.x == 1"}]})", "q");
}

TEST_F(Policies, VariablesAreComputedWhenNeeded) {
  define(R"({"variables":[{"name":"broken","expression":"object.spec.x"},
                          {"name":"base","expression":"object.metadata.name"},
                          {"name":"full","expression":"variables.base + '!'"}],
             "validations":[{"expression":"variables.full == 'm!' || variables.broken == 1"}]})");
  bind();
  EXPECT_EQ(world_.refusal("m"), "");
  EXPECT_EQ(world_.refusal("n"),
            denied("n",
                   "expression 'variables.full == 'm!' || variables.broken == 1' resulted in "
                   "error: composited variable \"broken\" fails to evaluate: expression "
                   "'object.spec.x' resulted in error: no such key: spec"));
}

TEST_F(Policies, ConditionsAndBindingsNarrowThem) {
  define(R"({"matchConditions":[{"name":"c","expression":"object.metadata.name != 'free'"}],
             "validations":[{"expression":"false","message":"no"}]})");
  bind(R"({"validationActions":["Deny"],"matchResources":{"namespaceSelector":
           {"matchLabels":{"kubernetes.io/metadata.name":"default"}}}})");
  EXPECT_EQ(world_.refusal("free"), "");
  EXPECT_EQ(world_.refusal("m"), denied("m", "no"));
  world_.cluster.create(api::kinds::namespace_(), R"({"metadata":{"name":"other"}})");
  EXPECT_TRUE(world_.cluster.registry.create(api::kinds::config_map(), "other",
                                             json_of(R"({"metadata":{"name":"m"}})")));
}

TEST_F(Policies, ParametersComeFromTheBinding) {
  define(R"({"paramKind":{"apiVersion":"v1","kind":"Secret"},"validations":[
      {"expression":"object.metadata.name in params.data","message":"unknown name"}]})");
  bind(R"({"validationActions":["Deny"],"paramRef":{"name":"names","namespace":"default",
           "parameterNotFoundAction":"Deny"}})");
  EXPECT_EQ(world_.refusal("m"),
            denied("m",
                   "failed to configure binding: no params found for policy binding with "
                   "`Deny` parameterNotFoundAction"));
  world_.cluster.create(api::kinds::secret(),
                        R"({"metadata":{"name":"names"},"data":{"m":"eA=="}})");
  EXPECT_EQ(world_.refusal("m"), "");
  EXPECT_EQ(world_.refusal("n"), denied("n", "unknown name"));
}

TEST_F(Policies, AnUnknownParamKindIsTheirFault) {
  define(R"({"paramKind":{"apiVersion":"x.example/v1","kind":"Nothing"},
             "validations":[{"expression":"true"}]})");
  bind();
  EXPECT_EQ(world_.refusal("m"),
            "configmaps \"m\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed "
            "to configure policy: failed to find resource referenced by paramKind: "
            "'x.example/v1, Kind=Nothing'");
}

TEST_F(Policies, KnowTheRequestTheNamespaceAndWhatTheUserMay) {
  define(R"json({"validations":[
      {"expression":"request.userInfo.username == 'ann' && 'dev' in request.userInfo.groups"},
      {"expression":"namespaceObject.metadata.name == request.namespace"},
      {"expression":"!authorizer.group('').resource('pods').check('get').allowed()"}],
      "auditAnnotations":[{"key":"who","valueExpression":"'by ' + request.userInfo.username"}]})json");
  bind();
  EXPECT_EQ(world_.refusal("m"), "");
  EXPECT_EQ(world_.notes.annotations["p/who"], "by ann");
}

}  // namespace
}  // namespace sluice::apiserver

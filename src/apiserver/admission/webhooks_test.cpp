// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/webhooks.h"

#include <gtest/gtest.h>

#include <latch>

#include "apiserver/admission/test_webhooks.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

std::string data_of(WebhookCluster& world, const std::string& name) {
  return json::write(world.cluster.get(api::kinds::config_map(), name).at("data"));
}

TEST(MutatingWebhooks, PatchWhatIsWritten) {
  WebhookCluster world;
  world.add("Mutating", "one", setting("a"));
  world.add("Mutating", "two", setting("b"));
  ASSERT_EQ(world.refusal("m"), "");
  EXPECT_EQ(data_of(world, "m"), R"({"a":"1","b":"1"})");
  EXPECT_EQ(world.notes.annotations["mutation.webhook.admission.k8s.io/round_0_index_1"],
            R"({"configuration":"two","webhook":"two.example.com","mutated":true})");
}

TEST(MutatingWebhooks, AreCalledAgainWhenTheyWantToAndALaterOneChangedSomething) {
  WebhookCluster world;
  world.add("Mutating", "one", setting("a"), R"({"reinvocationPolicy":"IfNeeded"})");
  world.add("Mutating", "two", setting("b"), R"({"reinvocationPolicy":"IfNeeded"})");
  world.add("Mutating", "zero", allow);
  ASSERT_EQ(world.refusal("m"), "");
  const auto asked = world.asked();
  ASSERT_EQ(asked.size(), 4U);  // one, two, zero, and one again
  EXPECT_EQ(json::write(asked[3].at("object", "data")), R"({"a":"1","b":"1"})");
}

TEST(MutatingWebhooks, HaveNoMoreTimeThanTheRequest) {
  using std::chrono::seconds;
  WebhookCluster world;
  world.add("Mutating", "one", allow, R"({"timeoutSeconds":9})");
  world.add("Validating", "two", allow, R"({"timeoutSeconds":3})");
  ASSERT_TRUE(world.create_map("m"));
  EXPECT_EQ(world.timeouts(), (std::vector<Duration>{seconds(9), seconds(3)}));
  registry::WriteOptions hurried;
  int left = 5;
  hurried.by.time_left = [&] { return seconds(std::exchange(left, -1)); };
  ASSERT_TRUE(world.create_map("n", hurried));
  EXPECT_EQ(world.timeouts(), (std::vector<Duration>{seconds(5), seconds(0)}));
}

TEST(MutatingWebhooks, CannotPatchADeletion) {
  WebhookCluster world;
  world.cluster.create_config_map("m");
  world.add("Mutating", "one", setting("a"));
  const auto removed =
      world.cluster.registry.remove(api::kinds::config_map(), {.key = {"default", "m"}});
  ASSERT_FALSE(removed);
  EXPECT_EQ(removed.error().message,
            "Internal error occurred: admission webhook \"one.example.com\" attempted to modify "
            "the object, which is not supported for this operation");
}

TEST(MutatingWebhooks, DefaultsFollowThePatch) {
  WebhookCluster world;
  world.add("Mutating", "one", [](const json::Value&) -> Result<json::Value> {
    return json::Value(json::Object{
        {"allowed", true},
        {"patchType", "JSONPatch"},
        {"patch", base64_encode(R"([{"op":"add","path":"/immutable","value":"no"}])")}});
  });
  EXPECT_NE(world.refusal("m").find("Internal error occurred"), std::string::npos);
}

TEST(ValidatingWebhooks, SeeTheWholeRequest) {
  WebhookCluster world;
  world.add("Validating", "check", allow);
  ASSERT_TRUE(world.create_map("m", {.field_manager = "me"}));
  const auto asked = world.asked();
  ASSERT_EQ(asked.size(), 1U);
  json::Value request = asked[0];
  EXPECT_FALSE(request.at("uid").as_string().empty());
  EXPECT_EQ(api::name(request.at("object")), "m");
  request.erase("uid");
  request.erase("object");
  EXPECT_EQ(
      json::write(request),
      R"({"kind":{"group":"","version":"v1","kind":"ConfigMap"},)"
      R"("resource":{"group":"","version":"v1","resource":"configmaps"},)"
      R"("requestKind":{"group":"","version":"v1","kind":"ConfigMap"},)"
      R"("requestResource":{"group":"","version":"v1","resource":"configmaps"},)"
      R"("name":"m","namespace":"default","operation":"CREATE",)"
      R"("userInfo":{"username":"ann","groups":["dev"]},"oldObject":null,"dryRun":false,)"
      R"("options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1","fieldManager":"me"}})");
}

TEST(ValidatingWebhooks, RefuseInTheirOwnWords) {
  WebhookCluster world;
  json::Value response;
  world.add("Validating", "check",
            [&](const json::Value&) -> Result<json::Value> { return response; });
  response = json_of(R"({"allowed":false,"status":{"message":"no way","code":403,
                         "reason":"Forbidden"}})");
  EXPECT_EQ(world.refusal("m"),
            "admission webhook \"check.example.com\" denied the request: no way");
  const auto refused = world.create_map("m");
  EXPECT_EQ(refused.error().code, Code::kForbidden);
  EXPECT_EQ(refused.error().verbatim,
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":)"
            R"("admission webhook \"check.example.com\" denied the request: no way",)"
            R"("reason":"Forbidden","code":403})");
  response = json_of(R"({"allowed":false,"status":{"reason":"Because"}})");
  EXPECT_EQ(world.refusal("m"),
            "admission webhook \"check.example.com\" denied the request: Because");
  response = json_of(R"({"allowed":false})");
  EXPECT_EQ(world.refusal("m"),
            "admission webhook \"check.example.com\" denied the request without explanation");
  EXPECT_EQ(world.create_map("m").error().code, Code::kBadRequest);
  response = json_of(R"({"allowed":true,"warnings":["careful"],"auditAnnotations":{"k":"v"}})");
  EXPECT_EQ(world.refusal("m"), "");
  EXPECT_EQ(world.notes.warnings, std::vector<std::string>{"careful"});
  EXPECT_EQ(world.notes.annotations["check.example.com/k"], "v");
}

TEST(ValidatingWebhooks, FailuresCountAsThePolicySays) {
  for (const bool ignored : {false, true}) {
    WebhookCluster world;
    world.add(
        "Validating", "check",
        [](const json::Value&) -> Result<json::Value> {
          return fail(Code::kUnavailable, "Post \"https://check/\": refused");
        },
        ignored ? R"({"failurePolicy":"Ignore"})" : "{}");
    EXPECT_EQ(world.refusal("m"),
              ignored ? ""
                      : "Internal error occurred: failed calling webhook \"check.example.com\": "
                        "failed to call webhook: Post \"https://check/\": refused");
    EXPECT_EQ(world.notes.annotations.count(
                  "failed-open.validating.webhook.admission.k8s.io/round_0_index_0"),
              ignored ? 1U : 0U);
  }
}

TEST(ValidatingWebhooks, RunAtTheSameTime) {
  WebhookCluster world;
  std::latch both(2);
  const auto meet = [&](const json::Value&) -> Result<json::Value> {
    both.arrive_and_wait();
    return json::Value(json::Object{{"allowed", true}});
  };
  world.add("Validating", "one", meet);
  world.add("Validating", "two", meet);
  EXPECT_EQ(world.refusal("m"), "");
}

TEST(Webhooks, AnswersMustBeForTheQuestion) {
  WebhookCluster world;
  world.add("Validating", "check", setting("a"));
  EXPECT_EQ(world.refusal("m"),
            "Internal error occurred: failed calling webhook \"check.example.com\": received "
            "invalid webhook response: validating webhook may not return response.patch");
}

TEST(Webhooks, DecideOnlyOnWhatTheyAreFor) {
  WebhookCluster world;
  world.add("Validating", "check", [](const json::Value&) {
    return json::Value(json::Object{{"allowed", false}});
  });
  world.cluster.create_pod("p");
  EXPECT_TRUE(world.asked().empty());
  EXPECT_FALSE(world.cluster.registry.admit_connect(
      api::kinds::pod(), {.key = {"default", "p"},
                          .subresource = "exec",
                          .object = json_of(R"({"apiVersion":"v1","kind":"PodExecOptions"})")}));
  const auto asked = world.asked();
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].at("operation").as_string(), "CONNECT");
  EXPECT_EQ(asked[0].at("kind", "kind").as_string(), "PodExecOptions");
  EXPECT_EQ(asked[0].at("resource", "resource").as_string(), "pods");
  EXPECT_EQ(asked[0].at("subResource").as_string(), "exec");
}

TEST(Webhooks, MatchConditionsNarrowThem) {
  WebhookCluster world;
  const auto deny = [](const json::Value&) -> Result<json::Value> {
    return json::Value(json::Object{{"allowed", false}});
  };
  world.add("Validating", "named", deny,
            R"({"matchConditions":[{"name":"n","expression":"object.metadata.name == 'x'"}]})");
  EXPECT_EQ(world.refusal("m"), "");
  EXPECT_NE(world.refusal("x"), "");
  world.add("Validating", "wrong", deny,
            R"({"matchConditions":[{"name":"n","expression":"object.spec.none == 1"}]})");
  EXPECT_EQ(world.refusal("y"),
            "configmaps \"y\" is forbidden: expression 'object.spec.none == 1' resulted in error: "
            "no such key: spec");
}

}  // namespace
}  // namespace sluice::apiserver

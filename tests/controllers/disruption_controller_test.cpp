// SPDX-License-Identifier: Apache-2.0
#include "controllers/disruption/disruption_controller.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

constexpr std::string_view kOnly[] = {"disruption"};

class DisruptionControllerTest : public RoughWorld {
 protected:
  DisruptionControllerTest() : RoughWorld(kOnly) {}

  const api::Kind& budgets_ = api::kinds::pod_disruption_budget();
  const api::Kind& pods_ = api::kinds::pod();
  const api::Key b_{"default", "b"};

  void create_budget(const std::string& amount) {
    create(budgets_, R"({"metadata":{"name":"b"},"spec":{)" + amount +
                         R"(,"selector":{"matchLabels":{"app":"x"}}}})");
  }
  client::Object create_pod(const std::string& name, const std::string& metadata = "") {
    const auto pod =
        create(pods_, R"({"metadata":{"name":")" + name + R"(","labels":{"app":"x"})" + metadata +
                          R"(},"spec":{"containers":[{"name":"c","image":"i"}]}})");
    set_status(pod, R"({"status":{"phase":"Running",
                        "conditions":[{"type":"Ready","status":"True"}]}})");
    return pod;
  }
  void set_status(const client::Object& pod, const char* status) {
    const auto patched =
        client_.patch(pods_, api::key(pod), {client::PatchType::kMerge, *json::parse(status)},
                      client::Part::kStatus);
    EXPECT_TRUE(patched.has_value()) << patched.error().message;
  }
  static std::string owned_by(const client::Object& owner) {
    return R"(,"ownerReferences":[)" + json::write(api::controller_reference(owner)) + "]";
  }
  client::Object create_set(const std::string& name, int replicas,
                            const std::string& metadata = "") {
    return create(api::kinds::replica_set(),
                  R"({"metadata":{"name":")" + name + "\"" + metadata + R"(},"spec":{"replicas":)" +
                      std::to_string(replicas) +
                      R"(,"selector":{"matchLabels":{"app":"x"}},"template":{
                      "metadata":{"labels":{"app":"x"}},
                      "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  }
  // "allowed healthy/desired/expected"
  static std::string numbers(const client::Object& budget) {
    const json::Value& status = budget.at("status");
    const auto number = [&](const char* name) { return std::to_string(status.at(name).as_int()); };
    return number("disruptionsAllowed") + " " + number("currentHealthy") + "/" +
           number("desiredHealthy") + "/" + number("expectedPods");
  }
  client::Object await_numbers(const std::string& expected) {
    return await(budgets_, b_, [&](const client::Object& budget) {
      return numbers(budget) == expected && budget.at("status", "observedGeneration").as_int() ==
                                                budget.at("metadata", "generation").as_int();
    });
  }
  Result<client::ObjectPtr> evict(const std::string& pod) {
    return client_.create_subresource(
        pods_, {"default", pod}, "eviction",
        json::Object{{"metadata", json::Object{{"name", pod}, {"namespace", "default"}}}});
  }
};

INSTANTIATE_TEST_SUITE_P(, DisruptionControllerTest, in_every_weather(), weather_name);

TEST_P(DisruptionControllerTest, CountsItsPods) {
  create_budget(R"("minAvailable":1)");
  const auto empty = await_numbers("0 0/1/0");
  EXPECT_EQ(api::condition(empty, "DisruptionAllowed")->at("reason").as_string(),
            "InsufficientPods");
  create_pod("p1");
  create_pod("p2");
  const auto full = await_numbers("1 2/1/2");
  EXPECT_TRUE(api::has_condition(full, "DisruptionAllowed"));
  ASSERT_TRUE(client_.patch(
      budgets_, b_, {client::PatchType::kMerge, *json::parse(R"({"spec":{"minAvailable":2}})")}));
  await_numbers("0 2/2/2");
}

TEST_P(DisruptionControllerTest, EvictionsSpendItAndPodsThatGoGiveItBack) {
  create_budget(R"("minAvailable":1)");
  create_pod("p1");
  create_pod("p2");
  await_numbers("1 2/1/2");
  ASSERT_TRUE(evict("p1"));
  const auto refused = evict("p2");
  ASSERT_TRUE(!refused || (*refused)->at("code").as_int() == 429);
  await_gone(pods_, {"default", "p1"});
  const auto after = await_numbers("0 1/1/1");
  EXPECT_EQ(after.find("status", "disruptedPods"), nullptr);
  create_pod("p3");
  await_numbers("1 2/1/2");
}

TEST_P(DisruptionControllerTest, AnEvictionThatCameToNothingIsForgotten) {
  create_budget(R"("minAvailable":1)");
  create_pod("p1");
  create_pod("p2");
  auto budget = await_numbers("1 2/1/2");
  budget["status"]["disruptedPods"]["p1"] = "2030-01-01T00:00:00Z";
  budget["status"]["disruptionsAllowed"] = 0;
  ASSERT_TRUE(client_.update(budgets_, budget, client::Part::kStatus));
  await_numbers("0 1/1/2");
  let_time_fly(std::chrono::seconds(10));
  EXPECT_EQ(await_numbers("1 2/1/2").find("status", "disruptedPods"), nullptr);
}

TEST_P(DisruptionControllerTest, SharesGoByTheScaleOfControllers) {
  const api::Kind& deployments = api::kinds::deployment();
  const auto deployment = create(deployments, R"({"metadata":{"name":"d"},"spec":{"replicas":4,
      "paused":true,"selector":{"matchLabels":{"app":"x"}},
      "template":{"metadata":{"labels":{"app":"x"}},
                  "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  const auto of_deployment = create_set("d-1", 1, owned_by(deployment));
  const auto alone = create_set("alone", 2);
  create_budget(R"("maxUnavailable":"50%")");
  create_pod("p1", owned_by(of_deployment));
  create_pod("p2", owned_by(alone));
  create_pod("p3", owned_by(alone));
  create_pod("stray");
  await_numbers("1 4/3/6");
  ASSERT_TRUE(
      client_.patch(deployments, {"default", "d"},
                    {client::PatchType::kMerge, *json::parse(R"({"spec":{"replicas":2}})")}));
  await_numbers("2 4/2/4");
}

TEST_P(DisruptionControllerTest, ControllersWithoutAScaleCannotBeCounted) {
  create_budget(R"("maxUnavailable":1)");
  const auto map = create(api::kinds::config_map(), R"({"metadata":{"name":"m"}})");
  create_pod("p1", owned_by(map));
  const auto budget = await(budgets_, b_, [](const client::Object& seen) {
    const json::Value* condition = api::condition(seen, "DisruptionAllowed");
    return condition != nullptr && condition->at("reason").as_string() == "SyncFailed";
  });
  EXPECT_EQ(api::condition(budget, "DisruptionAllowed")->at("message").as_string(),
            "configmaps does not implement the scale subresource");
}

TEST_P(DisruptionControllerTest, PodsThatWereAnnouncedToGoAndStayLoseTheMark) {
  const auto pod = create_pod("p1");
  set_status(pod, R"({"status":{"conditions":[{"type":"DisruptionTarget","status":"True",
      "reason":"PreemptionByScheduler","lastTransitionTime":"2030-01-01T00:00:00Z"}]}})");
  let_time_fly(std::chrono::seconds(10));
  await(pods_, api::key(pod), [](const client::Object& current) {
    return api::has_condition(current, "DisruptionTarget", "False");
  });
}

}  // namespace
}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/autoscaler_controller.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/timestamp.h"
#include "client/told_usage.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

constexpr std::string_view kOnly[] = {"horizontalpodautoscaling"};

class AutoscalerControllerTest : public RoughWorld {
 protected:
  AutoscalerControllerTest() : RoughWorld(kOnly) {
    registry_.measure_with(usage_);
    let_time_fly(std::chrono::seconds(2));
  }
  ~AutoscalerControllerTest() override { stop_controllers(); }  // they ask for the usage told here

  const api::Kind& autoscalers_ = api::kinds::horizontal_pod_autoscaler();
  const api::Kind& sets_ = api::kinds::replica_set();
  const api::Key a_{"default", "a"};
  const api::Key set_{"default", "s"};

  void create_set(int replicas) {
    create(sets_, R"({"metadata":{"name":"s"},"spec":{"replicas":)" + std::to_string(replicas) +
                      R"(,"selector":{"matchLabels":{"app":"x"}},
                      "template":{"metadata":{"labels":{"app":"x"}},
                                  "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  }
  // A pod of the set that has long been ready and uses so much of one processor.
  void create_pod(const std::string& name, std::int64_t millicores) {
    usage_.tell(name, {.containers = {{"c", millicores * 1'000'000, 1 << 20}}});
    create(api::kinds::pod(), R"({"metadata":{"name":")" + name + R"(","labels":{"app":"x"}},
        "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}})");
    const std::string long_ago = format_rfc3339(clock_.now() - std::chrono::hours(1));
    const auto status = json::parse(R"({"status":{"phase":"Running","startTime":")" + long_ago +
                                    R"(","conditions":[{"type":"Ready","status":"True",
                                        "lastTransitionTime":")" +
                                    long_ago + R"("}]}})");
    ASSERT_TRUE(client_.patch(api::kinds::pod(), {"default", name},
                              {client::PatchType::kMerge, *status}, client::Part::kStatus));
  }
  void create_autoscaler(const std::string& more, const std::string& name = "a") {
    create(autoscalers_, R"({"metadata":{"name":")" + name +
                             R"("},"spec":{"scaleTargetRef":{"apiVersion":"apps/v1",
                             "kind":"ReplicaSet","name":"s"},)" +
                             more + "}}");
  }
  static std::string cpu_at(int percent) {
    return R"("metrics":[{"type":"Resource","resource":{"name":"cpu","target":{
              "type":"Utilization","averageUtilization":)" +
           std::to_string(percent) + "}}}]";
  }
  void await_replicas(int count) {
    await(sets_, set_,
          [&](const client::Object& set) { return set.at("spec", "replicas").as_int() == count; });
  }
  client::Object await_condition(std::string_view type, const std::string& reason) {
    return await(autoscalers_, a_, [&](const client::Object& autoscaler) {
      const json::Value* condition = api::condition(autoscaler, type);
      return condition != nullptr && condition->at("reason").as_string() == reason;
    });
  }
  void await_event(const std::string& reason, const std::string& message) {
    await_all(api::kinds::event(), [&](const Objects& events) {
      return std::any_of(events.begin(), events.end(), [&](const client::ObjectPtr& event) {
        return event->at("reason").as_string() == reason &&
               event->at("message").as_string() == message;
      });
    });
  }

  client::ToldUsage usage_{clock_};
};

INSTANTIATE_TEST_SUITE_P(, AutoscalerControllerTest, in_every_weather(), weather_name);

TEST_P(AutoscalerControllerTest, BusyPodsGetCompany) {
  create_set(1);
  create_pod("p", 1500);
  create_autoscaler(R"("maxReplicas":10,)" + cpu_at(50));
  await_replicas(3);
  const auto settled = await(autoscalers_, a_, [](const client::Object& autoscaler) {
    return autoscaler.at("status", "currentReplicas").as_int() == 3 &&
           autoscaler.at("status", "desiredReplicas").as_int() == 3;
  });
  EXPECT_TRUE(api::has_condition(settled, "AbleToScale"));
  EXPECT_TRUE(api::has_condition(settled, "ScalingLimited", "False"));
  EXPECT_EQ(api::condition(settled, "ScalingActive")->at("message").as_string(),
            "the HPA was able to successfully calculate a replica count from cpu resource "
            "utilization (percentage of request)");
  EXPECT_EQ(json::write(settled.at("status", "currentMetrics")),
            R"([{"type":"Resource","resource":{"name":"cpu",)"
            R"("current":{"averageUtilization":150,"averageValue":"1500m"}}}])");
}

TEST_P(AutoscalerControllerTest, IdlePodsGoWhenTheyHaveBeenIdleForLong) {
  create_set(2);
  create_pod("p1", 100);
  create_pod("p2", 100);
  create_autoscaler(R"("maxReplicas":10,)" + cpu_at(50));
  const auto calm = await_condition("AbleToScale", "ScaleDownStabilized");
  EXPECT_EQ(calm.at("status", "desiredReplicas").as_int(), 2);
  EXPECT_EQ(get(sets_, set_).at("spec", "replicas").as_int(), 2);
  let_time_fly(std::chrono::seconds(20));
  await_replicas(1);
}

TEST_P(AutoscalerControllerTest, ABehaviorMayBeQuickerAndHaveLimits) {
  create_set(4);
  for (const char* pod : {"p1", "p2", "p3", "p4"}) {
    create_pod(pod, 10);
  }
  create_autoscaler(R"("maxReplicas":10,"behavior":{"scaleDown":{"stabilizationWindowSeconds":0,
      "policies":[{"type":"Pods","value":1,"periodSeconds":15}]}},)" +
                    cpu_at(50));
  await_replicas(3);
  await_replicas(2);
}

TEST_P(AutoscalerControllerTest, BoundsHoldWithoutAnyMetrics) {
  create_set(1);
  create_autoscaler(R"("minReplicas":2,"maxReplicas":3)");
  await_replicas(2);
  ASSERT_TRUE(client_.patch(
      sets_, set_, {client::PatchType::kMerge, *json::parse(R"({"spec":{"replicas":9}})")}));
  await_replicas(3);
  const auto silent = await_condition("ScalingActive", "FailedGetResourceMetric");
  EXPECT_EQ(api::condition(silent, "ScalingActive")->at("message").as_string(),
            "the HPA was unable to compute the replica count: failed to get cpu utilization: "
            "unable to get metrics for resource cpu: no metrics returned from resource metrics "
            "API");
  EXPECT_EQ(json::write(silent.at("status", "currentMetrics")), R"([{"type":""}])");
}

TEST_P(AutoscalerControllerTest, NothingIsScaledFromZero) {
  create_set(0);
  create_autoscaler(R"("maxReplicas":3)");
  const auto off = await_condition("ScalingActive", "ScalingDisabled");
  EXPECT_EQ(off.at("status", "desiredReplicas").as_int(), 0);
  EXPECT_EQ(get(sets_, set_).at("spec", "replicas").as_int(), 0);
}

TEST_P(AutoscalerControllerTest, ATargetThatIsNotThereIsNamed) {
  create_autoscaler(R"("maxReplicas":3)");
  const auto lost = await_condition("AbleToScale", "FailedGetScale");
  EXPECT_EQ(api::condition(lost, "AbleToScale")->at("message").as_string(),
            "the HPA controller was unable to get the target's current scale: replicasets.apps "
            "\"s\" not found");
  create_set(5);
  await_replicas(3);
}

TEST_P(AutoscalerControllerTest, MetricsOfOtherApisAreSilent) {
  create_set(1);
  create_autoscaler(R"("maxReplicas":3,"metrics":[{"type":"Pods","pods":{"metric":{"name":"hits"},
      "target":{"type":"AverageValue","averageValue":"1"}}}])");
  const auto silent = await_condition("ScalingActive", "FailedGetPodsMetric");
  EXPECT_EQ(api::condition(silent, "ScalingActive")->at("message").as_string(),
            "the HPA was unable to compute the replica count: unable to get metric hits: unable to "
            "fetch metrics from custom metrics API: no custom metrics API "
            "(custom.metrics.k8s.io) registered");
}

TEST_P(AutoscalerControllerTest, PodsWithTwoMastersAreLeftAlone) {
  create_set(1);
  create_pod("p", 1500);
  create_autoscaler(R"("maxReplicas":10,)" + cpu_at(200));
  await_condition("ScalingActive", "ValidMetricFound");
  create_autoscaler(R"("maxReplicas":10,)" + cpu_at(200), "b");
  const auto torn = await_condition("ScalingActive", "AmbiguousSelector");
  EXPECT_EQ(api::condition(torn, "ScalingActive")->at("message").as_string(),
            "pods by selector app=x are controlled by multiple HPAs: [{a default} {b default}]");
}

using AutoscalerEventsTest = AutoscalerControllerTest;
INSTANTIATE_TEST_SUITE_P(, AutoscalerEventsTest, testing::Values(Weather::kFair), weather_name);

TEST_P(AutoscalerEventsTest, TellWhatWasDoneAndWhy) {
  create_set(1);
  create_pod("p", 1500);
  create_autoscaler(R"("maxReplicas":10,)" + cpu_at(50));
  const auto done = await_condition("AbleToScale", "SucceededRescale");
  EXPECT_EQ(api::condition(done, "AbleToScale")->at("message").as_string(),
            "the HPA controller was able to update the target scale to 3");
  EXPECT_NE(done.find("status", "lastScaleTime"), nullptr);
  await_event("SuccessfulRescale",
              "New size: 3; reason: cpu resource utilization (percentage of request) above target");
}

TEST_P(AutoscalerEventsTest, CustomKindsAreScaledThroughTheirScale) {
  create(api::kinds::custom_resource_definition(), R"({"metadata":{"name":"teams.a.io"},"spec":{
      "group":"a.io","scope":"Namespaced","names":{"plural":"teams","kind":"Team"},
      "versions":[{"name":"v1","served":true,"storage":true,
        "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}},
        "subresources":{"scale":{"specReplicasPath":".spec.size",
                                 "statusReplicasPath":".status.size",
                                 "labelSelectorPath":".status.selector"}}}]}})");
  const auto kind = registry_.catalog().find_kind("a.io/v1", "Team");
  ASSERT_NE(kind, nullptr);
  create(*kind, R"({"metadata":{"name":"t"},"spec":{"size":1},"status":{"selector":"app=x"}})");
  create_pod("p", 1500);
  create(autoscalers_, R"({"metadata":{"name":"a"},"spec":{"maxReplicas":10,"scaleTargetRef":{
      "apiVersion":"a.io/v1","kind":"Team","name":"t"},)" +
                           cpu_at(50) + "}}");
  await(*kind, {"default", "t"},
        [](const client::Object& team) { return team.at("spec", "size").as_int() == 3; });
}

}  // namespace
}  // namespace sluice

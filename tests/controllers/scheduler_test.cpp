// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/scheduler.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

using namespace std::string_literals;

const api::Kind& pods() {
  return api::kinds::pod();
}

api::Key named(const std::string& name) {
  return {"default", name};
}

const std::string& node_of(const client::Object& pod) {
  return pod.at("spec", "nodeName").as_string();
}

bool is_bound(const client::Object& pod) {
  return !node_of(pod).empty();
}

std::string message_of(const client::Object& pod) {
  const json::Value* scheduled = api::condition(pod, "PodScheduled");
  return scheduled == nullptr ? "" : scheduled->at("message").as_string();
}

class SchedulerTest : public RoughWorld {
 protected:
  // Of one container; `more` continues the spec.
  client::Object create_pod(const std::string& name, const std::string& more = "",
                            const std::string& labels = "{}") {
    return create(pods(), R"({"metadata":{"name":")" + name + R"(","labels":)" + labels +
                              R"(},"spec":{"containers":[{"name":"c","image":"i"}])" + more + "}}");
  }
  client::Object create_asking(const std::string& name, const std::string& cpu,
                               const std::string& more = "") {
    return create(pods(), R"({"metadata":{"name":")" + name +
                              R"("},"spec":{"containers":[{"name":"c","image":"i",
                              "resources":{"requests":{"cpu":")" +
                              cpu + R"("}}}])" + more + "}}");
  }
  client::Object await_bound(const std::string& name) {
    return await(pods(), named(name), is_bound);
  }
  client::Object await_message(const std::string& name, const std::string& message) {
    return await(pods(), named(name),
                 [&](const client::Object& pod) { return message_of(pod) == message; });
  }
  void change_node(const std::string& name, const std::string& patch,
                   client::Part part = client::Part::kMain) {
    const auto patched =
        client_.patch(api::kinds::node(), {"", name},
                      {client::PatchType::kMerge, json::parse(patch).value()}, part);
    EXPECT_TRUE(patched.has_value()) << patched.error().message;
  }
  // With its labels from the first moment: whoever sees it without them may bind pods to it.
  void create_labelled_node(const std::string& name, const std::string& labels) {
    create(api::kinds::node(),
           R"({"metadata":{"name":")" + name + R"(","labels":)" + labels + "}}");
    change_node(name,
                R"({"status":{"conditions":[{"type":"Ready","status":"True"}],
                    "allocatable":{"cpu":"64","memory":"256Gi","pods":"10"}}})",
                client::Part::kStatus);
  }
  void create_priority(const std::string& name, int value, const std::string& more = "") {
    create(api::kinds::priority_class(), R"({"metadata":{"name":")" + name + R"("},"value":)" +
                                             std::to_string(value) + more + "}");
  }
  bool has_event(const std::string& reason, const std::string& message) {
    const Objects events = list(api::kinds::event());
    return std::any_of(events.begin(), events.end(), [&](const client::ObjectPtr& event) {
      return event->at("reason").as_string() == reason &&
             event->at("message").as_string() == message;
    });
  }
};

TEST_P(SchedulerTest, WaitingPodIsBoundToAReadyNode) {
  create_ready_node("n1");
  create_pod("a");
  const auto pod = await_bound("a");
  EXPECT_EQ(node_of(pod), "n1");
  EXPECT_TRUE(api::has_condition(pod, "PodScheduled"));
}

TEST_P(SchedulerTest, PodThatFitsNowhereSaysSoAndIsBoundWhenItFits) {
  create_pod("a");
  const auto waiting = await_message("a", "no nodes available to schedule pods");
  EXPECT_EQ(api::condition(waiting, "PodScheduled")->at("reason").as_string(), "Unschedulable");
  create_ready_node("n1");
  await_bound("a");
}

TEST_P(SchedulerTest, PodOfAnotherSchedulerIsLeftAlone) {
  create_ready_node("n1");
  create_pod("other", R"(,"schedulerName":"mine")");
  create_pod("a");
  await_bound("a");
  EXPECT_FALSE(is_bound(get(pods(), named("other"))));
}

TEST_P(SchedulerTest, GatedPodWaitsForItsGatesSilently) {
  create_ready_node("n1");
  create_pod("gated", R"(,"schedulingGates":[{"name":"example.com/g"}])");
  create_pod("a");
  await_bound("a");
  const client::Object gated = get(pods(), named("gated"));
  EXPECT_FALSE(is_bound(gated));
  const json::Value* condition = api::condition(gated, "PodScheduled");
  ASSERT_NE(condition, nullptr);
  EXPECT_EQ(condition->at("reason").as_string(), "SchedulingGated");
  EXPECT_EQ(condition->at("message").as_string(),
            "Scheduling is blocked due to non-empty scheduling gates");
  const auto opened = client_.patch(
      pods(), named("gated"),
      {client::PatchType::kMerge, json::parse(R"({"spec":{"schedulingGates":null}})").value()});
  ASSERT_TRUE(opened.has_value()) << opened.error().message;
  await_bound("gated");
}

TEST_P(SchedulerTest, RoomIsGivenOnceAndAgainWhenItIsFree) {
  create_ready_node("n1");
  create_asking("a", "40");
  const client::Object first = await_bound("a");
  create_asking("b", "40");
  await_message("b",
                "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: "
                "1 No preemption victims found for incoming pod.");
  set_phase(first, "Succeeded");
  await_bound("b");
}

TEST_P(SchedulerTest, SeveralPodsNeverShareTheSameRoom) {
  create_ready_node("n1");
  create_ready_node("n2");
  for (const char* name : {"a", "b", "c", "d"}) {
    create_asking(name, "30");
  }
  const Objects all = await_all(pods(), [](const Objects& objects) {
    return std::all_of(objects.begin(), objects.end(),
                       [](const auto& pod) { return is_bound(*pod); });
  });
  EXPECT_EQ(
      std::count_if(all.begin(), all.end(), [](const auto& pod) { return node_of(*pod) == "n1"; }),
      2);
}

TEST_P(SchedulerTest, AVirtualNodeTakesWhatSlurmCanEverRun) {
  create_ready_node("slurm");
  change_node(
      "slurm",
      R"({"metadata":{"annotations":{"sluice.dev/queued-resources":"cpu=64,memory,pods"}}})");
  for (const char* name : {"a", "b", "c"}) {
    create_asking(name, "60");
    await_bound(name);
  }
  create_asking("huge", "65");
  await_message("huge",
                "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: "
                "1 Preemption is not helpful for scheduling.");
}

TEST_P(SchedulerTest, PodsGoToTheNodeOfTheirPartition) {
  for (const std::string name : {"cpu", "gpu"}) {
    create_labelled_node(name, R"({"sluice.dev/partition":")" + name + R"("})");
  }
  create_pod("probe", R"(,"nodeSelector":{"sluice.dev/partition":"gpu"})");
  await_bound("probe");  // the scheduler knows that node now
  create(pods(), R"({"metadata":{"name":"a","annotations":{"sluice.dev/partition":"gpu"}},
                     "spec":{"containers":[{"name":"c","image":"i"}]}})");
  EXPECT_EQ(node_of(await_bound("a")), "gpu");
}

TEST_P(SchedulerTest, NodesThatRepelPodsAreNamedByReason) {
  create_ready_node("n1");
  create_ready_node("n2");
  change_node("n1", R"({"spec":{"taints":[{"key":"only","effect":"NoSchedule"}]}})");
  create_pod("a", R"(,"nodeSelector":{"disk":"fast"})");
  await_message("a",
                "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 "
                "node(s) had untolerated taint(s). preemption: 0/2 nodes are available: 2 "
                "Preemption is not helpful for scheduling.");
  change_node("n2", R"({"metadata":{"labels":{"disk":"fast"}}})");
  EXPECT_EQ(node_of(await_bound("a")), "n2");
}

TEST_P(SchedulerTest, PodsThatMustBeApartAre) {
  create_labelled_node("n1", R"({"kubernetes.io/hostname":"n1"})");
  create_labelled_node("n2", R"({"kubernetes.io/hostname":"n2"})");
  const std::string apart = R"(,"affinity":{"podAntiAffinity":{
    "requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"kubernetes.io/hostname",
    "labelSelector":{"matchLabels":{"app":"web"}}}]}})";
  create_pod("a", apart, R"({"app":"web"})");
  create_pod("b", apart, R"({"app":"web"})");
  const client::Object a = await_bound("a");
  EXPECT_NE(node_of(a), node_of(await_bound("b")));
  create_pod("c", apart, R"({"app":"web"})");
  await_message("c",
                "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules. "
                "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming "
                "pod.");
  finish_deletion(a);
  EXPECT_EQ(node_of(await_bound("c")), node_of(a));
}

TEST_P(SchedulerTest, PodsAreSpreadOverZones) {
  for (const std::string name : {"n1", "n2"}) {
    create_labelled_node(name, R"({"zone":")" + name + R"("})");
  }
  for (const std::string name : {"a", "b", "c", "d"}) {
    create_pod(name, R"(,"topologySpreadConstraints":[{"topologyKey":"zone","maxSkew":1,
      "whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"web"}}}])",
               R"({"app":"web"})");
    await_bound(name);
  }
  const Objects all = list(pods());
  EXPECT_EQ(
      std::count_if(all.begin(), all.end(), [](const auto& pod) { return node_of(*pod) == "n1"; }),
      2);
}

TEST_P(SchedulerTest, PodWaitsForItsClaim) {
  create_ready_node("n1");
  create_pod("a", R"(,"volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}}])");
  await_message("a",
                "0/1 nodes are available: persistentvolumeclaim \"data\" not found. preemption: "
                "0/1 nodes are available: 1 Preemption is not helpful for scheduling.");
  create(api::kinds::persistent_volume_claim(), R"({"metadata":{"name":"data"},"spec":{
    "storageClassName":"none","accessModes":["ReadWriteOnce"],
    "resources":{"requests":{"storage":"1Gi"}}}})");
  await_message("a",
                "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. "
                "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.");
  create(api::kinds::persistent_volume(), R"({"metadata":{"name":"pv"},"spec":{
    "storageClassName":"none","accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"},
    "hostPath":{"path":"/tmp"}}})");
  await_bound("a");
}

TEST_P(SchedulerTest, LateClaimsGetAVolumeOfThePodsNode) {
  create_ready_node("n1");
  create_ready_node("n2");
  change_node("n2", R"({"metadata":{"labels":{"disk":"yes"}}})");
  create(api::kinds::storage_class(), R"({"metadata":{"name":"late"},
    "provisioner":"kubernetes.io/no-provisioner","volumeBindingMode":"WaitForFirstConsumer"})");
  create(api::kinds::persistent_volume(), R"({"metadata":{"name":"pv"},"spec":{
    "storageClassName":"late","accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"},
    "hostPath":{"path":"/tmp"},"nodeAffinity":{"required":{"nodeSelectorTerms":[
      {"matchExpressions":[{"key":"disk","operator":"Exists"}]}]}}}})");
  create(api::kinds::persistent_volume_claim(), R"({"metadata":{"name":"data"},"spec":{
    "storageClassName":"late","accessModes":["ReadWriteOnce"],
    "resources":{"requests":{"storage":"1Gi"}}}})");
  create_pod("a", R"(,"volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}}])");
  EXPECT_EQ(node_of(await_bound("a")), "n2");
  EXPECT_EQ(get(api::kinds::persistent_volume_claim(), named("data"))
                .at("spec", "volumeName")
                .as_string(),
            "pv");
}

TEST_P(SchedulerTest, LateClaimsAreProvisionedForTheSelectedNode) {
  create_ready_node("n1");
  create(api::kinds::storage_class(), R"({"metadata":{"name":"late"},
    "provisioner":"sluice.dev/directory","volumeBindingMode":"WaitForFirstConsumer"})");
  create(api::kinds::persistent_volume_claim(), R"({"metadata":{"name":"data"},"spec":{
    "storageClassName":"late","accessModes":["ReadWriteOnce"],
    "resources":{"requests":{"storage":"1Gi"}}}})");
  create_pod("a", R"(,"volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"data"}}])");
  await_bound("a");
  EXPECT_EQ(api::annotation(get(api::kinds::persistent_volume_claim(), named("data")),
                            "volume.kubernetes.io/selected-node"),
            "n1");
}

TEST_P(SchedulerTest, EphemeralVolumesGetClaimsThatBelongToThePod) {
  create_ready_node("n1");
  create(api::kinds::storage_class(),
         R"({"metadata":{"name":"now"},"provisioner":"sluice.dev/directory"})");
  create_pod("a", R"(,"volumes":[{"name":"scratch","ephemeral":{"volumeClaimTemplate":{
    "metadata":{"labels":{"type":"scratch"}},"spec":{"storageClassName":"now",
    "accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}}}])");
  const client::Object pod = await_bound("a");
  const client::Object claim = get(api::kinds::persistent_volume_claim(), named("a-scratch"));
  EXPECT_EQ(api::label(claim, "type"), "scratch");
  ASSERT_NE(api::controller_of(claim), nullptr);
  EXPECT_EQ(api::controller_of(claim)->at("uid").as_string(), api::uid(pod));
}

TEST_P(SchedulerTest, AMoreImportantPodTakesThePlaceOfALesserOne) {
  create_priority("low", 1);
  create_priority("high", 1000);
  create_ready_node("n1");
  create_asking("small", "20", R"(,"priorityClassName":"low")");
  create_asking("victim", "40", R"(,"priorityClassName":"low")");
  await_bound("small");
  await_bound("victim");
  create_asking("important", "30", R"(,"priorityClassName":"high")");
  const client::Object victim = await(pods(), named("victim"), [](const client::Object& pod) {
    return api::is_being_deleted(pod);
  });
  const json::Value* target = api::condition(victim, "DisruptionTarget");
  ASSERT_NE(target, nullptr);
  EXPECT_EQ(target->at("reason").as_string(), "PreemptionByScheduler");
  EXPECT_EQ(target->at("message").as_string(),
            "default-scheduler: preempting to accommodate a higher priority pod");
  const client::Object nominated = await(pods(), named("important"), [](const client::Object& pod) {
    return pod.at("status", "nominatedNodeName").as_string() == "n1";
  });
  EXPECT_FALSE(is_bound(nominated));
  finish_deletion(victim);
  await_bound("important");
  EXPECT_FALSE(api::is_being_deleted(get(pods(), named("small"))));
}

TEST_P(SchedulerTest, RoomThatIsMadeForOnePodIsNotTakenByALesserOne) {
  create_priority("low", 1);
  create_priority("middle", 10);
  create_priority("high", 1000);
  create_ready_node("n1");
  create_asking("victim", "60", R"(,"priorityClassName":"low")");
  await_bound("victim");
  create_asking("important", "60", R"(,"priorityClassName":"high")");
  await(pods(), named("important"), [](const client::Object& pod) {
    return !pod.at("status", "nominatedNodeName").as_string().empty();
  });
  create_asking("lesser", "60", R"(,"priorityClassName":"middle")");
  await(pods(), named("lesser"),
        [](const client::Object& pod) { return !message_of(pod).empty(); });
  const client::Object victim = await(pods(), named("victim"), [](const client::Object& pod) {
    return api::is_being_deleted(pod);
  });
  finish_deletion(victim);
  await_bound("important");
  EXPECT_FALSE(is_bound(get(pods(), named("lesser"))));
}

TEST_P(SchedulerTest, WhatIsToldAlreadyIsNotWrittenAgain) {
  create_ready_node("n1");
  create_asking("large", "100");
  await_message("large",
                "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: "
                "1 Preemption is not helpful for scheduling.");
  const std::string version = api::resource_version(get(pods(), named("large")));
  for (const char* name : {"a", "b", "c"}) {
    create_asking(name, "1");
    set_phase(await_bound(name), "Succeeded");
  }
  change_node("n1", R"({"metadata":{"labels":{"some":"label"}}})");
  create_asking("last", "1", R"(,"nodeSelector":{"some":"label"})");
  await_bound("last");
  EXPECT_EQ(api::resource_version(get(pods(), named("large"))), version);
}

TEST_P(SchedulerTest, AModestPodTakesNobodysPlace) {
  create_priority("low", 1);
  create_priority("modest", 1000, R"(,"preemptionPolicy":"Never")");
  create_ready_node("n1");
  create_asking("a", "60", R"(,"priorityClassName":"low")");
  await_bound("a");
  create_asking("b", "60", R"(,"priorityClassName":"modest")");
  await_message("b",
                "0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to "
                "preemptionPolicy=Never.");
}

INSTANTIATE_TEST_SUITE_P(, SchedulerTest, in_every_weather(), weather_name);

class SchedulerEventsTest : public SchedulerTest {};

TEST_P(SchedulerEventsTest, PeopleAreToldWhatHappens) {
  create_priority("low", 1);
  create_priority("high", 1000);
  create_ready_node("n1");
  create_asking("a", "60", R"(,"priorityClassName":"low")");
  await_bound("a");
  create_asking("b", "60", R"(,"priorityClassName":"high")");
  const std::string uid = api::uid(get(pods(), named("b")));
  await_all(api::kinds::event(), [&](const Objects&) {
    return has_event("Scheduled", "Successfully assigned default/a to n1") &&
           has_event("FailedScheduling", "0/1 nodes are available: 1 Insufficient cpu.") &&
           has_event("Preempted", "Preempted by pod " + uid + " on node n1");
  });
}

// Who dies after every write may not live to tell.
INSTANTIATE_TEST_SUITE_P(, SchedulerEventsTest, testing::Values(Weather::kFair), weather_name);

}  // namespace
}  // namespace sluice

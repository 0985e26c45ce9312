// SPDX-License-Identifier: Apache-2.0
#include "pools/member_now.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"
#include "pools/deployment.h"

namespace sluice::pools {
namespace {

using testing::ElementsAre;

client::ObjectPtr object(const std::string& text) {
  return std::make_shared<const client::Object>(*json::parse(text));
}

const std::vector<std::string> kMachines{"n1", "n2", "n3", "unknown"};

Member member() {
  return {.name = "m",
          .machine_deployment = "d",
          .partitions = {"batch"},
          .node_labels = {{"pool", "a"}},
          .machine = {8000, 16'000},
          .limits = {0, 6}};
}

// Without others.
MemberNow seen_slurm_member(const Member& of, std::int64_t replicas,
                            const std::vector<std::string>& machines,
                            const std::map<std::string, detach::NodeView>& nodes,
                            const std::vector<detach::WaitingJob>& queue) {
  Claimed claimed;
  return slurm_member(of, replicas, machines, nodes, queue, claimed);
}
MemberNow seen_kubernetes_member(const Member& of, std::int64_t replicas,
                                 const std::vector<std::string>& machines,
                                 const std::map<std::string, client::ObjectPtr>& nodes,
                                 const std::vector<client::ObjectPtr>& pods) {
  Claimed claimed;
  return kubernetes_member(of, replicas, machines, nodes, pods, claimed);
}

TEST(SlurmMembers, WorkWaitsForOneOfThemOnly) {
  Claimed claimed;
  const std::vector<detach::WaitingJob> queue{{"1", "batch", "Resources", 1, 8, 0},
                                              {"2", "batch", "Resources", 1, 8, 0},
                                              {"3", "batch", "Resources", 1, 16, 0}};
  Member small = member();
  small.limits = {0, 2};
  const std::map<std::string, detach::NodeView> nodes{
      {"n1", {.name = "n1", .state = "ALLOCATED", .jobs = 1}}};
  EXPECT_EQ(slurm_member(small, 1, {"n1"}, nodes, queue, claimed).needed, 1);
  Member large = member();
  large.machine = {16'000, 16'000};
  EXPECT_EQ(slurm_member(large, 0, {}, {}, queue, claimed).waiting, 2);  // not job 1
  EXPECT_EQ(slurm_member(large, 0, {}, {}, queue, claimed).waiting, 0);
}

TEST(SlurmMembers, CountNodesThatWorkAndJobsThatNodesWouldHelp) {
  const std::map<std::string, detach::NodeView> nodes{
      {"n1", {.name = "n1", .state = "IDLE+DYNAMIC_NORM"}},
      {"n2", {.name = "n2", .state = "MIXED", .jobs = 1}},
      {"n3", {.name = "n3", .state = "IDLE+DRAIN"}},
      {"n4", {.name = "n4", .state = "IDLE"}}};
  const MemberNow now = seen_slurm_member(member(), 4, kMachines, nodes,
                                          {{"1", "batch", "Resources", 2, 16, 0},
                                           {"2", "long,batch", "Priority", 1, 1, 100},
                                           {"3", "other", "Resources", 1, 1, 0},
                                           {"4", "batch", "Dependency", 1, 1, 0},
                                           {"5", "batch", "Resources", 1, 9, 0}});
  EXPECT_EQ(now.replicas, 4);
  EXPECT_EQ(now.present, 3);
  EXPECT_EQ(now.ready, 2);
  EXPECT_EQ(now.idle, 1);
  EXPECT_THAT(now.idle_nodes, ElementsAre("n1"));
  EXPECT_EQ(now.waiting, 2);
  EXPECT_EQ(now.needed, 3);
  EXPECT_THAT(now.notes, ElementsAre("no such machine is large enough for job 5"));
}

std::string pod(const std::string& name, const std::string& spec, const std::string& more = "") {
  return R"({"metadata":{"namespace":"default","name":")" + name + R"("},"spec":)" + spec + more +
         "}";
}

TEST(KubernetesMembers, CountNodesWithoutWorkAndPodsWithoutNodes) {
  const auto ready = [](const char* more) {
    return object(R"({"status":{"conditions":[{"type":"Ready","status":"True"}]})" +
                  std::string(more) + "}");
  };
  const std::map<std::string, client::ObjectPtr> nodes{
      {"n1", ready("")}, {"n2", ready("")}, {"n3", ready(R"(,"spec":{"unschedulable":true})")}};
  const std::string waits =
      R"(,"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]})";
  const std::string wants =
      R"("containers":[{"resources":{"requests":{"cpu":"5","memory":"1Gi"}}}])";
  const std::vector<client::ObjectPtr> pods{
      object(pod("works", R"({"nodeName":"n2"})", R"(,"status":{"phase":"Running"})")),
      object(pod("over", R"({"nodeName":"n1"})", R"(,"status":{"phase":"Succeeded"})")),
      object(
          R"({"metadata":{"name":"everywhere","ownerReferences":[{"kind":"DaemonSet","controller":true}]},
              "spec":{"nodeName":"n1"},"status":{"phase":"Running"}})"),
      object(pod("a", "{" + wants + "}", waits)),
      object(pod("b", "{" + wants + "}", waits)),
      object(pod("c", "{" + wants + R"(,"nodeSelector":{"pool":"a"}})", waits)),
      object(pod("d", "{" + wants + R"(,"nodeSelector":{"pool":"b"}})", waits)),
      object(pod("e", "{" + wants + "}"))};
  const MemberNow now = seen_kubernetes_member(member(), 3, kMachines, nodes, pods);
  EXPECT_EQ(now.present, 3);
  EXPECT_EQ(now.ready, 2);
  EXPECT_THAT(now.idle_nodes, ElementsAre("n1"));
  EXPECT_EQ(now.waiting, 3);
  EXPECT_EQ(now.needed, 3);
}

TEST(SlurmMembers, NodesThatAreKeptForSomebodyAreNotFree) {
  const auto seen = [](const char* state) {
    return seen_slurm_member(member(), 1, {"n1"}, {{"n1", {.name = "n1", .state = state}}}, {});
  };
  for (const char* state : {"IDLE+RESERVED", "IDLE+PLANNED"}) {
    EXPECT_EQ(seen(state).ready, 1) << state;
    EXPECT_EQ(seen(state).idle, 0) << state;
  }
  for (const char* state : {"IDLE+MAINT", "IDLE+FAIL", "IDLE*", "IDLE+NOT_RESPONDING", "DOWN"}) {
    EXPECT_EQ(seen(state).ready, 0) << state;
    EXPECT_EQ(seen(state).idle, 0) << state;
  }
  EXPECT_EQ(seen("IDLE+CLOUD+POWERED_DOWN").idle, 1) << "it is started for the next job";
}

TEST(KubernetesMembers, APodThatWantsMoreThanThereIsNeedsNoMachine) {
  const MemberNow now = seen_kubernetes_member(
      member(), 0, {}, {},
      {object(pod(
          "huge", R"({"containers":[{"resources":{"requests":{"memory":"9223372036854775807"}}}]})",
          R"(,"status":{"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]})"))});
  EXPECT_EQ(now.needed, 0);
  EXPECT_THAT(now.notes, ElementsAre("no such machine is large enough for pod default/huge"));
}

TEST(MachineDeployments, AreNotTouchedWhileTheyChange) {
  const auto why = [](const std::string& text) { return why_not_now(*object(text)); };
  EXPECT_EQ(why(R"({"metadata":{"generation":2},"spec":{"replicas":3},
                    "status":{"observedGeneration":2,"replicas":3,"upToDateReplicas":3}})"),
            "");
  EXPECT_EQ(why(R"({"metadata":{"generation":2},
                    "status":{"observedGeneration":2,"replicas":3,"updatedReplicas":3}})"),
            "");
  EXPECT_NE(why(R"({"metadata":{"generation":2},
                    "status":{"observedGeneration":2,"replicas":3,"updatedReplicas":2}})"),
            "");
  EXPECT_NE(why(R"({"metadata":{"generation":3},"status":{"observedGeneration":2}})"), "");
  EXPECT_NE(why(R"({"metadata":{"annotations":{"cluster.x-k8s.io/paused":""}}})"), "");
  EXPECT_EQ(replicas_of(*object(R"({"spec":{"replicas":0}})")), 0);
  EXPECT_EQ(replicas_of(*object(R"({"spec":{}})")), 1);
}

}  // namespace
}  // namespace sluice::pools

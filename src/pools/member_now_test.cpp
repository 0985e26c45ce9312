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

// They would come, be of no use, and stay.
TEST(SlurmMembers, JobsThatWantWhatItsNodesDoNotHaveDoNotCount) {
  const std::vector<detach::WaitingJob> queue{
      {"1", "batch", "Resources", 1, 1, 0, {{"gres/gpu", 1}}},
      {"2", "batch", "Resources", 1, 1, 0, {{"gres/gpu", 4}}},
      {"3", "batch", "Resources", 1, 1, 0, {}, "fast&big"},
      {"4", "batch", "Resources", 1, 1, 0, {}, "fast"}};
  const MemberNow none = seen_slurm_member(member(), 0, {}, {}, queue);
  EXPECT_EQ(none.needed, 0);
  EXPECT_EQ(none.waiting, 0);
  EXPECT_THAT(none.notes, ElementsAre("no such machine would do for job 1 (gres/gpu), job 2 "
                                      "(gres/gpu), job 3 (constraint fast&big) and 1 more"));
  const Member classy = of_class(
      member(), *json::parse(R"({"spec":{"features":["fast"],"nodeParameters":{"Gres":"gpu:2"}}})"));
  const MemberNow some = seen_slurm_member(classy, 0, {}, {}, queue);
  EXPECT_EQ(some.waiting, 2);
  EXPECT_EQ(some.needed, 1);
  EXPECT_THAT(some.notes,
              ElementsAre("no such machine would do for job 3 (constraint fast&big)",
                          "no such machine is large enough for job 2"));
}

TEST(KubernetesMembers, PodsThatItsNodesAreNotForDoNotCount) {
  const std::string waits =
      R"(,"status":{"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]})";
  const auto seen = [&](const Member& of, const std::string& spec) {
    const auto node = object(
        R"({"metadata":{"labels":{"kubernetes.io/arch":"arm64","kubernetes.io/hostname":"n1"}},
            "spec":{"taints":[{"key":"rack","value":"7","effect":"NoSchedule"},
                              {"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}]}})");
    return seen_kubernetes_member(of, 1, {"n1"}, {{"n1", node}},
                                  {object(pod("p", "{" + spec + "}", waits))});
  };
  const auto left_out = [&](const std::string& spec) {
    const MemberNow now = seen(member(), R"("tolerations":[{"operator":"Exists"}],)" + spec);
    return now.needed == 1 ? "counts" : now.notes.empty() ? "silent" : now.notes.front();
  };
  const std::string in_vain = "no such machine would do for pod default/p ";
  const std::string gpu =
      R"("containers":[{"resources":{"limits":{"nvidia.com/gpu":1},"requests":{"nvidia.com/gpu":1}}}])";
  EXPECT_EQ(left_out(gpu), in_vain + "(nvidia.com/gpu)");
  EXPECT_EQ(left_out(R"("nodeSelector":{"pool":"b"})"), in_vain + "(label pool=b)");
  EXPECT_EQ(left_out(R"("nodeSelector":{"kubernetes.io/hostname":"n1"})"),
            in_vain + "(label kubernetes.io/hostname=n1)");
  EXPECT_EQ(left_out(R"("nodeSelector":{"pool":"a","kubernetes.io/os":"linux",)"
                     R"("kubernetes.io/arch":"arm64"})"),
            "counts");
  const auto affinity = [](const std::string& key, const std::string& value) {
    return R"("affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)"
           R"({"nodeSelectorTerms":[{"matchExpressions":[{"key":")" +
           key + R"(","operator":"In","values":[")" + value + R"("]}]}]}}})";
  };
  EXPECT_EQ(left_out(affinity("pool", "b")), in_vain + "(its node affinity)");
  EXPECT_EQ(left_out(affinity("pool", "a")), "counts");
  EXPECT_THAT(seen(member(), R"("tolerations":[])").notes, ElementsAre(in_vain + "(taint rack)"));
  Member with_gpu = member();
  with_gpu.machine.others = {{"nvidia.com/gpu", 1}};
  EXPECT_EQ(seen(with_gpu, R"("tolerations":[{"key":"rack","operator":"Exists"}],)" + gpu).needed,
            1);
}

TEST(SlurmMembers, WorkThatIdleMachinesCouldHoldIsToldAndLeftOutWhenTheyDidNotHelp) {
  const std::map<std::string, detach::NodeView> nodes{{"n1", {.name = "n1", .state = "IDLE"}},
                                                      {"n2", {.name = "n2", .state = "IDLE"}}};
  const std::vector<detach::WaitingJob> queue{{"1_1", "batch", "Resources", 2, 2, 0},
                                              {"1_2", "batch", "Resources", 2, 2, 0},
                                              {"2", "batch", "Priority", 1, 1, 0},
                                              {"3", "batch", "Resources", 3, 3, 0}};
  Member of = member();
  const MemberNow first = seen_slurm_member(of, 2, {"n1", "n2"}, nodes, queue);
  EXPECT_THAT(first.beside, ElementsAre("job 1"));
  EXPECT_EQ(first.needed, 3);
  of.unhelped = {"job 1", "job 3"};
  const MemberNow later = seen_slurm_member(of, 2, {"n1", "n2"}, nodes, queue);
  EXPECT_EQ(later.needed, 1);
  EXPECT_EQ(later.waiting, 1);
  EXPECT_THAT(later.notes, ElementsAre("not counted, for idle machines did not help: job 1_1, "
                                       "job 1_2, job 3"));
  // As long as it waits it stays so, also when the machines are gone.
  EXPECT_THAT(seen_slurm_member(of, 0, {}, {}, queue).beside, ElementsAre("job 1", "job 3"));
}

TEST(KubernetesMembers, PodsOfOneOwnerWantTheSame) {
  const MemberNow now = seen_kubernetes_member(
      member(), 1, {"n1"},
      {{"n1", object(R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})")}},
      {object(
          R"({"metadata":{"namespace":"default","name":"p","ownerReferences":[{"kind":"ReplicaSet","name":"web","controller":true}]},
              "status":{"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]}})")});
  EXPECT_THAT(now.beside, ElementsAre("pods of ReplicaSet default/web"));
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

// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/fit.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::scheduler {
namespace {

client::Object parse(const char* text) {
  return json::parse(text).value();
}

client::Object node(const std::string& name, const char* spec = "{}") {
  client::Object result = parse(
      R"({"metadata":{"labels":{"zone":"a"}},
          "status":{"conditions":[{"type":"Ready","status":"True"}]}})");
  result["metadata"]["name"] = name;
  result["spec"] = parse(spec);
  return result;
}

client::ObjectPtr shared(client::Object object) {
  return std::make_shared<const client::Object>(std::move(object));
}

TEST(Fit, ReadyNodeTakesAPlainPod) {
  EXPECT_EQ(misfit(parse("{}"), node("n")), "");
}

TEST(Fit, CordonedNodeTakesOnlyPodsThatTolerateIt) {
  const auto cordoned = node("n", R"({"unschedulable":true})");
  EXPECT_EQ(misfit(parse("{}"), cordoned), "node(s) were unschedulable");
  EXPECT_EQ(misfit(parse(R"({"spec":{"tolerations":[
              {"key":"node.kubernetes.io/unschedulable","operator":"Exists"}]}})"),
                   cordoned),
            "");
}

TEST(Fit, NodeThatIsNotReadyTakesNothing) {
  client::Object away = node("n");
  away["status"] = parse(R"({"conditions":[{"type":"Ready","status":"Unknown"}]})");
  EXPECT_EQ(misfit(parse("{}"), away), "node(s) were not ready");
}

TEST(Fit, NodeSelectorMustMatchEveryLabel) {
  EXPECT_EQ(misfit(parse(R"({"spec":{"nodeSelector":{"zone":"a"}}})"), node("n")), "");
  EXPECT_EQ(misfit(parse(R"({"spec":{"nodeSelector":{"zone":"a","gpu":"yes"}}})"), node("n")),
            "node(s) didn't match Pod's node affinity/selector");
}

TEST(Fit, TaintsKeepOutWhatDoesNotTolerateThem) {
  const auto tainted =
      node("n", R"({"taints":[{"key":"slurm","value":"only","effect":"NoSchedule"}]})");
  const auto with = [](const char* toleration) {
    client::Object pod;
    pod["spec"]["tolerations"] = json::Array{parse(toleration)};
    return pod;
  };
  const char* repelled = "node(s) had untolerated taint(s)";
  EXPECT_EQ(misfit(parse("{}"), tainted), repelled);
  EXPECT_EQ(misfit(with(R"({"key":"slurm","value":"only"})"), tainted), "");
  EXPECT_EQ(misfit(with(R"({"key":"slurm","value":"other"})"), tainted), repelled);
  EXPECT_EQ(misfit(with(R"({"key":"slurm","operator":"Exists","effect":"NoExecute"})"), tainted),
            repelled);
  EXPECT_EQ(misfit(with(R"({"operator":"Exists"})"), tainted), "");
  EXPECT_EQ(
      misfit(parse("{}"), node("n", R"({"taints":[{"key":"k","effect":"PreferNoSchedule"}]})")),
      "");
}

TEST(Fit, ChoosesTheFirstFittingNodeByName) {
  const Choice choice = choose(parse("{}"), {shared(node("c")), shared(node("b")),
                                             shared(node("a", R"({"unschedulable":true})"))});
  EXPECT_EQ(choice.node, "b");
}

TEST(Fit, SaysWhyThereIsNoNode) {
  EXPECT_EQ(choose(parse("{}"), {}).message, "no nodes available to schedule pods");
  client::Object away = node("away");
  away["status"] = json::Object{};
  const Choice choice =
      choose(parse("{}"), {shared(node("a", R"({"unschedulable":true})")), shared(away),
                           shared(node("b", R"({"unschedulable":true})"))});
  EXPECT_EQ(choice.node, "");
  EXPECT_EQ(choice.message,
            "0/3 nodes are available: 1 node(s) were not ready, 2 node(s) were unschedulable.");
}

TEST(Fit, OnlyUnboundPodsOfThisSchedulerWait) {
  EXPECT_TRUE(is_waiting(parse(R"({"spec":{"schedulerName":"default-scheduler"}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"spec":{"schedulerName":"other"}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"spec":{"nodeName":"n"}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"spec":{"schedulingGates":[{"name":"g"}]}})")));
  EXPECT_FALSE(is_waiting(parse(R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"}})")));
}

TEST(Fit, HeartbeatsDoNotMatterForScheduling) {
  client::Object later = node("n");
  later["status"]["conditions"].array()[0]["lastHeartbeatTime"] = "2030-01-01T00:00:00Z";
  EXPECT_TRUE(same_for_scheduling(node("n"), later));
  EXPECT_FALSE(same_for_scheduling(node("n"), node("n", R"({"unschedulable":true})")));
}

}  // namespace
}  // namespace sluice::controllers::scheduler

// SPDX-License-Identifier: Apache-2.0
#include "controllers/daemonset/plan.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "controllers/daemonset/daemon_pod.h"
#include "json/text.h"

namespace sluice::controllers::daemonset {
namespace {

const WallTime kNow = parse_rfc3339("2030-01-01T00:10:00Z").value();

client::Object set_with(const std::string& spec = "") {
  return json::parse(R"({"apiVersion":"apps/v1","kind":"DaemonSet",
    "metadata":{"name":"d","namespace":"ns","uid":"u","generation":2},
    "spec":{)" + spec +
                     R"("template":{"spec":{"nodeSelector":{"run":"yes"}}}}})")
      .value();
}

client::ObjectPtr node(const std::string& name, const std::string& run = "yes") {
  return std::make_shared<const client::Object>(
      json::parse(R"({"metadata":{"name":")" + name + R"(","labels":{"run":")" + run + R"("}}})")
          .value());
}

client::ObjectPtr pod(const std::string& node, const std::string& hash = "new",
                      const std::string& state = "ready") {
  client::Object object = new_pod(set_with(), node, hash);
  object["metadata"]["uid"] = api::name(object);
  object["metadata"]["creationTimestamp"] = "2030-01-01T00:00:00Z";
  object["status"]["phase"] = state == "failed" ? "Failed" : "Running";
  if (state == "ready") {
    object["status"]["conditions"] = json::Array{json::Object{
        {"type", "Ready"}, {"status", "True"}, {"lastTransitionTime", "2030-01-01T00:00:00Z"}}};
  }
  if (state == "going") {
    object["metadata"]["deletionTimestamp"] = "2030-01-01T00:09:59Z";
  }
  return std::make_shared<const client::Object>(object);
}

Plan plan_of(const client::Object& set, const owned::Pods& pods,
             const std::vector<client::ObjectPtr>& nodes, Duration rest = Duration::zero()) {
  return plan(set, {pods, nodes, "new", [rest](const std::string&) { return rest; }}, kNow);
}

std::string rolling(const std::string& limits) {
  return R"("updateStrategy":{"type":"RollingUpdate","rollingUpdate":{)" + limits + "}},";
}

TEST(DaemonSetPlan, EveryFittingNodeGetsOnePod) {
  const Plan result = plan_of(set_with(), {pod("b")}, {node("a"), node("b"), node("c", "no")});
  EXPECT_EQ(result.create, std::vector<std::string>{"a"});
  EXPECT_TRUE(result.remove.empty());
  EXPECT_EQ(result.status.at("desiredNumberScheduled").as_int(), 2);
  EXPECT_EQ(result.status.at("currentNumberScheduled").as_int(), 1);
  EXPECT_EQ(result.status.at("numberAvailable").as_int(), 1);
  EXPECT_EQ(result.status.at("numberUnavailable").as_int(), 1);
  EXPECT_EQ(result.status.at("updatedNumberScheduled").as_int(), 1);
}

TEST(DaemonSetPlan, PodsGoFromNodesThatNoLongerFitOrAreGone) {
  const Plan result = plan_of(set_with(), {pod("a"), pod("b")}, {node("a", "no")});
  EXPECT_EQ(result.remove.size(), 2U);
  EXPECT_EQ(result.status.at("numberMisscheduled").as_int(), 1);
}

TEST(DaemonSetPlan, SecondPodOnANodeGoesAndAFailedOneIsReplacedLater) {
  EXPECT_EQ(plan_of(set_with(), {pod("a"), pod("a")}, {node("a")}).remove.size(), 1U);
  const Plan failed = plan_of(set_with(), {pod("a", "new", "failed")}, {node("a")});
  EXPECT_EQ(failed.remove.size(), 1U);
  EXPECT_TRUE(failed.create.empty());
  EXPECT_EQ(failed.notes.at(0).reason, "FailedDaemonPod");
  EXPECT_EQ(failed.failed, std::vector<std::string>{"a"});
  const Plan resting =
      plan_of(set_with(), {pod("a", "new", "failed")}, {node("a")}, std::chrono::seconds(4));
  EXPECT_TRUE(resting.remove.empty() && resting.failed.empty() && resting.notes.empty());
  EXPECT_EQ(resting.again, std::chrono::seconds(4));
  EXPECT_TRUE(plan_of(set_with(), {pod("a", "new", "going")}, {node("a")}).create.empty());
}

TEST(DaemonSetPlan, UpdateReplacesAsManyAsMayBeMissing) {
  const std::vector<client::ObjectPtr> nodes{node("a"), node("b"), node("c")};
  const owned::Pods old{pod("a", "old"), pod("b", "old"), pod("c", "old")};
  EXPECT_EQ(plan_of(set_with(rolling(R"("maxUnavailable":1)")), old, nodes).remove.size(), 1U);
  EXPECT_EQ(plan_of(set_with(rolling(R"("maxUnavailable":2)")), old, nodes).remove.size(), 2U);
  const owned::Pods waiting{pod("a", "new", "starting"), pod("b", "old"), pod("c", "old")};
  EXPECT_TRUE(plan_of(set_with(rolling(R"("maxUnavailable":1)")), waiting, nodes).remove.empty());
  const owned::Pods broken{pod("a", "old", "starting"), pod("b", "old"), pod("c")};
  EXPECT_EQ(plan_of(set_with(rolling(R"("maxUnavailable":1)")), broken, nodes).remove.size(), 1U);
  const auto manual = set_with(R"("updateStrategy":{"type":"OnDelete"},)");
  EXPECT_TRUE(plan_of(manual, old, nodes).remove.empty());
}

TEST(DaemonSetPlan, WithSurgeTheNewPodComesFirst) {
  const auto set = set_with(rolling(R"("maxUnavailable":0,"maxSurge":1)"));
  const std::vector<client::ObjectPtr> nodes{node("a"), node("b")};
  const Plan first = plan_of(set, {pod("a", "old"), pod("b", "old")}, nodes);
  EXPECT_EQ(first.create, std::vector<std::string>{"a"});
  EXPECT_TRUE(first.remove.empty());
  const Plan waiting =
      plan_of(set, {pod("a", "old"), pod("a", "new", "starting"), pod("b", "old")}, nodes);
  EXPECT_TRUE(waiting.create.empty());
  EXPECT_TRUE(waiting.remove.empty());
  const Plan next = plan_of(set, {pod("a", "old"), pod("a"), pod("b", "old")}, nodes);
  EXPECT_EQ(next.create, std::vector<std::string>{"b"});
  ASSERT_EQ(next.remove.size(), 1U);
  EXPECT_EQ(node_of(*next.remove[0]), "a");
}

}  // namespace
}  // namespace sluice::controllers::daemonset

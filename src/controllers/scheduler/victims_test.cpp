// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/victims.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

class VictimsTest : public testing::Test {
 protected:
  VictimsTest() {
    cluster_.set_node(shared(make_node("a")));
    cluster_.set_node(shared(make_node("b")));
  }

  static client::Object ranked(const std::string& name, int priority, const std::string& cpu) {
    return make_pod(name, asking(cpu, R"(,"priority":)" + std::to_string(priority)),
                    R"({"pod":")" + name + R"("})");
  }
  void put_pod(const std::string& name, int priority, const std::string& cpu,
               const std::string& node) {
    put(cluster_, ranked(name, priority, cpu), node);
  }
  Victims find(const client::Object& pod) {
    const Attempt attempt = prepare(cluster_, pod, {});
    return find_victims(cluster_, attempt, place(cluster_, attempt), [this] { return budgets_; });
  }
  static std::vector<std::string> names(const Victims& victims) {
    std::vector<std::string> result;
    for (const PodFactsPtr& pod : victims.pods) {
      result.push_back(pod->key.name);
    }
    return result;
  }
  void protect(const std::string& pod) {
    const auto object = shared(parse(R"({"metadata":{"namespace":"default"},
      "spec":{"selector":{"matchLabels":{"pod":")" +
                                     pod + R"("}}},"status":{"disruptionsAllowed":0}})"));
    budgets_ = read_budgets({object});
  }

  Cluster cluster_;
  std::vector<Budget> budgets_;
};

using Names = std::vector<std::string>;

TEST_F(VictimsTest, OnlyThoseGoWhoHaveTo) {
  put_pod("small", 1, "1", "a");
  put_pod("middle", 2, "1", "a");
  put_pod("large", 3, "2", "a");
  put_pod("other", 100, "4", "b");
  const Victims victims = find(ranked("p", 10, "1"));
  EXPECT_EQ(victims.node, "a");
  EXPECT_EQ(names(victims), Names{"small"});
  EXPECT_EQ(names(find(ranked("p", 10, "2"))), (Names{"middle", "small"}));
}

TEST_F(VictimsTest, TheLeastImportantVictimsDecideTheNode) {
  put_pod("x", 5, "4", "a");
  put_pod("y", 4, "4", "b");
  EXPECT_EQ(find(ranked("p", 10, "1")).node, "b");
  put_pod("z", 4, "0", "b");
  EXPECT_EQ(find(ranked("p", 10, "1")).node, "b") << "z may stay";
}

TEST_F(VictimsTest, OfEqualsTheYoungestGo) {
  client::Object old = ranked("old", 1, "2");
  old["status"]["startTime"] = "2030-01-01T00:00:00Z";
  client::Object young = ranked("young", 1, "2");
  young["status"]["startTime"] = "2030-01-02T00:00:00Z";
  put(cluster_, old, "a");
  put(cluster_, young, "a");
  put_pod("other", 100, "4", "b");
  EXPECT_EQ(names(find(ranked("p", 10, "1"))), Names{"young"});
}

TEST_F(VictimsTest, BudgetsAreKeptIfThereIsAnotherWay) {
  put_pod("x", 1, "4", "a");
  put_pod("y", 2, "4", "b");
  EXPECT_EQ(find(ranked("p", 10, "1")).node, "a");
  protect("x");
  EXPECT_EQ(find(ranked("p", 10, "1")).node, "b");
  protect("y");
  put_pod("x", 100, "4", "a");
  const Victims victims = find(ranked("p", 10, "1"));
  EXPECT_EQ(victims.node, "b");
  EXPECT_EQ(victims.violations, 1);
}

TEST_F(VictimsTest, ProtectedPodsAreLetBackFirst) {
  put_pod("x", 1, "2", "a");
  put_pod("y", 2, "2", "a");
  put_pod("other", 100, "4", "b");
  EXPECT_EQ(names(find(ranked("p", 10, "2"))), Names{"x"});
  protect("x");
  EXPECT_EQ(names(find(ranked("p", 10, "2"))), Names{"y"});
}

TEST_F(VictimsTest, SaysWhyNobodyCouldGo) {
  put_pod("x", 10, "4", "a");
  put_pod("y", 1, "1", "b");
  put_pod("z", 10, "3", "b");
  EXPECT_EQ(find(ranked("p", 10, "2")).message,
            "0/2 nodes are available: 1 Insufficient cpu, 1 No preemption victims found for "
            "incoming pod.");
  EXPECT_EQ(find(ranked("p", 10, "5")).message,
            "0/2 nodes are available: 2 Preemption is not helpful for scheduling.");
}

TEST_F(VictimsTest, APolicyForbidsIt) {
  put_pod("x", 1, "4", "a");
  put_pod("y", 1, "4", "b");
  client::Object pod = ranked("p", 10, "1");
  pod["spec"]["preemptionPolicy"] = "Never";
  EXPECT_EQ(find(pod).message, "not eligible due to preemptionPolicy=Never.");
}

TEST_F(VictimsTest, WhileVictimsLeaveNobodyElseHasTo) {
  client::Object leaving = ranked("x", 1, "4");
  leaving["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  leaving["status"]["conditions"] = json::Array{
      parse(R"({"type":"DisruptionTarget","status":"True","reason":"PreemptionByScheduler"})")};
  put(cluster_, leaving, "a");
  put_pod("y", 1, "4", "b");
  client::Object pod = ranked("p", 10, "1");
  pod["status"]["nominatedNodeName"] = "a";
  const Victims victims = find(pod);
  EXPECT_TRUE(victims.keeps_nomination);
  EXPECT_EQ(victims.message, "not eligible due to a terminating pod on the nominated node.");
}

TEST_F(VictimsTest, PodsThatMustBeApartMakeRoomToo) {
  client::Object first = ranked("x", 1, "1");
  put(cluster_, first, "a");
  put_pod("other", 100, "4", "b");
  client::Object pod = ranked("p", 10, "1");
  pod["spec"]["affinity"] = parse(R"({"podAntiAffinity":{
    "requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"kubernetes.io/hostname",
    "labelSelector":{"matchLabels":{"pod":"x"}}}]}})");
  EXPECT_EQ(names(find(pod)), Names{"x"});
}

}  // namespace
}  // namespace sluice::controllers::scheduler

// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/spread.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

NodeState state(client::Object node) {
  return {.name = api::name(node), .object = shared(std::move(node))};
}

TEST(Spread, ConstraintsAreReadByWhatTheyDemand) {
  const client::Object pod = make_pod("p", R"({"topologySpreadConstraints":[
    {"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule","maxSkew":2,"minDomains":3,
     "nodeAffinityPolicy":"Ignore","nodeTaintsPolicy":"Honor"},
    {"topologyKey":"host","whenUnsatisfiable":"ScheduleAnyway","maxSkew":1}]})");
  const auto hard = spread_constraints(pod, "DoNotSchedule");
  ASSERT_EQ(hard.size(), 1U);
  EXPECT_EQ(hard[0].term.topology_key, "zone");
  EXPECT_EQ(hard[0].max_skew, 2);
  EXPECT_EQ(hard[0].min_domains, 3);
  EXPECT_FALSE(hard[0].only_selected);
  EXPECT_TRUE(hard[0].only_tolerated);
  const auto soft = spread_constraints(pod, "ScheduleAnyway");
  ASSERT_EQ(soft.size(), 1U);
  EXPECT_EQ(soft[0].min_domains, 1);
  EXPECT_TRUE(soft[0].only_selected);
  EXPECT_FALSE(soft[0].only_tolerated);
}

TEST(Spread, NodesTakePartByTheirLabelsAndThePoliciesOfTheConstraint) {
  client::Object tainted = make_node("n", R"({"zone":"a"})");
  tainted["spec"]["taints"] = json::Array{parse(R"({"key":"k","effect":"NoSchedule"})")};
  const NodeState node = state(tainted);
  SpreadConstraint constraint{.term = pods_in("default", parse("{}"), "zone")};
  EXPECT_TRUE(has_domains(node, {constraint}));
  EXPECT_TRUE(includes(constraint, make_pod("p"), node));
  EXPECT_FALSE(includes(constraint, make_pod("p", R"({"nodeSelector":{"zone":"b"}})"), node));
  constraint.only_selected = false;
  EXPECT_TRUE(includes(constraint, make_pod("p", R"({"nodeSelector":{"zone":"b"}})"), node));
  constraint.only_tolerated = true;
  EXPECT_FALSE(includes(constraint, make_pod("p"), node));
  constraint.term.topology_key = "rack";
  EXPECT_FALSE(has_domains(node, {constraint}));
}

}  // namespace
}  // namespace sluice::controllers::scheduler

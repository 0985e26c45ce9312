// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/scores.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

class ScoresTest : public TwoZones {
 protected:
  Points points(std::string_view name, const client::Object& pod) {
    Nodes nodes;
    for (const auto& [key, node] : cluster_.nodes()) {
      nodes.push_back(&node);
    }
    const Attempt attempt = prepare(cluster_, pod, {});
    for (const Score& score : scores()) {
      if (score.name == name) {
        return score.rate(cluster_, attempt, nodes);
      }
    }
    return {};
  }
};

TEST_F(ScoresTest, TaintsThatOnlyPreferMakeANodeWorse) {
  client::Object disliked = make_node("b");
  disliked["spec"]["taints"] = json::Array{parse(R"({"key":"k","effect":"PreferNoSchedule"})")};
  EXPECT_EQ(points("TaintToleration", make_pod("p")), (Points{100, 100}));
  add(disliked);
  EXPECT_EQ(points("TaintToleration", make_pod("p")), (Points{100, 0}));
}

TEST_F(ScoresTest, PreferredNodesAreBetter) {
  EXPECT_EQ(points("NodeAffinity", make_pod("p", R"({"affinity":{"nodeAffinity":{
    "preferredDuringSchedulingIgnoredDuringExecution":[
      {"weight":10,"preference":{"matchExpressions":[{"key":"zone","operator":"Exists"}]}},
      {"weight":10,"preference":{"matchExpressions":[
        {"key":"zone","operator":"In","values":["2"]}]}}]}}})")),
            (Points{50, 100}));
}

TEST_F(ScoresTest, EmptierNodesAreBetter) {
  put(cluster_, make_pod("x", asking("2")), "a");
  const Points room = points("NodeResourcesFit", make_pod("p", asking("1")));
  EXPECT_LT(room[0], room[1]);
  put(cluster_, make_pod("y", R"({"containers":[{},{}]})"), "b");
  EXPECT_LT(points("NodeResourcesFit", make_pod("p", asking("1")))[1], room[1])
      << "pods that ask for nothing take something";
}

TEST_F(ScoresTest, NodesWhoseResourcesAreUsedEvenlyAreBetter) {
  put(cluster_, make_pod("x", asking("3")), "a");
  const Points balance = points("NodeResourcesBalancedAllocation", make_pod("p", asking("1")));
  EXPECT_LT(balance[0], balance[1]);
  EXPECT_EQ(points("NodeResourcesBalancedAllocation", make_pod("p")), (Points{0, 0}));
}

TEST_F(ScoresTest, EmptierDomainsAreBetter) {
  const client::Object pod = web("p", R"({"topologySpreadConstraints":[{"topologyKey":"zone",
    "whenUnsatisfiable":"ScheduleAnyway","maxSkew":1,
    "labelSelector":{"matchLabels":{"app":"web"}}}]})");
  EXPECT_EQ(points("PodTopologySpread", pod), (Points{100, 100}));
  put(cluster_, web("x"), "a");
  EXPECT_EQ(points("PodTopologySpread", pod), (Points{0, 100}));
  EXPECT_EQ(points("PodTopologySpread", web("p")), (Points{0, 0}));
}

TEST_F(ScoresTest, PodsLikeAndDislikeEachOther) {
  const auto feeling = [](const char* kind) {
    return R"({"affinity":{")" + std::string(kind) +
           R"(":{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":5,
           "podAffinityTerm":{"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}}}}]}}})";
  };
  put(cluster_, web("x"), "b");
  EXPECT_EQ(points("InterPodAffinity", make_pod("p")), (Points{0, 0}));
  EXPECT_EQ(points("InterPodAffinity", make_pod("p", feeling("podAffinity"))), (Points{0, 100}));
  EXPECT_EQ(points("InterPodAffinity", make_pod("p", feeling("podAntiAffinity"))),
            (Points{100, 0}));
  put(cluster_, make_pod("y", feeling("podAntiAffinity")), "b");
  EXPECT_EQ(points("InterPodAffinity", web("p")), (Points{100, 0})) << "y does not like it";
}

TEST_F(ScoresTest, TheBestNodeHasTheMostPointsAndOfEqualsTheFirstIsTaken) {
  const client::Object pod = make_pod("p", asking("1"));
  const Attempt attempt = prepare(cluster_, pod, {});
  const Nodes nodes{&cluster_.nodes().at("a"), &cluster_.nodes().at("b")};
  EXPECT_EQ(best_node(cluster_, attempt, nodes), "a");
  put(cluster_, make_pod("x", asking("1")), "a");
  EXPECT_EQ(best_node(cluster_, attempt, nodes), "b");
}

}  // namespace
}  // namespace sluice::controllers::scheduler

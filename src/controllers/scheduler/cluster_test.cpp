// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/cluster.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

const api::Key kP{"default", "p"};

PodFactsPtr on(const std::string& node, const std::string& name = "p") {
  PodFacts facts = read_pod(make_pod(name, asking("1"), R"({"app":"web"})"));
  facts.node = node;
  return std::make_shared<const PodFacts>(std::move(facts));
}

std::int64_t cpus(const Cluster& cluster, const std::string& node) {
  const auto& requested = cluster.nodes().at(node).load.requested;
  const auto found = requested.find("cpu");
  return found == requested.end() ? 0 : found->second.value();
}

TEST(Cluster, PodsMoveAndGo) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a")));
  cluster.set_node(shared(make_node("b")));
  cluster.place(on("a"));
  EXPECT_EQ(cpus(cluster, "a"), 1);
  EXPECT_EQ(cluster.nodes().at("a").priorities.at(0), 1);
  cluster.place(on("b"));
  EXPECT_EQ(cpus(cluster, "a"), 0);
  EXPECT_EQ(cpus(cluster, "b"), 1);
  cluster.remove(kP);
  cluster.remove(kP);
  EXPECT_EQ(cpus(cluster, "b"), 0);
  EXPECT_TRUE(cluster.nodes().at("b").pods.empty());
  EXPECT_TRUE(cluster.nodes().at("b").priorities.empty());
}

TEST(Cluster, AnAssumptionHoldsUntilItIsTrueOrForgotten) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a")));
  cluster.assume(on("a"));
  EXPECT_TRUE(cluster.is_assumed(kP));
  cluster.forget(kP);
  EXPECT_FALSE(cluster.is_assumed(kP));
  EXPECT_EQ(cpus(cluster, "a"), 0);
  cluster.assume(on("a"));
  cluster.place(on("a"));
  EXPECT_FALSE(cluster.is_assumed(kP));
  cluster.forget(kP);
  EXPECT_EQ(cpus(cluster, "a"), 1) << "it has come true";
}

TEST(Cluster, NodesOfPodsMayBeUnknown) {
  Cluster cluster;
  cluster.place(on("a"));
  EXPECT_EQ(cluster.size(), 0U);
  cluster.set_node(shared(make_node("a")));
  EXPECT_EQ(cluster.size(), 1U);
  EXPECT_EQ(cpus(cluster, "a"), 1);
  cluster.remove_node("a");
  EXPECT_EQ(cluster.size(), 0U);
  EXPECT_EQ(cluster.nodes().size(), 1U);
  cluster.remove(kP);
  EXPECT_TRUE(cluster.nodes().empty());
}

TEST(Cluster, NominationsEndWhenThePodIsPlaced) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a")));
  PodFacts facts = *on("");
  facts.nominated = "a";
  cluster.nominate(std::make_shared<const PodFacts>(facts));
  EXPECT_EQ(cluster.nodes().at("a").nominated.size(), 1U);
  cluster.place(on("a"));
  EXPECT_TRUE(cluster.nodes().at("a").nominated.empty());
}

TEST(Cluster, MatchingPodsAreCountedOnceAndThenKept) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a")));
  cluster.place(on("a"));
  const std::vector<PodTerm> web{
      pods_in("default", parse(R"({"matchLabels":{"app":"web"}})"), "zone")};
  EXPECT_EQ(cluster.matching(web, true), (Counts{{"a", 1}}));
  cluster.place(on("a", "q"));
  EXPECT_EQ(cluster.matching(web, true), (Counts{{"a", 2}}));
  PodFacts leaving = *on("a");
  leaving.leaving = true;
  cluster.place(std::make_shared<const PodFacts>(leaving));
  EXPECT_EQ(cluster.matching(web, true), (Counts{{"a", 1}}));
  EXPECT_EQ(cluster.matching(web, false), (Counts{{"a", 2}}));
  cluster.remove({"default", "q"});
  EXPECT_EQ(cluster.matching(web, true), Counts{});
}

TEST(Cluster, NewLabelsOfANamespaceChangeWhatMatches) {
  Cluster cluster;
  cluster.place(on("a"));
  const std::vector<PodTerm> team{pod_term(
      parse(R"({"labelSelector":{},"namespaceSelector":{"matchLabels":{"team":"x"}}})"), "other")};
  EXPECT_EQ(cluster.matching(team, false), Counts{});
  EXPECT_TRUE(cluster.set_namespace("default", parse(R"({"team":"x"})")));
  EXPECT_FALSE(cluster.set_namespace("default", parse(R"({"team":"x"})")));
  EXPECT_EQ(cluster.matching(team, false), (Counts{{"a", 1}}));
}

TEST(Cluster, EqualRulesOfPodsAreKeptOnce) {
  const std::string spec = R"({"affinity":{"podAntiAffinity":{
    "requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"zone","labelSelector":{}}]}}})";
  Cluster cluster;
  put(cluster, make_pod("x", spec), "a");
  put(cluster, make_pod("y", spec), "a");
  put(cluster, make_pod("z", spec), "b");
  ASSERT_EQ(cluster.held().size(), 1U);
  EXPECT_EQ(cluster.held().begin()->second.holders, (Counts{{"a", 2}, {"b", 1}}));
  for (const char* name : {"x", "y", "z"}) {
    cluster.remove({"default", name});
  }
  EXPECT_TRUE(cluster.held().empty());
}

TEST(Cluster, UsersOfClaimsAreCounted) {
  Cluster cluster;
  put(cluster, make_pod("x", R"({"volumes":[{"persistentVolumeClaim":{"claimName":"c"}}]})"), "a");
  EXPECT_EQ(cluster.users_of({"default", "c"}), 1);
  cluster.remove({"default", "x"});
  EXPECT_EQ(cluster.users_of({"default", "c"}), 0);
}

}  // namespace
}  // namespace sluice::controllers::scheduler

// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/relations.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

const std::string kWeb = R"({"app":"web"})";
const std::string kRules = R"({"affinity":{
  "podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
    {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}}}]},
  "podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[
    {"topologyKey":"zone","labelSelector":{"matchLabels":{"app":"web"}}}]}},
  "topologySpreadConstraints":[{"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule",
    "maxSkew":1,"labelSelector":{"matchLabels":{"app":"web"}}}]})";

TEST(Relations, SimulatingAPodIsTheSameAsHavingIt) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a", R"({"zone":"1"})")));
  cluster.set_node(shared(make_node("b", R"({"zone":"2"})")));
  const client::Object pod = make_pod("p", kRules, kWeb);
  const Attempt before = prepare(cluster, pod, {});
  EXPECT_TRUE(before.relations.wanted.empty());
  EXPECT_TRUE(before.relations.wants_itself);
  EXPECT_EQ(before.relations.spread[0], (std::map<std::string, std::int64_t>{{"1", 0}, {"2", 0}}));

  const client::Object other = make_pod("x", kRules, kWeb);
  put(cluster, other, "a");
  const Attempt after = prepare(cluster, pod, {});
  const Relations::Domain zone{"zone", "1"};
  EXPECT_EQ(after.relations.wanted.at(zone), 1);
  EXPECT_EQ(after.relations.unwanted.at(zone), 1);
  EXPECT_EQ(after.relations.hostile.at(zone), 1);
  EXPECT_EQ(after.relations.spread[0].at("1"), 1);

  Relations simulated = before.relations;
  count(simulated, before, cluster, read_pod(other), cluster.nodes().at("a"), 1);
  EXPECT_EQ(simulated.wanted, after.relations.wanted);
  EXPECT_EQ(simulated.unwanted, after.relations.unwanted);
  EXPECT_EQ(simulated.hostile, after.relations.hostile);
  EXPECT_EQ(simulated.spread, after.relations.spread);
  count(simulated, before, cluster, read_pod(other), cluster.nodes().at("a"), -1);
  EXPECT_TRUE(simulated.wanted.empty());
}

TEST(Relations, ExclusiveClaimsInUseAreCounted) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a")));
  const client::Object user =
      make_pod("x", R"({"volumes":[{"persistentVolumeClaim":{"claimName":"c"}}]})");
  put(cluster, user, "a");
  PodVolumes volumes;
  volumes.exclusive.emplace_back("c");
  const client::Object pod = make_pod("p");
  const Attempt attempt = prepare(cluster, pod, volumes);
  EXPECT_EQ(attempt.relations.exclusive_claims_in_use, 1);
  Relations simulated = attempt.relations;
  count(simulated, attempt, cluster, read_pod(user), cluster.nodes().at("a"), -1);
  EXPECT_EQ(simulated.exclusive_claims_in_use, 0);
}

}  // namespace
}  // namespace sluice::controllers::scheduler

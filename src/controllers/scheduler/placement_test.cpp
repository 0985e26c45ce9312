// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/placement.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

class PlacementTest : public testing::Test {
 protected:
  PlacementTest() {
    for (const char* name : {"a", "b", "c"}) {
      cluster_.set_node(shared(make_node(name)));
    }
  }

  Placement place_pod(const client::Object& pod, PodVolumes volumes = {}) {
    return place(cluster_, prepare(cluster_, pod, std::move(volumes)));
  }
  std::string why(const client::Object& pod, PodVolumes volumes = {}) {
    const Placement placement = place_pod(pod, std::move(volumes));
    EXPECT_EQ(placement.node, "");
    return explain(placement.diagnosis);
  }

  Cluster cluster_;
};

TEST_F(PlacementTest, ReasonsAreCountedAndSortedAsText) {
  EXPECT_EQ(explain({.nodes = 12, .fault = "", .reasons = {{"b", 2}, {"a", 10}}}),
            "0/12 nodes are available: 10 a, 2 b.");
  EXPECT_EQ(explain({.nodes = 2, .fault = "no claim", .reasons = {}}),
            "0/2 nodes are available: no claim.");
}

TEST_F(PlacementTest, SaysWhatIsWrongWithEachNode) {
  client::Object tainted = make_node("a");
  tainted["spec"]["taints"] = json::Array{parse(R"({"key":"k","effect":"NoSchedule"})")};
  cluster_.set_node(shared(tainted));
  put(cluster_, make_pod("x", asking("2")), "b");
  put(cluster_, make_pod("y", asking("2")), "c");
  EXPECT_EQ(why(make_pod("p", asking("3"))),
            "0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu.");
}

TEST_F(PlacementTest, NodesThatAPodDoesNotNameAreNotLookedAt) {
  const auto naming = [](const std::string& fields) {
    return make_pod("p",
                    R"({"affinity":{"nodeAffinity":{
      "requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchFields":[)" +
                        fields +
                        "]}]}}},\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"3\"}}}]}");
  };
  const std::string b = R"({"key":"metadata.name","operator":"In","values":["b"]})";
  const std::string c = R"({"key":"metadata.name","operator":"In","values":["c"]})";
  EXPECT_EQ(place_pod(naming(b)).node, "b");
  put(cluster_, make_pod("x", asking("2")), "b");
  EXPECT_EQ(why(naming(b)),
            "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) "
            "[NodeAffinity].");
  EXPECT_EQ(why(naming(b + "," + c)), "0/3 nodes are available: pod affinity terms conflict.");
}

TEST_F(PlacementTest, AFaultOfThePodsVolumesIsThePodsOwn) {
  PodVolumes volumes;
  volumes.fault = "persistentvolumeclaim \"c\" not found";
  EXPECT_EQ(why(make_pod("p"), volumes),
            "0/3 nodes are available: persistentvolumeclaim \"c\" not found.");
  EXPECT_EQ(place_pod(make_pod("p"), volumes).helped_by, event::kVolume);
}

TEST_F(PlacementTest, ANodeThatWasEmptiedForThePodIsTakenFirst) {
  put(cluster_, make_pod("x", asking("1")), "c");
  client::Object pod = make_pod("p", asking("1"));
  EXPECT_NE(place_pod(pod).node, "c");
  pod["status"]["nominatedNodeName"] = "c";
  EXPECT_EQ(place_pod(pod).node, "c");
  EXPECT_EQ(place_pod(make_pod("big", asking("4"))).node, "a");
}

TEST_F(PlacementTest, RoomIsKeptForNominatedPodsOfTheSamePriorityOrMore) {
  Cluster cluster;
  cluster.set_node(shared(make_node("a")));
  client::Object nominated = make_pod("n", asking("3", R"(,"priority":10)"));
  nominated["status"]["nominatedNodeName"] = "a";
  cluster.nominate(std::make_shared<const PodFacts>(read_pod(nominated)));
  const client::Object less = make_pod("p", asking("2", R"(,"priority":9)"));
  const client::Object more = make_pod("p", asking("2", R"(,"priority":11)"));
  EXPECT_EQ(place(cluster, prepare(cluster, less, {})).node, "");
  EXPECT_EQ(place(cluster, prepare(cluster, more, {})).node, "a");
  EXPECT_EQ(place(cluster, prepare(cluster, nominated, {})).node, "a");
}

TEST_F(PlacementTest, WithoutNodesANodeHelps) {
  Cluster empty;
  const client::Object pod = make_pod("p");
  EXPECT_EQ(place(empty, prepare(empty, pod, {})).helped_by, event::kNode);
  PodVolumes volumes;
  volumes.fault = "persistentvolumeclaim \"c\" not found";
  EXPECT_EQ(place(empty, prepare(empty, pod, volumes)).helped_by, event::kNode)
      << "what is wrong with its volumes is told when there is a node";
}

}  // namespace
}  // namespace sluice::controllers::scheduler

// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/filters.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

class FiltersTest : public TwoZones {
 protected:
  std::string why(const client::Object& pod, const std::string& node = "a") {
    return reasons(cluster_, pod, node);
  }

  static std::string rule(const std::string& kind, const std::string& key) {
    return R"({"affinity":{")" + kind +
           R"(":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":")" + key +
           R"(","labelSelector":{"matchLabels":{"app":"web"}}}]}}})";
  }
  static std::string spreading(const std::string& more) {
    return R"({"topologySpreadConstraints":[{"whenUnsatisfiable":"DoNotSchedule","maxSkew":1,
      "labelSelector":{"matchLabels":{"app":"web"}},)" +
           more + "}]}";
  }
};

TEST_F(FiltersTest, APlainPodFits) {
  EXPECT_EQ(why(make_pod("p")), "");
}

TEST_F(FiltersTest, NodesCanBeClosedNamedTaintedAndSelected) {
  client::Object closed = make_node("c");
  closed["spec"]["unschedulable"] = true;
  add(closed);
  EXPECT_EQ(why(make_pod("p"), "c"), "node(s) were unschedulable");
  client::Object tainted = make_node("t");
  tainted["spec"]["taints"] = json::Array{parse(R"({"key":"k","effect":"NoExecute"})")};
  add(tainted);
  EXPECT_EQ(why(make_pod("p"), "t"), "node(s) had untolerated taint(s)");
  EXPECT_EQ(why(make_pod("p", R"({"nodeSelector":{"zone":"2"}})")),
            "node(s) didn't match Pod's node affinity/selector");
  EXPECT_EQ(why(make_pod("p", R"({"nodeName":"b"})")),
            "node(s) didn't match the requested node name");
}

TEST_F(FiltersTest, APartitionThatNodesStandForDecides) {
  client::Object pod = make_pod("p");
  pod["metadata"]["annotations"][kPartition] = "fast,big";
  EXPECT_EQ(why(pod), "") << "one node stands for all partitions";
  add(make_node("big", R"({"sluice.dev/partition":"big"})"));
  EXPECT_EQ(why(pod), "node(s) didn't match Pod's partition");
  EXPECT_EQ(why(pod, "big"), "");
}

TEST_F(FiltersTest, PortsOfTheHostAreGivenOnce) {
  const auto with_port = [](const std::string& name, const std::string& port) {
    return make_pod(name, R"({"containers":[{"ports":[{"hostPort":)" + port + "}]}]}");
  };
  put(cluster_, with_port("x", "80"), "a");
  EXPECT_EQ(why(with_port("p", "80")),
            "node(s) didn't have free ports for the requested pod ports");
  EXPECT_EQ(why(with_port("p", "81")), "");
  EXPECT_EQ(why(with_port("p", "80"), "b"), "");
}

TEST_F(FiltersTest, AClaimForOnePodIsUsedByOne) {
  client::Object user =
      make_pod("x", R"({"volumes":[{"persistentVolumeClaim":{"claimName":"c"}}]})");
  PodVolumes volumes;
  volumes.exclusive.emplace_back("c");
  EXPECT_EQ(reasons(cluster_, make_pod("p"), "a", volumes), "");
  put(cluster_, user, "b");
  EXPECT_EQ(reasons(cluster_, make_pod("p"), "a", volumes),
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
            "already in-use by another pod");
}

TEST_F(FiltersTest, VolumesMustBeReachable) {
  PodVolumes volumes;
  volumes.bound.push_back(shared(parse(R"({"spec":{"nodeAffinity":{"required":{"nodeSelectorTerms":[
      {"matchExpressions":[{"key":"zone","operator":"In","values":["2"]}]}]}}}})")));
  EXPECT_EQ(reasons(cluster_, make_pod("p"), "a", volumes),
            "node(s) didn't match PersistentVolume's node affinity");
  EXPECT_EQ(reasons(cluster_, make_pod("p"), "b", volumes), "");
}

TEST_F(FiltersTest, VolumesStayInTheirZone) {
  add(make_node("z", R"({"topology.kubernetes.io/zone":"z1"})"));
  PodVolumes volumes;
  volumes.bound.push_back(
      shared(parse(R"({"metadata":{"labels":{"topology.kubernetes.io/zone":"z2"}}})")));
  EXPECT_EQ(reasons(cluster_, make_pod("p"), "z", volumes), "node(s) had no available volume zone");
  EXPECT_EQ(reasons(cluster_, make_pod("p"), "a", volumes), "") << "it has no zone";
}

TEST_F(FiltersTest, PodsAreSpread) {
  const client::Object pod = web("p", spreading(R"("topologyKey":"zone")"));
  EXPECT_EQ(why(pod), "");
  put(cluster_, web("x"), "a");
  EXPECT_EQ(why(pod), "node(s) didn't match pod topology spread constraints");
  EXPECT_EQ(why(pod, "b"), "");
  EXPECT_EQ(why(web("p", spreading(R"("topologyKey":"rack")"))),
            "node(s) didn't match pod topology spread constraints (missing required label)");
}

TEST_F(FiltersTest, FewerDomainsThanAskedForAreAsIfOneWereEmpty) {
  put(cluster_, web("x"), "a");
  put(cluster_, web("y"), "b");
  EXPECT_EQ(why(web("p", spreading(R"("topologyKey":"zone","minDomains":2)"))), "");
  EXPECT_EQ(why(web("p", spreading(R"("topologyKey":"zone","minDomains":3)"))),
            "node(s) didn't match pod topology spread constraints");
}

TEST_F(FiltersTest, WhoMustBeTogetherIs) {
  const client::Object pod = make_pod("p", rule("podAffinity", "zone"));
  EXPECT_EQ(why(pod), "node(s) didn't match pod affinity rules");
  put(cluster_, web("x"), "a");
  EXPECT_EQ(why(pod), "");
  EXPECT_EQ(why(pod, "b"), "node(s) didn't match pod affinity rules");
  EXPECT_EQ(why(make_pod("p", rule("podAffinity", "rack"))),
            "node(s) didn't match pod affinity rules");
}

TEST_F(FiltersTest, TheFirstOfPodsThatWantEachOtherFitsAnywhere) {
  EXPECT_EQ(why(web("p", rule("podAffinity", "zone"))), "");
  EXPECT_EQ(why(web("p", rule("podAffinity", "rack"))), "node(s) didn't match pod affinity rules");
}

TEST_F(FiltersTest, WhoMustBeApartIs) {
  put(cluster_, web("x"), "a");
  EXPECT_EQ(why(make_pod("p", rule("podAntiAffinity", "zone"))),
            "node(s) didn't match pod anti-affinity rules");
  EXPECT_EQ(why(make_pod("p", rule("podAntiAffinity", "zone")), "b"), "");
  put(cluster_, make_pod("y", rule("podAntiAffinity", "zone")), "b");
  EXPECT_EQ(why(web("p"), "b"), "node(s) didn't satisfy existing pods anti-affinity rules");
  EXPECT_EQ(why(make_pod("p"), "b"), "");
}

TEST_F(FiltersTest, EveryFilterHasWordsAndSomethingThatHelps) {
  for (const Filter& filter : filters()) {
    EXPECT_NE(filter.message.empty(), filter.messages == nullptr) << filter.name;
    EXPECT_NE(filter.helped_by, 0U) << filter.name;
  }
}

}  // namespace
}  // namespace sluice::controllers::scheduler

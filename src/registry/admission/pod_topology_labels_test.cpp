// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class PodTopologyLabels : public testing::Test {
 protected:
  PodTopologyLabels() {
    cluster_.create(api::kinds::node(),
                    R"({"metadata":{"name":"placed","labels":{"disk":"fast",
                        "topology.kubernetes.io/zone":"z","topology.kubernetes.io/region":"r",
                        "topology.kubernetes.io/rack":"k"}}})");
    cluster_.create(api::kinds::node(), R"({"metadata":{"name":"plain"}})");
  }
  void bind(const std::string& binding) {
    const auto bound = cluster_.registry.bind({"default", "p"}, json_of(binding));
    ASSERT_TRUE(bound.has_value()) << bound.error().message;
  }
  json::Value labels() { return cluster_.get(api::kinds::pod(), "p").at("metadata", "labels"); }

  TestCluster cluster_;
};

TEST_F(PodTopologyLabels, ABoundPodHasThoseOfItsNodeWhateverItSaid) {
  cluster_.create(api::kinds::pod(),
                  R"({"metadata":{"name":"p","labels":{"a":"b","topology.kubernetes.io/zone":"x"}},
                      "spec":{"containers":[{"name":"c","image":"i"}]}})");
  bind(R"({"metadata":{"labels":{"c":"d"}},"target":{"kind":"Node","name":"placed"}})");
  EXPECT_EQ(labels(), json_of(R"({"a":"b","c":"d","topology.kubernetes.io/region":"r",
                                  "topology.kubernetes.io/zone":"z"})"));
}

TEST_F(PodTopologyLabels, APodCreatedOnANodeHasThem) {
  cluster_.create(api::kinds::pod(),
                  R"({"metadata":{"name":"p"},
                      "spec":{"nodeName":"placed","containers":[{"name":"c","image":"i"}]}})");
  EXPECT_EQ(labels(), json_of(R"({"topology.kubernetes.io/region":"r",
                                  "topology.kubernetes.io/zone":"z"})"));
}

TEST_F(PodTopologyLabels, NothingIsAddedWhereThereIsNothing) {
  cluster_.create_pod("p");
  bind(R"({"target":{"kind":"Node","name":"plain"}})");
  EXPECT_TRUE(labels().is_null());
}

TEST_F(PodTopologyLabels, ATargetWithoutKindAndANodeThatIsNotThereArePassedOver) {
  cluster_.create_pod("p");
  bind(R"({"target":{"name":"placed"}})");
  EXPECT_TRUE(labels().is_null());
  cluster_.create(api::kinds::pod(),
                  R"({"metadata":{"name":"q"},
                      "spec":{"nodeName":"none","containers":[{"name":"c","image":"i"}]}})");
  EXPECT_TRUE(cluster_.get(api::kinds::pod(), "q").at("metadata", "labels").is_null());
}

}  // namespace
}  // namespace sluice::registry

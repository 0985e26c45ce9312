// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/resource_fit.h"

#include <gtest/gtest.h>

#include "controllers/scheduler/test_objects.h"

namespace sluice::controllers::scheduler {
namespace {

class ResourceFitTest : public testing::Test {
 protected:
  Fit fit(const client::Object& pod, client::Object node) {
    cluster_.set_node(shared(std::move(node)));
    const Attempt attempt = prepare(cluster_, pod, {});
    const NodeState& state = cluster_.nodes().at("n");
    said_ = shortages(attempt, {state, state.load, attempt.relations});
    return has_room(attempt, {state, state.load, attempt.relations});
  }

  Cluster cluster_;
  std::vector<std::string> said_;
};

TEST_F(ResourceFitTest, WhatIsTakenIsNotThere) {
  EXPECT_EQ(fit(make_pod("p", asking("4")), make_node("n")), Fit::kYes);
  put(cluster_, make_pod("x", asking("500m")), "n");
  EXPECT_EQ(fit(make_pod("p", asking("4")), make_node("n")), Fit::kNotNow);
  EXPECT_EQ(said_, std::vector<std::string>{"Insufficient cpu"});
  EXPECT_EQ(fit(make_pod("p", asking("3500m")), make_node("n")), Fit::kYes);
}

TEST_F(ResourceFitTest, MoreThanThereEverIsNeverFits) {
  const client::Object pod = make_pod("p", R"({"containers":[{"resources":{"requests":{
      "cpu":"5","memory":"9Gi","example.com/dongle":"1"}}}]})");
  EXPECT_EQ(fit(pod, make_node("n")), Fit::kNo);
  EXPECT_EQ(said_, (std::vector<std::string>{"Insufficient cpu", "Insufficient example.com/dongle",
                                             "Insufficient memory"}));
}

TEST_F(ResourceFitTest, ANodeTakesOnlySoManyPods) {
  client::Object node = make_node("n");
  node["status"]["allocatable"]["pods"] = "1";
  put(cluster_, make_pod("x"), "n");
  EXPECT_EQ(fit(make_pod("p"), node), Fit::kNotNow);
  EXPECT_EQ(said_, std::vector<std::string>{"Too many pods"});
}

TEST_F(ResourceFitTest, WhatSlurmHandsOutNeedNotBeFreeButPossible) {
  client::Object node = make_node("n", R"({"sluice.dev/partition":"all"})");
  node["metadata"]["annotations"][kQueuedResources] = "cpu=2,memory,pods";
  put(cluster_, make_pod("x", asking("4")), "n");
  EXPECT_EQ(fit(make_pod("p", asking("2")), node), Fit::kYes);
  EXPECT_EQ(fit(make_pod("p", asking("3")), node), Fit::kNo) << "no machine has that many";
  client::Object elsewhere = make_pod("p", asking("3"));
  elsewhere["metadata"]["annotations"][kPartition] = "big";
  EXPECT_EQ(fit(elsewhere, node), Fit::kYes) << "what other partitions have, only Slurm knows";
}

TEST_F(ResourceFitTest, WhatSlurmDoesNotKnowIsCountedHere) {
  client::Object node = make_node("n");
  node["metadata"]["annotations"][kQueuedResources] = "cpu,memory,pods";
  node["status"]["allocatable"]["example.com/dongle"] = "1";
  const std::string spec =
      R"({"containers":[{"resources":{"requests":{"example.com/dongle":"1"}}}]})";
  EXPECT_EQ(fit(make_pod("p", spec), node), Fit::kYes);
  put(cluster_, make_pod("x", spec), "n");
  EXPECT_EQ(fit(make_pod("p", spec), node), Fit::kNotNow);
}

}  // namespace
}  // namespace sluice::controllers::scheduler

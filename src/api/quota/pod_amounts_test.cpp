// SPDX-License-Identifier: Apache-2.0
#include "api/quota/pod_amounts.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api::quota {
namespace {

json::Value of(std::string_view text) {
  return std::move(json::parse(text)).value();
}

TEST(PodAmounts, ContainersAddUp) {
  const auto pod = of(R"({"spec":{"containers":[
      {"name":"a","resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2"}}},
      {"name":"b","resources":{"requests":{"cpu":"500m"}}}]}})");
  EXPECT_EQ(listed(pod_requests(pod)), "cpu=1500m,memory=1Gi");
  EXPECT_EQ(listed(pod_limits(pod)), "cpu=2");
}

TEST(PodAmounts, InitContainersNeedTheirsOneAfterTheOther) {
  const auto pod = of(R"({"spec":{
      "initContainers":[{"name":"i","resources":{"requests":{"cpu":"3"}}},
                        {"name":"j","resources":{"requests":{"cpu":"2"}}}],
      "containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}})");
  EXPECT_EQ(listed(pod_requests(pod)), "cpu=3");
}

TEST(PodAmounts, SidecarsStay) {
  const auto pod = of(R"({"spec":{
      "initContainers":[{"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"1"}}},
                        {"name":"i","resources":{"requests":{"cpu":"3"}}}],
      "containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}})");
  EXPECT_EQ(listed(pod_requests(pod)), "cpu=4");
}

TEST(PodAmounts, OverheadComesOnTop) {
  const auto pod = of(R"({"spec":{"overhead":{"cpu":"100m","memory":"1Mi"},
      "containers":[{"name":"a","resources":{"requests":{"cpu":"1"},"limits":{"cpu":"1"}}}]}})");
  EXPECT_EQ(listed(pod_requests(pod)), "cpu=1100m,memory=1Mi");
  EXPECT_EQ(listed(pod_limits(pod)), "cpu=1100m") << "where there is no limit, none appears";
}

TEST(PodAmounts, ThePodsOwnFiguresCount) {
  const auto pod = of(R"({"spec":{"resources":{"requests":{"cpu":"5"}},
      "containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}})");
  EXPECT_EQ(listed(pod_requests(pod)), "cpu=5,memory=1Gi");
}

TEST(PodAmounts, AResizeCountsTheMost) {
  const char* pod = R"({"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"3"}}}]},
      "status":{"conditions":[{"type":"PodResizePending","reason":"%"}],
                "containerStatuses":[{"name":"a","resources":{"requests":{"cpu":"2"}},
                                      "allocatedResources":{"cpu":"1"}}]}})";
  EXPECT_EQ(listed(pod_requests(of(pod))), "cpu=3");
  std::string hopeless = pod;
  hopeless.replace(hopeless.find('%'), 1, "Infeasible");
  EXPECT_EQ(listed(pod_requests(of(hopeless))), "cpu=2");
}

}  // namespace
}  // namespace sluice::api::quota

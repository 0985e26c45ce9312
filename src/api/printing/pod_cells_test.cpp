// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

constexpr WallTime kNow = WallTime{} + std::chrono::hours(1);

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(PodCells, ShowReadinessAndPlace) {
  const json::Value pod = parse(R"({"spec":{"nodeName":"n","containers":[{"name":"a"},{"name":"b"}],
    "readinessGates":[{"conditionType":"x"},{"conditionType":"y"}]},
    "status":{"phase":"Running","podIP":"10.0.0.1","conditions":[{"type":"x","status":"True"}],
    "containerStatuses":[{"name":"a","ready":true,"restartCount":1,"state":{"running":{}}}]}})");
  EXPECT_EQ(pod_ready(pod, kNow), json::Value("1/2"));
  EXPECT_EQ(pod_status(pod, kNow), json::Value("Running"));
  EXPECT_EQ(pod_restarts(pod, kNow), json::Value("1"));
  EXPECT_EQ(pod_ip(pod, kNow), json::Value("10.0.0.1"));
  EXPECT_EQ(pod_node(pod, kNow), json::Value("n"));
  EXPECT_EQ(pod_readiness_gates(pod, kNow), json::Value("1/2"));
  EXPECT_EQ(pod_nominated_node(pod, kNow), json::Value("<none>"));
  EXPECT_EQ(pod_ip(json::Value(), kNow), json::Value("<none>"));
}

}  // namespace
}  // namespace sluice::api::cells

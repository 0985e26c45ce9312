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

TEST(NodeCells, ShowWhetherTheNodeTakesPods) {
  EXPECT_EQ(node_status(json::Value(), kNow), json::Value("Unknown"));
  const json::Value lost =
      parse(R"({"status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})");
  EXPECT_EQ(node_status(lost, kNow), json::Value("NotReady"));
  const json::Value cordoned = parse(R"({"spec":{"unschedulable":true},
    "status":{"conditions":[{"type":"Ready","status":"True"}]}})");
  EXPECT_EQ(node_status(cordoned, kNow), json::Value("Ready,SchedulingDisabled"));
}

TEST(NodeCells, ReadRolesFromLabels) {
  const json::Value node = parse(R"({"metadata":{"labels":{"node-role.kubernetes.io/worker":"",
    "kubernetes.io/role":"agent"}},"status":{"addresses":[{"type":"ExternalIP","address":"1.1.1.1"}]}})");
  EXPECT_EQ(node_roles(node, kNow), json::Value("agent,worker"));
  EXPECT_EQ(node_roles(json::Value(), kNow), json::Value("<none>"));
  EXPECT_EQ(node_external_ip(node, kNow), json::Value("1.1.1.1"));
  EXPECT_EQ(node_internal_ip(node, kNow), json::Value("<none>"));
}

}  // namespace
}  // namespace sluice::api::cells

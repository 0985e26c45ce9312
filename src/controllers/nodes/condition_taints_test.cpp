// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/condition_taints.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::nodes {
namespace {

std::string taints(std::string_view node) {
  std::string names;
  for (const json::Value& taint : condition_taints(json::parse(node).value())) {
    names += (names.empty() ? "" : " ") + taint.at("key").as_string() + ":" +
             taint.at("effect").as_string();
  }
  return names;
}

TEST(ConditionTaints, AreThereForAsLongAsTheirReason) {
  EXPECT_EQ(taints(R"({"status":{"conditions":[{"type":"Ready","status":"False"},
                       {"type":"DiskPressure","status":"True"}]}})"),
            "node.kubernetes.io/not-ready:NoSchedule node.kubernetes.io/disk-pressure:NoSchedule");
  EXPECT_EQ(taints(R"({"spec":{"taints":[
                         {"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}]},
                       "status":{"conditions":[{"type":"Ready","status":"True"}]}})"),
            "");
  EXPECT_EQ(taints(R"({"spec":{"unschedulable":true}})"),
            "node.kubernetes.io/unschedulable:NoSchedule");
}

TEST(ConditionTaints, StayWhileNothingIsKnown) {
  EXPECT_EQ(taints(R"({"spec":{"taints":[
                         {"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}]}})"),
            "node.kubernetes.io/not-ready:NoSchedule");
  EXPECT_EQ(taints("{}"), "");
}

TEST(ConditionTaints, LeaveOthersAlone) {
  EXPECT_EQ(taints(R"({"spec":{"taints":[{"key":"gpu","effect":"NoSchedule"},
                         {"key":"node.kubernetes.io/not-ready","effect":"NoExecute"},
                         {"key":"node.kubernetes.io/unreachable","effect":"NoSchedule"}]},
                       "status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})"),
            "gpu:NoSchedule node.kubernetes.io/not-ready:NoExecute "
            "node.kubernetes.io/unreachable:NoSchedule");
}

}  // namespace
}  // namespace sluice::controllers::nodes

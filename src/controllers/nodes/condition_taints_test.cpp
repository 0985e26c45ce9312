// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/condition_taints.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::nodes {
namespace {

const WallTime kNow{std::chrono::seconds(0)};

std::string taints(std::string_view node, Eviction eviction = Eviction::kOff) {
  std::string names;
  for (const json::Value& taint : condition_taints(json::parse(node).value(), eviction, kNow)) {
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
                         {"key":"gpu","effect":"NoExecute"},
                         {"key":"node.kubernetes.io/unreachable","effect":"NoSchedule"}]},
                       "status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})"),
            "gpu:NoSchedule gpu:NoExecute node.kubernetes.io/unreachable:NoSchedule");
}

TEST(ConditionTaints, SayWhenTheyCame) {
  const auto node = json::parse(R"({"spec":{"unschedulable":true}})").value();
  EXPECT_EQ(condition_taints(node, Eviction::kOff, kNow).at(0).at("timeAdded").as_string(),
            "1970-01-01T00:00:00Z");
}

constexpr const char* kSilent =
    R"({"status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})";
constexpr const char* kSilentAfterBad =
    R"({"spec":{"taints":[{"key":"node.kubernetes.io/not-ready","effect":"NoExecute"}]},
        "status":{"conditions":[{"type":"Ready","status":"Unknown"}]}})";

TEST(ConditionTaints, DrivePodsAwayWhenThatIsAllowed) {
  EXPECT_EQ(taints(kSilent, Eviction::kAllowed),
            "node.kubernetes.io/unreachable:NoSchedule node.kubernetes.io/unreachable:NoExecute");
  EXPECT_EQ(taints(kSilent, Eviction::kPaused), "node.kubernetes.io/unreachable:NoSchedule");
  EXPECT_EQ(taints(kSilent, Eviction::kOff), "node.kubernetes.io/unreachable:NoSchedule");
}

TEST(ConditionTaints, FollowTheReasonWherePodsAreDrivenAwayAlready) {
  const char* const both =
      "node.kubernetes.io/unreachable:NoSchedule node.kubernetes.io/unreachable:NoExecute";
  EXPECT_EQ(taints(kSilentAfterBad, Eviction::kAllowed), both);
  EXPECT_EQ(taints(kSilentAfterBad, Eviction::kPaused), both);
  EXPECT_EQ(taints(kSilentAfterBad, Eviction::kOff), "node.kubernetes.io/unreachable:NoSchedule");
}

TEST(ConditionTaints, LetPodsStayOnANodeThatIsReadyAgain) {
  EXPECT_EQ(taints(R"({"spec":{"taints":[
                         {"key":"node.kubernetes.io/unreachable","effect":"NoExecute"}]},
                       "status":{"conditions":[{"type":"Ready","status":"True"}]}})",
                   Eviction::kAllowed),
            "");
}

}  // namespace
}  // namespace sluice::controllers::nodes

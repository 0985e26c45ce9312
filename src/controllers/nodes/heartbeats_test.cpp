// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/heartbeats.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::nodes {
namespace {

using std::chrono::seconds;

class HeartbeatsTest : public testing::Test {
 protected:
  static client::Object node(const std::string& conditions = "") {
    return json::parse(R"({"metadata":{"name":"n","creationTimestamp":"2029-01-01T00:00:00Z"},
                           "status":{"conditions":[)" +
                       conditions + "]}}")
        .value();
  }
  static client::Object lease(const std::string& renewed) {
    return json::parse(R"({"spec":{"renewTime":")" + renewed + R"("}})").value();
  }
  Duration silence(const client::Object& node, const client::Object* lease, int now) {
    return heartbeats_.silence(node, lease, SteadyTime(seconds(now)));
  }

  Heartbeats heartbeats_;
};

TEST_F(HeartbeatsTest, CountsFromTheFirstLookHoweverOldTheSignsAre) {
  const auto old = lease("1999-01-01T00:00:00.000000Z");
  EXPECT_EQ(silence(node(), &old, 100), seconds(0));
  EXPECT_EQ(silence(node(), &old, 130), seconds(30));
}

TEST_F(HeartbeatsTest, ARenewedLeaseIsASign) {
  const auto first = lease("1999-01-01T00:00:00.000000Z");
  const auto second = lease("1999-01-01T00:00:10.000000Z");
  silence(node(), &first, 100);
  EXPECT_EQ(silence(node(), &second, 130), seconds(0));
  EXPECT_EQ(silence(node(), &second, 140), seconds(10));
}

TEST_F(HeartbeatsTest, ANewStatusIsASign) {
  silence(node(), nullptr, 0);
  EXPECT_EQ(silence(node(R"({"type":"Ready"})"), nullptr, 5), seconds(0));
  const auto later = node(R"({"type":"Ready","lastHeartbeatTime":"2029-01-01T00:00:01Z"})");
  EXPECT_EQ(silence(later, nullptr, 8), seconds(0));
  EXPECT_EQ(silence(later, nullptr, 9), seconds(1));
}

TEST_F(HeartbeatsTest, AForgottenNodeIsNew) {
  silence(node(), nullptr, 0);
  heartbeats_.forget("n");
  EXPECT_EQ(silence(node(), nullptr, 9), seconds(0));
}

TEST_F(HeartbeatsTest, NobodyKnowsHowASilentNodeIs) {
  const auto before = node(R"({"type":"Ready","status":"True","reason":"KubeletReady",
                               "message":"fine","lastHeartbeatTime":"2029-01-02T00:00:00Z",
                               "lastTransitionTime":"2029-01-02T00:00:00Z"},
                              {"type":"DiskPressure","status":"Unknown","reason":"Mine"})");
  const WallTime now{};
  EXPECT_EQ(silent_status(before, now), json::parse(R"({"conditions":[
      {"type":"Ready","status":"Unknown","reason":"NodeStatusUnknown",
       "message":"Kubelet stopped posting node status.",
       "lastHeartbeatTime":"2029-01-02T00:00:00Z","lastTransitionTime":"1970-01-01T00:00:00Z"},
      {"type":"DiskPressure","status":"Unknown","reason":"Mine"},
      {"type":"MemoryPressure","status":"Unknown","lastTransitionTime":"1970-01-01T00:00:00Z",
       "reason":"NodeStatusNeverUpdated","message":"Kubelet never posted node status.",
       "lastHeartbeatTime":"2029-01-01T00:00:00Z"},
      {"type":"PIDPressure","status":"Unknown","lastTransitionTime":"1970-01-01T00:00:00Z",
       "reason":"NodeStatusNeverUpdated","message":"Kubelet never posted node status.",
       "lastHeartbeatTime":"2029-01-01T00:00:00Z"}]})")
                                            .value());
}

}  // namespace
}  // namespace sluice::controllers::nodes

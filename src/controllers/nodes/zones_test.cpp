// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/zones.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::nodes {
namespace {

using std::chrono::seconds;

client::ObjectPtr node(bool ready, const std::string& zone = "a", const std::string& labels = "") {
  return std::make_shared<const client::Object>(
      json::parse(R"({"metadata":{"labels":{"topology.kubernetes.io/zone":")" + zone + "\"" +
                  labels + R"(}},"status":{"conditions":[{"type":"Ready","status":")" +
                  (ready ? "True" : "False") + R"("}]}})")
          .value());
}

class ZonesTest : public testing::Test {
 protected:
  void add(int ready, int others, const std::string& zone = "a") {
    for (int i = 0; i < ready + others; ++i) {
      zones_.take({nullptr, node(i < ready, zone)});
    }
  }
  Zones::Verdict verdict(const std::string& zone = "a", int now = 0) {
    return zones_.verdict(*node(false, zone), SteadyTime(seconds(now)));
  }

  Zones zones_;
};

TEST_F(ZonesTest, WhereNoNodeIsReadyNobodyIsDrivenAway) {
  add(0, 1);
  EXPECT_EQ(verdict().eviction, Eviction::kOff);
  add(1, 0, "b");
  EXPECT_EQ(verdict().eviction, Eviction::kAllowed);
}

TEST_F(ZonesTest, ASmallZoneOfWhichMostAreBrokenIsLeftAlone) {
  add(2, 2);
  EXPECT_EQ(verdict().eviction, Eviction::kAllowed);
  add(0, 1);
  EXPECT_EQ(verdict().eviction, Eviction::kPaused);
  EXPECT_FALSE(verdict().wait.has_value());
}

TEST_F(ZonesTest, OneNodeAfterTheOther) {
  add(2, 2);
  zones_.begun(*node(false), SteadyTime(seconds(100)));
  const auto soon = verdict("a", 104);
  EXPECT_EQ(soon.eviction, Eviction::kPaused);
  EXPECT_EQ(soon.wait, seconds(6));
  EXPECT_EQ(verdict("a", 110).eviction, Eviction::kAllowed);
}

TEST_F(ZonesTest, MoreSlowlyInALargeZoneOfWhichMostAreBroken) {
  add(20, 40);
  EXPECT_EQ(verdict("a", 100).eviction, Eviction::kAllowed);
  zones_.begun(*node(false), SteadyTime(seconds(100)));
  EXPECT_EQ(verdict("a", 110).wait, seconds(90));
}

TEST_F(ZonesTest, SaysWhenOthersAreConcerned) {
  EXPECT_TRUE(zones_.take({nullptr, node(true)}));
  EXPECT_FALSE(zones_.take({nullptr, node(false)}));
  EXPECT_FALSE(zones_.take({node(true), node(true)}));
  EXPECT_TRUE(zones_.take({node(true), node(false)}));
  EXPECT_FALSE(zones_.take({node(false), nullptr}));
  EXPECT_TRUE(zones_.take({node(false), node(true)}));
}

TEST_F(ZonesTest, NodesThatWishSoDoNotCount) {
  add(0, 1);
  const auto excluded = node(true, "a", R"(,"node.kubernetes.io/exclude-disruption":"")");
  EXPECT_FALSE(zones_.take({nullptr, excluded}));
  EXPECT_EQ(verdict().eviction, Eviction::kOff);
}

}  // namespace
}  // namespace sluice::controllers::nodes

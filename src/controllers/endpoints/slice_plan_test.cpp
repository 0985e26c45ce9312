// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/slice_plan.h"

#include <gtest/gtest.h>

#include <memory>

#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

class SlicePlanTest : public testing::Test {
 protected:
  static json::Value endpoint(int number, bool ready = true) {
    return json::Object{{"addresses", json::Array{"10.0.0." + std::to_string(number)}},
                        {"conditions", json::Object{{"ready", ready}}}};
  }
  static SliceGroup group(int from, int to) {
    SliceGroup group{"IPv4", {json::Object{{"port", 80}}}, {}};
    for (int i = from; i < to; ++i) {
      group.endpoints.push_back(endpoint(i));
    }
    return group;
  }

  // Plans and does it.
  SlicePlan apply(const std::vector<SliceGroup>& groups) {
    SlicePlan plan = plan_slices({owner_, "web", "me", json::Value()}, groups, slices_);
    for (const auto& gone : plan.remove) {
      std::erase(slices_, gone);
    }
    for (const client::Object& changed : plan.update) {
      for (client::ObjectPtr& slice : slices_) {
        if (api::name(*slice) == api::name(changed)) {
          slice = std::make_shared<const client::Object>(changed);
        }
      }
    }
    for (const client::Object& made : plan.create) {
      slices_.push_back(std::make_shared<const client::Object>(made));
    }
    return plan;
  }
  std::size_t held() const {
    std::size_t count = 0;
    for (const auto& slice : slices_) {
      EXPECT_LE(slice->at("endpoints").as_array().size(), kEndpointsPerSlice);
      count += slice->at("endpoints").as_array().size();
    }
    return count;
  }

  const client::Object owner_ = json::parse(R"({"apiVersion":"v1","kind":"Service",
                      "metadata":{"name":"web","namespace":"d","uid":"u"}})")
                                    .value();
  std::vector<client::ObjectPtr> slices_;
};

TEST_F(SlicePlanTest, ASliceSaysWhoseItIs) {
  apply({group(0, 1)});
  const client::Object& slice = *slices_.at(0);
  EXPECT_EQ(api::label(slice, "kubernetes.io/service-name"), "web");
  EXPECT_EQ(api::label(slice, "endpointslice.kubernetes.io/managed-by"), "me");
  EXPECT_EQ(api::controller_of(slice)->at("uid").as_string(), "u");
  EXPECT_EQ(slice.at("metadata", "generateName").as_string(), "web-");
}

TEST_F(SlicePlanTest, WhatIsRightIsLeftAlone) {
  apply({group(0, 150)});
  const SlicePlan again = apply({group(0, 150)});
  EXPECT_TRUE(again.create.empty() && again.update.empty() && again.remove.empty());
  EXPECT_EQ(slices_.size(), 2U);
}

TEST_F(SlicePlanTest, OneChangedEndpointRewritesOneSlice) {
  apply({group(0, 250)});
  SliceGroup changed = group(0, 250);
  changed.endpoints[120] = endpoint(120, false);
  const SlicePlan plan = apply({changed});
  EXPECT_EQ(plan.update.size(), 1U);
  EXPECT_TRUE(plan.create.empty() && plan.remove.empty());
}

TEST_F(SlicePlanTest, NewEndpointsFillGapsBeforeANewSliceIsMade) {
  apply({group(0, 200)});
  apply({group(50, 200)});
  const SlicePlan plan = apply({group(50, 250)});
  EXPECT_TRUE(plan.create.empty());
  EXPECT_EQ(held(), 200U);
  EXPECT_EQ(apply({group(50, 251)}).create.size(), 1U);
}

TEST_F(SlicePlanTest, EmptySlicesGoButTheLastOneStays) {
  apply({group(0, 200)});
  apply({group(0, 0)});
  ASSERT_EQ(slices_.size(), 1U);
  EXPECT_EQ(held(), 0U);
}

TEST_F(SlicePlanTest, SlicesOfGroupsThatAreGoneGo) {
  apply({group(0, 3)});
  SliceGroup other = group(0, 3);
  other.ports = {json::Object{{"port", 81}}};
  const SlicePlan plan = apply({other});
  EXPECT_EQ(plan.create.size(), 1U);
  EXPECT_EQ(plan.remove.size(), 1U);
}

TEST_F(SlicePlanTest, AnOutdatedViewCollides) {
  const SlicePlan first = plan_slices({owner_, "web", "me", json::Value()}, {group(0, 1)}, {});
  const SlicePlan second = plan_slices({owner_, "web", "me", json::Value()}, {group(0, 2)}, {});
  EXPECT_EQ(api::name(first.create.at(0)), api::name(second.create.at(0)));
}

}  // namespace
}  // namespace sluice::controllers::endpoints

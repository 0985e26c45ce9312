// SPDX-License-Identifier: Apache-2.0
#include "api/subresources.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "api/crd/custom_resource.h"
#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

TEST(Subresources, OfBuiltInKindsStandInTheTable) {
  const auto found = subresources_of(kinds::pod());
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const auto& sub) { return sub.name == "status"; }));
}

TEST(Subresources, ServeTheVerbsOfTheTable) {
  EXPECT_TRUE(subresource_serves(kinds::pod(), "eviction", "create"));
  EXPECT_FALSE(subresource_serves(kinds::pod(), "eviction", "get"));
  EXPECT_FALSE(subresource_serves(kinds::pod(), "nothing", "get"));
}

TEST(Subresources, TakeDocumentsOfOtherKinds) {
  EXPECT_EQ(part_kind(kinds::pod(), "").kind, "Pod");
  EXPECT_EQ(part_kind(kinds::pod(), "status").kind, "Pod");
  EXPECT_EQ(part_kind(kinds::pod(), "binding").api_version(), "v1");
  EXPECT_EQ(part_kind(kinds::pod(), "eviction").api_version(), "policy/v1");
  EXPECT_EQ(part_kind(kinds::service_account(), "token").kind, "TokenRequest");
}

TEST(Subresources, OfCustomKindsFollowFromTheirDefinition) {
  const auto kind =
      custom_kinds(std::make_shared<const json::Value>(established_definition())).at(0);
  const auto found = subresources_of(*kind);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "scale");
  EXPECT_EQ(found[0].kind, "Scale");
  EXPECT_EQ(found[0].kind_group, "autoscaling");
  EXPECT_EQ(found[1].name, "status");
  EXPECT_EQ(found[1].kind, "Widget");
}

}  // namespace
}  // namespace sluice::api

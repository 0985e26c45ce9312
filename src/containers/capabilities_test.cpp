// SPDX-License-Identifier: Apache-2.0
#include "containers/capabilities.h"

#include <gtest/gtest.h>

namespace sluice::containers {
namespace {

constexpr Capabilities kDefaultSet = 0xa80425fb;  // as CapBnd shows it in a container
constexpr Capabilities kEverything = 0x1ffffffffff;

TEST(Capabilities, TheDefaultIsWhatOtherRuntimesGive) {
  EXPECT_EQ(allowed_capabilities({}).value(), kDefaultSet);
}

TEST(Capabilities, AreAddedAndDroppedByName) {
  const Capabilities changed =
      allowed_capabilities({.add = {"net_admin"}, .drop = {"CAP_CHOWN"}}).value();
  EXPECT_TRUE(has_capability(changed, "NET_ADMIN"));
  EXPECT_FALSE(has_capability(changed, "CHOWN"));
  EXPECT_TRUE(has_capability(changed, "KILL"));
}

TEST(Capabilities, AllMeansEverything) {
  EXPECT_EQ(allowed_capabilities({.drop = {"ALL"}}).value(), 0u);
  EXPECT_EQ(allowed_capabilities({.add = {"ALL"}}).value(), kEverything);
  EXPECT_EQ(allowed_capabilities({.privileged = true}).value(), kEverything);
  EXPECT_EQ(allowed_capabilities({.add = {"KILL"}, .drop = {"ALL"}}).value(), 1u << 5);
}

TEST(Capabilities, AnUnknownNameIsRefused) {
  const auto result = allowed_capabilities({.add = {"FLY"}});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message, "unknown capability \"FLY\"");
}

}  // namespace
}  // namespace sluice::containers

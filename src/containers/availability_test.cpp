// SPDX-License-Identifier: Apache-2.0
#include "containers/availability.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::containers {
namespace {

TEST(Availability, TryingOutLeavesNothingBehind) {
  TemporaryDirectory scratch;
  [[maybe_unused]] const auto tried = runtime_available("builtin", scratch.path());
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Availability, ADirectoryThatIsMissingIsNamed) {
  const auto tried = runtime_available("builtin", "/no/such/place");
  ASSERT_FALSE(tried.has_value());
  EXPECT_NE(tried.error().message.find("/no/such/place"), std::string::npos);
}

TEST(ChooseRuntime, ANameStandsForItselfAndHostIsNeverChosenUnasked) {
  EXPECT_EQ(choose_runtime("host", "/tmp").value(), "host");
  EXPECT_FALSE(choose_runtime("podman", "/tmp").has_value());
  const auto chosen = choose_runtime("auto", "/tmp");
  EXPECT_NE(chosen.value_or("none"), "host");
}

}  // namespace
}  // namespace sluice::containers

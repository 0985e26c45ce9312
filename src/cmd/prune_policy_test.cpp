// SPDX-License-Identifier: Apache-2.0
#include "cmd/prune_policy.h"

#include <gtest/gtest.h>

namespace sluice::cmd {
namespace {

TEST(PrunePolicy, IsWhatTheOptionsSay) {
  const auto none = prune_policy("", "", "");
  EXPECT_FALSE(none->unused_for || none->max_bytes);
  const auto both = prune_policy("12h", "1Gi", "");
  EXPECT_EQ(both->unused_for, std::chrono::hours(12));
  EXPECT_EQ(both->max_bytes, 1 << 30);
}

TEST(PrunePolicy, AWrongOptionIsNamed) {
  EXPECT_EQ(prune_policy("soon", "", "image-").error().message,
            "--image-unused-for must be a time such as 12h or 90m, got \"soon\"");
  EXPECT_EQ(prune_policy("", "-1", "").error().message,
            "--max-size must be a size such as 20Gi, got \"-1\"");
}

}  // namespace
}  // namespace sluice::cmd

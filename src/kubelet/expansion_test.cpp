// SPDX-License-Identifier: Apache-2.0
#include "kubelet/expansion.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

TEST(Expand, ReplacesKnownNamesAndLeavesTheRest) {
  const std::vector<pod::EnvVar> variables{{"A", "old"}, {"B", "$(A)"}, {"A", "new"}};
  EXPECT_EQ(expand("x $(A)-$(A) y", variables), "x new-new y");
  EXPECT_EQ(expand("$(B)", variables), "$(A)");
  EXPECT_EQ(expand("$(NONE) $HOME $ $(open", variables), "$(NONE) $HOME $ $(open");
  EXPECT_EQ(expand("$$(A) $$$(A)", variables), "$(A) $new");
  EXPECT_EQ(expand("", variables), "");
}

}  // namespace
}  // namespace sluice::kubelet

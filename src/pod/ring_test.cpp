// SPDX-License-Identifier: Apache-2.0
#include "pod/ring.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(Ring, ComesBackFromItsText) {
  const Ring ring{.attempt = {"0a1b-2c", 3}, .sequence = 17};
  EXPECT_EQ(ring_from_text(to_text(ring)), ring);
}

TEST(Ring, AnythingElseIsNone) {
  for (const std::string_view text :
       {"", "sluice-ring", "sluice-ring u 1", "sluice-ring  1 2", "sluice-ring u x 2",
        "sluice-ring u 0 2", "sluice-ring u 1 -2", "other u 1 2", "sluice-ring u 1 2 3"}) {
    EXPECT_FALSE(ring_from_text(text).has_value()) << text;
  }
  EXPECT_FALSE(ring_from_text("sluice-ring " + std::string(kLongestRing, 'u') + " 1 2"));
}

}  // namespace
}  // namespace sluice::pod

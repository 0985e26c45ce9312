// SPDX-License-Identifier: Apache-2.0
#include "registry/revision.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

TEST(Revision, ParsesDecimalNumbersOnly) {
  EXPECT_EQ(parse_revision("").value(), 0u);
  EXPECT_EQ(parse_revision("0").value(), 0u);
  EXPECT_EQ(parse_revision("12").value(), 12u);
  for (const char* bad : {"x", "-1", "1.5", "12 ", "99999999999999999999"}) {
    EXPECT_EQ(parse_revision(bad).error().code, Code::kInternal) << bad;
  }
}

TEST(Revision, TheFutureTimesOutWithTheCauseClientsLookFor) {
  EXPECT_TRUE(check_happened(5, 5).has_value());
  const Error error = check_happened(6, 5).error();
  EXPECT_EQ(error.code, Code::kTimeout);
  EXPECT_EQ(error.message, "Timeout: Too large resource version: 6, current: 5");
  EXPECT_EQ(error.causes.at(0).reason, "ResourceVersionTooLarge");
}

}  // namespace
}  // namespace sluice::registry

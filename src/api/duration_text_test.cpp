// SPDX-License-Identifier: Apache-2.0
#include "api/duration_text.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(DurationText, IsGosNotation) {
  EXPECT_EQ(parse_duration("1m30.5s"), Duration(std::chrono::milliseconds(90'500)));
  EXPECT_EQ(parse_duration("soon"), std::nullopt);
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "controllers/choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace sluice::controllers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array<std::string_view, 3> kKnown = {"job", "scheduler", "gc"};

TEST(Choice, StarIsAllAndMinusTakesOneOut) {
  EXPECT_THAT(choose("*", kKnown).value(), ElementsAre("job", "scheduler", "gc"));
  EXPECT_THAT(choose("*, -scheduler", kKnown).value(), ElementsAre("job", "gc"));
}

TEST(Choice, WithoutStarOnlyWhatIsNamedRuns) {
  EXPECT_THAT(choose("gc,job", kKnown).value(), ElementsAre("job", "gc"));
  EXPECT_THAT(choose("-gc", kKnown).value(), ElementsAre());
}

TEST(Choice, RefusesNamesNobodyHas) {
  for (const char* list : {"jobs", "*,-jobs", "", "job,,gc"}) {
    const auto chosen = choose(list, kKnown);
    ASSERT_FALSE(chosen) << list;
    EXPECT_EQ(chosen.error().code, Code::kInvalid);
    EXPECT_THAT(chosen.error().message, HasSubstr("known controllers: job, scheduler, gc"));
  }
}

}  // namespace
}  // namespace sluice::controllers

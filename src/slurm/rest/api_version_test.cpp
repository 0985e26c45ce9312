// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/api_version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::slurm::rest {
namespace {

json::Value specification(const std::vector<std::string>& paths) {
  json::Object listed;
  for (const std::string& path : paths) {
    listed[path] = json::Object{};
  }
  return json::Object{{"paths", std::move(listed)}};
}

TEST(ApiVersion, TheNewestThatBothKnowIsChosen) {
  const auto of_22_05 = specification({"/openapi/v3", "/slurm/v0.0.36/jobs", "/slurm/v0.0.38/jobs",
                                       "/slurm/v0.0.37/jobs", "/slurmdb/v0.0.40/jobs"});
  const auto chosen = choose_version(of_22_05);
  ASSERT_TRUE(chosen.has_value()) << chosen.error().message;
  EXPECT_EQ(chosen->name(), "v0.0.38");
  EXPECT_FALSE(chosen->modern_requests);
  EXPECT_EQ(choose_version(of_22_05, 36)->number, 36);
  EXPECT_EQ(choose_version(of_22_05, 45).error().code, Code::kUnsupported);
}

TEST(ApiVersion, OneThatIsTooNewForUsIsTakenForLikeTheNewestWeKnow) {
  const int newest = known_versions().back().number;
  const std::string name = "/slurm/v0.0." + std::to_string(newest + 2);
  const auto chosen = choose_version(specification({name + "/jobs", name + "0/jobs"}));
  ASSERT_TRUE(chosen.has_value()) << chosen.error().message;
  EXPECT_EQ(chosen->number, newest + 2);
  EXPECT_TRUE(chosen->signals_parts);
}

TEST(ApiVersion, WhatIsOfferedIsNamedWhenNoneFits) {
  const auto old = choose_version(specification({"/slurm/v0.0.35/jobs"}));
  EXPECT_EQ(old.error().code, Code::kUnsupported);
  EXPECT_THAT(old.error().message, testing::HasSubstr("v0.0.35"));
  EXPECT_THAT(choose_version(json::Value()).error().message, testing::HasSubstr("no version"));
}

TEST(ApiVersion, TheTableIsInOrderAndOlderOnesHaveMoreLimits) {
  for (std::size_t i = 1; i < known_versions().size(); ++i) {
    EXPECT_EQ(known_versions()[i].number, known_versions()[i - 1].number + 1);
  }
  EXPECT_THAT(limits(known_versions().front()),
              testing::Contains(testing::HasSubstr("a signal reaches")));
  EXPECT_EQ(limits(known_versions().back()).size(), 1U);
}

}  // namespace
}  // namespace sluice::slurm::rest

// SPDX-License-Identifier: Apache-2.0
#include "controllers/disruption/stale_targets.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::disruption {
namespace {

std::string until(const std::string& phase, const std::string& condition,
                  const std::string& metadata = "") {
  const auto pod = json::parse(R"({"metadata":{)" + metadata + R"(},"status":{"phase":")" + phase +
                               R"(","conditions":[{"type":"DisruptionTarget",)" + condition +
                               R"("lastTransitionTime":"2030-01-01T00:00:00Z"}]}})");
  const auto time = target_until(*pod);
  return time ? format_rfc3339(*time) : "";
}

TEST(StaleTargets, AreBelievedForTwoMinutes) {
  EXPECT_EQ(until("Running", R"("status":"True","reason":"PreemptionByScheduler",)"),
            "2030-01-01T00:02:00Z");
}

TEST(StaleTargets, PodsThatGoOrAreOverKeepTheirs) {
  EXPECT_EQ(until("Running", R"("status":"False",)"), "");
  EXPECT_EQ(until("Failed", R"("status":"True",)"), "");
  EXPECT_EQ(until("Running", R"("status":"True","reason":"TerminationByKubelet",)"), "");
  EXPECT_EQ(
      until("Running", R"("status":"True",)", R"("deletionTimestamp":"2030-01-01T00:00:00Z")"), "");
  EXPECT_FALSE(target_until(*json::parse(R"({"status":{"phase":"Running"}})")));
}

}  // namespace
}  // namespace sluice::controllers::disruption

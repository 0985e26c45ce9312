// SPDX-License-Identifier: Apache-2.0
#include "clusters/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/yaml.h"

namespace sluice::clusters {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Turns, AsManyAsABatchHaveOneAtATime) {
  std::vector<TurnSeeker> all{{"a", "w", ""}, {"b", "w", ""}, {"c", "w", ""}, {"d", "", ""}};
  EXPECT_THAT(hand_out_turns(all, 2), ElementsAre(Pair("a", "w"), Pair("b", "w")));
  all[0].given = all[1].given = "w";
  EXPECT_THAT(hand_out_turns(all, 2), IsEmpty());
  all[1].asked = "";  // it is done
  EXPECT_THAT(hand_out_turns(all, 2), ElementsAre(Pair("b", ""), Pair("c", "w")));
}

TEST(Turns, AnotherWordTakesTheTurnOfTheFirst) {
  EXPECT_THAT(hand_out_turns({{"a", "w2", "w"}, {"b", "w2", ""}}, 1),
              ElementsAre(Pair("a", "w2")));
}

TEST(Turns, WhoIsIllForLongHoldsUpNobodyAndWhoIsSilentGetsNone) {
  const TurnSeeker ill{.node = "a", .asked = "w", .given = "w", .counts = false};
  const TurnSeeker silent{.node = "b", .asked = "w", .given = "", .answers = false};
  EXPECT_THAT(hand_out_turns({ill, silent, {"c", "w", ""}, {"d", "w", ""}}, 1),
              ElementsAre(Pair("c", "w")));
  // What it runs may be what makes it ill.
  EXPECT_THAT(hand_out_turns({{.node = "a", .asked = "w", .given = "", .counts = false}}, 1),
              ElementsAre(Pair("a", "w")));
}

TEST(Turns, ANodeSaysWhatItAsksForAndHowItIs) {
  const WallTime now = *parse_rfc3339("2026-11-16T12:00:00Z");
  const auto seeker = [&](const std::string& status, const std::string& since) {
    return turn_seeker(
        json::parse_yaml("{metadata: {name: n, annotations: {turn.sluice.dev/asked: w, "
                         "turn.sluice.dev/given: v}}, status: {conditions: [{type: Ready, status: '" +
                         status + "', lastTransitionTime: '" + since + "'}]}}")
            ->front(),
        now);
  };
  const TurnSeeker well = seeker("True", "2026-11-16T10:00:00Z");
  EXPECT_EQ(well.asked, "w");
  EXPECT_EQ(well.given, "v");
  EXPECT_TRUE(well.answers && well.counts);
  EXPECT_TRUE(seeker("False", "2026-11-16T11:58:00Z").counts);
  EXPECT_FALSE(seeker("False", "2026-11-16T11:50:00Z").counts);
  EXPECT_TRUE(seeker("False", "2026-11-16T11:50:00Z").answers);
  EXPECT_FALSE(seeker("Unknown", "2026-11-16T11:50:00Z").answers);
}

}  // namespace
}  // namespace sluice::clusters

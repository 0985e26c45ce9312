// SPDX-License-Identifier: Apache-2.0
#include "cmd/verbs.h"

#include <gtest/gtest.h>

#include <array>

#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

constexpr std::array kVerbs{
    Verb{"count", "how many", [](const auto& words) { return static_cast<int>(words.size()); }},
    Verb{"seven", "always", [](const auto&) { return 7; }}};

TEST(Verbs, TheFirstWordChoosesAndTheOthersAreItsArguments) {
  EXPECT_EQ(run_verb("x", "About.", kVerbs, {"seven"}), 7);
  EXPECT_EQ(run_verb("x", "About.", kVerbs, {"count", "a", "b", "c"}), 3);
}

TEST(Verbs, WithoutOneAllAreExplained) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_verb("x", "About.", kVerbs, {}), kExitUsage);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "Usage: sluice x VERB [options]\n\nAbout.\n\nVerbs:\n  count    how many\n"
            "  seven    always\n\n`sluice x VERB --help` explains each.\n");
}

TEST(Verbs, AWrongOneIsToldWhatIsExpected) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_verb("x", "About.", kVerbs, {"fly"}), kExitUsage);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("x: expected count or seven, got \"fly\""),
            std::string::npos);
}

}  // namespace
}  // namespace sluice::cmd

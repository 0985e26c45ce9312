// SPDX-License-Identifier: Apache-2.0
#include "base/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Settings {
  bool foreground = false;
  bool color = true;
  std::int64_t nodes = 4;
  std::string directory = "~/lab";
  std::vector<std::string> labels;
};

Usage usage(Settings& s) {
  return Usage{.synopsis = "sluice test [options]",
               .summary = "Does a test.",
               .options = {{"foreground", "", "stay in front", &s.foreground},
                           {"color", "", "use colour", &s.color},
                           {"nodes", "N", "how many nodes", &s.nodes},
                           {"dir", "DIR", "where", &s.directory},
                           {"label", "K=V", "may be repeated", &s.labels}},
               .examples = "  sluice test --nodes 2"};
}

TEST(Options, FillsFieldsAndReturnsTheRest) {
  Settings s;
  const auto rest =
      parse_options(usage(s), {"up", "--nodes=8", "--foreground", "--no-color", "--dir", "/x",
                               "--label", "a=b", "--label=c=d", "--", "--nodes"});
  ASSERT_TRUE(rest);
  EXPECT_THAT(*rest, ElementsAre("up", "--nodes"));
  EXPECT_TRUE(s.foreground);
  EXPECT_FALSE(s.color);
  EXPECT_EQ(s.nodes, 8);
  EXPECT_EQ(s.directory, "/x");
  EXPECT_THAT(s.labels, ElementsAre("a=b", "c=d"));
}

TEST(Options, ABadArgumentChangesNothing) {
  Settings s;
  const auto rest = parse_options(usage(s), {"--dir", "/x", "--nodes", "many"});
  ASSERT_FALSE(rest);
  EXPECT_EQ(rest.error().message, "--nodes: expected a number, got \"many\"");
  EXPECT_EQ(s.directory, "~/lab");
}

TEST(Options, UnknownAndIncompleteOptionsAreNamed) {
  Settings s;
  EXPECT_THAT(parse_options(usage(s), {"--nope"}).error().message, HasSubstr("--nope"));
  EXPECT_THAT(parse_options(usage(s), {"--no-nodes"}).error().message, HasSubstr("--no-nodes"));
  EXPECT_THAT(parse_options(usage(s), {"--dir"}).error().message, HasSubstr("--dir DIR"));
  EXPECT_THAT(parse_options(usage(s), {"--foreground=1"}).error().message, HasSubstr("no value"));
}

TEST(Options, SettingsFollowTheSameRules) {
  Settings s;
  EXPECT_TRUE(apply_setting(usage(s), "nodes", "9"));
  EXPECT_TRUE(apply_setting(usage(s), "foreground", "true"));
  EXPECT_EQ(s.nodes, 9);
  EXPECT_TRUE(s.foreground);
  EXPECT_THAT(apply_setting(usage(s), "color", "maybe").error().message,
              HasSubstr("true or false"));
  EXPECT_THAT(apply_setting(usage(s), "colour", "true").error().message, HasSubstr("colour"));
}

TEST(Options, HelpShowsEveryOptionWithItsDefault) {
  Settings s;
  const std::string help = help_text(usage(s));
  EXPECT_THAT(help, HasSubstr("Usage: sluice test [options]"));
  EXPECT_THAT(help, HasSubstr("--nodes N      how many nodes (default 4)"));
  EXPECT_THAT(help, HasSubstr("sluice test --nodes 2"));
}

}  // namespace
}  // namespace sluice

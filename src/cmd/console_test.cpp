// SPDX-License-Identifier: Apache-2.0
#include "cmd/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

using ::testing::HasSubstr;

class Console : public ::testing::Test {
 protected:
  std::string home_;
  Usage usage_{
      .synopsis = "sluice x", .summary = "X.", .options = {{"home", "DIR", "where", &home_}}};
};

TEST_F(Console, HelpEndsWithSuccess) {
  ::testing::internal::CaptureStdout();
  const Parsed parsed = parse_or_explain(usage_, {"--home", "/x", "--help"});
  EXPECT_THAT(::testing::internal::GetCapturedStdout(), HasSubstr("Usage: sluice x"));
  EXPECT_EQ(parsed.exit_code, kExitOk);
}

TEST_F(Console, UsageErrorsEndWithTwo) {
  ::testing::internal::CaptureStderr();
  const Parsed parsed = parse_or_explain(usage_, {"--hoem", "/x"});
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("--hoem"));
  EXPECT_EQ(parsed.exit_code, kExitUsage);
}

TEST_F(Console, GoodArgumentsAreTaken) {
  const Parsed parsed = parse_or_explain(usage_, {"--home", "/x", "rest"});
  EXPECT_EQ(parsed.exit_code, std::nullopt);
  EXPECT_EQ(home_, "/x");
  EXPECT_EQ(parsed.rest, std::vector<std::string>{"rest"});
}

}  // namespace
}  // namespace sluice::cmd

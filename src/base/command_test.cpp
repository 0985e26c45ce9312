// SPDX-License-Identifier: Apache-2.0
#include "base/command.h"

#include <gtest/gtest.h>

#include <thread>

namespace sluice {
namespace {

Result<CommandOutput> shell(const std::string& script, std::string input = "") {
  return ProcessRunner().run(Command{.argv = {"sh", "-c", script}, .input = std::move(input)});
}

TEST(ProcessRunner, KeepsOutputErrorAndExitCodeApart) {
  const auto output = shell("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out, "out\n");
  EXPECT_EQ(output->err, "err\n");
  EXPECT_EQ(output->exit_code, 3);
}

TEST(ProcessRunner, PassesLargeInputThroughWithoutBlocking) {
  const std::string input(1'000'000, 'x');
  const auto output = shell("cat", input);
  ASSERT_TRUE(output);
  EXPECT_EQ(output->out.size(), input.size());
}

TEST(ProcessRunner, AProgramThatIgnoresItsInputIsNoError) {
  EXPECT_EQ(shell("exit 0", std::string(1'000'000, 'x'))->exit_code, 0);
}

TEST(ProcessRunner, KillsWhatTakesTooLong) {
  const auto output = ProcessRunner().run(
      Command{.argv = {"sleep", "60"}, .timeout = std::chrono::milliseconds(50)});
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, Code::kTimeout);
}

TEST(ProcessRunner, KillsWhatIsToldToStop) {
  std::stop_source stop;
  const std::jthread later([&] { stop.request_stop(); });
  const auto output = ProcessRunner().run(
      {.argv = {"sleep", "100"}, .timeout = std::chrono::hours(1), .stop = stop.get_token()});
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, Code::kCancelled);
}

TEST(ProcessRunner, MissingProgramIsNotFound) {
  const auto output = ProcessRunner().run(Command{.argv = {"no-such-program-here"}});
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, Code::kNotFound);
}

TEST(ProcessRunner, EnvironmentIsAddedToOurs) {
  const auto output = ProcessRunner().run(
      Command{.argv = {"sh", "-c", "echo $SLUICE_X-$PATH"}, .environment = {{"SLUICE_X", "y"}}});
  EXPECT_EQ(output->out.substr(0, 3), "y-/");
}

TEST(ProcessRunner, OrNothingOfOursIsHandedOn) {
  const auto output = ProcessRunner().run(Command{
      .argv = {"/usr/bin/env"}, .environment = {{"SLUICE_X", "y"}}, .only_this_environment = true});
  EXPECT_EQ(output->out, "SLUICE_X=y\n");
}

TEST(ProcessRunner, DeathBySignalIsReportedAsShellsDo) {
  EXPECT_EQ(shell("kill -TERM $$")->exit_code, 128 + 15);
}

TEST(FindProgram, LooksOnThePath) {
  EXPECT_TRUE(find_program("sh").has_value());
  EXPECT_FALSE(find_program("no-such-program-here").has_value());
}

}  // namespace
}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
#include "ssh/command_text.h"

#include <gtest/gtest.h>

namespace sluice::ssh {
namespace {

// What a login shell makes of it, on this machine.
CommandOutput through_shell(const std::string& shell, const Command& command) {
  const auto input = input_for(command);
  EXPECT_TRUE(input.has_value());
  ProcessRunner runner;
  const auto output =
      runner.run({.argv = {shell, "-c", std::string(kRemoteShell)}, .input = input.value_or("")});
  EXPECT_TRUE(output.has_value());
  return output.value_or(CommandOutput{});
}

TEST(CommandText, WordsAndInputArriveAsTheyAreThroughAnyShell) {
  const std::string odd = "it's \"odd\" $HOME `id` \\ ! * ~\n;&|<>(){}#% \xc3\xa9";
  for (const char* shell : {"/bin/sh", "/bin/bash"}) {
    const CommandOutput output = through_shell(
        shell, {.argv = {"/bin/sh", "-c", R"(printf '%s|' "$@" "$WORD"; cat)", "x", odd, "", "-n"},
                .input = "line 1\nline 2 without an end",
                .environment = {{"WORD", odd}}});
    EXPECT_EQ(output.out, odd + "||-n|" + odd + "|line 1\nline 2 without an end") << shell;
    EXPECT_EQ(output.exit_code, 0);
  }
}

TEST(CommandText, ExitCodesComeBackAndAMissingProgramIs127) {
  EXPECT_EQ(through_shell("/bin/sh", {.argv = {"/bin/sh", "-c", "exit 42"}}).exit_code, 42);
  EXPECT_EQ(through_shell("/bin/sh", {.argv = {"no-such-program"}}).exit_code, 127);
}

TEST(CommandText, OnlyTheGivenEnvironmentWhenAskedFor) {
  const CommandOutput output = through_shell(
      "/bin/sh",
      {.argv = {"/usr/bin/env"}, .environment = {{"A", "1"}}, .only_this_environment = true});
  EXPECT_EQ(output.out, "A=1\n");
}

TEST(CommandText, WhatNoShellCanCarryIsRefused) {
  EXPECT_EQ(input_for({.argv = {std::string("a\0b", 3)}}).error().code, Code::kInvalid);
  EXPECT_EQ(input_for({.argv = {"a"}, .environment = {{"1;id", "x"}}}).error().code,
            Code::kInvalid);
}

}  // namespace
}  // namespace sluice::ssh

// SPDX-License-Identifier: Apache-2.0
#include "jobs/script_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::jobs {
namespace {

using testing::ElementsAre;

TEST(ScriptOptions, LinesBeforeTheFirstCommandAreFlags) {
  const auto options = script_options(
      "#!/bin/sh\n#SBATCH --time=5 -n 4   # short\n# a remark\n\n#SBATCH --constraint='a b'\n"
      "echo\n#SBATCH --nodes=9\n");
  ASSERT_TRUE(options.has_value()) << options.error().message;
  EXPECT_THAT(options->flags, ElementsAre("'--time=5'", "'-n'", "'4'", "'--constraint=a b'"));
  EXPECT_EQ(options->working_directory, "");
}

TEST(ScriptOptions, TheWorkingDirectoryIsNoFlag) {
  EXPECT_EQ(script_options("#!/bin/sh\n#SBATCH -D /a\n")->working_directory, "/a");
  EXPECT_EQ(script_options("#!/bin/sh\n#SBATCH --chdir /a\n")->working_directory, "/a");
  const auto quoted = script_options("#!/bin/sh\n#SBATCH \"--chdir=/a b\"\n");
  EXPECT_EQ(quoted->working_directory, "/a b");
  EXPECT_TRUE(quoted->flags.empty());
}

TEST(ScriptOptions, ALineThatCannotBeReadIsRefused) {
  EXPECT_EQ(script_options("#!/bin/sh\n#SBATCH --constraint='a\n").error().code, Code::kInvalid);
}

TEST(ScriptOptions, OptionsOfAScriptAreFoundBeforeItsFirstCommand) {
  using testing::Optional;
  EXPECT_THAT(option_value("#!/bin/sh\n#SBATCH -N 1 --output=mine\necho\n", "output", 'o'),
              Optional(std::string("mine")));
  EXPECT_THAT(option_value("#!/bin/sh\n#SBATCH --outp a\n#SBATCH -ob\n", "output", 'o'),
              Optional(std::string("b")));
  EXPECT_THAT(option_value("#!/bin/sh\n\n# text\n#SBATCH -o  mine -N 1\n", "output", 'o'),
              Optional(std::string("mine")));
  EXPECT_EQ(option_value("#!/bin/sh\necho\n#SBATCH -o too-late\n", "output", 'o'), std::nullopt);
  EXPECT_EQ(option_value("#!/bin/sh\n#SBATCH -N 1 --open-mode=append\n", "output", 'o'),
            std::nullopt);
}

TEST(ScriptOptions, AValueMayBeQuotedAndIsNoOption) {
  EXPECT_EQ(option_value("#!/bin/sh\n#SBATCH --output='a b'\n", "output", 'o'), "a b");
  EXPECT_EQ(option_value("#!/bin/sh\n#SBATCH -J -ox --requeue -o y\n", "output", 'o'), "y");
}

}  // namespace
}  // namespace sluice::jobs

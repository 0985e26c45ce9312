// SPDX-License-Identifier: Apache-2.0
// With programs that only tell how they were called; the real ones are tested by the contract test
// where they are installed.
#include "containers/sif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"

namespace sluice::containers {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class RecordingRunner final : public CommandRunner {
 public:
  Result<CommandOutput> run(const Command& command) override {
    lines.push_back(join(command.argv, " "));
    if (command.argv[0] == missing) {
      return fail(Code::kNotFound, "no such file");
    }
    if (command.argv.size() > 3 && command.argv[2] == "new") {
      EXPECT_TRUE(write_file_replacing(command.argv[3], "packed").has_value());
    }
    return CommandOutput{.exit_code = lines.size() == failing ? 1 : 0, .out = "", .err = "full\n"};
  }
  std::vector<std::string> lines;
  std::size_t failing = 0;  // the how manieth command
  std::string missing;
};

class Sif : public ::testing::Test {
 protected:
  Sif() { EXPECT_TRUE(make_directory(root()).has_value()); }
  fs::path root() const { return scratch_.path() / "root"; }
  Result<std::int64_t> make() {
    return make_sif({"apptainer", "/opt/bin/apptainer"}, runner_, root(), {});
  }
  std::vector<std::string> files() const { return list_directory(scratch_.path()).value(); }

  TemporaryDirectory scratch_;
  RecordingRunner runner_;
};

TEST_F(Sif, IsMadeOfTheFilesAsTheyAre) {
  EXPECT_EQ(make().value(), 6);
  ASSERT_EQ(runner_.lines.size(), 3U);
  EXPECT_THAT(runner_.lines[0], StartsWith("mksquashfs " + root().string() + " "));
  EXPECT_THAT(runner_.lines[0], EndsWith(" -exit-on-error"));
  EXPECT_THAT(runner_.lines[1], StartsWith("/opt/bin/apptainer sif new "));
  EXPECT_THAT(runner_.lines[2], HasSubstr("sif add --datatype 4 --parttype 2 --partfs 1"));
  EXPECT_THAT(files(), ::testing::UnorderedElementsAre("root", "root.sif"));
}

TEST_F(Sif, IsMadeOnce) {
  ASSERT_TRUE(make().has_value());
  EXPECT_EQ(make().value(), 6);
  EXPECT_EQ(runner_.lines.size(), 3U);
}

TEST_F(Sif, AFailureAtAnyStepLeavesNothing) {
  for (const std::size_t step : {1, 2, 3}) {
    runner_.lines.clear();
    runner_.failing = step;
    const auto made = make();
    ASSERT_FALSE(made.has_value());
    EXPECT_THAT(made.error().message, EndsWith("failed: full"));
    EXPECT_THAT(files(), ElementsAre("root"));
  }
}

TEST_F(Sif, WhatIsMissingIsNamed) {
  runner_.missing = "mksquashfs";
  const auto made = make();
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, Code::kUnsupported);
  EXPECT_THAT(made.error().message, HasSubstr("squashfs-tools"));
}

TEST_F(Sif, IsMountedByAHelperThatMayMount) {
  const ApptainerProgram program{"apptainer", scratch_.path() / "bin/apptainer"};
  const fs::path helper = scratch_.path() / "libexec/apptainer/bin/starter-suid";
  ASSERT_TRUE(make_directory(helper.parent_path()).has_value());
  ASSERT_TRUE(make_directory(scratch_.path() / "bin").has_value());
  ASSERT_TRUE(write_file_atomic(program.path, "", 0755).has_value());
  ASSERT_TRUE(write_file_atomic(helper, "", 0755).has_value());
  const bool through_fuse = can_mount_sif(program);
  ASSERT_EQ(::chmod(helper.c_str(), 04755), 0);
  const bool is_root = ::geteuid() == 0;  // nobody else can make what belongs to root
  EXPECT_EQ(can_mount_sif(program), is_root || through_fuse);
}

}  // namespace
}  // namespace sluice::containers

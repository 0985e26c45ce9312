// SPDX-License-Identifier: Apache-2.0
#include "jobs/remote_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/text.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

// A machine whose sbatch writes down what it is told, and which can be told to fail.
class RemoteFiles : public testing::Test {
 protected:
  RemoteFiles() {
    program("sbatch", R"sh(
cd "$HOME"
[ ! -e refuse ] || { echo 'sbatch: error: Batch job submission failed: Invalid qos' >&2; exit 1; }
echo "$@" >>submitted
n=$(wc -l <submitted)
for word; do
  case $word in --comment=*) echo "$n ${word#--comment=}" >>queue;; esac
done
[ ! -e die ] || kill -9 "$(cut -d' ' -f2 "$HOME"/.sluice/jobs/*/1/claim)"
echo "$n"
)sh");
    program("squeue", "cat \"$HOME/queue\" 2>/dev/null; true");
    program("scancel", "echo \"$@\" >>\"$HOME/cancelled\"");
    program("scontrol", "echo 'JobId=1 StdOut=/some/where UserId=x'");
  }

  void program(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file_replacing(dir() / name, "#!/bin/sh\n" + text, 0755));
  }
  const std::filesystem::path& dir() const { return scratch_.path(); }
  std::string read(const std::string& name) const { return read_file(dir() / name).value_or(""); }
  CommandOutput there(Command command) {
    command.environment = {{"HOME", dir().string()}, {"PATH", dir().string() + ":/usr/bin:/bin"}};
    const auto output = runner_.run(command);
    EXPECT_TRUE(output.has_value());
    return output.value_or(CommandOutput{});
  }
  Result<slurm::JobId> submit(std::int64_t number = 1, const std::string& script = "#!/bin/sh\n") {
    return read_submission(there(submission({"uid-1", number}, {.script = script}, "me")));
  }
  void touch(const std::string& name) { EXPECT_TRUE(write_file_replacing(dir() / name, "", 0600)); }

  TemporaryDirectory scratch_{"remote"};
  ProcessRunner runner_;
};

TEST_F(RemoteFiles, AScriptIsStoredPrivatelyAndSubmittedWithTheObjectsIdentity) {
  EXPECT_EQ(submit(1, "#!/bin/sh\necho 'it' \"$is\"\n"), slurm::JobId(1));
  EXPECT_EQ(read(".sluice/jobs/uid-1/1/script"), "#!/bin/sh\necho 'it' \"$is\"\n");
  const std::string words = read("submitted");
  EXPECT_THAT(words, HasSubstr("--job-name=uid-1 --comment=slurmjob:uid-1:1"));
  EXPECT_THAT(words, HasSubstr("--output=" + dir().string() + "/.sluice/jobs/uid-1/1/output"));
  struct stat status {};
  ASSERT_EQ(::stat((dir() / ".sluice/jobs/uid-1").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(RemoteFiles, TheEnvironmentGoesInAFileBeforeTheScript) {
  const Batch batch{.script = "#!/bin/sh\n", .environment = {{"A", "1 '\n2"}, {"B", ""}}};
  EXPECT_TRUE(read_submission(there(submission({"uid-1", 1}, batch, "me"))).has_value());
  EXPECT_EQ(read(".sluice/jobs/uid-1/1/script"), "#!/bin/sh\n");
  const std::string all = read(".sluice/jobs/uid-1/1/environment");
  EXPECT_TRUE(all.ends_with(std::string("A=1 '\n2\0B=\0", 11)));
  EXPECT_THAT(all, HasSubstr("HOME=" + dir().string()));
  EXPECT_THAT(read("submitted"), HasSubstr("--export-file=" + dir().string()));
}

TEST_F(RemoteFiles, ARunIsSubmittedOnceHoweverOftenItIsAskedFor) {
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_EQ(submit(2), slurm::JobId(2));
  EXPECT_EQ(split(trim(read("submitted")), '\n').size(), 2U);
}

TEST_F(RemoteFiles, ASubmissionThatDiedBehindSbatchIsFoundByItsComment) {
  touch("die");
  EXPECT_FALSE(submit().has_value());
  std::filesystem::remove(dir() / "die");
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_EQ(split(trim(read("submitted")), '\n').size(), 1U);
}

TEST_F(RemoteFiles, ASubmissionThatDiedBeforeSbatchIsDoneAgain) {
  std::filesystem::create_directories(dir() / ".sluice/jobs/uid-1/1");
  const auto dead = runner_.run({.argv = {"/bin/sh", "-c", "echo $(uname -n) $$"}});
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/claim", dead->out, 0600));
  EXPECT_EQ(submit(), slurm::JobId(1));
}

TEST_F(RemoteFiles, ASubmissionUnderWayElsewhereIsWaitedFor) {
  std::filesystem::create_directories(dir() / ".sluice/jobs/uid-1/1");
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/claim", "other-host 1\n", 0600));
  EXPECT_EQ(submit().error().code, Code::kUnavailable);
  EXPECT_EQ(read("submitted"), "");
}

TEST_F(RemoteFiles, ARefusalIsInSlurmsWordsAndTheRunCanBeTriedAgain) {
  touch("refuse");
  const auto refused = submit();
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("Invalid qos"));
  std::filesystem::remove(dir() / "refuse");
  EXPECT_EQ(submit(), slurm::JobId(1));
}

TEST_F(RemoteFiles, ADeletedObjectIsCancelledByNameAndNotSubmittedAnyMore) {
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_TRUE(read_cancellation(there(cancellation("uid-1", "me"))).has_value());
  EXPECT_EQ(read("cancelled"), "--user=me --name=uid-1\n");
  EXPECT_EQ(submit(2).error().code, Code::kConflict);
  EXPECT_EQ(there(removal("uid-1")).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(dir() / ".sluice/jobs/uid-1"));
}

TEST_F(RemoteFiles, OutputIsReadInPieces) {
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 0, 100)).out, "");
  EXPECT_TRUE(submit().has_value());
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/output", "0123456789", 0600));
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 0, 4)).out, "0123");
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 4, 100)).out, "456789");
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 10, 100)).out, "");
}

TEST_F(RemoteFiles, TheLastLinesOfTheOutputAreFound) {
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 2))), 0);
  EXPECT_TRUE(submit().has_value());
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/output", "a\nb\nc\n", 0600));
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 2))), 2);
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 0))), 6);
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 9))), 0);
}

TEST_F(RemoteFiles, AScriptThatNamesItsOutputKeepsIt) {
  const std::string mine = "#!/bin/sh\n#SBATCH -N 1 --output=mine\necho\n";
  EXPECT_TRUE(submit(1, mine).has_value());
  EXPECT_THAT(read("submitted"), testing::Not(HasSubstr("--output")));
  EXPECT_EQ(read(".sluice/jobs/uid-1/1/place"), "/some/where\n");
}

TEST_F(RemoteFiles, TasksOfAnArrayHaveOutputsOfTheirOwn) {
  const std::string array = "#!/bin/sh\n#SBATCH --array=0-3\n";
  EXPECT_TRUE(submit(1, array).has_value());
  EXPECT_THAT(read("submitted"), HasSubstr(".sluice/jobs/uid-1/1/output-%a"));
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/output-2", "two\n", 0600));
  EXPECT_EQ(there(output_piece({"uid-1", 1}, 2, 0, 100)).out, "two\n");
  EXPECT_EQ(there(output_piece({"uid-1", 1}, 1, 0, 100)).out, "");
  EXPECT_TRUE(submit(2, array + "#SBATCH -o mine-%a\n").has_value());
  program("scontrol", "echo \"JobId=1 StdOut=$HOME/mine-${4#*_} UserId=x\"");
  EXPECT_TRUE(write_file_replacing(dir() / "mine-3", "three\n", 0600));
  EXPECT_EQ(there(output_piece({"uid-1", 2}, 3, 0, 100)).out, "three\n");
}

}  // namespace
}  // namespace sluice::jobs

// SPDX-License-Identifier: Apache-2.0
#include "jobs/remote_submission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "jobs/test_machine.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

class RemoteSubmission : public TestMachine {
 protected:
  static Submission run(const std::string& uid, const std::string& script = "#!/bin/sh\n") {
    return {.run = {uid, 1}, .batch = {.script = script}};
  }
  void write_claim(const std::string& text, const std::string& name = "claim") {
    std::filesystem::create_directories(run_dir());
    EXPECT_TRUE(write_file_replacing(run_dir() / name, text, 0600));
  }
  std::string dead_claim() {
    return runner_.run({.argv = {"/bin/sh", "-c", "echo $(uname -n) $$"}})->out;
  }
};

TEST_F(RemoteSubmission, AScriptIsStoredPrivatelyAndSubmittedWithTheObjectsIdentity) {
  EXPECT_EQ(submit(1, "#!/bin/sh\necho 'it' \"$is\"\n"), slurm::JobId(1));
  EXPECT_EQ(read(".sluice/jobs/uid-1/1/script"), "#!/bin/sh\necho 'it' \"$is\"\n");
  const std::string words = read("submitted");
  EXPECT_THAT(words, HasSubstr("--job-name=uid-1 --comment=slurmjob:uid-1:1"));
  EXPECT_THAT(words, HasSubstr("--output=" + run_dir().string() + "/output"));
  struct stat status {};
  ASSERT_EQ(::stat((dir() / ".sluice/jobs/uid-1").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

// No shell may take part of a script for something of its own.
TEST_F(RemoteSubmission, EveryByteOfAScriptArrivesWhateverTheShell) {
  std::string script = "#!/bin/sh\n# it's $HOME `x` \\ %s é ā 日本\n";
  for (int byte = 1; byte < 256; ++byte) {
    script += static_cast<char>(byte);
  }
  script += "\n\n";
  const Submission wanted = run("uid-1", script);
  std::int64_t number = 0;
  for (const std::vector<std::string>& shell :
       {std::vector<std::string>{"sh"}, {"bash"}, {"busybox", "sh"}}) {
    if (!find_program(shell.front())) {
      continue;
    }
    Submission again = wanted;
    again.run.number = ++number;
    Command command = submission({&again}, "me");
    command.argv.erase(command.argv.begin());
    command.argv.insert(command.argv.begin(), shell.begin(), shell.end());
    const auto outcome = read_submission(there(command), 1).outcomes.front();
    ASSERT_TRUE(outcome.has_value()) << shell.front() << ": " << outcome.error().message;
    EXPECT_EQ(read(".sluice/jobs/uid-1/" + std::to_string(number) + "/script"), script);
  }
}

// A call that lacks its last words would be another job: one without its environment, or with the
// first half of its script.
TEST_F(RemoteSubmission, NothingIsRunOfATextThatWasCutOff) {
  Submission wanted = run("uid-1", "#!/bin/sh\necho 'it'\n");
  wanted.batch.environment = {{"A", "1"}};
  Command command = submission({&wanted}, "me");
  const std::string whole = command.input;
  for (std::size_t size = whole.find("\nunmade="); size + 2 < whole.size(); ++size) {
    command.input = whole.substr(0, size);
    const auto outcome = read_submission(there(command), 1).outcomes.front();
    ASSERT_FALSE(outcome.has_value()) << size;
    ASSERT_EQ(outcome.error().code, Code::kUnavailable);
    ASSERT_FALSE(std::filesystem::exists(dir() / ".sluice")) << size;
  }
  EXPECT_EQ(read("called"), "");
  command.input = whole;
  EXPECT_EQ(read_submission(there(command), 1).outcomes.front(), slurm::JobId(1));
}

TEST_F(RemoteSubmission, NothingOfAJobIsAWordOfAProcess) {
  Submission wanted = run("uid-1", "#!/bin/sh\n# a secret\n");
  wanted.batch.environment = {{"A", "a secret"}};
  const Command command = submission({&wanted}, "me");
  EXPECT_THAT(command.argv, testing::Each(testing::Not(HasSubstr("secret"))));
  EXPECT_TRUE(read_submission(there(command), 1).outcomes.front().has_value());
  EXPECT_THAT(read("submitted"), testing::Not(HasSubstr("secret")));
}

TEST_F(RemoteSubmission, TheEnvironmentGoesInAFile) {
  Submission wanted = run("uid-1");
  wanted.batch.environment = {{"A", "1 '\n2"}, {"B", ""}};
  EXPECT_TRUE(submit_all({wanted}).front().has_value());
  EXPECT_EQ(read(".sluice/jobs/uid-1/1/script"), "#!/bin/sh\n");
  const std::string all = read(".sluice/jobs/uid-1/1/environment");
  EXPECT_TRUE(all.ends_with(std::string("A=1 '\n2\0B=\0", 11)));
  EXPECT_THAT(all, HasSubstr("HOME=" + dir().string()));
  EXPECT_THAT(read("submitted"), HasSubstr("--export-file=" + run_dir().string()));
}

TEST_F(RemoteSubmission, RunsTogetherFailAloneAndInTheirOwnWords) {
  write_claim("other-host 1\n");
  std::filesystem::create_directories(dir() / ".sluice/jobs/uid-5");
  touch(".sluice/jobs/uid-5/deleted");
  touch(".sluice/jobs/uid-6");
  const auto outcomes =
      submit_all({run("uid-1"), run("uid-2"), run("uid-3", "#!/bin/sh\nno good\n"), run("uid-4"),
                  run("uid-5"), run("uid-6"), run("uid-7")});
  ASSERT_EQ(outcomes.size(), 7U);
  EXPECT_EQ(outcomes[0].error().code, Code::kUnavailable);
  EXPECT_EQ(outcomes[1], slurm::JobId(1));
  EXPECT_EQ(outcomes[2].error().code, Code::kInvalid);
  EXPECT_EQ(outcomes[2].error().message, "no good");
  EXPECT_EQ(outcomes[3], slurm::JobId(2));
  EXPECT_EQ(outcomes[4].error().code, Code::kConflict);
  EXPECT_THAT(outcomes[5].error().message, HasSubstr("cannot be stored"));
  EXPECT_THAT(outcomes[5].error().message, HasSubstr("uid-6"));
  EXPECT_EQ(outcomes[6], slurm::JobId(3));
}

TEST_F(RemoteSubmission, AClusterThatIsAwayIsAskedOnceForAll) {
  touch("away");
  for (const auto& outcome : submit_all({run("uid-1"), run("uid-2"), run("uid-3")})) {
    EXPECT_EQ(outcome.error().code, Code::kUnavailable);
    EXPECT_THAT(outcome.error().message, HasSubstr("contact slurm controller"));
  }
  EXPECT_EQ(lines_of("called"), 1U);
  remove("away");
  for (const auto& outcome : submit_all({run("uid-1"), run("uid-2"), run("uid-3")})) {
    EXPECT_TRUE(outcome.has_value());
  }
  EXPECT_EQ(lines_of("submitted"), 3U);
}

TEST_F(RemoteSubmission, AClusterThatCannotTellOfItsJobsIsAskedOnceForAll) {
  program("squeue", "echo . >>\"$HOME/asked\"; cat \"$HOME/says\" >&2; exit 1");
  const auto asked = [&](const std::string& says) {
    remove("asked");
    EXPECT_TRUE(write_file_replacing(dir() / "says", says, 0600));
    for (const auto& outcome : submit_all({run("uid-1"), run("uid-1"), run("uid-1")})) {
      EXPECT_EQ(outcome.error().code, Code::kUnavailable);
      EXPECT_THAT(outcome.error().message, HasSubstr(says));
    }
    return lines_of("asked");
  };
  write_claim(dead_claim());
  EXPECT_EQ(asked("Unable to contact slurm controller (connect failure)"), 1U);
  EXPECT_EQ(asked("Socket timed out on send/recv operation"), 1U);
  EXPECT_EQ(asked("Invalid user"), 3U);
  EXPECT_EQ(read("called"), "");
}

TEST_F(RemoteSubmission, OnlyAClusterThatIsAwayIsAway) {
  const auto away = [&] {
    const Submission wanted = run("uid-1");
    return read_submission(there(submission({&wanted}, "me")), 1).away.has_value();
  };
  write_claim("other-host 1\n");
  EXPECT_FALSE(away());
  std::filesystem::remove_all(run_dir());
  touch("refuse");
  EXPECT_FALSE(away());
  remove("refuse");
  touch("away");
  EXPECT_TRUE(away());
  remove("away");
  EXPECT_FALSE(away());
}

TEST_F(RemoteSubmission, ARunIsSubmittedOnceHoweverOftenItIsAskedFor) {
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_EQ(submit(2), slurm::JobId(2));
  EXPECT_EQ(lines_of("submitted"), 2U);
}

TEST_F(RemoteSubmission, WhatDiedBehindSbatchIsFoundByItsCommentAndTheRestIsSubmitted) {
  touch("die");
  const std::vector<Submission> both = {run("uid-1"), run("uid-2")};
  for (const auto& outcome : submit_all(both)) {
    EXPECT_EQ(outcome.error().code, Code::kUnavailable);
  }
  remove("die");
  const auto outcomes = submit_all(both);
  EXPECT_EQ(outcomes[0], slurm::JobId(1));
  EXPECT_EQ(outcomes[1], slurm::JobId(2));
  EXPECT_EQ(lines_of("submitted"), 2U);
}

TEST_F(RemoteSubmission, WhatDiedBeforeSbatchIsDoneAgain) {
  write_claim(dead_claim());
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_EQ(submit(), slurm::JobId(1));
}

TEST_F(RemoteSubmission, OfSeveralWhoFindItDeadOneGoesOn) {
  write_claim(dead_claim());
  write_claim("other-host 1\n", "claim-2");
  EXPECT_EQ(submit().error().code, Code::kUnavailable);
  EXPECT_EQ(read("submitted"), "");
}

TEST_F(RemoteSubmission, OneUnderWayElsewhereIsWaitedFor) {
  write_claim("other-host 1\n");
  EXPECT_EQ(submit().error().code, Code::kUnavailable);
  EXPECT_EQ(read("submitted"), "");
}

TEST_F(RemoteSubmission, ARefusalIsInSlurmsWordsAndTheRunCanBeTriedAgain) {
  touch("refuse");
  const auto refused = submit();
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("Invalid qos"));
  remove("refuse");
  EXPECT_EQ(submit(), slurm::JobId(1));
}

TEST_F(RemoteSubmission, WhatIsNotPermittedIsRefusedToo) {
  for (const std::string why : {"User's group not permitted to use this partition",
                                "Access/permission denied", "Invalid job id specified"}) {
    program("sbatch",
            "echo \"sbatch: error: Batch job submission failed: " + why + "\" >&2; exit 1");
    const auto refused = submit();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::kInvalid);
    EXPECT_THAT(refused.error().message, HasSubstr(why));
  }
}

// /dev/full is a disk without room.
TEST_F(RemoteSubmission, AFullDiskIsToldAndTheRunCanBeTriedAgain) {
  std::filesystem::create_directories(run_dir());
  std::filesystem::create_symlink("/dev/full", run_dir() / "script");
  const auto outcomes = submit_all({run("uid-1"), run("uid-2")});
  EXPECT_EQ(outcomes[0].error().code, Code::kUnavailable);
  EXPECT_THAT(outcomes[0].error().message, HasSubstr("No space left on device"));
  EXPECT_EQ(outcomes[1], slurm::JobId(1));
  std::filesystem::remove(run_dir() / "script");
  EXPECT_EQ(submit(), slurm::JobId(2));
}

TEST_F(RemoteSubmission, AJobWhoseObjectWentMeanwhileIsCancelled) {
  program("sbatch", "rm -r \"$HOME/.sluice/jobs/uid-1\"; echo 7");
  EXPECT_EQ(submit(), slurm::JobId(7));
  EXPECT_EQ(read("cancelled"), "7\n");
}

// Also when the next run has made itself at home already.
TEST_F(RemoteSubmission, ARunThatWasWithdrawnMeanwhileIsCancelled) {
  program("sbatch", "touch \"$HOME/.sluice/jobs/uid-1/1/deleted\"; echo 7");
  EXPECT_EQ(submit(), slurm::JobId(7));
  EXPECT_EQ(read("cancelled"), "7\n");
  program("sbatch", "rm -r \"$HOME/.sluice/jobs/uid-1/2\"; echo 8");
  EXPECT_EQ(submit(2), slurm::JobId(8));
  EXPECT_EQ(read("cancelled"), "7\n8\n");
}

TEST_F(RemoteSubmission, WhatALoginPrintsIsNoAnswer) {
  const std::string end(1, '\0');
  const CommandOutput output{.out =
                                 "Welcome!\n" + end + "0" + end + "12" + end + "1" + end + "cut"};
  const auto outcomes = read_submission(output, 2).outcomes;
  EXPECT_EQ(outcomes[0], slurm::JobId(12));
  EXPECT_EQ(outcomes[1].error().code, Code::kUnavailable);
}

TEST_F(RemoteSubmission, AScriptThatNamesItsOutputKeepsIt) {
  const std::string mine = "#!/bin/sh\n#SBATCH -N 1 --output=mine\necho\n";
  EXPECT_TRUE(submit(1, mine).has_value());
  EXPECT_THAT(read("submitted"), testing::Not(HasSubstr("--output")));
  EXPECT_EQ(read(".sluice/jobs/uid-1/1/place"), "/some/where\n");
}

}  // namespace
}  // namespace sluice::jobs

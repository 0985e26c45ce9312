// SPDX-License-Identifier: Apache-2.0
#include "jobs/runs_by_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "slurm/fake_slurm.h"

namespace sluice::jobs {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class RunsByRequest : public testing::Test {
 protected:
  Result<slurm::JobId> submit(bool first, const std::string& lines = "") {
    return runs_.submit({{"uid-1", 1}, {.script = "#!/bin/sh\n" + lines + "echo\n"}, first});
  }

  FakeClock clock_;
  TemporaryDirectory scratch_{"runs"};
  std::shared_ptr<slurm::FakeSlurm> slurm_ = std::make_shared<slurm::FakeSlurm>(clock_);
  RunsByRequests runs_{slurm_, clock_, {.directory = scratch_.path().string(), .readable = true}};
};

TEST_F(RunsByRequest, TheScriptGoesWithTheRequestItsLinesAsFlags) {
  const auto id = submit(true, "#SBATCH --job-name=mine --time=5\n#SBATCH --chdir=/work\n");
  ASSERT_TRUE(id.has_value()) << id.error().message;
  const slurm::JobRequest request = slurm_->request(*id);
  EXPECT_EQ(request.comment, "slurmjob:uid-1:1");
  EXPECT_EQ(request.working_directory, "/work");
  EXPECT_EQ(request.output, (scratch_.path() / "slurmjob-uid-1-1.out").string());
  EXPECT_THAT(request.script, HasSubstr("echo"));
  EXPECT_EQ(request.flags.back(), "--job-name=uid-1");
}

TEST_F(RunsByRequest, ALostAnswerIsLookedForByComment) {
  const auto id = submit(true);
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(submit(false).value_or(0), *id);
  EXPECT_EQ(slurm_->submissions(), 1);
}

TEST_F(RunsByRequest, WhatSomebodyMayHaveSentIsWaitedFor) {
  EXPECT_EQ(submit(false).error().code, Code::kUnavailable);
  EXPECT_EQ(submit(false).error().code, Code::kUnavailable);
  clock_.advance(seconds(16));
  EXPECT_TRUE(submit(false).has_value());
  EXPECT_EQ(slurm_->submissions(), 1);
}

// Its answer was lost with the operator, and it has ended long ago.
TEST_F(RunsByRequest, WhatSlurmctldHasForgottenIsLookedForInTheAccounts) {
  slurm_->keep_accounts();
  const auto id = submit(true);
  ASSERT_TRUE(id.has_value());
  slurm_->finish(*id, 0);
  slurm_->retire(*id);
  RunsByRequests next(slurm_, clock_, {.directory = scratch_.path().string()});
  const Submission again{{"uid-1", 1}, {.script = "#!/bin/sh\necho\n"}, false};
  EXPECT_EQ(next.submit(again).error().code, Code::kUnavailable);
  clock_.advance(seconds(16));
  slurm_->on_call([&](std::string_view call) {
    if (call == "remembered_by_name") {
      slurm_->fail_next({Code::kUnavailable, "slurmdbd does not answer"});
    }
  });
  EXPECT_EQ(next.submit(again).error().code, Code::kUnavailable);
  slurm_->on_call({});
  EXPECT_EQ(next.submit(again).value_or(0), *id);
  EXPECT_EQ(slurm_->submissions(), 1);
  Submission second = again;
  second.run.number = 2;
  EXPECT_NE(next.submit(second).value_or(*id), *id);  // not that one
}

TEST_F(RunsByRequest, AnOutageIsNoAnswerAndARefusalIsOne) {
  slurm_->fail_next({Code::kUnavailable, "no answer"});
  EXPECT_EQ(submit(true).error().code, Code::kUnavailable);
  EXPECT_EQ(submit(false).error().code, Code::kUnavailable);  // it may still arrive
  EXPECT_EQ(runs_.cancel("uid-1").error().code, Code::kUnavailable);
  clock_.advance(seconds(16));
  EXPECT_TRUE(runs_.cancel("uid-1").has_value());
  for (const Code code : {Code::kInvalid, Code::kForbidden}) {
    slurm_->fail_next({code, "not to you"});
    EXPECT_EQ(submit(true).error().code, Code::kInvalid);
  }
  EXPECT_TRUE(runs_.cancel("uid-1").has_value());
}

TEST_F(RunsByRequest, CancelsAllJobsOfTheObjectAndNoOther) {
  ASSERT_TRUE(submit(true).has_value());
  ASSERT_TRUE(
      slurm_->submit({.name = "x", .comment = "slurmjob:uid-2:1", .script = "#!/bin/sh\n"}));
  ASSERT_TRUE(runs_.withdraw({"uid-1", 1}).has_value());
  const auto jobs = slurm_->all_jobs();
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[0].state, slurm::JobState::kCancelled);
  EXPECT_EQ(jobs[1].state, slurm::JobState::kPending);
}

TEST_F(RunsByRequest, AJobCanBeHeldLetGoAndToldToEndButNotBeRequeued) {
  const auto id = submit(true);
  ASSERT_TRUE(id.has_value());
  EXPECT_TRUE(runs_.tell(*id, {Order::Verb::kHold}).has_value());
  EXPECT_TRUE(slurm_->job(*id)->held);
  EXPECT_TRUE(runs_.tell(*id, {Order::Verb::kRelease}).has_value());
  EXPECT_FALSE(slurm_->job(*id)->held);
  EXPECT_TRUE(runs_.tell(*id, {Order::Verb::kPriority, 7}).has_value());
  EXPECT_EQ(slurm_->job(*id)->priority, 7);
  const auto refused = runs_.tell(*id, {Order::Verb::kRequeue});
  EXPECT_EQ(refused.error().code, Code::kUnsupported);
  EXPECT_THAT(refused.error().message, HasSubstr("requeue"));
  EXPECT_TRUE(runs_.tell(*id, {Order::Verb::kCancel}).has_value());
  EXPECT_EQ(slurm_->all_jobs().front().state, slurm::JobState::kCancelled);
}

TEST_F(RunsByRequest, AnArrayIsOneRequestAndEachTaskHasAnOutput) {
  const auto id = submit(true, "#SBATCH --array=0-9%2 --time=5\n");
  ASSERT_TRUE(id.has_value()) << id.error().message;
  EXPECT_EQ(slurm_->request(*id).array, "0-9%2");
  EXPECT_EQ(slurm_->request(*id).flags.front(), "'--time=5'");
  slurm_->change(*id, [&](slurm::Job& job) {
    job.array_job = 400;
    job.array_tasks = "3";
  });
  EXPECT_EQ(submit(false).value_or(0), 400U);  // that of the array
  ASSERT_TRUE(write_file_replacing(scratch_.path() / "slurmjob-uid-1-1.out-3", "three"));
  EXPECT_EQ(runs_.output({"uid-1", 1}, 3, 0, 100).value_or("?"), "three");
}

TEST_F(RunsByRequest, OutputIsReadFromASharedDirectory) {
  const jobs::Run run{"uid-1", 1};
  EXPECT_EQ(runs_.output(run, {}, 0, 100).value_or("?"), "");
  const auto file = scratch_.path() / "slurmjob-uid-1-1.out";
  ASSERT_TRUE(write_file_replacing(file, "one\ntwo\nthree\n"));
  EXPECT_EQ(runs_.output(run, {}, 4, 4).value_or("?"), "two\n");
  EXPECT_EQ(runs_.output(run, {}, 14, 4).value_or("?"), "");
  EXPECT_EQ(runs_.output_tail(run, {}, 0).value_or(-1), 14);
  EXPECT_EQ(runs_.output_tail(run, {}, 1).value_or(-1), 8);
  EXPECT_EQ(runs_.output_tail(run, {}, 2).value_or(-1), 4);
  EXPECT_EQ(runs_.output_tail(run, {}, 9).value_or(-1), 0);
}

TEST_F(RunsByRequest, WhatIsNoPlainFileIsNotRead) {
  const auto file = scratch_.path() / "slurmjob-uid-1-1.out";
  ASSERT_TRUE(write_file_replacing(scratch_.path() / "secret", "secret"));
  std::filesystem::create_symlink(scratch_.path() / "secret", file);
  EXPECT_FALSE(runs_.output({"uid-1", 1}, {}, 0, 100).has_value());
  std::filesystem::remove(file);
  std::filesystem::create_hard_link(scratch_.path() / "secret", file);
  EXPECT_EQ(runs_.output({"uid-1", 1}, {}, 0, 100).error().code, Code::kForbidden);
}

TEST_F(RunsByRequest, WithoutASharedDirectoryItSaysWhereTheOutputIs) {
  RunsByRequests runs(slurm_, clock_, {.directory = "/home/me"});
  const auto output = runs.check_output({"uid-1", 1});
  EXPECT_EQ(output.error().code, Code::kUnsupported);
  EXPECT_THAT(output.error().message, HasSubstr("/home/me/slurmjob-uid-1-1.out"));
}

}  // namespace
}  // namespace sluice::jobs

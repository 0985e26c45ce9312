// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/local_jobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "base/files.h"
#include "base/text.h"
#include "base/waiting.h"

namespace sluice::slurm {
namespace {

constexpr Duration kPatience = std::chrono::seconds(20);

class LocalJobsTest : public testing::Test {
 protected:
  LocalJobsTest() { open(); }
  ~LocalJobsTest() override {
    const auto all = jobs_->jobs({});
    for (const Job& job : all->jobs) {
      (void)jobs_->cancel(job.id);
    }
    for (const Job& job : all->jobs) {
      await_end(job.id);
    }
  }

  void open() {
    const std::string sluice = std::string(SLUICE_BINARY_DIR) + "/sluice";
    auto opened = LocalJobs::open({.directory = directory(),
                                   .keep_command = {sluice, "keep", "--dir"},
                                   .capacity = {.cpus = 2, .memory_mib = 1000}},
                                  clock_);
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    jobs_ = std::move(*opened);
  }
  void restart() {
    jobs_.reset();
    open();
  }
  std::filesystem::path directory() const { return scratch_.path() / "jobs"; }
  JobFiles files(JobId id) const { return JobFiles(directory() / std::to_string(id)); }

  JobRequest request(const std::string& script) const {
    return {.name = "job",
            .comment = "comment of " + script,
            .script = "#!/bin/sh\n" + script + "\n",
            .working_directory = scratch_.path().string()};
  }
  JobId submit(const JobRequest& wanted) {
    const auto id = jobs_->submit(wanted);
    EXPECT_TRUE(id.has_value()) << id.error().message;
    return id.value_or(0);
  }
  Job job(JobId id) {
    const auto changes = jobs_->jobs({});
    for (const Job& one : changes->jobs) {
      if (one.id == id) {
        return one;
      }
    }
    return {};
  }
  Job await_end(JobId id) {
    EXPECT_TRUE(wait_until(kPatience, [&] { return is_final(job(id).state); }))
        << id << " stays " << to_string(job(id).state);
    return job(id);
  }
  Claim await_claim(JobId id) {
    EXPECT_TRUE(wait_until(kPatience, [&] { return files(id).claim().has_value(); }));
    return files(id).claim().value_or(Claim{});
  }
  bool exists(const char* name) const { return std::filesystem::exists(scratch_.path() / name); }
  std::string text_in(const char* name) const {
    return read_file(scratch_.path() / name).value_or("");
  }

  RealClock clock_;
  TemporaryDirectory scratch_{"local-jobs"};
  std::unique_ptr<LocalJobs> jobs_;
};

TEST_F(LocalJobsTest, WaitInOrderWhileTheMachineIsFull) {
  JobRequest large = request("while [ ! -e go ]; do sleep 0.02; done");
  large.cpus = 2;
  const JobId first = submit(large);
  const JobId second = submit(large);
  const JobId third = submit(request("exit 3"));  // would fit, but it is not its turn
  EXPECT_EQ(job(first).state, JobState::kRunning);
  EXPECT_EQ(job(second).state, JobState::kPending);
  EXPECT_EQ(job(second).reason, "Resources");
  EXPECT_EQ(job(third).reason, "Priority");
  EXPECT_FALSE(jobs_->start_now(request("exit 0"))->has_value());
  ASSERT_TRUE(write_file_atomic(scratch_.path() / "go", "").has_value());
  EXPECT_EQ(await_end(third).exit_code, 3);
  EXPECT_EQ(job(second).state, JobState::kCompleted);
}

TEST_F(LocalJobsTest, SmallRequestsShareACpu) {
  JobRequest small = request("exec sleep 1000");
  small.cpu_thousandths = 100;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(job(submit(small)).state, JobState::kRunning);
  }
  JobRequest memory = small;
  memory.memory_mib = 600;
  submit(memory);
  EXPECT_EQ(job(submit(memory)).state, JobState::kPending);
}

TEST_F(LocalJobsTest, AWaitingJobCanBeCancelledAndNeverRuns) {
  JobRequest large = request("exec sleep 1000");
  large.cpus = 2;
  const JobId running = submit(large);
  const JobId waiting = submit(request(": >ran"));
  EXPECT_EQ(jobs_->signal(waiting, SIGUSR1).error().code, Code::kConflict);
  ASSERT_TRUE(jobs_->cancel(waiting).has_value());
  EXPECT_EQ(job(waiting).state, JobState::kCancelled);
  ASSERT_TRUE(jobs_->cancel(running).has_value());
  await_end(running);
  EXPECT_EQ(await_end(submit(request("exit 0"))).state, JobState::kCompleted);
  EXPECT_FALSE(exists("ran"));
}

TEST_F(LocalJobsTest, GoOnWithoutUsAndAreFoundAgain) {
  const JobRequest wanted =
      request("echo x >>starts; while [ ! -e go ]; do sleep 0.02; done; exit 5");
  const JobId id = submit(wanted);
  const JobId quick = submit(request("exit 0"));
  await_end(quick);
  ASSERT_TRUE(wait_until(kPatience, [&] { return !text_in("starts").empty(); }));
  jobs_.reset();
  ASSERT_TRUE(write_file_atomic(scratch_.path() / "go", "").has_value());
  ASSERT_TRUE(wait_until(kPatience, [&] { return files(id).end().has_value(); }));
  open();
  const Job ended = job(id);
  EXPECT_EQ(ended.state, JobState::kFailed);
  EXPECT_EQ(ended.exit_code, 5);
  EXPECT_EQ(ended.comment, wanted.comment);
  EXPECT_EQ(text_in("starts"), "x\n");
  EXPECT_GT(submit(request("exit 0")), quick);
}

TEST_F(LocalJobsTest, ARunningJobIsAdoptedAfterARestart) {
  const JobId id = submit(request("exec sleep 1000"));
  const Claim claim = await_claim(id);
  restart();
  EXPECT_EQ(job(id).state, JobState::kRunning);
  ASSERT_TRUE(jobs_->cancel(id).has_value());
  EXPECT_EQ(await_end(id).state, JobState::kCancelled);
  EXPECT_FALSE(is_running(claim.script));
}

TEST_F(LocalJobsTest, AJobThatTwoKeepersWantRunsOnce) {
  const JobId id = submit(request("echo x >>starts; exec sleep 1000"));
  restart();  // perhaps before the keeper has claimed it: then there are two
  const Claim claim = await_claim(id);
  ASSERT_TRUE(wait_until(kPatience, [&] { return !text_in("starts").empty(); }));
  ASSERT_TRUE(jobs_->cancel(id).has_value());
  EXPECT_EQ(await_end(id).state, JobState::kCancelled);
  EXPECT_EQ(text_in("starts"), "x\n");
  // It clears up behind the job.
  EXPECT_TRUE(wait_until(kPatience, [&] { return !is_running(claim.keeper); }));
}

TEST_F(LocalJobsTest, NothingOfAJobOutlivesIt) {
  const JobId id =
      submit(request("setsid sh -c 'echo $$ >pid; exec sleep 1000' & "
                     "while [ ! -s pid ]; do sleep 0.02; done"));
  EXPECT_EQ(await_end(id).state, JobState::kCompleted);
  const auto pid = parse_int(trim(*read_file(scratch_.path() / "pid")));
  EXPECT_EQ(::kill(static_cast<pid_t>(*pid), 0), -1);
}

TEST_F(LocalJobsTest, AKilledScriptShowsItsSignal) {
  const JobId id = submit(request("kill -9 $$"));
  const Job ended = await_end(id);
  EXPECT_EQ(ended.state, JobState::kFailed);
  EXPECT_EQ(ended.signal, SIGKILL);
}

TEST_F(LocalJobsTest, AKilledKeeperTakesItsJobAlong) {
  const JobId id = submit(request("exec sleep 1000"));
  const Claim claim = await_claim(id);
  ASSERT_TRUE(send_signal(claim.keeper, SIGKILL));
  EXPECT_EQ(await_end(id).state, JobState::kNodeFail);
  EXPECT_FALSE(is_running(claim.script));
}

TEST_F(LocalJobsTest, WhatKeeperAndScriptLeaveBehindIsKilled) {
  const JobId id = submit(request("trap '' TERM; sh -c 'echo $$ >pid; exec sleep 1000' & wait"));
  const Claim claim = await_claim(id);
  std::optional<std::int64_t> pid;
  ASSERT_TRUE(wait_until(kPatience, [&] {
    pid = parse_int(trim(read_file(scratch_.path() / "pid").value_or("")));
    return pid.has_value();
  }));
  const ProcessId left = process_id(static_cast<pid_t>(*pid));
  send_signal(claim.keeper, SIGKILL);
  send_signal(claim.script, SIGKILL);
  EXPECT_EQ(await_end(id).state, JobState::kNodeFail);
  EXPECT_TRUE(wait_until(kPatience, [&] { return !is_running(left); }));
}

TEST_F(LocalJobsTest, AfterTheMachineStartedAgainNothingRuns) {
  JobRecord record{.id = 7, .submitted = clock_.now(), .request = request("exit 0")};
  jobs_.reset();
  ASSERT_TRUE(files(7).write(record).has_value());
  ASSERT_TRUE(files(7)
                  .claim({.host = this_host(),
                          .boot = "another",
                          .keeper = process_id(::getpid()),
                          .script = process_id(::getpid()),
                          .started = clock_.now()})
                  .has_value());
  open();
  EXPECT_EQ(job(7).state, JobState::kNodeFail);
  EXPECT_EQ(submit(request("exit 0")), 8U);
}

TEST_F(LocalJobsTest, AJobOfAnotherMachineIsLeftAloneUntilItHasEnded) {
  JobRecord record{.id = 7, .submitted = clock_.now(), .request = request("exit 0")};
  jobs_.reset();
  ASSERT_TRUE(files(7).write(record).has_value());
  ASSERT_TRUE(files(7).claim({.host = "elsewhere", .keeper = {1, 1}}).has_value());
  open();
  EXPECT_EQ(job(7).state, JobState::kRunning);
  EXPECT_EQ(job(7).nodes, "elsewhere");
  const auto refused = jobs_->cancel(7);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("elsewhere"));
  ASSERT_TRUE(files(7).end({.state = JobState::kCompleted, .ended = clock_.now()}).has_value());
  EXPECT_EQ(await_end(7).state, JobState::kCompleted);
}

TEST_F(LocalJobsTest, SaysWhatItCannotDo) {
  JobRequest flags = request("exit 0");
  flags.flags = {"--constraint=gpu"};
  EXPECT_THAT(jobs_->submit(flags).error().message, testing::HasSubstr("--constraint=gpu"));
  JobRequest large = request("exit 0");
  large.memory_mib = 1001;
  EXPECT_EQ(jobs_->submit(large).error().code, Code::kInvalid);
  EXPECT_THAT(jobs_->submit(large).error().message, testing::HasSubstr("1000 MiB"));
}

}  // namespace
}  // namespace sluice::slurm

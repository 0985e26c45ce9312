// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "slurm/slurm_contract.h"

// What every adapter must do: included by those who instantiate it with their subjects.

namespace sluice::slurm {
namespace {

// Scripts the fake understands too: it looks for these words.
constexpr std::string_view kExit = "#!/bin/sh\nexit ";
constexpr std::string_view kForever = "#!/bin/sh\nexec sleep 1000\n";
constexpr std::string_view kUntilUsr1 =
    "#!/bin/sh\ntrap 'exit 9' USR1\nsleep 1000 &\necho ready >ready_file\n"
    "while :; do wait; done\n";

constexpr std::string_view kNoSteps = "this way to Slurm cannot launch a step";

class SlurmContract : public testing::TestWithParam<ContractSubjectFactory> {
 protected:
  void SetUp() override {
    subject_ = GetParam().make();
    if (!subject_) {
      GTEST_SKIP() << "no real Slurm to test this way against: slurmctld, munged or slurmrestd is "
                      "not installed, or of another release";
    }
  }

  Slurm& slurm() { return subject_->slurm(); }

  JobRequest request(std::string script) {
    return {.name = "contract",
            .comment = "contract:" + random_uuid(),
            .script = std::move(script),
            .working_directory = scratch_.path().string()};
  }

  JobId submit(const JobRequest& wanted) {
    const auto id = slurm().submit(wanted);
    EXPECT_TRUE(id.has_value()) << id.error().message;
    return id.value_or(0);
  }

  std::optional<Job> find(JobId id) {
    const auto changes = slurm().jobs({});
    EXPECT_TRUE(changes.has_value()) << changes.error().message;
    for (const Job& job : changes ? changes->jobs : std::vector<Job>{}) {
      if (job.id == id) {
        return job;
      }
    }
    return std::nullopt;
  }

  JobId start_now(const JobRequest& wanted) {
    const auto id = slurm().start_now(wanted);
    EXPECT_TRUE(id.has_value() && id->has_value()) << (id ? "nothing is free" : id.error().message);
    return id.value_or(std::nullopt).value_or(0);
  }
  void await_file(const std::filesystem::path& file) {
    const SteadyTime deadline = clock_.steady() + std::chrono::seconds(20);
    while (!std::filesystem::exists(file) && clock_.steady() < deadline) {
      subject_->settle();
    }
  }

  Job await(JobId id, const std::function<bool(const Job&)>& wanted) {
    const SteadyTime deadline = clock_.steady() + std::chrono::seconds(30);
    std::optional<Job> job;
    while (clock_.steady() < deadline) {
      job = find(id);
      if (job && wanted(*job)) {
        return *job;
      }
      subject_->settle();
    }
    ADD_FAILURE() << "job " << id << " stays " << (job ? to_string(job->state) : "unknown");
    return {};
  }
  Job await_state(JobId id, JobState state) {
    return await(id, [&](const Job& job) { return job.state == state; });
  }
  Job await_end(JobId id) {
    return await(id, [](const Job& job) { return is_final(job.state); });
  }

  RealClock clock_;
  TemporaryDirectory scratch_{"contract"};
  std::unique_ptr<ContractSubject> subject_;
};

TEST_P(SlurmContract, PingTellsTheCluster) {
  const auto info = slurm().ping();
  ASSERT_TRUE(info.has_value()) << info.error().message;
  EXPECT_FALSE(info->name.empty());
  EXPECT_FALSE(info->version.empty());
  EXPECT_FALSE(info->control_host.empty());
}

TEST_P(SlurmContract, NameAndCommentComeBackExactly) {
  JobRequest wanted = request(std::string(kExit) + "0\n");
  wanted.name = "name space/pod-1.x";
  wanted.comment =
      "sluice:8c6f 'q' \"d\" | a,b=c; $HOME %k (null)\n\ttab \xc3\xa9 " + random_uuid();
  const JobId id = submit(wanted);
  const auto job = find(id);
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->name, wanted.name);
  EXPECT_EQ(job->comment, wanted.comment);
  EXPECT_EQ(job->partition, "main");
  EXPECT_TRUE(job->submitted.has_value());
  EXPECT_FALSE(job->user.empty());
}

TEST_P(SlurmContract, AGoodScriptCompletes) {
  const Job job = await_end(submit(request(std::string(kExit) + "0\n")));
  EXPECT_EQ(job.state, JobState::kCompleted);
  EXPECT_EQ(job.exit_code, 0);
  EXPECT_FALSE(job.nodes.empty());
  EXPECT_TRUE(job.started && job.ended);
}

TEST_P(SlurmContract, AJobTellsItsPriorityAndItsTimeLimit) {
  JobRequest wanted = request(std::string(kForever));
  wanted.time_limit_seconds = 3600;
  const JobId id = submit(wanted);
  const Job job = await_state(id, JobState::kRunning);
  EXPECT_GT(job.priority, 0);
  EXPECT_EQ(job.restarts, 0);
  EXPECT_EQ(job.time_limit_seconds, 3600);
  ASSERT_TRUE(job.started && job.must_end);
  EXPECT_EQ(*job.must_end - *job.started, std::chrono::hours(1));
  const Job endless = await_state(submit(request(std::string(kForever))), JobState::kRunning);
  // Who is started by the backfill scheduler without a limit is given a year.
  constexpr int kYear = 365 * 24 * 3600;
  EXPECT_THAT(endless.time_limit_seconds, testing::AnyOf(0, kYear));
  EXPECT_EQ(endless.must_end.has_value(), endless.time_limit_seconds != 0);
}

TEST_P(SlurmContract, AccountingRemembersHowJobsEndedAndWhoCancelledThem) {
  if (!subject_->keeps_accounts()) {
    GTEST_SKIP() << "slurmdbd or mariadbd is not installed";
  }
  const JobRequest wanted = request(std::string(kExit) + "7\n");
  const JobId failed = submit(wanted);
  const Job running = await_state(submit(request(std::string(kForever))), JobState::kRunning);
  await_end(failed);
  ASSERT_TRUE(slurm().cancel(running.id).has_value());
  await_end(running.id);
  std::vector<Job> found;
  const auto known = [&](JobId id) {
    const auto job =
        std::find_if(found.begin(), found.end(), [&](const Job& each) { return each.id == id; });
    return job == found.end() ? Job{} : *job;
  };
  const SteadyTime deadline = clock_.steady() + std::chrono::seconds(20);
  while (clock_.steady() < deadline &&
         !(is_final(known(failed).state) && known(failed).started &&  // slurmdbd may learn it last
           is_final(known(running.id).state))) {
    const auto answer = slurm().remembered_jobs({failed, running.id, 4'000'000});
    ASSERT_TRUE(answer.has_value()) << answer.error().message;
    found = *answer;
    subject_->settle();
  }
  EXPECT_EQ(found.size(), 2U);
  EXPECT_EQ(known(failed).state, JobState::kFailed);
  EXPECT_EQ(known(failed).exit_code, subject_->accounts_exit_codes() ? 7 : 1);
  EXPECT_EQ(known(failed).comment, wanted.comment);
  EXPECT_TRUE(known(failed).submitted && known(failed).started && known(failed).ended);
  EXPECT_EQ(known(running.id).state, JobState::kCancelled);
  EXPECT_EQ(known(running.id).cancelled_by, running.user);
  EXPECT_EQ(known(running.id).nodes, running.nodes);
}

TEST_P(SlurmContract, AFailedScriptShowsItsExitCode) {
  const Job job = await_end(submit(request(std::string(kExit) + "7\n")));
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.exit_code, 7);
  EXPECT_EQ(job.signal, 0);
}

TEST_P(SlurmContract, EnvironmentDirectoryAndOutputAreAsRequested) {
  if (!subject_->runs_scripts()) {
    GTEST_SKIP() << "no script really runs";
  }
  JobRequest wanted =
      request("#!/bin/sh\npwd; echo \"$WORD\"; env | cut -d= -f1 | grep -v ^SLURM\n");
  wanted.environment = {{"WORD", "a, \"b\"\n$c"}, {"PATH", "/usr/bin:/bin"}};
  wanted.output = (scratch_.path() / "out%j").string();
  EXPECT_EQ(await_end(submit(wanted)).state, JobState::kCompleted);
  const auto output = read_file(scratch_.path() / "out%j");
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_THAT(*output, testing::StartsWith(scratch_.path().string() + "\na, \"b\"\n$c\n"));
  EXPECT_THAT(*output, testing::Not(testing::HasSubstr("\nLS_COLORS\n")));
  EXPECT_THAT(*output, testing::Not(testing::HasSubstr("\nGTEST")));
}

TEST_P(SlurmContract, AWaitingJobCanBeCancelled) {
  if (!subject_->is_cluster()) {
    GTEST_SKIP() << "this is no cluster";
  }
  JobRequest wanted = request(std::string(kForever));
  wanted.flags = {"--hold"};
  const JobId id = submit(wanted);
  const Job held = await_state(id, JobState::kPending);
  EXPECT_TRUE(held.held);
  EXPECT_EQ(held.reason, "JobHeldUser");
  EXPECT_EQ(slurm().signal(id, SIGUSR1).error().code, Code::kConflict);
  ASSERT_TRUE(slurm().cancel(id).has_value());
  EXPECT_EQ(await_end(id).state, JobState::kCancelled);
}

TEST_P(SlurmContract, ARunningJobCanBeCancelledAndAgain) {
  const JobId id = submit(request(std::string(kForever)));
  EXPECT_FALSE(await_state(id, JobState::kRunning).held);
  ASSERT_TRUE(slurm().cancel(id).has_value());
  EXPECT_EQ(await_end(id).state, JobState::kCancelled);
  const auto again = slurm().cancel(id);
  EXPECT_TRUE(again.has_value()) << again.error().message;
}

TEST_P(SlurmContract, AJobIsOursOnlyUnderItsComment) {
  const JobRequest wanted = request(std::string(kForever));
  const JobId id = submit(wanted);
  EXPECT_EQ(slurm().job(id)->comment, wanted.comment);
  EXPECT_TRUE(check_own(slurm(), id, wanted.comment).has_value());
  EXPECT_EQ(check_own(slurm(), id, "another").error().code, Code::kNotFound);
  EXPECT_EQ(cancel_own(slurm(), {.id = id, .comment = "another"}).error().code, Code::kNotFound);
  EXPECT_FALSE(is_final(slurm().job(id)->state));
  EXPECT_TRUE(cancel_own(slurm(), *slurm().job(id)).has_value());
  EXPECT_EQ(await_end(id).state, JobState::kCancelled);
}

TEST_P(SlurmContract, UnknownJobsAreNotFound) {
  EXPECT_EQ(slurm().job(4'000'000).error().code, Code::kNotFound);
  EXPECT_EQ(slurm().cancel(4'000'000).error().code, Code::kNotFound);
  EXPECT_EQ(slurm().signal(4'000'000, SIGTERM).error().code, Code::kNotFound);
}

TEST_P(SlurmContract, ASignalReachesTheBatchScriptOnly) {
  const JobId id = submit(request(std::string(kUntilUsr1)));
  await_state(id, JobState::kRunning);
  if (subject_->runs_scripts()) {
    await_file(scratch_.path() / "ready_file");
  }
  ASSERT_TRUE(slurm().signal(id, SIGUSR1).has_value());
  const Job job = await_end(id);
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.exit_code, 9);
  EXPECT_EQ(slurm().signal(id, SIGUSR1).error().code, Code::kNotFound);
}

TEST_P(SlurmContract, WhatIsStartedAtOnceRunsAndStaysUntilItIsCompleted) {
  if (!subject_->starts_at_once()) {
    GTEST_SKIP() << kNoSteps;
  }
  JobRequest wanted = request(std::string(kForever));
  wanted.cpus = 2;
  wanted.partition = subject_->is_cluster() ? "debug" : "main";
  const JobId id = start_now(wanted);
  const auto job = find(id);
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->state, JobState::kRunning);
  EXPECT_FALSE(job->batch);
  EXPECT_EQ(job->name, wanted.name);
  EXPECT_EQ(job->comment, wanted.comment);
  EXPECT_EQ(job->partition, wanted.partition);
  EXPECT_FALSE(job->nodes.empty());
  EXPECT_TRUE(find(submit(request(std::string(kForever))))->batch);
  ASSERT_TRUE(slurm().complete(id, 0).has_value());
  const JobState end = await_end(id).state;
  EXPECT_TRUE(end == JobState::kCompleted ||
              (slurm().adapter() == "cli" && end == JobState::kCancelled))
      << to_string(end);
  EXPECT_TRUE(slurm().complete(id, 0).has_value());
  EXPECT_EQ(slurm().complete(4'000'000, 0).error().code, Code::kNotFound);
}

TEST_P(SlurmContract, WhatCannotBeStartedAtOnceIsNotStartedAtAll) {
  if (subject_->starts_at_once()) {
    GTEST_SKIP() << "it can";
  }
  const JobRequest wanted = request(std::string(kForever));
  const auto nothing = slurm().start_now(wanted);
  ASSERT_TRUE(nothing.has_value()) << nothing.error().message;
  EXPECT_FALSE(nothing->has_value());
  const auto changes = slurm().jobs({});
  ASSERT_TRUE(changes.has_value()) << changes.error().message;
  EXPECT_TRUE(std::none_of(changes->jobs.begin(), changes->jobs.end(),
                           [&](const Job& job) { return job.comment == wanted.comment; }));
}

TEST_P(SlurmContract, AnAllocationCanBeCancelled) {
  if (!subject_->starts_at_once()) {
    GTEST_SKIP() << kNoSteps;
  }
  const JobId id = start_now(request(std::string(kForever)));
  ASSERT_TRUE(slurm().cancel(id).has_value());
  EXPECT_EQ(await_end(id).state, JobState::kCancelled);
}

TEST_P(SlurmContract, AScriptStartedAtOnceHasItsSurroundingsAndOutlivesItsStart) {
  if (!subject_->runs_scripts() || !subject_->starts_at_once()) {
    GTEST_SKIP() << "no script really runs, or none at once";
  }
  const auto done = scratch_.path() / "done";
  JobRequest wanted = request(
      "#!/bin/sh\npwd; echo \"$WORD\"; env | cut -d= -f1 | grep -v ^SLURM\n: >done\n"
      "exec sleep 1000\n");
  wanted.environment = {{"WORD", "a, \"b\"\n$c"}, {"PATH", "/usr/bin:/bin"}};
  wanted.output = (scratch_.path() / "it's out%j").string();
  const JobId id = start_now(wanted);
  await_file(done);
  EXPECT_EQ(find(id)->state, JobState::kRunning);
  const auto output = read_file(wanted.output);
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_THAT(*output, testing::StartsWith(scratch_.path().string() + "\na, \"b\"\n$c\n"));
  EXPECT_THAT(*output, testing::Not(testing::HasSubstr("\nGTEST")));
  EXPECT_TRUE(slurm().complete(id, 0).has_value());
}

TEST_P(SlurmContract, StepsAreSignalledAsAWhole) {
  if (!subject_->starts_at_once()) {
    GTEST_SKIP() << kNoSteps;
  }
  JobRequest wanted = request(
      "#!/bin/sh\ntrap 'exit 9' USR1\n(trap ': >told; exit' USR1; : >ready_file; "
      "while :; do sleep 0.1; done) &\nwhile :; do wait; done\n");
  const JobId id = start_now(wanted);
  if (subject_->runs_scripts()) {
    await_file(scratch_.path() / "ready_file");
  }
  ASSERT_TRUE(slurm().signal_steps(id, SIGUSR1).has_value());
  if (subject_->runs_scripts()) {
    await_file(scratch_.path() / "told");
    EXPECT_TRUE(std::filesystem::exists(scratch_.path() / "told"));
  }
  EXPECT_TRUE(slurm().complete(id, 0).has_value());
  await_end(id);
  EXPECT_EQ(slurm().signal_steps(id, SIGUSR1).error().code, Code::kNotFound);
}

TEST_P(SlurmContract, NothingIsStartedAtOnceWhenNothingIsFree) {
  if (!subject_->starts_at_once()) {
    GTEST_SKIP() << kNoSteps;
  }
  JobRequest wanted = request(std::string(kForever));
  wanted.cpus = 16;
  for (int i = 0; i < subject_->node_count(); ++i) {
    start_now(wanted);
  }
  JobRequest late = request(std::string(kForever));
  const auto nothing = slurm().start_now(late);
  ASSERT_TRUE(nothing.has_value()) << nothing.error().message;
  EXPECT_FALSE(nothing->has_value());
  late.partition = "nowhere";
  const auto refused = slurm().start_now(late);
  EXPECT_TRUE(refused.has_value() && !refused->has_value());
  const auto changes = slurm().jobs({});
  for (const Job& job : changes->jobs) {
    EXPECT_NE(job.comment, late.comment) << to_string(job.state);
    if (job.comment == wanted.comment) {
      EXPECT_TRUE(slurm().cancel(job.id).has_value());
      await_end(job.id);
    }
  }
}

TEST_P(SlurmContract, AQuietQueueIsUnchangedAndANewJobChangesIt) {
  await_end(submit(request(std::string(kExit) + "0\n")));
  const SteadyTime deadline = clock_.steady() + std::chrono::seconds(20);
  Cursor cursor;
  bool unchanged = false;
  while (!unchanged && clock_.steady() < deadline) {
    const auto changes = slurm().jobs(cursor);
    ASSERT_TRUE(changes.has_value()) << changes.error().message;
    unchanged = changes->unchanged;
    EXPECT_TRUE(!unchanged || changes->jobs.empty());
    cursor = changes->cursor;
    subject_->settle();
  }
  EXPECT_TRUE(unchanged);
  const JobId id = submit(request(std::string(kForever)));
  const auto changes = slurm().jobs(cursor);
  ASSERT_TRUE(changes.has_value());
  EXPECT_FALSE(changes->unchanged);
  EXPECT_TRUE(std::any_of(changes->jobs.begin(), changes->jobs.end(),
                          [&](const Job& job) { return job.id == id; }));
}

TEST_P(SlurmContract, AnImpossibleRequestIsRefusedOrWaitsWithAReason) {
  JobRequest wanted = request(std::string(kExit) + "0\n");
  wanted.cpus = 5000;
  const auto id = slurm().submit(wanted);
  if (!id) {
    EXPECT_EQ(id.error().code, Code::kInvalid);
    EXPECT_FALSE(id.error().message.empty());
    return;
  }
  const Job job = await(*id, [](const Job& j) { return j.reason != "None"; });
  EXPECT_EQ(job.state, JobState::kPending);
  EXPECT_FALSE(job.reason.empty());
}

TEST_P(SlurmContract, AnUnknownPartitionIsRefusedInSlurmsWords) {
  JobRequest wanted = request(std::string(kExit) + "0\n");
  wanted.partition = "nowhere";
  const auto id = slurm().submit(wanted);
  ASSERT_FALSE(id.has_value());
  EXPECT_EQ(id.error().code, Code::kInvalid);
  EXPECT_THAT(id.error().message, testing::HasSubstr("Invalid partition name specified"));
}

TEST_P(SlurmContract, UsersFlagsAreObeyedAndBadOnesRefused) {
  if (!subject_->is_cluster()) {
    GTEST_SKIP() << "this is no cluster";
  }
  JobRequest wanted = request(std::string(kExit) + "0\n");
  wanted.flags = {"--hold -n 2", "--nice=5"};
  const JobId id = submit(wanted);
  EXPECT_TRUE(await_state(id, JobState::kPending).held);
  EXPECT_EQ(find(id)->comment, wanted.comment);
  EXPECT_TRUE(slurm().cancel(id).has_value());
  wanted.flags = {"--array=1-3"};
  EXPECT_EQ(slurm().submit(wanted).error().code, Code::kInvalid);
  if (subject_->runs_scripts()) {
    wanted.flags = {"--frobnicate=1"};
    const auto refused = slurm().submit(wanted);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::kInvalid);
    EXPECT_THAT(refused.error().message, testing::HasSubstr("frobnicate"));
  }
}

TEST_P(SlurmContract, AWaitingJobCanBeHeldAndLetGoAndItsPrioritySet) {
  if (!subject_->updates_jobs()) {
    GTEST_SKIP() << "who has this adapter has Slurm's commands";
  }
  JobRequest wanted = request(std::string(kExit) + "0\n");
  wanted.flags = {"--begin=now+1hour"};
  const JobId id = submit(wanted);
  EXPECT_FALSE(await_state(id, JobState::kPending).held);
  ASSERT_TRUE(slurm().update(id, {.held = true}).has_value());
  EXPECT_TRUE(await(id, [](const Job& job) { return job.held; }).held);
  ASSERT_TRUE(slurm().update(id, {.held = false}).has_value());
  EXPECT_FALSE(await(id, [](const Job& job) { return !job.held; }).held);
  const auto set = slurm().update(id, {.priority = 77});
  if (subject_->updates_priorities()) {
    ASSERT_TRUE(set.has_value()) << set.error().message;
    EXPECT_EQ(await(id, [](const Job& job) { return job.priority == 77; }).priority, 77);
  } else {
    ASSERT_FALSE(set.has_value());
    EXPECT_THAT(set.error().message, testing::HasSubstr("priority"));
  }
  EXPECT_TRUE(slurm().cancel(id).has_value());
  EXPECT_EQ(slurm().update(4'000'000, {.held = true}).error().code, Code::kNotFound);
}

TEST_P(SlurmContract, TheTasksOfAnArrayAreToldApart) {
  if (!subject_->has_arrays()) {
    GTEST_SKIP() << "no arrays this way";
  }
  JobRequest wanted = request("#!/bin/sh\necho task $SLURM_ARRAY_TASK_ID\n");
  wanted.array = "2,5";
  wanted.output = (scratch_.path() / "out").string();
  const JobId id = submit(wanted);
  std::map<std::string, JobState> tasks;
  await(id, [&](const Job&) {
    tasks.clear();
    const auto all = slurm().jobs({});
    for (const Job& job : all ? all->jobs : std::vector<Job>{}) {
      if (job.array_job == id) {
        EXPECT_EQ(job.comment, wanted.comment);
        tasks[job.array_tasks] = job.state;
      }
    }
    return tasks.size() == 2 && std::all_of(tasks.begin(), tasks.end(),
                                            [](const auto& task) { return is_final(task.second); });
  });
  EXPECT_EQ(tasks, (std::map<std::string, JobState>{{"2", JobState::kCompleted},
                                                    {"5", JobState::kCompleted}}));
  await_file(scratch_.path() / "out-5");
  EXPECT_EQ(read_file(scratch_.path() / "out-5").value_or(""), "task 5\n");
}

TEST_P(SlurmContract, RequestsThatAreNoneAreRefusedBeforeSlurmSeesThem) {
  EXPECT_EQ(slurm().submit(request("echo no interpreter")).error().code, Code::kInvalid);
}

TEST_P(SlurmContract, PartitionsAddUpTheirNodes) {
  if (!subject_->is_cluster()) {
    GTEST_SKIP() << "this is no cluster";
  }
  const auto partitions = slurm().partitions();
  ASSERT_TRUE(partitions.has_value()) << partitions.error().message;
  ASSERT_EQ(partitions->size(), 2U);
  const bool main_first = partitions->front().name == "main";
  const Partition& main = (*partitions)[main_first ? 0 : 1];
  const Partition& debug = (*partitions)[main_first ? 1 : 0];
  EXPECT_TRUE(main.up && !debug.is_default);
  EXPECT_TRUE(main.is_default || !subject_->tells_default_partition());
  EXPECT_EQ(main.nodes, subject_->node_count());
  EXPECT_EQ(main.all, (Amounts{subject_->node_count() * 16, subject_->node_count() * 32000}));
  EXPECT_EQ(main.usable, main.all);
  EXPECT_EQ(main.per_node, (Amounts{16, 32000}));
  EXPECT_FALSE(main.hidden || debug.hidden);
  EXPECT_EQ(main.max_time_seconds, 0);
  EXPECT_EQ(debug.max_time_seconds, 3600);
}

TEST_P(SlurmContract, NodesTellTheirStateAndPartitions) {
  if (!subject_->is_cluster()) {
    GTEST_SKIP() << "this is no cluster";
  }
  const auto nodes = slurm().nodes();
  ASSERT_TRUE(nodes.has_value()) << nodes.error().message;
  ASSERT_EQ(std::ssize(*nodes), subject_->node_count());
  const Node& node = nodes->front();
  EXPECT_EQ(node.name, "n1");
  EXPECT_THAT(node.partitions, testing::UnorderedElementsAre("main", "debug"));
  EXPECT_EQ(node.cpus, 16);
  EXPECT_EQ(node.memory_mib, 32000);
  EXPECT_THAT(node.state,
              testing::AnyOf(testing::StartsWith("IDLE"), testing::StartsWith("MIXED")));
  EXPECT_EQ(node.reason, "");
}

TEST_P(SlurmContract, ADeadControllerIsUnavailableSoonAndAFreshOneRemembers) {
  if (!subject_->is_cluster()) {
    GTEST_SKIP() << "this is no cluster";
  }
  const JobId id = submit(request(std::string(kForever)));
  await_state(id, JobState::kRunning);
  subject_->stop_controller();
  const SteadyTime stopped = clock_.steady();
  EXPECT_EQ(slurm().jobs({}).error().code, Code::kUnavailable);
  EXPECT_EQ(slurm().submit(request(std::string(kForever))).error().code, Code::kUnavailable);
  EXPECT_EQ(slurm().cancel(id).error().code, Code::kUnavailable);
  EXPECT_EQ(slurm().ping().error().code, Code::kUnavailable);
  EXPECT_EQ(slurm().nodes().error().code, Code::kUnavailable);
  EXPECT_LT(clock_.steady() - stopped, std::chrono::seconds(15));
  EXPECT_EQ(slurm().start_now(request(std::string(kForever))).error().code, Code::kUnavailable);
  subject_->start_controller();
  const SteadyTime deadline = clock_.steady() + std::chrono::seconds(20);
  while (!slurm().ping() && clock_.steady() < deadline) {
    subject_->settle();
  }
  EXPECT_EQ(await_state(id, JobState::kRunning).id, id);
  EXPECT_TRUE(slurm().cancel(id).has_value());
}

}  // namespace
}  // namespace sluice::slurm

// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_view.h"

#include <gtest/gtest.h>

#include <map>

#include "base/timestamp.h"

namespace sluice::kubelet {
namespace {

using slurm::Job;
using slurm::JobState;

const WallTime kNow = *parse_rfc3339("2030-01-01T00:00:00Z");

TEST(DescribeJob, WhatMattersInEachState) {
  Job job{.id = 5, .state = JobState::kPending, .expected_start = kNow};
  EXPECT_EQ(describe_job(5, job), "Slurm job 5 is PENDING, expected start 2030-01-01T00:00:00Z");
  job.expected_start.reset();
  job.reason = "Priority";
  job.priority = 17;
  EXPECT_EQ(describe_job(5, job), "Slurm job 5 is PENDING (Priority), priority 17");
  job.restarts = 1;
  EXPECT_EQ(describe_job(5, job), "Slurm job 5 is PENDING (Priority), requeued, priority 17");
  job = {.id = 5, .state = JobState::kPending, .reason = "JobHeldUser", .held = true};
  EXPECT_EQ(describe_job(5, job),
            "Slurm job 5 is PENDING (JobHeldUser), held: scontrol release 5 lets it start");
  job = {.id = 5, .state = JobState::kRunning, .nodes = "n[1-2]", .must_end = kNow};
  EXPECT_EQ(describe_job(5, job),
            "Slurm job 5 is RUNNING on n[1-2] until 2030-01-01T00:00:00Z at the latest");
  EXPECT_EQ(describe_job(5, std::nullopt), "job 5 was submitted");
}

TEST(DescribeJob, OneOfThisMachineIsNotSlurms) {
  const Job job{.id = 5, .state = JobState::kPending, .reason = "Resources", .local = true};
  EXPECT_EQ(describe_job(5, job), "local job 5 is PENDING (Resources)");
  EXPECT_EQ(queue_reason(job), "InLocalQueue");
  EXPECT_EQ(job_title({.id = 5}), "Slurm job 5");
  const auto condition = job_condition(job);
  const json::Value status =
      json::Object{{"conditions", json::Array{json::Object{{"type", std::string(kJobCondition)},
                                                           {"status", condition.status},
                                                           {"reason", condition.reason},
                                                           {"message", condition.message}}}}};
  EXPECT_EQ(job_note(json::Object{}, status).reason, "InLocalQueue");
}

TEST(JobCondition, ItsReasonIsSlurmsWord) {
  EXPECT_EQ(job_condition({.state = JobState::kPending, .reason = "None"}).reason, "Pending");
  const Job unlucky{.state = JobState::kPending, .reason = "ReqNodeNotAvail,_Unavailable:n1"};
  EXPECT_EQ(job_condition(unlucky).reason, "ReqNodeNotAvail");
  EXPECT_EQ(job_condition({.state = JobState::kRunning}).status, "True");
  EXPECT_EQ(job_condition({.state = JobState::kTimeout}).reason, "TimeLimitExceeded");
}

TEST(JobAnnotations, ShowWhatIsKnownAndTakeAwayWhatIsNot) {
  Job job{.id = 5,
          .state = JobState::kPending,
          .reason = "Priority",
          .expected_start = kNow,
          .priority = 17};
  auto list = job_annotations(5, job);
  std::map<std::string, std::string> all(list.begin(), list.end());
  EXPECT_EQ(all["sluice.dev/job-id"], "5");
  EXPECT_EQ(all["sluice.dev/job-state"], "PENDING");
  EXPECT_EQ(all["sluice.dev/job-reason"], "Priority");
  EXPECT_EQ(all["sluice.dev/job-priority"], "17");
  EXPECT_EQ(all["sluice.dev/job-expected-start"], "2030-01-01T00:00:00Z");
  EXPECT_EQ(all["sluice.dev/job-nodes"], "");
  list = job_annotations(5, Job{.id = 5, .state = JobState::kRunning, .nodes = "n1"});
  all = {list.begin(), list.end()};
  EXPECT_EQ(all["sluice.dev/job-nodes"], "n1");
  EXPECT_EQ(all["sluice.dev/job-priority"], "");
}

TEST(LooksSame, AgeAndJitterAreNoDifference) {
  const Job job{.id = 5, .state = JobState::kPending, .expected_start = kNow, .priority = 17};
  Job other = job;
  other.priority = 18;
  other.expected_start = kNow + std::chrono::seconds(5);
  EXPECT_TRUE(looks_same(job, other));
  other.expected_start = kNow + std::chrono::minutes(5);
  EXPECT_FALSE(looks_same(job, other));
  other = job;
  other.held = true;
  EXPECT_FALSE(looks_same(job, other));
}

json::Value status(const Job& job, const char* phase = "Pending") {
  const JobCondition now = job_condition(job);
  return json::Object{{"phase", phase},
                      {"conditions", json::Array{json::Object{{"type", kJobCondition},
                                                              {"status", now.status},
                                                              {"reason", now.reason},
                                                              {"message", now.message}}}}};
}

TEST(JobNote, TellsWhatAPersonWouldAskFor) {
  const json::Value none = json::Object{};
  const json::Value pending = status({.state = JobState::kPending, .reason = "None"});
  const json::Value queued = status({.state = JobState::kPending, .reason = "Priority"});
  const json::Value held =
      status({.state = JobState::kPending, .reason = "JobHeldAdmin", .held = true});
  const json::Value runs = status({.state = JobState::kRunning}, "Running");
  const json::Value suspended = status({.state = JobState::kSuspended}, "Running");
  EXPECT_EQ(job_note(none, pending).reason, "");
  EXPECT_EQ(job_note(pending, queued).reason, "InSlurmQueue");
  EXPECT_EQ(job_note(queued, queued).reason, "");
  EXPECT_EQ(job_note(queued, held).reason, "JobHeld");
  EXPECT_EQ(job_note(queued, runs).reason, "");
  EXPECT_EQ(job_note(runs, suspended).reason, "Suspended");
  EXPECT_EQ(job_note(suspended, runs).reason, "Resumed");
  EXPECT_EQ(job_note(runs, queued).reason, "Requeued");
  EXPECT_EQ(job_note(json::Object{{"phase", "Running"}}, queued).reason, "Requeued");
  EXPECT_EQ(job_note(runs, none).reason, "");
}

}  // namespace
}  // namespace sluice::kubelet

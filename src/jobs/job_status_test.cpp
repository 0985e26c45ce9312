// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

using std::chrono::seconds;

json::Value job(json::Value status = json::Object{}) {
  json::Value object =
      *json::parse(R"({"metadata":{"name":"j","uid":"u","generation":3},"spec":{}})");
  object["status"] = std::move(status);
  return object;
}

const WallTime kNow{seconds(1'900'000'000)};

TEST(JobStatus, ALaunchForgetsTheLastRun) {
  const json::Value over = *json::parse(
      R"({"state":"FAILED","run":1,"jobId":7,"exitCode":1,"reason":"X","observedGeneration":2})");
  EXPECT_TRUE(was_edited(job(over)));
  const json::Value status = launching(job(over), 1, kNow);
  EXPECT_EQ(status.at("run").as_int(), 2);
  EXPECT_EQ(status.at("state").as_string(), "PENDING");
  EXPECT_EQ(status.find("jobId"), nullptr);
  EXPECT_EQ(status.find("exitCode"), nullptr);
  EXPECT_FALSE(was_edited(job(status)));
}

TEST(JobStatus, WhatAPersonMustMendIsAnErrorAndTheRestWaits) {
  const json::Value status = launching(job(), 1, kNow);
  const Error busy{Code::kUnavailable, "connection refused"};
  EXPECT_EQ(hindered(job(status), busy, kNow).at("state").as_string(), "PENDING");
  const json::Value wrong =
      hindered(job(status), {Code::kUnauthorized, "does not accept the password"}, kNow);
  EXPECT_EQ(wrong.at("state").as_string(), "ERROR");
  EXPECT_EQ(wrong.at("message").as_string(), "does not accept the password");
  EXPECT_FALSE(is_finished(job(wrong)));
  const json::Value refused = hindered(job(status), {Code::kInvalid, "Invalid qos"}, kNow);
  EXPECT_EQ(refused.at("reason").as_string(), "Refused");
  EXPECT_TRUE(is_finished(job(refused)));
}

TEST(JobStatus, WhatSlurmSaysIsShown) {
  json::Value status = submitted(job(launching(job(), 1, kNow)), 42, "me", kNow);
  EXPECT_EQ(status.at("jobId").as_int(), 42);
  EXPECT_TRUE(api::has_condition(job(status), "Submitted"));
  slurm::Job seen{.id = 42,
                  .partition = "main",
                  .user = "me",
                  .state = slurm::JobState::kRunning,
                  .reason = "None",
                  .nodes = "n1",
                  .started = kNow};
  status = observed(job(status), {seen}, kNow + seconds(42));
  EXPECT_EQ(status.at("state").as_string(), "RUNNING");
  EXPECT_EQ(status.at("time").as_string(), "0:42");
  EXPECT_EQ(status.at("nodes").as_string(), "n1");
  EXPECT_EQ(status.find("reason"), nullptr);
  EXPECT_FALSE(api::has_condition(job(status), "Finished"));
  seen.state = slurm::JobState::kFailed;
  seen.exit_code = 3;
  seen.ended = kNow + seconds(60);
  status = observed(job(status), {seen}, kNow + seconds(100));
  EXPECT_EQ(status.at("state").as_string(), "FAILED");
  EXPECT_EQ(status.at("exitCode").as_int(), 3);
  EXPECT_EQ(status.at("time").as_string(), "1:00");
  EXPECT_TRUE(api::has_condition(job(status), "Finished"));
}

TEST(JobStatus, TheTimeAJobHasRunIsByTheClockItStartedBy) {
  for (const int ahead : {-3600, 3600}) {
    const SeenRun seen{
        .job = {.id = 7, .state = slurm::JobState::kRunning, .started = kNow + seconds(ahead)},
        .clock_ahead = seconds(ahead)};
    const json::Value status = observed(job(launching(job(), 1, kNow)), seen, kNow + seconds(42));
    EXPECT_EQ(status.at("time").as_string(), "0:42");
  }
}

TEST(JobStatus, AJobThatWaitsForANumberThatIsGoneSaysSo) {
  json::Value waits = job(submitted(job(launching(job(), 1, kNow)), 42, "me", kNow));
  const SeenRun seen{
      .job = {.id = 42, .state = slurm::JobState::kPending, .reason = "DependencyNeverSatisfied"}};
  EXPECT_EQ(observed(waits, seen, kNow).find("message"), nullptr);  // its script's own dependency
  waits["spec"]["dependsOn"] = *json::parse(R"([{"name":"first"}])");
  EXPECT_THAT(observed(waits, seen, kNow).at("message").as_string(),
              testing::HasSubstr("slurmjob.dev/restart"));
}

TEST(JobStatus, AnOutageChangesNoState) {
  const json::Value runs = *json::parse(R"({"state":"RUNNING","run":1,"jobId":7})");
  const json::Value status = unreachable(job(runs), {Code::kUnavailable, "gone"}, kNow);
  EXPECT_EQ(status.at("state").as_string(), "RUNNING");
  EXPECT_TRUE(api::has_condition(job(status), "Connected", "False"));
  EXPECT_EQ(lost(job(runs), kNow).at("state").as_string(), "ERROR");
}

TEST(JobStatus, LiveFieldsLaunchNothing) {
  json::Value edited = job(launching(job(), 1, kNow));
  edited["metadata"]["generation"] = 4;
  edited["spec"]["suspend"] = true;
  EXPECT_TRUE(has_news(edited));
  EXPECT_FALSE(was_edited(edited));
  edited["spec"]["job"]["partition"] = "other";
  EXPECT_TRUE(was_edited(edited));
  edited["status"] = edit_seen(edited);
  EXPECT_FALSE(has_news(edited));
  edited["metadata"]["generation"] = 5;
  EXPECT_FALSE(was_edited(edited));
}

TEST(JobStatus, AFailureIsRetriedWithBackOffUpToTheLimit) {
  json::Value retried = job();
  retried["spec"]["retries"] = json::Object{{"limit", 2}, {"backoffSeconds", 10}};
  const slurm::Job failed{.id = 7, .state = slurm::JobState::kTimeout, .exit_code = 3};
  for (const int wait : {10, 20}) {
    retried["status"] = launching(retried, wait / 10, kNow);
    retried["status"] = observed(retried, {failed}, kNow);
    EXPECT_EQ(state_of(retried), "PENDING");
    EXPECT_EQ(retry_time(retried), kNow + seconds(wait));
    EXPECT_FALSE(api::has_condition(retried, "Finished"));
  }
  EXPECT_NE(retried.at("status", "message").as_string().find("attempt 2 of 3 failed (TIMEOUT)"),
            std::string::npos);
  retried["status"] = launching(retried, 3, kNow);
  EXPECT_EQ(retry_time(retried), std::nullopt);
  retried["status"] = observed(retried, {failed}, kNow);
  EXPECT_EQ(state_of(retried), "FAILED");
  EXPECT_TRUE(api::has_condition(retried, "Finished"));
}

TEST(JobStatus, ACancelledJobIsNotRetried) {
  json::Value cancelled = job(launching(job(), 1, kNow));
  cancelled["spec"]["retries"] = json::Object{{"limit", 2}};
  cancelled["status"] =
      observed(cancelled, {{.id = 7, .state = slurm::JobState::kCancelled}}, kNow);
  EXPECT_EQ(state_of(cancelled), "CANCELLED");
  EXPECT_EQ(retry_time(cancelled), std::nullopt);
}

TEST(JobStatus, AnObjectExpiresAfterItsEndOnly) {
  json::Value mortal = job(launching(job(), 1, kNow));
  mortal["spec"]["ttlSecondsAfterFinished"] = 60;
  EXPECT_EQ(expiry(mortal), std::nullopt);
  mortal["status"] = observed(mortal, {{.id = 7, .state = slurm::JobState::kCompleted}}, kNow);
  EXPECT_EQ(expiry(mortal), kNow + seconds(60));
}

TEST(JobStatus, AnArrayCountsItsTasksAndKeepsWhatSlurmForgets) {
  json::Value array = job(launching(job(), 1, kNow));
  const slurm::Job runs{.id = 9, .state = slurm::JobState::kRunning};
  array["status"] = observed(
      array, {runs, {.pending = {4, 5}, .running = {3}, .completed = {0, 1}, .failed = {2}}}, kNow);
  EXPECT_EQ(state_of(array), "RUNNING");
  EXPECT_EQ(array.at("status", "array", "completed").as_int(), 2);
  EXPECT_EQ(array.at("status", "array", "failedTasks").as_string(), "2");
  const slurm::Job done{.id = 9, .state = slurm::JobState::kCompleted};
  array["status"] = observed(array, {done, {.completed = {3, 4, 5}}}, kNow);
  EXPECT_EQ(state_of(array), "FAILED");
  EXPECT_EQ(array.at("status", "array", "completedTasks").as_string(), "0,1,3-5");
  EXPECT_EQ(array.at("status", "array", "pending").as_int(), 0);
  EXPECT_EQ(array.at("status", "array").find("pendingTasks"), nullptr);
}

}  // namespace
}  // namespace sluice::jobs

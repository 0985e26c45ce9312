// SPDX-License-Identifier: Apache-2.0
#include "jobs/file_status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/meta.h"
#include "jobs/job_status.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

using std::chrono::seconds;

const WallTime kNow = WallTime(seconds(1'800'000'000));
const ResultFile kFile{.path = "f", .to = {.name = "out", .key = "f"}};

json::Value getting_results() {
  return *json::parse(R"({"spec": {"results": [{"path": "f", "configMap": {"name": "out"}}]},
      "status": {"state": "GETTING_RESULTS", "outcome": "COMPLETED", "run": 1, "exitCode": 0}})");
}

json::Value after(json::Value job, Result<std::int64_t> bytes, bool optional = false) {
  ResultFile file = kFile;
  file.optional = optional;
  job["status"] = after_attempt(job, {{file, std::move(bytes)}}, kNow);
  return job;
}

std::string reason(const json::Value& job) {
  return api::condition(job, "ResultsCopied")->at("reason").as_string();
}

TEST(FileStatus, WhatMayPassIsTriedAgainEverMoreRarelyAndThenGivenUp) {
  json::Value job = getting_results();
  EXPECT_LT(next_attempt(job), kNow);
  Duration waited{0};
  for (int i = 1; i < 12; ++i) {
    job = after(job, fail(Code::kUnavailable, "away"));
    EXPECT_EQ(state_of(job), "GETTING_RESULTS");
    EXPECT_FALSE(is_settled(job, kFile));
    EXPECT_GE(next_attempt(job) - kNow, waited);
    waited = next_attempt(job) - kNow;
  }
  job = after(job, fail(Code::kUnavailable, "away"));
  EXPECT_EQ(state_of(job), "COMPLETED");
  EXPECT_EQ(reason(job), "GivenUp");
  EXPECT_TRUE(api::has_condition(job, "Finished"));
}

TEST(FileStatus, WhatCannotHelpIsNotTriedAgain) {
  const json::Value missing = after(getting_results(), fail(Code::kNotFound, "not there"));
  EXPECT_EQ(state_of(missing), "COMPLETED");
  EXPECT_EQ(reason(missing), "Missing");
  EXPECT_EQ(reason(after(getting_results(), fail(Code::kInvalid, "too large"))), "Failed");
  EXPECT_TRUE(is_settled(missing, kFile));
}

TEST(FileStatus, AllIsWellWithoutWhatIsOptional) {
  const json::Value job = after(getting_results(), fail(Code::kNotFound, "not there"), true);
  EXPECT_TRUE(api::has_condition(job, "ResultsCopied"));
  EXPECT_EQ(state_in_slurm(job), "COMPLETED");
}

TEST(FileStatus, ARunIsNotSubmittedBeforeItsFilesAreThere) {
  json::Value job = *json::parse(R"({"spec": {"inputs": [{"path": "f"}]},
      "status": {"state": "PENDING", "run": 1}})");
  EXPECT_TRUE(awaits_files(job));
  EXPECT_TRUE(wants_files_brought(job));
  job["status"] = files_brought(job, "/home/me/x", kNow);
  EXPECT_FALSE(awaits_files(job));
  EXPECT_EQ(files_directory_of(job), "/home/me/x");
  job["status"] = launching(job, 2, kNow);  // another run, other files
  EXPECT_TRUE(awaits_files(job));
  job["status"] = hindered(job, {Code::kInvalid, "no"}, kNow);
  EXPECT_FALSE(wants_files_brought(job));
}

}  // namespace
}  // namespace sluice::jobs

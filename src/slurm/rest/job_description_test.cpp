// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/job_description.h"

#include <gtest/gtest.h>

namespace sluice::slurm::rest {
namespace {

JobRequest request() {
  return {.name = "a b",
          .comment = "c",
          .script = "#!/bin/sh\n",
          .partition = "p",
          .output = "/o%u",
          .environment = {{"A", "x=\"y\""}, {"PATH", "/bin"}},
          .cpus = 2,
          .memory_mib = 100,
          .time_limit_seconds = 61,
          .flags = {"--partition=q -n 3"}};
}

TEST(JobDescription, TheUsersFlagsChangeWhatStandsBeforeThemOnly) {
  const auto body = job_description({.number = 38}, request()).value();
  const json::Value& job = body.at("job");
  EXPECT_EQ(body.at("script").as_string(), "#!/bin/sh\n");
  EXPECT_EQ(job.at("partition").as_string(), "q");
  EXPECT_EQ(job.at("tasks").as_int(), 3);
  EXPECT_EQ(job.at("cpus_per_task").as_int(), 2);
  EXPECT_EQ(job.at("memory_per_node").as_int(), 100);
  EXPECT_EQ(job.at("time_limit").as_int(), 2);
  EXPECT_EQ(job.at("comment").as_string(), "c");
  EXPECT_EQ(job.at("standard_output").as_string(), "/o%%u");
  EXPECT_TRUE(job.at("requeue").as_bool());
  EXPECT_EQ(job.at("environment", "A").as_string(), "x=\"y\"");
}

TEST(JobDescription, ModernOnesHaveTheScriptInsideAndTheEnvironmentInALine) {
  const auto body = job_description({.number = 42, .modern_requests = true}, request()).value();
  EXPECT_EQ(body.find("script"), nullptr);
  EXPECT_EQ(body.at("job", "script").as_string(), "#!/bin/sh\n");
  EXPECT_EQ(body.at("job", "environment").as_array().at(0).as_string(), "A=x=\"y\"");
}

TEST(JobDescription, BadRequestsAreRefusedBeforeSlurmSeesThem) {
  JobRequest none = request();
  none.script = "echo";
  EXPECT_EQ(job_description({.number = 38}, none).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::slurm::rest

// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::cmd {
namespace {

using testing::HasSubstr;

client::Object job(const std::string& status) {
  return *json::parse(R"({"metadata":{"name":"j","namespace":"n"},"status":)" + status + "}");
}

TEST(JobText, AScriptsNameBecomesAName) {
  EXPECT_EQ(name_of_script("/some/My_run.v2.sh"), "my-run-v2");
  EXPECT_EQ(name_of_script("-"), "job");
  EXPECT_EQ(name_of_script("__.sh"), "job");
}

TEST(JobText, OptionsBecomeFields) {
  const auto made = job_manifest({.name = "j",
                                  .cluster = "login:2222",
                                  .secret = "s",
                                  .time = "60",
                                  .nodes = "2-4",
                                  .tasks = 8,
                                  .environment = {"A=b=c"},
                                  .retries = 2,
                                  .ttl = 0},
                                 "#!/bin/sh\n");
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->at("spec"), *json::parse(R"({
    "job": {"scriptCode": "#!/bin/sh\n", "time": 60, "nodes": "2-4", "tasks": 8,
            "env": [{"name": "A", "value": "b=c"}]},
    "connection": {"host": "login", "port": "2222", "secretName": "s"},
    "retries": {"limit": 2}, "ttlSecondsAfterFinished": 0})"));
}

TEST(JobText, FilesGoAndComeBack) {
  const auto made =
      job_manifest({.cluster = "c",
                    .inputs = {"in/a=configmap/m", "b=secret/s:key", "c=claim/d:x/y"},
                    .results = {"a=configmap/m:k", "/x=claim/d", "p=https://h/p?q=1"}},
                   "");
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->at("spec", "inputs"), *json::parse(R"([
    {"path": "in/a", "configMap": {"name": "m"}}, {"path": "b", "secret": {"name": "s", "key": "key"}},
    {"path": "c", "claim": {"name": "d", "path": "x/y"}}])"));
  EXPECT_EQ(made->at("spec", "results"), *json::parse(R"([
    {"path": "a", "configMap": {"name": "m", "key": "k"}}, {"path": "/x", "claim": {"name": "d"}},
    {"path": "p", "put": {"url": "https://h/p?q=1"}}])"));
}

TEST(JobText, WithoutASecretTheClusterIsAConnection) {
  EXPECT_EQ(job_manifest({.cluster = "c"}, "")->at("spec", "connectionRef", "kind").as_string(),
            "SlurmConnection");
  const auto for_all = job_manifest({.cluster = "slurmclusterconnection/c"}, "");
  EXPECT_EQ(for_all->at("spec", "connectionRef"),
            *json::parse(R"({"kind":"SlurmClusterConnection","name":"c"})"));
}

TEST(JobText, WhatIsWrongNamesItsOption) {
  EXPECT_THAT(job_manifest({}, "").error().message, HasSubstr("--cluster"));
  EXPECT_THAT(job_manifest({.cluster = "h:x", .secret = "s"}, "").error().message,
              HasSubstr("--cluster"));
  EXPECT_THAT(job_manifest({.cluster = "h", .environment = {"A"}}, "").error().message,
              HasSubstr("--env"));
  for (const char* wrong : {"a", "=configmap/m", "a=m", "a=https://h"}) {
    EXPECT_THAT(job_manifest({.cluster = "h", .inputs = {wrong}}, "").error().message,
                HasSubstr("--input"));
  }
  EXPECT_THAT(job_manifest({.cluster = "h", .results = {"a=secret/s"}}, "").error().message,
              HasSubstr("--result"));
}

TEST(JobText, AStateIsALine) {
  EXPECT_EQ(state_line(job("{}")), "NEW");
  EXPECT_EQ(state_line(job(R"({"state":"RUNNING","jobId":7,"nodes":"n1"})")),
            "RUNNING, job 7 on n1");
  EXPECT_EQ(state_line(job(R"({"state":"FAILED","reason":"TIMEOUT","jobId":7,"exitCode":3})")),
            "FAILED (TIMEOUT), job 7, exit code 3");
  EXPECT_EQ(state_line(job(R"({"state":"ERROR","reason":"Refused","message":"bad qos"})")),
            "ERROR (Refused): bad qos");
}

TEST(JobText, WhoWaitsEndsAsTheJobDid) {
  EXPECT_EQ(exit_status(job(R"({"state":"COMPLETED","exitCode":0})")), 0);
  EXPECT_EQ(exit_status(job(R"({"state":"FAILED","exitCode":3})")), 3);
  EXPECT_EQ(exit_status(job(R"({"state":"CANCELLED","exitCode":0})")), 1);
  EXPECT_EQ(exit_status(job(R"({"state":"ERROR"})")), 1);
}

TEST(JobText, JobsAreATable) {
  const auto one = std::make_shared<const client::Object>(
      job(R"({"state":"FAILED","jobId":7,"partition":"main","time":"0:42","exitCode":3})"));
  EXPECT_EQ(job_table({one}, false),
            "NAME   STATUS   JOBID   PARTITION   TIME   EXIT   REASON\n"
            "j      FAILED   7       main        0:42   3      -\n");
  EXPECT_THAT(job_table({one}, true), HasSubstr("NAMESPACE"));
}

}  // namespace
}  // namespace sluice::cmd

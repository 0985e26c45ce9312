// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_pod.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::jobs {
namespace {

json::Value job(const std::string& status) {
  return *json::parse(R"({"apiVersion":"slurmjob.dev/v1","kind":"SlurmJob",
    "metadata":{"name":"j","namespace":"n","uid":"u"},
    "spec":{"connection":{"host":"login"}},"status":)" +
                      status + "}");
}

const json::Value& container(const json::Value& status) {
  return status.at("containerStatuses").as_array().front();
}

TEST(JobPods, APodOfTheSameNameBelongsToTheJob) {
  const json::Value object = job(R"({"run":2})");
  const json::Value pod = make_pod(object, "slurm");
  EXPECT_EQ(api::key(pod), (api::Key{"n", "j"}));
  EXPECT_EQ(pod.at("spec", "nodeName").as_string(), "slurm");
  EXPECT_EQ(api::annotation(pod, kPodRun), "2");
  EXPECT_TRUE(is_job_pod(pod));
  EXPECT_TRUE(is_pod_of(pod, object));
  json::Value another = object;
  another["metadata"]["uid"] = "v";
  EXPECT_FALSE(is_pod_of(pod, another));
  EXPECT_FALSE(is_job_pod(json::Object{}));
}

TEST(JobPods, ItShowsWhatTheJobDoes) {
  const json::Value pod = make_pod(job("{}"), "slurm");
  const auto status = [&](const std::string& text) {
    return pod_status(pod, job(text), WallTime{});
  };
  const json::Value waits = status(R"({"state":"PENDING","reason":"Resources"})");
  EXPECT_EQ(waits.at("phase").as_string(), "Pending");
  EXPECT_EQ(container(waits).at("state", "waiting", "reason").as_string(), "Resources");
  const json::Value runs = status(R"({"state":"RUNNING","startTime":"2030-01-01T00:00:00Z"})");
  EXPECT_EQ(runs.at("phase").as_string(), "Running");
  EXPECT_EQ(container(runs).at("state", "running", "startedAt").as_string(),
            "2030-01-01T00:00:00Z");
  const json::Value done = status(R"({"state":"COMPLETED","exitCode":0})");
  EXPECT_EQ(done.at("phase").as_string(), "Succeeded");
  EXPECT_EQ(container(done).at("state", "terminated", "exitCode").as_int(), 0);
  const json::Value late = status(R"({"state":"FAILED","reason":"TIMEOUT","exitCode":0})");
  EXPECT_EQ(late.at("phase").as_string(), "Failed");
  EXPECT_EQ(container(late).at("state", "terminated", "reason").as_string(), "TIMEOUT");
  EXPECT_NE(container(late).at("state", "terminated", "exitCode").as_int(), 0);
}

TEST(JobPods, WhatTheServerAddsIsNoReasonToWriteAgain) {
  const json::Value object = job(R"({"state":"RUNNING"})");
  json::Value pod = make_pod(object, "slurm");
  const json::Value status = pod_status(pod, object, WallTime{});
  EXPECT_FALSE(shows(pod, status));
  pod["status"] = status;
  pod["status"]["qosClass"] = "BestEffort";
  pod["status"]["containerStatuses"].array().front()["lastState"] = json::Object{};
  EXPECT_TRUE(shows(pod, status));
  EXPECT_TRUE(shows(pod, pod_status(pod, object, WallTime{})));
}

TEST(JobPods, TasksOfAnArrayAreContainers) {
  json::Value array =
      job(R"({"state":"RUNNING","array":{"runningTasks":"1","completedTasks":"0"}})");
  array["spec"]["job"]["array"] = "0-2";
  const json::Value status = pod_status(make_pod(array, "slurm"), array, WallTime{});
  const json::Array& containers = status.at("containerStatuses").as_array();
  ASSERT_EQ(containers.size(), 3U);
  EXPECT_EQ(containers[0].at("name").as_string(), "task-0");
  EXPECT_EQ(containers[0].at("state", "terminated", "reason").as_string(), "Completed");
  EXPECT_NE(containers[1].at("state").find("running"), nullptr);
  EXPECT_NE(containers[2].at("state").find("waiting"), nullptr);
  EXPECT_EQ(task_of("task-2"), 2);
  EXPECT_EQ(task_of("job"), std::nullopt);
}

}  // namespace
}  // namespace sluice::jobs

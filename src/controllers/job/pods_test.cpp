// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/pods.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::job {
namespace {

using std::chrono::seconds;

client::ObjectPtr from(const char* text) {
  return std::make_shared<const client::Object>(json::parse(text).value());
}

client::ObjectPtr finished(const std::string& phase, const std::string& at) {
  client::Object pod;
  pod["status"]["phase"] = phase;
  pod["status"]["containerStatuses"] = json::Array{
      json::Object{{"state", json::Object{{"terminated", json::Object{{"finishedAt", at}}}}}}};
  return std::make_shared<const client::Object>(pod);
}

TEST(JobPods, SucceededAndFailedAreToldApart) {
  const auto running = from(R"({"status":{"phase":"Running"}})");
  EXPECT_FALSE(is_failed(*running, true));
  const auto going = from(
      R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:30Z"},"status":{"phase":"Running"}})");
  EXPECT_TRUE(is_failed(*going, true));
  EXPECT_FALSE(is_failed(*going, false));
  EXPECT_TRUE(is_failed(*from(R"({"status":{"phase":"Failed"}})"), false));
  EXPECT_TRUE(is_succeeded(*from(R"({"status":{"phase":"Succeeded"}})")));
}

TEST(JobPods, FinishTimeComesFromContainersThenDeletionThenCreation) {
  EXPECT_EQ(format_rfc3339(finish_time(*finished("Failed", "2030-01-01T00:00:07Z"))),
            "2030-01-01T00:00:07Z");
  EXPECT_EQ(format_rfc3339(finish_time(*from(
                R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:40Z",
                    "deletionGracePeriodSeconds":30}})"))),
            "2030-01-01T00:00:10Z");
  EXPECT_EQ(format_rfc3339(
                finish_time(*from(R"({"metadata":{"creationTimestamp":"2030-01-01T00:00:01Z"}})"))),
            "2030-01-01T00:00:01Z");
}

TEST(JobPods, BackoffDoublesWithEachFailureSinceTheLastSuccess) {
  const WallTime now = parse_rfc3339("2030-01-01T00:01:00Z").value();
  EXPECT_EQ(remaining_backoff({}, now), seconds(0));
  Pods pods{finished("Failed", "2030-01-01T00:00:58Z")};
  EXPECT_EQ(remaining_backoff(pods, now), seconds(8));
  pods.push_back(finished("Failed", "2030-01-01T00:01:00Z"));
  EXPECT_EQ(remaining_backoff(pods, now), seconds(20));
  pods.push_back(finished("Succeeded", "2030-01-01T00:00:59Z"));
  EXPECT_EQ(remaining_backoff(pods, now), seconds(10)) << "the older failure no longer counts";
  EXPECT_EQ(remaining_backoff(pods, now + seconds(60)), seconds(0));
}

TEST(JobPods, NewPodFollowsTheTemplateAndBelongsToTheJob) {
  const auto job = from(R"({"apiVersion":"batch/v1","kind":"Job",
    "metadata":{"name":"j","namespace":"ns","uid":"u"},
    "spec":{"template":{"metadata":{"labels":{"app":"x"},"annotations":{"a":"b"}},
                        "spec":{"containers":[{"name":"main"}]}}}})");
  const client::Object pod = new_pod(*job, "j-abcde");
  EXPECT_EQ(api::to_string(api::key(pod)), "ns/j-abcde");
  EXPECT_EQ(pod.at("metadata", "generateName").as_string(), "j-");
  EXPECT_EQ(api::label(pod, "app"), "x");
  EXPECT_EQ(api::label(pod, "batch.kubernetes.io/job-name"), "j");
  EXPECT_EQ(api::label(pod, "batch.kubernetes.io/controller-uid"), "u");
  EXPECT_EQ(api::label(pod, "job-name"), "j");
  EXPECT_EQ(api::annotation(pod, "a"), "b");
  EXPECT_TRUE(is_tracked(pod));
  EXPECT_EQ(api::controller_of(pod)->at("uid").as_string(), "u");
  EXPECT_EQ(pod.at("spec"), job->at("spec", "template", "spec"));
}

}  // namespace
}  // namespace sluice::controllers::job

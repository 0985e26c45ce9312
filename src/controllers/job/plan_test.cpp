// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "controllers/job/indexes.h"
#include "json/text.h"

namespace sluice::controllers::job {
namespace {

using std::chrono::seconds;

const WallTime kNow = parse_rfc3339("2030-01-01T00:10:00Z").value();

client::Object job_with(const char* spec, const char* status = "{}") {
  client::Object job =
      json::Object{{"apiVersion", "batch/v1"},
                   {"kind", "Job"},
                   {"metadata", json::Object{{"namespace", "ns"}, {"name", "j"}, {"uid", "u"}}}};
  job["spec"] = json::parse(spec).value();
  job["status"] = json::parse(status).value();
  return job;
}

client::ObjectPtr pod(const std::string& name, const std::string& phase, bool tracked = true) {
  client::Object object;
  object["metadata"]["name"] = name;
  object["metadata"]["uid"] = name;
  object["metadata"]["creationTimestamp"] = "2030-01-01T00:00:00Z";
  if (tracked) {
    object["metadata"]["finalizers"] = json::Array{kTrackingFinalizer};
  }
  object["status"]["phase"] = phase;
  return std::make_shared<const client::Object>(object);
}

client::ObjectPtr deleted(const client::ObjectPtr& pod) {
  client::Object object = *pod;
  object["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:30Z";
  return std::make_shared<const client::Object>(object);
}

std::string condition(const Plan& plan, std::string_view type) {
  const client::Object object = json::Object{{"status", plan.status}};
  const json::Value* found = api::condition(object, type);
  return found == nullptr ? ""
                          : found->at("status").as_string() + " " + found->at("reason").as_string();
}

std::vector<std::string> names(const Pods& pods) {
  std::vector<std::string> result;
  for (const auto& pod : pods) {
    result.push_back(api::name(*pod));
  }
  return result;
}

TEST(JobPlan, NewJobStartsItsPods) {
  const Plan result = plan(job_with(R"({"parallelism":2,"completions":5})"), {}, kNow);
  EXPECT_EQ(result.create, 2);
  EXPECT_EQ(result.status.at("active").as_int(), 2);
  EXPECT_EQ(result.status.at("startTime").as_string(), "2030-01-01T00:10:00Z");
}

TEST(JobPlan, NeverStartsMoreThanAreStillNeeded) {
  const Plan result = plan(job_with(R"({"parallelism":5,"completions":3})", R"({"succeeded":1})"),
                           {pod("a", "Running")}, kNow);
  EXPECT_EQ(result.create, 1);
}

TEST(JobPlan, CompletesOnlyAfterEverySuccessIsCounted) {
  const char* spec = R"({"parallelism":1,"completions":1})";
  const Plan first = plan(job_with(spec), {pod("a", "Succeeded")}, kNow);
  EXPECT_EQ(first.create, 0);
  EXPECT_EQ(condition(first, "SuccessCriteriaMet"), "True CompletionsReached");
  EXPECT_EQ(condition(first, "Complete"), "");
  EXPECT_THAT(names(first.release), testing::ElementsAre("a"));

  client::Object job = job_with(spec);
  job["status"] = first.status;
  const Plan second = plan(job, {pod("a", "Succeeded", false)}, kNow);
  EXPECT_EQ(condition(second, "Complete"), "True CompletionsReached");
  EXPECT_EQ(second.status.at("succeeded").as_int(), 1);
  EXPECT_EQ(second.status.at("completionTime").as_string(), "2030-01-01T00:10:00Z");
  ASSERT_EQ(second.notes.size(), 1U);
  EXPECT_EQ(second.notes[0].reason, "Completed");

  job["status"] = second.status;
  const Plan third = plan(job, {}, kNow);
  EXPECT_EQ(third.status, second.status) << "nothing more to do";
  EXPECT_EQ(third.create, 0);
}

TEST(JobPlan, CountsSurviveTheDisappearanceOfPods) {
  const Plan result =
      plan(job_with(R"({"parallelism":1,"completions":2})",
                    R"({"succeeded":1,"uncountedTerminatedPods":{"succeeded":["a"]}})"),
           {}, kNow);
  EXPECT_EQ(result.status.at("succeeded").as_int(), 2);
  EXPECT_EQ(result.create, 0);
  EXPECT_EQ(condition(result, "SuccessCriteriaMet"), "True CompletionsReached");
}

TEST(JobPlan, WorkQueueLetsTheOthersFinishAfterTheFirstSuccess) {
  const char* spec = R"({"parallelism":3})";
  const Plan running = plan(job_with(spec), {pod("a", "Succeeded"), pod("b", "Running")}, kNow);
  EXPECT_EQ(running.create, 0);
  EXPECT_TRUE(running.untrack_and_remove.empty());
  EXPECT_EQ(condition(running, "SuccessCriteriaMet"), "");
  const Plan done = plan(job_with(spec), {pod("a", "Succeeded"), pod("b", "Failed")}, kNow);
  EXPECT_EQ(condition(done, "SuccessCriteriaMet"), "True CompletionsReached");
}

TEST(JobPlan, ReplacesAFailedPodAfterTheBackoff) {
  client::Object failed = *pod("a", "Failed");
  failed["metadata"]["creationTimestamp"] = "2030-01-01T00:09:56Z";
  const Pods pods{std::make_shared<const client::Object>(failed)};
  const auto job = job_with(R"({"parallelism":1,"completions":1,"backoffLimit":6})");
  const Plan early = plan(job, pods, kNow);
  EXPECT_EQ(early.create, 0);
  EXPECT_EQ(early.again, seconds(6));
  EXPECT_EQ(plan(job, pods, kNow + seconds(6)).create, 1);
}

TEST(JobPlan, TooManyFailuresFailTheJobAndItsActivePods) {
  const char* spec = R"({"parallelism":2,"completions":2,"backoffLimit":1})";
  const Plan first =
      plan(job_with(spec, R"({"failed":1})"), {pod("a", "Failed"), pod("b", "Running")}, kNow);
  EXPECT_EQ(condition(first, "FailureTarget"), "True BackoffLimitExceeded");
  EXPECT_EQ(condition(first, "Failed"), "");
  EXPECT_THAT(names(first.remove), testing::ElementsAre("b"));
  EXPECT_EQ(first.create, 0);

  client::Object job = job_with(spec);
  job["status"] = first.status;
  const Plan waiting = plan(job, {pod("a", "Failed", false), deleted(pod("b", "Running"))}, kNow);
  EXPECT_EQ(condition(waiting, "Failed"), "") << "a pod still terminates";
  job["status"] = waiting.status;
  const Plan last = plan(job, {pod("a", "Failed", false)}, kNow);
  EXPECT_EQ(condition(last, "Failed"), "True BackoffLimitExceeded");
  EXPECT_EQ(last.status.at("failed").as_int(), 3);
  ASSERT_EQ(last.notes.size(), 1U);
  EXPECT_EQ(last.notes[0].reason, "BackoffLimitExceeded");
  EXPECT_EQ(last.notes[0].type, "Warning");
}

TEST(JobPlan, RestartsInPlaceCountTowardsTheLimit) {
  client::Object restarting = *pod("a", "Running");
  restarting["status"]["containerStatuses"] = json::Array{json::Object{{"restartCount", 2}}};
  const Pods pods{std::make_shared<const client::Object>(restarting)};
  const auto job = [](const char* policy) {
    client::Object result = job_with(R"({"parallelism":1,"completions":1,"backoffLimit":2})");
    result["spec"]["template"]["spec"]["restartPolicy"] = policy;
    return result;
  };
  EXPECT_EQ(condition(plan(job("OnFailure"), pods, kNow), "FailureTarget"),
            "True BackoffLimitExceeded");
  EXPECT_EQ(condition(plan(job("Never"), pods, kNow), "FailureTarget"), "");
}

TEST(JobPlan, DeadlineFailsTheJob) {
  const char* spec = R"({"parallelism":1,"completions":1,"activeDeadlineSeconds":60})";
  const Plan before =
      plan(job_with(spec, R"({"startTime":"2030-01-01T00:09:30Z"})"), {pod("a", "Running")}, kNow);
  EXPECT_EQ(before.again, seconds(30));
  EXPECT_EQ(condition(before, "FailureTarget"), "");
  const Plan after =
      plan(job_with(spec, R"({"startTime":"2030-01-01T00:09:00Z"})"), {pod("a", "Running")}, kNow);
  EXPECT_EQ(condition(after, "FailureTarget"), "True DeadlineExceeded");
  EXPECT_THAT(names(after.remove), testing::ElementsAre("a"));
}

TEST(JobPlan, SuspensionRemovesPodsWithoutCountingThem) {
  const Plan stop = plan(job_with(R"({"parallelism":1,"completions":1,"suspend":true})",
                                  R"({"startTime":"2030-01-01T00:00:00Z"})"),
                         {pod("a", "Running")}, kNow);
  EXPECT_THAT(names(stop.untrack_and_remove), testing::ElementsAre("a"));
  EXPECT_EQ(condition(stop, "Suspended"), "True JobSuspended");
  EXPECT_EQ(stop.status.find("startTime"), nullptr);

  client::Object job = job_with(R"({"parallelism":1,"completions":1,"suspend":false})");
  job["status"] = stop.status;
  const Plan resume = plan(job, {}, kNow);
  EXPECT_EQ(resume.create, 1);
  EXPECT_EQ(condition(resume, "Suspended"), "False JobResumed");
  EXPECT_EQ(resume.status.at("startTime").as_string(), "2030-01-01T00:10:00Z");
}

TEST(JobPlan, LessParallelismRemovesTheLeastAdvancedPods) {
  const Plan result = plan(job_with(R"({"parallelism":1,"completions":5})"),
                           {pod("pending", "Pending"), pod("running", "Running")}, kNow);
  EXPECT_THAT(names(result.untrack_and_remove), testing::ElementsAre("pending"));
  EXPECT_EQ(result.status.at("active").as_int(), 1);
}

TEST(JobPlan, DeletedPodIsReplacedAtOnceUnlessThePolicySaysOtherwise) {
  const Pods pods{deleted(pod("a", "Running"))};
  const Plan result = plan(job_with(R"({"parallelism":1,"completions":1})"), pods, kNow);
  EXPECT_EQ(result.create, 1);
  EXPECT_EQ(result.status.at("terminating").as_int(), 1);
  EXPECT_EQ(plan(job_with(R"({"parallelism":1,"completions":1,"podReplacementPolicy":"Failed"})"),
                 pods, kNow)
                .create,
            0);
}

TEST(JobPlan, JobBeingDeletedStartsNothing) {
  client::Object job = job_with(R"({"parallelism":1,"completions":1})");
  job["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  EXPECT_EQ(plan(job, {}, kNow).create, 0);
}

client::ObjectPtr indexed_pod(int index, const std::string& phase, int failures = 0) {
  client::Object pod =
      json::parse(R"({"metadata":{"finalizers":["batch.kubernetes.io/job-tracking"],
    "creationTimestamp":"2030-01-01T00:00:00Z"},"status":{"containerStatuses":[{"name":"c",
    "state":{"terminated":{"exitCode":7,"finishedAt":"2030-01-01T00:00:00Z"}}}]}})")
          .value();
  give_index(pod, job_with(R"({"backoffLimitPerIndex":1})"), index, failures);
  pod["metadata"]["uid"] = api::name(pod);
  pod["status"]["phase"] = phase;
  return std::make_shared<const client::Object>(pod);
}

std::string new_indexes(const Plan& plan) {
  std::string text;
  for (const auto& created : plan.indexes) {
    text += std::to_string(created.index) + ":" + std::to_string(created.failures) + " ";
  }
  return text;
}

TEST(JobPlan, IndexedJobRunsEveryIndexOnce) {
  const auto job = job_with(R"({"parallelism":3,"completions":5,"completionMode":"Indexed"})");
  EXPECT_EQ(new_indexes(plan(job, {}, kNow)), "0:0 1:0 2:0 ");
  const Plan next = plan(job, {indexed_pod(0, "Succeeded"), indexed_pod(2, "Running")}, kNow);
  EXPECT_EQ(new_indexes(next), "1:0 3:0 ");
  EXPECT_EQ(next.status.at("completedIndexes").as_string(), "0");
  EXPECT_EQ(next.status.at("succeeded").as_int(), 1);
  EXPECT_EQ(next.release.size(), 1U);
  const Plan twice = plan(job, {indexed_pod(2, "Running"), indexed_pod(2, "Running")}, kNow);
  EXPECT_EQ(twice.untrack_and_remove.size(), 1U);
}

TEST(JobPlan, IndexesFailOneByOne) {
  const auto job = job_with(R"({"parallelism":4,"completions":2,"completionMode":"Indexed",
                                "backoffLimitPerIndex":1,"backoffLimit":2147483647})");
  const Plan again = plan(job, {indexed_pod(0, "Succeeded"), indexed_pod(1, "Failed")}, kNow);
  EXPECT_EQ(new_indexes(again), "1:1 ");
  EXPECT_EQ(again.release.size(), 1U) << "the failed pod is remembered until it is replaced";
  client::Object leaving = job;
  leaving["metadata"]["deletionTimestamp"] = "2030-01-01T00:00:00Z";
  EXPECT_EQ(plan(leaving, {indexed_pod(1, "Failed")}, kNow).release.size(), 1U);
  const Plan over = plan(job, {indexed_pod(0, "Succeeded"), indexed_pod(1, "Failed", 1)}, kNow);
  EXPECT_EQ(over.status.at("failedIndexes").as_string(), "1");
  EXPECT_EQ(condition(over, "FailureTarget"), "True FailedIndexes");
}

TEST(JobPlan, PodFailurePolicyFailsTheJobOrIgnoresThePod) {
  const auto fatal = job_with(R"({"parallelism":1,"completions":1,"podFailurePolicy":{"rules":[
    {"action":"FailJob","onExitCodes":{"operator":"In","values":[7]}}]}})");
  EXPECT_EQ(condition(plan(fatal, {indexed_pod(0, "Failed")}, kNow), "FailureTarget"),
            "True PodFailurePolicy");
  const auto harmless = job_with(R"({"parallelism":1,"completions":1,"backoffLimit":0,
    "podFailurePolicy":{"rules":[
      {"action":"Ignore","onExitCodes":{"operator":"In","values":[7]}}]}})");
  const Plan ignored = plan(harmless, {indexed_pod(0, "Failed")}, kNow);
  EXPECT_EQ(condition(ignored, "FailureTarget"), "");
  EXPECT_EQ(ignored.create, 1);
  EXPECT_EQ(ignored.release.size(), 1U);
}

TEST(JobPlan, SuccessPolicyEndsTheJobEarly) {
  const auto job = job_with(R"({"parallelism":3,"completions":3,"completionMode":"Indexed",
    "successPolicy":{"rules":[{"succeededIndexes":"0"}]}})");
  const Plan result = plan(job, {indexed_pod(0, "Succeeded"), indexed_pod(1, "Running")}, kNow);
  EXPECT_EQ(condition(result, "SuccessCriteriaMet"), "True SuccessPolicy");
  EXPECT_EQ(result.untrack_and_remove.size(), 1U);
  EXPECT_EQ(result.create, 0);
}

TEST(JobPlan, FinishedJobIsRemovedWhenItsTimeToLiveIsOver) {
  const char* status = R"({"conditions":[{"type":"Complete","status":"True",
                          "lastTransitionTime":"2030-01-01T00:09:00Z"}]})";
  const Plan waiting = plan(job_with(R"({"ttlSecondsAfterFinished":100})", status), {}, kNow);
  EXPECT_FALSE(waiting.remove_job);
  EXPECT_EQ(waiting.again, seconds(40));
  EXPECT_TRUE(plan(job_with(R"({"ttlSecondsAfterFinished":60})", status), {}, kNow).remove_job);
  EXPECT_FALSE(plan(job_with("{}", status), {}, kNow).again.has_value());
}

}  // namespace
}  // namespace sluice::controllers::job

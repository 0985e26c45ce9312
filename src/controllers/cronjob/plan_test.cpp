// SPDX-License-Identifier: Apache-2.0
#include "controllers/cronjob/plan.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::cronjob {
namespace {

using std::chrono::seconds;

WallTime at(const char* time) {
  return parse_rfc3339(time).value();
}

client::Object cron_job(const std::string& spec = "", const std::string& status = "{}") {
  return json::parse(R"({"apiVersion":"batch/v1","kind":"CronJob",
    "metadata":{"name":"tick","namespace":"ns","uid":"u",
                "creationTimestamp":"2030-01-01T00:00:30Z"},
    "spec":{"schedule":"*/10 * * * *",)" +
                     spec + R"("jobTemplate":{"metadata":{"labels":{"a":"b"}},
                                "spec":{"parallelism":1}}},"status":)" +
                     status + "}")
      .value();
}

client::ObjectPtr job(const std::string& name, const std::string& end = "") {
  client::Object object;
  object["metadata"]["name"] = name;
  object["metadata"]["namespace"] = "ns";
  object["metadata"]["uid"] = "uid-" + name;
  object["metadata"]["creationTimestamp"] = "2030-01-01T00:0" + name.substr(0, 1) + ":00Z";
  if (!end.empty()) {
    object["status"]["conditions"] = json::Array{json::Object{{"type", end}, {"status", "True"}}};
    object["status"]["completionTime"] = "2030-01-01T00:15:00Z";
  }
  return std::make_shared<const client::Object>(object);
}

const char* kActive = R"({"active":[{"name":"1","uid":"uid-1"}],
                          "lastScheduleTime":"2030-01-01T00:10:00Z"})";

std::string reasons(const Plan& plan) {
  std::string text;
  for (const auto& note : plan.notes) {
    text += (text.empty() ? "" : " ") + note.reason;
  }
  return text;
}

TEST(CronJobPlan, WaitsForTheNextTime) {
  const Plan result = plan(cron_job(), {}, at("2030-01-01T00:08:00Z"));
  EXPECT_FALSE(result.create.has_value());
  EXPECT_EQ(result.again, seconds(120) + std::chrono::milliseconds(100));
}

TEST(CronJobPlan, StartsTheJobThatIsDue) {
  const Plan result = plan(cron_job(R"("timeZone":"+02:00",)"), {}, at("2030-01-01T00:10:01Z"));
  ASSERT_TRUE(result.create.has_value());
  EXPECT_EQ(api::name(*result.create), "tick-31557610");
  EXPECT_EQ(api::label(*result.create, "a"), "b");
  EXPECT_EQ(api::annotation(*result.create, "batch.kubernetes.io/cronjob-scheduled-timestamp"),
            "2030-01-01T02:10:00+02:00");
  EXPECT_EQ(result.create->at("spec", "parallelism").as_int(), 1);
  const json::Value status = with_active(result.status, *job("1"), *result.scheduled);
  EXPECT_EQ(status.at("lastScheduleTime").as_string(), "2030-01-01T00:10:00Z");
  EXPECT_EQ(status.at("active").as_array()[0].at("uid").as_string(), "uid-1");
  const client::Object later = cron_job("", json::write(status));
  EXPECT_FALSE(plan(later, {job("1")}, at("2030-01-01T00:10:02Z")).create.has_value());
}

TEST(CronJobPlan, OnlyTheLatestMissedTimeIsMadeUpFor) {
  const Plan result = plan(cron_job(), {}, at("2030-01-01T05:55:00Z"));
  ASSERT_TRUE(result.create.has_value());
  EXPECT_EQ(*result.scheduled, at("2030-01-01T05:50:00Z"));
  const Plan late = plan(cron_job(), {}, at("2030-01-05T00:05:00Z"));
  EXPECT_EQ(*late.scheduled, at("2030-01-05T00:00:00Z"));
  EXPECT_EQ(reasons(late), "TooManyMissedTimes");
}

TEST(CronJobPlan, DeadlineForgetsWhatIsTooOld) {
  const auto strict = cron_job(R"("startingDeadlineSeconds":60,)");
  EXPECT_TRUE(plan(strict, {}, at("2030-01-01T00:10:30Z")).create.has_value());
  EXPECT_FALSE(plan(strict, {}, at("2030-01-01T00:15:00Z")).create.has_value());
}

TEST(CronJobPlan, ConcurrencyPolicyDecidesAboutActiveJobs) {
  const WallTime now = at("2030-01-01T00:20:05Z");
  const Plan allow = plan(cron_job(R"("concurrencyPolicy":"Allow",)", kActive), {job("1")}, now);
  EXPECT_TRUE(allow.create.has_value());
  const Plan forbid = plan(cron_job(R"("concurrencyPolicy":"Forbid",)", kActive), {job("1")}, now);
  EXPECT_FALSE(forbid.create.has_value());
  EXPECT_EQ(reasons(forbid), "JobAlreadyActive");
  const Plan replace =
      plan(cron_job(R"("concurrencyPolicy":"Replace",)", kActive), {job("1")}, now);
  EXPECT_TRUE(replace.create.has_value());
  ASSERT_EQ(replace.remove.size(), 1U);
  EXPECT_EQ(replace.status.find("active"), nullptr);
}

TEST(CronJobPlan, FinishedAndMissingJobsLeaveTheList) {
  const WallTime now = at("2030-01-01T00:15:05Z");
  const Plan done = plan(cron_job("", kActive), {job("1", "Complete")}, now);
  EXPECT_EQ(done.status.find("active"), nullptr);
  EXPECT_EQ(done.status.at("lastSuccessfulTime").as_string(), "2030-01-01T00:15:00Z");
  EXPECT_EQ(reasons(done), "SawCompletedJob");
  EXPECT_EQ(reasons(plan(cron_job("", kActive), {}, now)), "MissingJob");
}

TEST(CronJobPlan, JobForgottenInACrashIsActiveAgainAndOneOfSomebodyElseIsNot) {
  const WallTime now = at("2030-01-01T00:15:05Z");
  client::Object ours = *job("1");
  ours["metadata"]["annotations"]["batch.kubernetes.io/cronjob-scheduled-timestamp"] =
      "2030-01-01T02:10:00+02:00";
  const client::Object idle = cron_job(R"("suspend":true,)");
  const Plan found = plan(idle, {std::make_shared<const client::Object>(ours)}, now);
  EXPECT_EQ(found.status.at("active").as_array().size(), 1U);
  EXPECT_EQ(found.status.at("lastScheduleTime").as_string(), "2030-01-01T00:10:00Z");
  const Plan other = plan(idle, {job("1")}, now);
  EXPECT_TRUE(other.status.at("active").as_array().empty());
  EXPECT_EQ(reasons(other), "UnexpectedJob");
}

TEST(CronJobPlan, HistoryHasLimits) {
  const auto limited =
      cron_job(R"("suspend":true,"successfulJobsHistoryLimit":1,"failedJobsHistoryLimit":0,)");
  const Plan result =
      plan(limited, {job("2", "Complete"), job("1", "Complete"), job("3", "Failed")},
           at("2030-01-01T00:15:05Z"));
  ASSERT_EQ(result.remove.size(), 2U);
  EXPECT_EQ(api::name(*result.remove[0]), "1");
  EXPECT_EQ(api::name(*result.remove[1]), "3");
}

TEST(CronJobPlan, SuspendedOrBrokenOnesStartNothing) {
  const WallTime now = at("2030-01-01T00:20:05Z");
  const Plan suspended = plan(cron_job(R"("suspend":true,)"), {}, now);
  EXPECT_FALSE(suspended.create.has_value());
  EXPECT_FALSE(suspended.again.has_value());
  EXPECT_EQ(reasons(plan(cron_job(R"("timeZone":"Nowhere",)"), {}, now)), "UnknownTimeZone");
  client::Object broken = cron_job();
  broken["spec"]["schedule"] = "often";
  EXPECT_EQ(reasons(plan(broken, {}, now)), "UnparseableSchedule");
  broken["spec"]["schedule"] = "0 0 31 2 *";
  EXPECT_EQ(reasons(plan(broken, {}, now)), "InvalidSchedule") << "that day never comes";
}

}  // namespace
}  // namespace sluice::controllers::cronjob

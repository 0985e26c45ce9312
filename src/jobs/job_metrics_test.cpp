// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::jobs {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

client::ObjectPtr job(const std::string& spec, const std::string& state) {
  return std::make_shared<const client::Object>(
      *json::parse(R"({"spec":)" + spec + R"(,"status":{"state":")" + state + R"("}})"));
}

TEST(JobMetrics, AreByClusterAndState) {
  JobMetrics metrics;
  metrics.submitted("login", milliseconds(200), slurm::JobId(7));
  metrics.submitted("login", milliseconds(3000), slurm::JobId(8));
  metrics.submitted("login", milliseconds(10), fail(Code::kInvalid, "no"));
  metrics.synced("login", milliseconds(-5));  // clocks differ
  Exposition page;
  metrics.write({job(R"({"connection":{"host":"login"}})", "RUNNING"),
                 job(R"({"connection":{"host":"login"}})", "RUNNING"),
                 job(R"({"connectionRef":{"name":"big"}})", "")},
                {{"login", {.answered = 5, .failed = 1, .took = milliseconds(1500)}}}, page);
  const std::string text = page.take();
  for (const char* line :
       {R"(sluice_slurmjob_jobs{cluster="login",state="RUNNING"} 2)",
        R"(sluice_slurmjob_jobs{cluster="big",state="NEW"} 1)",
        R"(sluice_slurmjob_queries_total{cluster="login",result="answered"} 5)",
        R"(sluice_slurmjob_query_seconds_total{cluster="login"} 1.5)",
        R"(sluice_slurmjob_submit_seconds_bucket{cluster="login",le="0.25"} 1)",
        R"(sluice_slurmjob_submit_seconds_bucket{cluster="login",le="+Inf"} 2)",
        R"(sluice_slurmjob_submit_seconds_sum{cluster="login"} 3.2)",
        R"(sluice_slurmjob_sync_lag_seconds_bucket{cluster="login",le="0.05"} 1)",
        R"(sluice_slurmjob_errors_total{cluster="login",operation="submit",code="Invalid"} 1)"}) {
    EXPECT_THAT(text, HasSubstr(std::string(line) + "\n"));
  }
}

}  // namespace
}  // namespace sluice::jobs

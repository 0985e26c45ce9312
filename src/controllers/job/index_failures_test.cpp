// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/index_failures.h"

#include <gtest/gtest.h>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::controllers::job {
namespace {

using std::chrono::seconds;

const WallTime kNow = parse_rfc3339("2030-01-01T00:00:04Z").value();

client::Object job_with(const std::string& spec = "", const char* status = "{}") {
  return json::parse(R"({"metadata":{"name":"j"},"spec":{"completions":4,)" + spec +
                     R"("backoffLimitPerIndex":1},"status":)" + status + "}")
      .value();
}

client::ObjectPtr pod(int index, int failures, const std::string& phase) {
  client::Object object;
  give_index(object, job_with(), index, failures);
  object["metadata"]["uid"] = api::name(object);
  object["status"]["phase"] = phase;
  object["status"]["containerStatuses"] = json::Array{json::Object{
      {"name", "c"},
      {"state",
       json::Object{{"terminated",
                     json::Object{{"exitCode", 3}, {"finishedAt", "2030-01-01T00:00:00Z"}}}}}}};
  return std::make_shared<const client::Object>(object);
}

TEST(IndexFailures, FailedPodStaysUntilItsSuccessorExists) {
  const auto first = pod(1, 0, "Failed");
  const IndexFailures alone(job_with(), {first}, true);
  EXPECT_TRUE(alone.must_stay(*first));
  EXPECT_EQ(alone.count(1), 1);
  EXPECT_EQ(alone.backoff(1, kNow), seconds(6));
  EXPECT_EQ(alone.backoff(2, kNow), seconds(0));
  const IndexFailures followed(job_with(), {first, pod(1, 1, "Running")}, true);
  EXPECT_FALSE(followed.must_stay(*first));
}

TEST(IndexFailures, IndexFailsBeyondItsLimitOrByPolicy) {
  const IndexFailures often(job_with(), {pod(1, 0, "Failed"), pod(1, 1, "Failed")}, true);
  EXPECT_EQ(often.failed(), Indexes{1});
  const auto strict = job_with(R"("podFailurePolicy":{"rules":[
    {"action":"FailIndex","onExitCodes":{"operator":"In","values":[3]}}]},)");
  EXPECT_EQ(IndexFailures(strict, {pod(2, 0, "Failed")}, true).failed(), Indexes{2});
  const auto known = job_with("", R"({"failedIndexes":"0,3"})");
  EXPECT_EQ(IndexFailures(known, {}, true).failed(), (Indexes{0, 3}));
}

TEST(IndexFailures, OtherJobsHaveNone) {
  const auto plain = json::parse(R"({"spec":{"completions":4}})").value();
  const IndexFailures none(plain, {pod(1, 5, "Failed")}, true);
  EXPECT_TRUE(none.failed().empty());
  EXPECT_FALSE(none.must_stay(*pod(1, 5, "Failed")));
}

}  // namespace
}  // namespace sluice::controllers::job

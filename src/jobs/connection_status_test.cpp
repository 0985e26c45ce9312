// SPDX-License-Identifier: Apache-2.0
#include "jobs/connection_status.h"

#include <gtest/gtest.h>

#include "api/meta.h"

namespace sluice::jobs {
namespace {

using std::chrono::minutes;

const WallTime kNow{std::chrono::seconds(1'800'000'000)};

json::Value connection() {
  return json::Object{{"metadata", json::Object{{"generation", 3}}},
                      {"spec", json::Object{{"ssh", json::Object{{"host", "h"}}}}}};
}

TEST(ConnectionStatus, AnAnswerMakesItReadyAndTellsTheCluster) {
  json::Value object = connection();
  object["status"] =
      answers(object, {.name = "hpc", .version = "24.11.1", .control_host = "ctl"}, "me", kNow);
  const json::Value& status = object.at("status");
  EXPECT_TRUE(api::has_condition(object, "Ready"));
  EXPECT_EQ(status.at("way").as_string(), "ssh");
  EXPECT_EQ(status.at("cluster").as_string(), "hpc");
  EXPECT_EQ(status.at("slurmVersion").as_string(), "24.11.1");
  EXPECT_EQ(status.at("user").as_string(), "me");
  EXPECT_EQ(status.at("observedGeneration").as_int(), 3);
  EXPECT_FALSE(status.at("lastContact").as_string().empty());
}

TEST(ConnectionStatus, TheLastContactIsRenewedOnceInAWhile) {
  json::Value object = connection();
  const slurm::ClusterInfo info{.name = "hpc"};
  object["status"] = answers(object, info, "me", kNow);
  EXPECT_EQ(answers(object, info, "me", kNow + minutes(1)), object.at("status"));
  EXPECT_NE(answers(object, info, "me", kNow + minutes(6)), object.at("status"));
}

TEST(ConnectionStatus, AFailureSaysWhyAndKeepsWhatIsKnown) {
  json::Value object = connection();
  object["status"] = answers(object, {.name = "hpc"}, "me", kNow);
  object["status"] = fails(object, {Code::kForbidden, "the host key … SHA256:x"}, kNow);
  const json::Value* ready = api::condition(object, "Ready");
  ASSERT_NE(ready, nullptr);
  EXPECT_EQ(ready->at("status").as_string(), "False");
  EXPECT_EQ(ready->at("reason").as_string(), "HostKeyRefused");
  EXPECT_EQ(ready->at("message").as_string(), "the host key … SHA256:x");
  EXPECT_EQ(object.at("status", "cluster").as_string(), "hpc");
  EXPECT_EQ(connection_reason(Code::kUnauthorized), "CredentialRefused");
  EXPECT_EQ(connection_reason(Code::kTimeout), "Unreachable");
}

TEST(ConnectionStatus, OnlyAnEditAndWhetherItWorksConcernItsJobs) {
  json::Value object = connection();
  object["status"] = answers(object, {}, "me", kNow);
  json::Value later = object;
  later["status"] = answers(object, {}, "me", kNow + minutes(6));
  ASSERT_NE(object.at("status", "lastContact"), later.at("status", "lastContact"));
  EXPECT_FALSE(concerns_jobs(object, later));
  EXPECT_TRUE(concerns_jobs(connection(), object));
  json::Value away = object;
  away["status"] = fails(object, {Code::kUnavailable, "gone"}, kNow);
  EXPECT_TRUE(concerns_jobs(object, away));
  EXPECT_TRUE(concerns_jobs(away, object));
  json::Value edited = object;
  edited["metadata"]["generation"] = 4;
  EXPECT_TRUE(concerns_jobs(object, edited));
}

}  // namespace
}  // namespace sluice::jobs

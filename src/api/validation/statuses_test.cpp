// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/rules.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using Check = void (*)(const json::Value& object, const json::Value& old, Faults& faults);

std::string said(Check check, const char* status, const char* old = "{}") {
  Faults faults;
  check(json::Object{{"status", json::parse(status).value()}},
        json::Object{{"status", json::parse(old).value()}}, faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(Statuses, NoPartOfTheReplicasIsMoreThanAll) {
  EXPECT_EQ(said(check_deployment_status, R"({"replicas":3,"readyReplicas":3})"), "");
  EXPECT_EQ(said(check_deployment_status, R"({"replicas":1,"readyReplicas":9})"),
            "status.readyReplicas: Invalid value: 9: cannot be greater than status.replicas");
  EXPECT_NE(said(check_deployment_status, R"({"replicas":-1})"), "");
  EXPECT_NE(said(check_replica_set_status, R"({"replicas":1,"readyReplicas":2})"), "");
  EXPECT_NE(said(check_replica_set_status, R"({"replicas":1,"availableReplicas":1})"), "");
}

TEST(Statuses, JobsThatAreOverSayWhen) {
  EXPECT_NE(said(check_job_status, R"({"active":-1})"), "");
  EXPECT_EQ(said(check_job_status, R"({"conditions":[{"type":"Complete","status":"True"}]})"),
            "[status.completionTime: Required value: completionTime is required for Complete jobs, "
            "status.conditions: Invalid value: cannot set Complete=True condition without the "
            "SuccessCriteriaMet=true condition, status.startTime: Required value: startTime is "
            "required for finished job]");
}

TEST(Statuses, AddressesOfPodsAreAddresses) {
  EXPECT_EQ(said(check_pod_status, R"({"podIPs":[{"ip":"192.0.2.1"}]})"), "");
  EXPECT_NE(said(check_pod_status, R"({"podIPs":[{"ip":"x"}]})"), "");
}

}  // namespace
}  // namespace sluice::api

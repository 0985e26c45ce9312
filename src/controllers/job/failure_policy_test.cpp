// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/failure_policy.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::job {
namespace {

using Action = FailureVerdict::Action;

client::Object job_with(const std::string& rules) {
  return json::parse(R"({"spec":{"podFailurePolicy":{"rules":)" + rules + "}}}").value();
}

const client::Object kPod = json::parse(R"({"metadata":{"name":"p","namespace":"ns"},
  "status":{"phase":"Failed","conditions":[{"type":"DisruptionTarget","status":"True"}],
  "containerStatuses":[{"name":"main","state":{"terminated":{"exitCode":42}}}]}})")
                                .value();

TEST(FailurePolicy, WithoutRulesFailuresCount) {
  EXPECT_EQ(judge_failure(json::Object{}, kPod).action, Action::kCount);
}

TEST(FailurePolicy, ExitCodesDecide) {
  const auto in =
      job_with(R"([{"action":"FailJob","onExitCodes":{"operator":"In","values":[1,42]}}])");
  EXPECT_EQ(judge_failure(in, kPod).action, Action::kFailJob);
  EXPECT_EQ(
      judge_failure(in, kPod).message,
      "Container main for pod ns/p failed with exit code 42 matching FailJob rule at index 0");
  const auto other = job_with(R"([{"action":"FailJob","onExitCodes":
    {"containerName":"other","operator":"In","values":[42]}}])");
  EXPECT_EQ(judge_failure(other, kPod).action, Action::kCount);
  const auto not_in =
      job_with(R"([{"action":"FailIndex","onExitCodes":{"operator":"NotIn","values":[1]}}])");
  EXPECT_EQ(judge_failure(not_in, kPod).action, Action::kFailIndex);
}

TEST(FailurePolicy, ConditionsDecideAndTheFirstRuleWins) {
  const auto rules = job_with(R"([
    {"action":"Ignore","onPodConditions":[{"type":"DisruptionTarget","status":"True"}]},
    {"action":"FailJob","onExitCodes":{"operator":"In","values":[42]}}])");
  EXPECT_EQ(judge_failure(rules, kPod).action, Action::kIgnore);
}

}  // namespace
}  // namespace sluice::controllers::job

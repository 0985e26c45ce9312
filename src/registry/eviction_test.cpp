// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

struct Evictions : TestCluster {
  const api::Kind& budgets = api::kinds::pod_disruption_budget();

  Evictions() {
    create(api::kinds::pod(), R"({"metadata":{"name":"a","labels":{"app":"x"}},
        "spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}})");
  }
  void set_status(const api::Kind& kind, const std::string& name, const char* status) {
    const auto written =
        registry.patch(kind, {.key = {"default", name},
                              .patch = {client::PatchType::kMerge, json_of(status)},
                              .subresource = "status"});
    ASSERT_TRUE(written) << written.error().message;
  }
  void run(bool ready) {
    set_status(api::kinds::pod(), "a",
               ready ? R"({"status":{"phase":"Running",
                           "conditions":[{"type":"Ready","status":"True"}]}})"
                     : R"({"status":{"phase":"Running"}})");
  }
  void add_budget(const std::string& name, const char* status) {
    create(budgets, R"({"metadata":{"name":")" + name +
                        R"("},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"x"}}}})");
    set_status(budgets, name, status);
  }
  json::Value evict(const char* eviction = R"({"metadata":{"name":"a"}})", bool dry_run = false) {
    const auto status = registry.evict({"default", "a"}, json_of(eviction), {.dry_run = dry_run});
    EXPECT_TRUE(status) << status.error().message;
    return status ? *status : json::Value();
  }
  bool is_evicted() { return api::is_being_deleted(get(api::kinds::pod(), "a")); }
};

constexpr const char* kNoneAllowed = R"({"status":{"observedGeneration":1,"disruptionsAllowed":0,
    "currentHealthy":1,"desiredHealthy":1,"expectedPods":1}})";
constexpr const char* kOneAllowed = R"({"status":{"observedGeneration":1,"disruptionsAllowed":1,
    "currentHealthy":2,"desiredHealthy":1,"expectedPods":2}})";

TEST(Eviction, WithoutABudgetDeletesAndSaysWhy) {
  Evictions cluster;
  cluster.run(true);
  EXPECT_EQ(cluster.evict().at("status").as_string(), "Success");
  EXPECT_TRUE(cluster.is_evicted());
  const json::Value pod = cluster.get(api::kinds::pod(), "a");
  const json::Value* condition = api::condition(pod, "DisruptionTarget");
  ASSERT_NE(condition, nullptr);
  EXPECT_EQ(condition->at("reason").as_string(), "EvictionByEvictionAPI");
}

TEST(Eviction, TakesFromTheBudget) {
  Evictions cluster;
  cluster.run(true);
  cluster.add_budget("p", kOneAllowed);
  EXPECT_EQ(cluster.evict().at("status").as_string(), "Success");
  const json::Value budget = cluster.get(cluster.budgets, "p");
  EXPECT_EQ(budget.at("status", "disruptionsAllowed").as_int(), 0);
  EXPECT_NE(budget.find("status", "disruptedPods", "a"), nullptr);
  EXPECT_EQ(api::condition(budget, "DisruptionAllowed")->at("reason").as_string(),
            "InsufficientPods");
}

TEST(Eviction, IsRefusedWhenTheBudgetIsSpent) {
  Evictions cluster;
  cluster.run(true);
  cluster.add_budget("p", kNoneAllowed);
  const json::Value status = cluster.evict();
  EXPECT_EQ(status.at("code").as_int(), 429);
  EXPECT_EQ(status.at("message").as_string(),
            "Cannot evict pod as it would violate the pod's disruption budget.");
  EXPECT_EQ(json::write(status.at("details")),
            R"({"causes":[{"reason":"DisruptionBudget","message":)"
            R"("The disruption budget p needs 1 healthy pods and has 1 currently"}]})");
  EXPECT_FALSE(cluster.is_evicted());
}

TEST(Eviction, WaitsForTheBudgetToBeCounted) {
  Evictions cluster;
  cluster.run(true);
  cluster.add_budget("p", R"({"status":{"disruptionsAllowed":1,"currentHealthy":0,
                              "desiredHealthy":0,"expectedPods":0}})");
  EXPECT_EQ(cluster.evict().at("details", "retryAfterSeconds").as_int(), 10);
}

TEST(Eviction, SeveralBudgetsAreNotUnderstood) {
  Evictions cluster;
  cluster.run(true);
  cluster.add_budget("p", kOneAllowed);
  cluster.add_budget("q", kOneAllowed);
  EXPECT_EQ(cluster.evict().at("code").as_int(), 500);
}

TEST(Eviction, PodsThatCountForNothingMayGo) {
  Evictions pending;
  pending.add_budget("p", kNoneAllowed);
  EXPECT_EQ(pending.evict().at("status").as_string(), "Success");
  Evictions unready;
  unready.run(false);
  unready.add_budget("p", kNoneAllowed);
  EXPECT_EQ(unready.evict().at("status").as_string(), "Success");
  EXPECT_EQ(unready.get(unready.budgets, "p").find("status", "disruptedPods"), nullptr);
}

TEST(Eviction, ADryRunChangesNothing) {
  Evictions cluster;
  cluster.run(true);
  cluster.add_budget("p", kOneAllowed);
  EXPECT_EQ(cluster.evict(R"({"metadata":{"name":"a"}})", true).at("status").as_string(),
            "Success");
  EXPECT_EQ(cluster.evict(R"({"metadata":{"name":"a"},"deleteOptions":{"dryRun":["All"]}})")
                .at("status")
                .as_string(),
            "Success");
  EXPECT_FALSE(cluster.is_evicted());
  EXPECT_EQ(cluster.get(cluster.budgets, "p").at("status", "disruptionsAllowed").as_int(), 1);
}

TEST(Eviction, KeepsToPreconditionsAndNames) {
  Evictions cluster;
  cluster.run(true);
  const auto refused = [&](const char* eviction) {
    return cluster.registry.evict({"default", "a"}, json_of(eviction)).error();
  };
  EXPECT_EQ(refused(R"({"metadata":{"name":"b"}})").message,
            "name in URL does not match name in Eviction object");
  EXPECT_EQ(
      refused(R"({"metadata":{"name":"a"},"deleteOptions":{"preconditions":{"uid":"u"}}})").code,
      Code::kConflict);
  EXPECT_EQ(cluster.registry.evict({"default", "z"}, json_of(R"({"metadata":{"name":"z"}})"))
                .error()
                .code,
            Code::kNotFound);
}

}  // namespace
}  // namespace sluice::registry

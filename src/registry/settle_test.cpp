// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

// Keeps the options of the last request.
class OptionsOnly final : public Admitter {
 public:
  Result<bool> mutate(Attributes& request, Mutations&) const override {
    options_ = request.options();
    dry_run_ = request.dry_run;
    return false;
  }
  Result<void> validate(const Attributes&) const override { return {}; }

  mutable json::Value options_;
  mutable bool dry_run_ = false;
};

TEST(Settle, AdmissionIsToldTheOptions) {
  OptionsOnly admitter;
  TestCluster cluster;
  cluster.registry.admit_with(admitter);
  const json::Value map = json_of(R"({"metadata":{"name":"m"}})");
  ASSERT_TRUE(cluster.registry.create(
      api::kinds::config_map(), "default", map,
      {.dry_run = true, .field_validation = FieldValidation::kStrict, .field_manager = "me"}));
  EXPECT_EQ(admitter.options_,
            json_of(R"({"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1","dryRun":["All"],
                        "fieldManager":"me","fieldValidation":"Strict"})"));
  EXPECT_TRUE(admitter.dry_run_);
  cluster.create_config_map("m");
  ASSERT_TRUE(cluster.registry.remove(
      api::kinds::config_map(),
      {.key = {"default", "m"},
       .options = {.grace_period_seconds = 0, .propagation_policy = "Background"}}));
  EXPECT_EQ(admitter.options_, json_of(R"({"kind":"DeleteOptions","apiVersion":"meta.k8s.io/v1",
                        "gracePeriodSeconds":0,"propagationPolicy":"Background"})"));
}

}  // namespace
}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(Amounts, AreCountsOrPercentages) {
  EXPECT_EQ(faults("policy/v1", "PodDisruptionBudget", R"({"spec":{"minAvailable":"x"}})"),
            "spec.minAvailable: Invalid value: \"x\": a valid percent string must be a numeric "
            "string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is "
            "'[0-9]+%')");
  EXPECT_EQ(faults("policy/v1", "PodDisruptionBudget", R"({"spec":{"minAvailable":"50%"}})"), "");
  EXPECT_EQ(faults("policy/v1", "PodDisruptionBudget", R"({"spec":{"minAvailable":-1}})"),
            "spec.minAvailable: Invalid value: -1: must be greater than or equal to 0");
}

}  // namespace
}  // namespace sluice::api

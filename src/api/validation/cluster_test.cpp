// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

TEST(ClusterRules, LeasesAndNodes) {
  EXPECT_EQ(faults(kinds::lease(), R"({"spec":{"leaseDurationSeconds":0}})"),
            "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0");
  EXPECT_EQ(faults(kinds::node(), R"({"spec":{"taints":[{"effect":"NoSchedule"}]}})"),
            "metadata.taints[0].key: Required value");
  EXPECT_EQ(faults(kinds::namespace_(), "{}"), "");
  EXPECT_EQ(faults(kinds::service_account(), "{}"), "");
}

}  // namespace
}  // namespace sluice::api

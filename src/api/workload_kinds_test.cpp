// SPDX-License-Identifier: Apache-2.0
#include "api/workload_kinds.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(WorkloadKinds, AreTheServedOnes) {
  EXPECT_EQ(kinds::controller_revision().plural, "controllerrevisions");
  EXPECT_EQ(kinds::cron_job().qualified_resource(), "cronjobs.batch");
  EXPECT_EQ(kinds::daemon_set().plural, "daemonsets");
  EXPECT_EQ(kinds::deployment().plural, "deployments");
  EXPECT_EQ(kinds::replica_set().plural, "replicasets");
  EXPECT_EQ(kinds::replication_controller().api_version(), "v1");
  EXPECT_EQ(kinds::stateful_set().plural, "statefulsets");
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "registry/delete_options.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string refusal(std::string_view text) {
  const auto read = read_delete_options(json_of(text));
  return read ? "" : read.error().message;
}

TEST(DeleteOptions, AreRead) {
  const auto read = read_delete_options(
      json_of(R"({"gracePeriodSeconds":5,"preconditions":{"uid":"u","resourceVersion":"3"},)"
              R"("propagationPolicy":"Foreground","dryRun":["All"]})"));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->options.grace_period_seconds, 5);
  EXPECT_EQ(read->options.uid, "u");
  EXPECT_EQ(read->options.resource_version, "3");
  EXPECT_EQ(read->options.propagation_policy, "Foreground");
  EXPECT_TRUE(read->dry_run);
  EXPECT_FALSE(read_delete_options(json::Value())->dry_run);
}

TEST(DeleteOptions, OrphansAreTheOldWordForAPolicy) {
  const auto policy = [](std::string_view text) {
    return read_delete_options(json_of(text))->options.propagation_policy;
  };
  EXPECT_EQ(policy(R"({"orphanDependents":true})"), "Orphan");
  EXPECT_EQ(policy(R"({"orphanDependents":false})"), "Background");
}

TEST(DeleteOptions, ThatNobodyUnderstandsDeleteNothing) {
  EXPECT_EQ(refusal(R"({"dryRun":["All","no"]})"),
            "DeleteOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: "
            "[\"All\",\"no\"]: supported values: \"All\"");
  EXPECT_EQ(refusal(R"({"propagationPolicy":"Sometimes"})"),
            "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: "
            "\"Sometimes\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
  EXPECT_EQ(refusal(R"({"propagationPolicy":"Orphan","orphanDependents":false})"),
            "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Invalid value: "
            "\"Orphan\": orphanDependents and deletionPropagation cannot be both set");
}

}  // namespace
}  // namespace sluice::registry

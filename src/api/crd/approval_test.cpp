// SPDX-License-Identifier: Apache-2.0
#include "api/crd/approval.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "api/meta.h"

namespace sluice::api {
namespace {

json::Value in_group(const char* group, const char* word) {
  json::Value definition = widget_definition();
  definition["spec"]["group"] = group;
  if (*word != '\0') {
    definition["metadata"]["annotations"][kApproval] = word;
  }
  return definition;
}

TEST(Approval, IsOfTheGroupsOfTheCommunity) {
  EXPECT_EQ(approval_of(in_group("example.com", "")), Approval::kNotNeeded);
  EXPECT_EQ(approval_of(in_group("cluster.x-k8s.io", "")), Approval::kNotNeeded);
  EXPECT_EQ(approval_of(in_group("x.k8s.io", "")), Approval::kMissing);
  EXPECT_EQ(approval_of(in_group("k8s.io", "https://a.b/c")), Approval::kApproved);
  EXPECT_EQ(approval_of(in_group("x.kubernetes.io", "unapproved, a test")), Approval::kUnapproved);
  EXPECT_EQ(approval_of(in_group("x.k8s.io", "bad")), Approval::kBad);
  EXPECT_EQ(approval_of(in_group("x.k8s.io", "file:///x")), Approval::kBad);
}

TEST(Approval, IsACondition) {
  const auto settled = [](const char* group, const char* word) {
    json::Value definition = in_group(group, word);
    settle_approval(definition, WallTime());
    const json::Value* found = condition(definition, "KubernetesAPIApprovalPolicyConformant");
    return found == nullptr
               ? ""
               : found->at("status").as_string() + " " + found->at("reason").as_string() + ": " +
                     found->at("message").as_string();
  };
  EXPECT_EQ(settled("example.com", "https://a.b/c"), "");
  EXPECT_EQ(settled("x.k8s.io", "https://a.b/c"),
            "True ApprovedAnnotation: approved in https://a.b/c");
  EXPECT_EQ(settled("x.k8s.io", "unapproved, a test"),
            "False UnapprovedAnnotation: not approved: \"unapproved, a test\"");
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class DeviceAdminAccess : public ::testing::Test {
 protected:
  static const api::Kind& kind(const char* name) {
    return *api::find_kind("resource.k8s.io/v1", name);
  }
  Result<Written> create(const char* name, const std::string& spec) {
    return cluster_.registry.create(
        kind(name), "default", json_of(R"({"metadata":{"name":"a"},"spec":)" + spec + "}"));
  }
  void label_namespace() {
    const auto labelled = cluster_.registry.patch(
        api::kinds::namespace_(),
        {.key = {"", "default"},
         .patch = {client::PatchType::kMerge,
                   json_of(R"({"metadata":{"labels":{"resource.kubernetes.io/admin-access":)"
                           R"("true"}}})")}});
    ASSERT_TRUE(labelled.has_value()) << labelled.error().message;
  }

  TestCluster cluster_;
  const std::string asking_ =
      R"({"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"gpu"}},)"
      R"({"name":"s","exactly":{"deviceClassName":"gpu","adminAccess":true}}]}})";
};

TEST_F(DeviceAdminAccess, IsForNamespacesWithTheLabel) {
  const auto refused = create("ResourceClaim", asking_);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "ResourceClaim.resource.k8s.io \"a\" is invalid: "
            "spec.devices.requests[1].adminAccess: Forbidden: admin access to devices requires "
            "the `resource.kubernetes.io/admin-access: true` label on the containing namespace");
  EXPECT_EQ(create("ResourceClaimTemplate", R"({"spec":)" + asking_ + "}").error().code,
            Code::kInvalid);
  label_namespace();
  EXPECT_TRUE(create("ResourceClaim", asking_).has_value());
  EXPECT_TRUE(create("ResourceClaimTemplate", R"({"spec":)" + asking_ + "}").has_value());
}

TEST_F(DeviceAdminAccess, IsNotGrantedByAStatusEither) {
  const auto created = create(
      "ResourceClaim",
      R"({"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"gpu"}}]}})");
  ASSERT_TRUE(created.has_value()) << created.error().message;
  const auto allocate = [&](const std::string& more) {
    return cluster_.registry.patch(
        kind("ResourceClaim"),
        {.key = {"default", "a"},
         .patch = {client::PatchType::kMerge,
                   json_of(R"({"status":{"allocation":{"devices":{"results":[{"request":"r",)"
                           R"("driver":"d.example.com","pool":"p","device":"x")" +
                           more + "}]}}}}")},
         .subresource = "status"});
  };
  EXPECT_EQ(allocate(R"(,"adminAccess":true)").error().code, Code::kInvalid);
  EXPECT_NE(allocate(R"(,"adminAccess":true)").error().message.find(
                "status.allocation.devices.results[0].adminAccess: Forbidden"),
            std::string::npos);
  EXPECT_TRUE(allocate("").has_value());
}

}  // namespace
}  // namespace sluice::registry

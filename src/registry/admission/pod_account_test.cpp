// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_account.h"

#include <gtest/gtest.h>

#include <future>

#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class PodAccount : public testing::Test {
 protected:
  std::string refusal(const std::string& name) {
    const Attributes request = creation(api::kinds::pod(), pod_);
    const auto found = find_account(*cluster_.store, request, name);
    return found ? "" : found.error().message;
  }

  TestCluster cluster_;
  json::Value pod_ = json_of(R"({"metadata":{"name":"p"}})");
};

TEST_F(PodAccount, IsFoundInThePodsNamespace) {
  EXPECT_EQ(refusal("default"), "");
  EXPECT_EQ(refusal("robot"),
            "pods \"p\" is forbidden: error looking up service account default/robot: "
            "serviceaccount \"robot\" not found");
}

TEST_F(PodAccount, OfANewNamespaceIsWaitedFor) {
  cluster_.create(api::kinds::namespace_(), R"({"metadata":{"name":"n"}})");
  pod_["metadata"]["namespace"] = "n";
  auto found = std::async(std::launch::async, [this] { return refusal("default"); });
  const auto another = cluster_.registry.create(api::kinds::service_account(), "n",
                                                json_of(R"({"metadata":{"name":"default-not"}})"));
  EXPECT_TRUE(another.has_value());
  cluster_.create_account("n");
  EXPECT_EQ(found.get(), "");
}

TEST_F(PodAccount, MirrorPodsSayWhatTheyAre) {
  EXPECT_FALSE(is_mirror(pod_));
  pod_["metadata"]["annotations"]["kubernetes.io/config.mirror"] = "hash";
  EXPECT_TRUE(is_mirror(pod_));
}

}  // namespace
}  // namespace sluice::registry

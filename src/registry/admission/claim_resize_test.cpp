// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(ClaimResize, NeedsAClassThatAllowsIt) {
  TestCluster cluster;
  for (const char* name : {"stiff", "soft"}) {
    cluster.create(api::kinds::storage_class(),
                   R"({"metadata":{"name":")" + std::string(name) +
                       R"("},"provisioner":"x.io/y","allowVolumeExpansion":)" +
                       (std::string(name) == "soft" ? "true" : "false") + "}");
  }
  const auto resize = [&](const std::string& storage_class, const std::string& to) {
    const auto claim = [&](const std::string& size) {
      return json_of(R"({"metadata":{"name":"c"},"spec":{"storageClassName":")" + storage_class +
                     R"(","resources":{"requests":{"storage":")" + size +
                     R"("}}},"status":{"phase":"Bound"}})");
    };
    const json::Value old = claim("1Gi");
    json::Value next = claim(to);
    Attributes request = change_of(api::kinds::persistent_volume_claim(), old, next);
    return claim_resize(*cluster.store, request);
  };
  EXPECT_TRUE(resize("soft", "2Gi"));
  EXPECT_TRUE(resize("stiff", "1Gi"));
  EXPECT_EQ(resize("stiff", "2Gi").error().message,
            "persistentvolumeclaims \"c\" is forbidden: only dynamically provisioned pvc can be "
            "resized and the storageclass that provisions the pvc must support resize");
  EXPECT_FALSE(resize("", "2Gi"));
}

}  // namespace
}  // namespace sluice::registry

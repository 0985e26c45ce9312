// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/policy_params.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

class PolicyParams : public testing::Test {
 protected:
  Result<std::vector<json::Value>> collect(std::string_view ref, const api::Kind* kind,
                                           const std::string& ns = "default") {
    const PolicyBinding binding{.param_ref = json_of(ref)};
    return collect_params(cluster_.registry, kind, binding, ns);
  }

  registry::TestCluster cluster_;
  const api::Kind* maps_ = &api::kinds::config_map();
};

TEST_F(PolicyParams, NoneWantedIsOneNull) {
  EXPECT_TRUE(collect("null", maps_)->at(0).is_null());
  EXPECT_TRUE(collect(R"({"name":"x"})", nullptr)->at(0).is_null());
}

TEST_F(PolicyParams, AreFoundByNameAndBySelector) {
  cluster_.create(*maps_, R"({"metadata":{"name":"a","labels":{"k":"v"}}})");
  cluster_.create(*maps_, R"({"metadata":{"name":"b","labels":{"k":"v"}}})");
  EXPECT_EQ(api::name(collect(R"({"name":"a"})", maps_)->at(0)), "a");
  EXPECT_EQ(collect(R"({"selector":{"matchLabels":{"k":"v"}}})", maps_)->size(), 2U);
  EXPECT_EQ(collect(R"({"name":"a","namespace":"other"})", maps_)->size(), 0U);
  EXPECT_EQ(collect(R"({"name":"x"})", maps_)->size(), 0U);
  EXPECT_FALSE(collect(R"({"name":"x","parameterNotFoundAction":"Deny"})", maps_));
}

TEST_F(PolicyParams, TheNamespaceMustFitTheKind) {
  EXPECT_EQ(collect(R"({"name":"a"})", maps_, "").error().message,
            "cannot use namespaced paramRef in policy binding that matches cluster-scoped "
            "resources");
  EXPECT_EQ(
      collect(R"({"name":"a","namespace":"x"})", &api::kinds::priority_class()).error().message,
      "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
}

}  // namespace
}  // namespace sluice::apiserver

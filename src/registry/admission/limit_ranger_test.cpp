// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class LimitRanger : public testing::Test {
 protected:
  void make_range(const std::string& limits) {
    cluster_.create(api::kinds::limit_range(),
                    R"({"metadata":{"name":"r"},"spec":{"limits":[)" + limits + "]}}");
  }
  Result<json::Value> admit(const std::string& containers) {
    json::Value pod = json_of(R"({"metadata":{"name":"p","namespace":"default"},
                                  "spec":{"containers":)" +
                              containers + "}}");
    Attributes request = creation(api::kinds::pod(), pod);
    TRY(limit_ranger_defaults(*cluster_.store, request));
    TRY(limit_ranger(*cluster_.store, request));
    return pod;
  }
  TestCluster cluster_;
};

TEST_F(LimitRanger, WhatIsMissingComesFromTheNamespace) {
  make_range(R"({"type":"Container","default":{"cpu":"2"},"defaultRequest":{"cpu":"1"}})");
  const json::Value pod = *admit(R"([{"name":"a"},
      {"name":"b","resources":{"requests":{"cpu":"5m"},"limits":{"cpu":"5m"}}}])");
  const json::Array& containers = pod.at("spec", "containers").as_array();
  EXPECT_EQ(containers[0].at("resources", "requests", "cpu").as_string(), "1");
  EXPECT_EQ(containers[0].at("resources", "limits", "cpu").as_string(), "2");
  EXPECT_EQ(containers[1].at("resources", "limits", "cpu").as_string(), "5m");
  EXPECT_EQ(api::annotation(pod, "kubernetes.io/limit-ranger"),
            "LimitRanger plugin set: cpu request for container a; cpu limit for container a");
}

TEST_F(LimitRanger, AllThatIsBrokenIsNamed) {
  make_range(R"({"type":"Container","max":{"cpu":"100m"},"default":{"cpu":"100m"},
                 "defaultRequest":{"cpu":"100m"}},
                {"type":"Pod","max":{"cpu":"150m"}})");
  EXPECT_EQ(admit(R"([{"name":"a","resources":{"limits":{"cpu":"200m"}}}])").error().message,
            "pods \"p\" is forbidden: [maximum cpu usage per Container is 100m, but limit is 200m, "
            "maximum cpu usage per Pod is 150m, but limit is 200m]");
  EXPECT_EQ(admit(R"([{"name":"a"},{"name":"b"}])").error().message,
            "pods \"p\" is forbidden: maximum cpu usage per Pod is 150m, but limit is 200m");
}

TEST_F(LimitRanger, OtherNamespacesAreNotBound) {
  json::Value pod = json_of(R"({"metadata":{"name":"p","namespace":"elsewhere"},"spec":{}})");
  make_range(R"({"type":"Pod","max":{"cpu":"150m"}})");
  Attributes request = creation(api::kinds::pod(), pod);
  EXPECT_TRUE(limit_ranger_defaults(*cluster_.store, request).has_value());
  EXPECT_TRUE(limit_ranger(*cluster_.store, request).has_value());
}

}  // namespace
}  // namespace sluice::registry

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

TEST_F(LimitRanger, WhatSeveralContainersBreakIsNamedOnce) {
  make_range(R"({"type":"Container","maxLimitRequestRatio":{"cpu":"2"}})");
  const auto refused = admit(R"([{"name":"a"},{"name":"b"}])");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "pods \"p\" is forbidden: cpu max limit to request ratio per Container is 2, but no "
            "request is specified or request is 0");
}

TEST_F(LimitRanger, SidecarsCountBesideTheContainers) {
  make_range(R"({"type":"Pod","max":{"cpu":"150m"}})");
  const char* limit = R"("resources":{"limits":{"cpu":"100m"}})";
  const std::string containers = R"([{"name":"a",)" + std::string(limit) + R"(}],"initContainers":[
      {"name":"s","restartPolicy":"Always",)" +
                                 limit + "}]";
  const auto refused = admit(containers);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "pods \"p\" is forbidden: maximum cpu usage per Pod is 150m, but limit is 200m");
}

TEST_F(LimitRanger, WhatIsGoingIsLeftAlone) {
  make_range(R"({"type":"PersistentVolumeClaim","max":{"storage":"1Gi"}})");
  const json::Value old =
      json_of(R"({"metadata":{"name":"c","deletionTimestamp":"2030-01-01T00:00:00Z"}})");
  json::Value claim = json_of(R"({"metadata":{"name":"c","namespace":"default"},
      "spec":{"resources":{"requests":{"storage":"2Gi"}}}})");
  Attributes going = change_of(api::kinds::persistent_volume_claim(), old, claim);
  EXPECT_TRUE(limit_ranger(*cluster_.store, going));
  Attributes staying = creation(api::kinds::persistent_volume_claim(), claim);
  EXPECT_FALSE(limit_ranger(*cluster_.store, staying));
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

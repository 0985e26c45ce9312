// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

constexpr const char* kPath = "/var/run/secrets/kubernetes.io/serviceaccount";

class ServiceAccountToken : public testing::Test {
 protected:
  void make_account(const std::string& name, std::string_view more) {
    cluster_.create(api::kinds::service_account(),
                    R"({"metadata":{"name":")" + name + R"("},)" + std::string(more) + "}");
  }
  // What becomes of the spec.
  json::Value admit(std::string_view spec) {
    json::Value pod = json_of(R"({"metadata":{"name":"p"}})");
    pod["spec"] = json_of(spec);
    for (int round = 0; round < 2; ++round) {
      Attributes request = creation(api::kinds::pod(), pod);
      EXPECT_TRUE(service_account_token(*cluster_.store, request).has_value());
    }
    return pod.at("spec");
  }

  TestCluster cluster_;
};

TEST_F(ServiceAccountToken, IsMountedIntoEveryContainer) {
  const json::Value spec =
      admit(R"({"initContainers":[{"name":"i"}],"containers":[{"name":"c"}]})");
  EXPECT_EQ(spec.at("serviceAccountName").as_string(), "default");
  EXPECT_EQ(spec.at("serviceAccount").as_string(), "default");
  ASSERT_EQ(spec.at("volumes").as_array().size(), 1U);
  const json::Value& volume = spec.at("volumes").as_array()[0];
  const std::string& name = volume.at("name").as_string();
  EXPECT_TRUE(name.starts_with("kube-api-access-"));
  EXPECT_EQ(volume.at("projected"), json_of(R"({"defaultMode":420,"sources":[
              {"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},
              {"configMap":{"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}},
              {"downwardAPI":{"items":[{"path":"namespace",
                "fieldRef":{"apiVersion":"v1","fieldPath":"metadata.namespace"}}]}}]})"));
  const json::Value mounts =
      json::Array{json::Object{{"name", name}, {"readOnly", true}, {"mountPath", kPath}}};
  EXPECT_EQ(spec.at("containers").as_array()[0].at("volumeMounts"), mounts);
  EXPECT_EQ(spec.at("initContainers").as_array()[0].at("volumeMounts"), mounts);
}

TEST_F(ServiceAccountToken, StaysAwayFromWhatIsMountedThere) {
  const json::Value spec = admit(R"({"containers":[{"name":"c","volumeMounts":[
      {"name":"v","mountPath":"/var/run/secrets/kubernetes.io/serviceaccount"}]}]})");
  EXPECT_EQ(spec.find("volumes"), nullptr);
  EXPECT_EQ(spec.at("containers").as_array()[0].at("volumeMounts").as_array().size(), 1U);
}

TEST_F(ServiceAccountToken, IsNotForThoseWhoOptOut) {
  make_account("shy", R"("automountServiceAccountToken":false)");
  EXPECT_EQ(admit(R"({"containers":[{"name":"c"}],"automountServiceAccountToken":false})")
                .find("volumes"),
            nullptr);
  EXPECT_EQ(admit(R"({"containers":[{"name":"c"}],"serviceAccountName":"shy"})").find("volumes"),
            nullptr);
  EXPECT_NE(admit(R"({"containers":[{"name":"c"}],"serviceAccountName":"shy",
                      "automountServiceAccountToken":true})")
                .find("volumes"),
            nullptr);
}

TEST_F(ServiceAccountToken, ComesWithTheAccountsPullSecrets) {
  make_account("puller", R"("imagePullSecrets":[{"name":"hub"}])");
  EXPECT_EQ(admit(R"({"serviceAccountName":"puller"})").at("imagePullSecrets"),
            json_of(R"([{"name":"hub"}])"));
  EXPECT_EQ(admit(R"({"serviceAccountName":"puller","imagePullSecrets":[{"name":"own"}]})")
                .at("imagePullSecrets"),
            json_of(R"([{"name":"own"}])"));
  EXPECT_EQ(admit("{}").find("imagePullSecrets"), nullptr);
}

TEST_F(ServiceAccountToken, LeavesMirrorPodsAlone) {
  json::Value pod = json_of(R"({"metadata":{"name":"p",
      "annotations":{"kubernetes.io/config.mirror":"x"}},"spec":{"containers":[{"name":"c"}]}})");
  const json::Value before = pod;
  Attributes request = creation(api::kinds::pod(), pod);
  ASSERT_TRUE(service_account_token(*cluster_.store, request).has_value());
  EXPECT_EQ(pod, before);
}

}  // namespace
}  // namespace sluice::registry

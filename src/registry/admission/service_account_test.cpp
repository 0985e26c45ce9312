// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class ServiceAccount : public testing::Test {
 protected:
  ServiceAccount() {
    cluster_.create(api::kinds::service_account(), R"({"metadata":{"name":"strict",
        "annotations":{"kubernetes.io/enforce-mountable-secrets":"true"}},
        "secrets":[{"name":"known"}],"imagePullSecrets":[{"name":"hub"}]})");
  }
  static json::Value pod(std::string_view spec, const std::string& account = "strict") {
    json::Value pod = json_of(R"({"metadata":{"name":"p"}})");
    pod["spec"] = json_of(spec);
    pod["spec"]["serviceAccountName"] = account;
    return pod;
  }
  std::string refusal(json::Value object) {
    Attributes request = creation(api::kinds::pod(), object);
    return message(request);
  }
  std::string message(Attributes& request) {
    const auto admitted = service_account(*cluster_.store, request);
    return admitted ? "" : admitted.error().message;
  }

  TestCluster cluster_;
};

TEST_F(ServiceAccount, MustExist) {
  EXPECT_EQ(refusal(pod("{}")), "");
  EXPECT_EQ(refusal(pod("{}", "robot")),
            "pods \"p\" is forbidden: error looking up service account default/robot: "
            "serviceaccount \"robot\" not found");
  EXPECT_EQ(refusal(pod("{}", "")),
            "pods \"p\" is forbidden: no service account specified for pod default/p");
}

TEST_F(ServiceAccount, MayLimitWhatSecretsPodsUse) {
  const std::string reason = " is not allowed because service account strict does not reference ";
  EXPECT_EQ(refusal(pod(R"({"volumes":[{"name":"v","secret":{"secretName":"known"}}],
                            "imagePullSecrets":[{"name":"hub"}]})")),
            "");
  EXPECT_EQ(
      refusal(pod(R"({"volumes":[{"name":"v","secret":{"secretName":"x"}}]})")),
      "pods \"p\" is forbidden: volume with secret.secretName=\"x\"" + reason + "that secret");
  EXPECT_EQ(refusal(pod(R"({"containers":[{"name":"c","envFrom":[{"secretRef":{"name":"x"}}]}]})")),
            "pods \"p\" is forbidden: container c with envFrom referencing "
            "secret.secretName=\"x\"" +
                reason + "that secret");
  EXPECT_EQ(
      refusal(pod(R"({"imagePullSecrets":[{"name":"hub"},{"name":"x"}]})")),
      "pods \"p\" is forbidden: imagePullSecrets[1].name=\"x\"" + reason + "that imagePullSecret");
  EXPECT_EQ(refusal(pod(R"({"imagePullSecrets":[{"name":"x"}]})", "default")), "");
}

TEST_F(ServiceAccount, LimitsWhatEphemeralContainersUse) {
  const json::Value old = pod(R"({"volumes":[{"name":"v","secret":{"secretName":"x"}}]})");
  json::Value object = old;
  object["spec"]["ephemeralContainers"] =
      json_of(R"([{"name":"e","envFrom":[{"secretRef":{"name":"x"}}]}])");
  Attributes request = change_of(api::kinds::pod(), old, object);
  EXPECT_EQ(message(request), "");
  request.subresource = "ephemeralcontainers";
  EXPECT_EQ(message(request),
            "pods \"p\" is forbidden: ephemeral container e with envFrom referencing "
            "secret.secretName=\"x\" is not allowed because service account strict does not "
            "reference that secret");
}

TEST_F(ServiceAccount, MirrorPodsHaveNone) {
  const auto mirror = [](std::string_view spec, const std::string& account) {
    json::Value object = pod(spec, account);
    object["metadata"]["annotations"]["kubernetes.io/config.mirror"] = "hash";
    return object;
  };
  EXPECT_EQ(refusal(mirror("{}", "")), "");
  EXPECT_EQ(refusal(mirror("{}", "default")),
            "pods \"p\" is forbidden: a mirror pod may not reference service accounts");
  EXPECT_EQ(refusal(mirror(R"({"imagePullSecrets":[{"name":"s"}]})", "")),
            "pods \"p\" is forbidden: a mirror pod may not reference secrets");
  EXPECT_EQ(refusal(mirror(
                R"({"volumes":[{"projected":{"sources":[{"serviceAccountToken":{}}]}}]})", "")),
            "pods \"p\" is forbidden: a mirror pod may not use ServiceAccountToken volume "
            "projections");
}

}  // namespace
}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
//
// Writes to the parts of objects that subresources stand for.
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

struct Parts : TestCluster {
  Result<Written> patch(const api::Kind& kind, const std::string& subresource, const char* text,
                        client::PatchType type = client::PatchType::kStrategicMerge) {
    return registry.patch(kind, {.key = {kind.namespaced ? "default" : "", "a"},
                                 .patch = {type, json_of(text)},
                                 .subresource = subresource,
                                 .options = {.field_manager = "m"}});
  }
  std::string refusal(const std::string& subresource, const char* text) {
    const auto patched = patch(api::kinds::pod(), subresource, text);
    return patched ? "" : patched.error().message;
  }
};

struct PodParts : Parts {
  PodParts() {
    create(api::kinds::pod(), R"({"metadata":{"name":"a"},"spec":{
        "initContainers":[{"name":"i","image":"x"}],
        "containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1","memory":"1Mi"},
                                                           "limits":{"cpu":"2"}}}]}})");
  }
  json::Value pod() { return get(api::kinds::pod(), "a"); }
};

TEST(Parts, EphemeralContainersAreAddedAndNothingElseChanges) {
  PodParts cluster;
  ASSERT_EQ(cluster.refusal("ephemeralcontainers",
                            R"({"metadata":{"labels":{"q":"1"}},"spec":{"activeDeadlineSeconds":5,
                                "ephemeralContainers":[{"name":"d","image":"z"}]}})"),
            "");
  const json::Value pod = cluster.pod();
  EXPECT_EQ(pod.at("spec", "ephemeralContainers").as_array().size(), 1U);
  EXPECT_EQ(pod.find("spec", "activeDeadlineSeconds"), nullptr);
  EXPECT_EQ(pod.find("metadata", "labels"), nullptr);
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 2);
  const json::Array& managers = pod.at("metadata", "managedFields").as_array();
  EXPECT_EQ(managers.at(0).at("manager").as_string(), "m");
  EXPECT_EQ(managers.at(0).at("subresource").as_string(), "ephemeralcontainers");
}

TEST(Parts, EphemeralContainersStay) {
  PodParts cluster;
  ASSERT_EQ(cluster.refusal("ephemeralcontainers",
                            R"({"spec":{"ephemeralContainers":[{"name":"d","image":"z"}]}})"),
            "");
  EXPECT_EQ(cluster.refusal("ephemeralcontainers",
                            R"({"spec":{"ephemeralContainers":[{"name":"d","image":"y"}]}})"),
            "Pod \"a\" is invalid: spec.ephemeralContainers: Forbidden: existing ephemeral "
            "containers \"d\" may not be changed\n");
}

TEST(Parts, EphemeralContainersAreGuests) {
  PodParts cluster;
  EXPECT_EQ(cluster.refusal("ephemeralcontainers",
                            R"({"spec":{"ephemeralContainers":[{"name":"c","image":"y",
                                "targetContainerName":"n","ports":[{"containerPort":1}]}]}})"),
            "Pod \"a\" is invalid: [spec.ephemeralContainers[0].name: Duplicate value: \"c\", "
            "spec.ephemeralContainers[0].targetContainerName: Not found: \"n\", "
            "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral "
            "Container]");
}

TEST(Parts, AResizeChangesCpuAndMemoryOnly) {
  PodParts cluster;
  ASSERT_EQ(cluster.refusal("resize", R"({"spec":{"containers":[{"name":"c","image":"other",
                                          "resources":{"requests":{"cpu":"1500m"}}}]}})"),
            "");
  const json::Value pod = cluster.pod();
  const json::Value& container = pod.at("spec", "containers").as_array()[0];
  EXPECT_EQ(container.at("resources", "requests", "cpu").as_string(), "1500m");
  EXPECT_EQ(container.at("image").as_string(), "i");
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 2);
  EXPECT_EQ(cluster.refusal("resize", R"({"spec":{"containers":[{"name":"c","resources":{
                                          "requests":{"ephemeral-storage":"1Gi"}}}]}})"),
            "Pod \"a\" is invalid: spec: Forbidden: only cpu and memory resources are mutable");
  EXPECT_EQ(cluster.refusal("resize", R"({"spec":{"initContainers":[{"name":"i","resources":{
                                          "requests":{"cpu":"1"}}}]}})"),
            "Pod \"a\" is invalid: spec: Forbidden: resources for non-sidecar init containers are "
            "immutable");
  EXPECT_EQ(cluster.refusal("resize", R"({"spec":{"containers":[{"name":"d","image":"z"}]}})"),
            "Pod \"a\" is invalid: spec.containers: Forbidden: containers may not be added or "
            "removed on resize");
}

TEST(Parts, FinalizersOfANamespaceChangeThroughFinalize) {
  Parts cluster;
  cluster.create(api::kinds::namespace_(), R"({"metadata":{"name":"a"}})");
  json::Value home = cluster.get(api::kinds::namespace_(), "a");
  home["spec"]["finalizers"] = json::Array{"example.com/x"};
  home["status"]["phase"] = "Terminating";
  const auto written =
      cluster.registry.update(api::kinds::namespace_(), {{"", "a"}, home, "finalize"});
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const json::Value after = cluster.get(api::kinds::namespace_(), "a");
  EXPECT_EQ(after.at("spec", "finalizers").as_array().at(0).as_string(), "example.com/x");
  EXPECT_EQ(after.at("status", "phase").as_string(), "Active");
  EXPECT_FALSE(written->gone) << "nobody asked for its deletion";
}

TEST(Parts, AreNotFoundWhereTheKindHasNone) {
  Parts cluster;
  cluster.create_config_map("a");
  const auto refused = cluster.patch(api::kinds::config_map(), "status", "{}");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kNotFound);
}

struct Requests : Parts {
  const api::Kind& kind = *api::find_kind("certificates.k8s.io/v1", "CertificateSigningRequest");

  Requests() {
    create(kind, R"({"metadata":{"name":"a"},"spec":{"usages":["client auth"],
        "signerName":"kubernetes.io/kube-apiserver-client",
        "request":"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K"}})");
  }
  std::string refused(const std::string& subresource, const char* text) {
    const auto patched = patch(kind, subresource, text, client::PatchType::kMerge);
    return patched ? "" : patched.error().message;
  }
};

constexpr const char* kApproved =
    R"({"status":{"certificate":"Zm9v","conditions":[{"type":"Approved","status":"True"}]}})";

TEST(Parts, ARequestForACertificateIsApprovedOnce) {
  Requests cluster;
  ASSERT_EQ(cluster.refused("approval", kApproved), "");
  const json::Value request = cluster.get(cluster.kind, "a");
  EXPECT_EQ(request.find("status", "certificate"), nullptr);
  const json::Value* approved = api::condition(request, "Approved");
  ASSERT_NE(approved, nullptr);
  EXPECT_FALSE(approved->at("lastUpdateTime").as_string().empty());
  EXPECT_FALSE(approved->at("lastTransitionTime").as_string().empty());
  EXPECT_EQ(cluster.refused("approval",
                            R"({"status":{"conditions":[{"type":"Denied","status":"True"}]}})"),
            "CertificateSigningRequest.certificates.k8s.io \"a\" is invalid: status.conditions: "
            "Forbidden: updates may not remove a condition of type \"Approved\"");
}

TEST(Parts, TheStatusOfARequestTakesNoDecisions) {
  Requests cluster;
  EXPECT_EQ(cluster.refused("status", kApproved),
            "CertificateSigningRequest.certificates.k8s.io \"a\" is invalid: [status.conditions: "
            "Forbidden: updates may not add a condition of type \"Approved\", status.certificate: "
            "Invalid value: \"<certificate data>\": must contain at least one CERTIFICATE PEM "
            "block]");
  ASSERT_EQ(cluster.refused("", R"({"spec":{"usages":["any"]}})"), "");
  EXPECT_EQ(json::write(cluster.get(cluster.kind, "a").at("spec", "usages")), R"(["client auth"])");
}

}  // namespace
}  // namespace sluice::registry

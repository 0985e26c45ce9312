// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class PodSecurity : public testing::Test {
 protected:
  void make_namespace(const std::string& labels) {
    cluster_.create(api::kinds::namespace_(),
                    R"({"metadata":{"name":"n","labels":)" + labels + "}}");
    cluster_.create_account("n");
  }
  std::string refusal(const api::Kind& kind, std::string_view object) {
    const auto created = cluster_.registry.create(kind, "n", json_of(object), options_);
    return created ? "" : created.error().message;
  }

  TestCluster cluster_;
  Notes notes_;
  const WriteOptions options_{.by = {.notes = &notes_}};
};

constexpr std::string_view kHostPod = R"({"metadata":{"name":"p"},"spec":{"hostNetwork":true,
    "containers":[{"name":"c","image":"i"}]}})";

TEST_F(PodSecurity, IsEnforcedAsTheNamespaceSays) {
  make_namespace(R"({"pod-security.kubernetes.io/enforce":"baseline",
                     "pod-security.kubernetes.io/enforce-version":"v1.30"})");
  EXPECT_EQ(refusal(api::kinds::pod(), kHostPod),
            "pods \"p\" is forbidden: violates PodSecurity \"baseline:v1.30\": host namespaces "
            "(hostNetwork=true)");
  EXPECT_TRUE(notes_.warnings.empty());
}

TEST_F(PodSecurity, MayWarnAndAuditOnly) {
  make_namespace(R"({"pod-security.kubernetes.io/warn":"baseline",
                     "pod-security.kubernetes.io/audit":"baseline"})");
  EXPECT_EQ(refusal(api::kinds::pod(), kHostPod), "");
  EXPECT_EQ(notes_.warnings, std::vector<std::string>{
                                 "would violate PodSecurity \"baseline:latest\": host namespaces "
                                 "(hostNetwork=true)"});
  EXPECT_EQ(notes_.annotations["pod-security.kubernetes.io/audit-violations"], notes_.warnings[0]);
}

TEST_F(PodSecurity, WorkloadsAreOnlyWarnedOf) {
  make_namespace(R"({"pod-security.kubernetes.io/enforce":"baseline"})");
  EXPECT_EQ(refusal(api::kinds::job(), R"({"metadata":{"name":"j"},"spec":{"template":{"spec":{
      "hostNetwork":true,"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}})"),
            "");
  ASSERT_EQ(notes_.warnings.size(), 1U);
}

TEST_F(PodSecurity, LabelsOfNamespacesMustMakeSense) {
  const auto created = cluster_.registry.create(api::kinds::namespace_(), "",
                                                json_of(R"({"metadata":{"name":"n","labels":
                  {"pod-security.kubernetes.io/enforce":"strict"}}})"));
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message,
            "Namespace \"n\" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: "
            "Invalid value: \"strict\": must be one of privileged, baseline, restricted");
}

TEST_F(PodSecurity, VersionsAreNumbersAsGoWritesThem) {
  int number = 0;
  for (const char* version : {"v1.05", "v1.-5", "v1.", "1.2", "v2.0", "v1.2.3"}) {
    const auto created = cluster_.registry.create(
        api::kinds::namespace_(), "",
        json::Object{
            {"metadata",
             json::Object{
                 {"name", "n" + std::to_string(++number)},
                 {"labels", json::Object{{"pod-security.kubernetes.io/warn-version", version}}}}}});
    ASSERT_FALSE(created) << version;
  }
}

TEST_F(PodSecurity, IsThatOfTheVersionTheNamespaceIsPinnedTo) {
  make_namespace(R"({"pod-security.kubernetes.io/enforce":"baseline",
                     "pod-security.kubernetes.io/enforce-version":"v1.33"})");
  constexpr std::string_view kPod = R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c",
      "image":"i","livenessProbe":{"tcpSocket":{"port":80,"host":"h"}}}]}})";
  EXPECT_EQ(refusal(api::kinds::pod(), kPod), "");
}

TEST_F(PodSecurity, AnnotationsOfPodsAndTemplatesCount) {
  make_namespace(R"({"pod-security.kubernetes.io/enforce":"baseline"})");
  EXPECT_EQ(refusal(api::kinds::pod(), R"({"metadata":{"name":"p","annotations":{
      "container.apparmor.security.beta.kubernetes.io/c":"unconfined"}},
      "spec":{"containers":[{"name":"c","image":"i"}]}})"),
            "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": forbidden AppArmor "
            "profiles (container \"c\" and annotation must not set AppArmor profile type to "
            "\"Unconfined\", \"container.apparmor.security.beta.kubernetes.io/c=\"unconfined\"\")");
  EXPECT_EQ(notes_.warnings.size(), 1U) << "who is refused is warned all the same";
  EXPECT_EQ(refusal(api::kinds::job(), R"({"metadata":{"name":"j"},"spec":{"template":{
      "metadata":{"annotations":{"container.apparmor.security.beta.kubernetes.io/c":"unconfined"}},
      "spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}})"),
            "");
  EXPECT_EQ(notes_.warnings.size(), 3U) << "of the annotation and of the standards";
}

TEST_F(PodSecurity, AStricterNamespaceWarnsOfItsPods) {
  make_namespace("{}");
  ASSERT_EQ(refusal(api::kinds::pod(), kHostPod), "");
  ASSERT_TRUE(cluster_.registry.patch(
      api::kinds::namespace_(),
      {.key = {"", "n"},
       .patch = {client::PatchType::kMerge, json_of(R"({"metadata":{"labels":
                             {"pod-security.kubernetes.io/enforce":"baseline"}}})")},
       .options = options_}));
  EXPECT_EQ(notes_.warnings,
            (std::vector<std::string>{"existing pods in namespace \"n\" violate the new "
                                      "PodSecurity enforce level \"baseline:latest\"",
                                      "p: host namespaces"}));
}

}  // namespace
}  // namespace sluice::registry

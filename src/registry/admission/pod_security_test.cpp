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

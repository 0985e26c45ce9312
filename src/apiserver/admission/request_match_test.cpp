// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/request_match.h"

#include <gtest/gtest.h>

#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

class RequestMatching : public testing::Test {
 protected:
  bool matches(std::string_view source, const char* member = "rules") {
    auto request = registry::creation(api::kinds::pod(), pod_);
    request.subresource = subresource_;
    RequestView view(request, cluster_.registry);
    const auto found = RequestMatch::parse(json_of(source), member).find(view);
    EXPECT_TRUE(found) << found.error().message;
    return found && *found != nullptr;
  }

  registry::TestCluster cluster_;
  json::Value pod_ = json_of(R"({"metadata":{"name":"p","namespace":"default",
                                 "labels":{"app":"web"}}})");
  std::string subresource_;
};

constexpr std::string_view kPods =
    R"({"rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],
        "resources":["pods"]}]})";

TEST_F(RequestMatching, ByResource) {
  EXPECT_TRUE(matches(kPods));
  EXPECT_TRUE(matches(R"({"rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],
                          "resources":["*"]}]})"));
  EXPECT_FALSE(matches(R"({"rules":[{"operations":["DELETE"],"apiGroups":["*"],
                           "apiVersions":["*"],"resources":["*"]}]})"));
  EXPECT_FALSE(matches(R"({"rules":[{"operations":["*"],"apiGroups":["apps"],
                           "apiVersions":["*"],"resources":["*"]}]})"));
  EXPECT_FALSE(matches(R"({"rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],
                           "resources":["*"],"scope":"Cluster"}]})"));
  EXPECT_FALSE(matches(R"({"rules":[]})"));
}

TEST_F(RequestMatching, SubresourcesAreOtherResources) {
  subresource_ = "status";
  EXPECT_FALSE(matches(kPods));
  for (const char* resource : {"pods/status", "pods/*", "*/status", "*/*"}) {
    EXPECT_TRUE(matches(R"({"rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],
                            "resources":[")" +
                        std::string(resource) + R"("]}]})"))
        << resource;
  }
}

TEST_F(RequestMatching, BySelectors) {
  const auto with = [&](const std::string& member) {
    json::Value source = json_of(kPods);
    const json::Value more = json_of("{" + member + "}");
    for (const json::Member& entry : more.as_object()) {
      source[entry.key] = entry.value;
    }
    return matches(json::write(source));
  };
  EXPECT_TRUE(with(R"("objectSelector":{"matchLabels":{"app":"web"}})"));
  EXPECT_FALSE(with(R"("objectSelector":{"matchLabels":{"app":"db"}})"));
  EXPECT_TRUE(
      with(R"("namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"default"}})"));
  EXPECT_FALSE(with(R"("namespaceSelector":{"matchLabels":{"a":"b"}})"));
}

TEST_F(RequestMatching, PoliciesNameAndExclude) {
  EXPECT_TRUE(matches("{}", "resourceRules"));
  EXPECT_TRUE(matches(R"({"resourceRules":[{"operations":["*"],"apiGroups":[""],
                          "apiVersions":["v1"],"resources":["pods"],"resourceNames":["p"]}]})",
                      "resourceRules"));
  EXPECT_FALSE(matches(R"({"resourceRules":[{"operations":["*"],"apiGroups":[""],
                           "apiVersions":["v1"],"resources":["pods"],"resourceNames":["q"]}]})",
                       "resourceRules"));
  EXPECT_FALSE(matches(R"({"excludeResourceRules":[{"operations":["*"],"apiGroups":[""],
                           "apiVersions":["v1"],"resources":["pods"]}]})",
                       "resourceRules"));
}

TEST_F(RequestMatching, OtherVersionsAreMeantUnlessTheyAskForExactlyThis) {
  const api::Kind& old = *api::find_kind("autoscaling/v1", "HorizontalPodAutoscaler");
  json::Value scaler = json_of(R"({"metadata":{"name":"a","namespace":"default"}})");
  const auto request = registry::creation(old, scaler);
  RequestView view(request, cluster_.registry);
  const auto version = [&](const std::string& policy) {
    const auto match = RequestMatch::parse(
        json_of(R"({"matchPolicy":")" + policy +
                R"(","rules":[{"operations":["*"],"apiGroups":["autoscaling"],
                               "apiVersions":["v2"],"resources":["horizontalpodautoscalers"]}]})"),
        "rules");
    const auto found = match.find(view);
    return found && *found != nullptr ? std::string((*found)->version) : "";
  };
  EXPECT_EQ(version("Equivalent"), "v2");
  EXPECT_EQ(version("Exact"), "");
}

TEST(Exemption, IsForWhatDecides) {
  json::Value object = json_of("{}");
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.group == "admissionregistration.k8s.io" && kind.version == "v1") {
      EXPECT_TRUE(is_exempt(registry::creation(kind, object))) << kind.kind;
    }
  }
  EXPECT_FALSE(is_exempt(registry::creation(api::kinds::pod(), object)));
}

TEST(Exemption, FromPoliciesIsForReviewsToo) {
  json::Value object = json_of("{}");
  int reviews = 0;
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.group == "authentication.k8s.io" || kind.group == "authorization.k8s.io") {
      const auto request = registry::creation(kind, object);
      const bool is_review = kind.plural != "serviceaccounts" && kind.kind != "TokenRequest";
      EXPECT_EQ(is_exempt_from_policies(request), is_review) << kind.kind;
      EXPECT_FALSE(is_exempt(request)) << kind.kind;
      reviews += is_review ? 1 : 0;
    }
  }
  EXPECT_GE(reviews, 6);
  EXPECT_FALSE(is_exempt_from_policies(registry::creation(api::kinds::pod(), object)));
}

}  // namespace
}  // namespace sluice::apiserver

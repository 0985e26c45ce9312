// SPDX-License-Identifier: Apache-2.0
#include "registry/charge.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "registry/admission/test_request.h"

namespace sluice::registry {
namespace {

json::Value of(std::string_view text) {
  return std::move(json::parse(text)).value();
}

json::Value quota(const char* hard, const char* used) {
  return of(R"({"metadata":{"name":"q"},"status":{"hard":)" + std::string(hard) + R"(,"used":)" +
            used + "}}");
}

std::string text(const Result<api::quota::Amounts>& amounts) {
  return amounts ? api::quota::listed(*amounts) : amounts.error().message;
}

std::string cost_of(const Attributes& request, const json::Value& quota) {
  return text(cost(request, quota, FakeClock().now()));
}

constexpr const char* kPod = R"({"metadata":{"name":"p"},"spec":{"containers":[
    {"name":"c","resources":{"requests":{"cpu":"2","memory":"1Gi"}}}]}})";

TEST(Charge, ACreationCostsWhatTheQuotaLimits) {
  json::Value pod = of(kPod);
  const Attributes request = creation(api::kinds::pod(), pod);
  EXPECT_TRUE(may_cost(request));
  EXPECT_EQ(cost_of(request, quota(R"({"pods":"5","requests.cpu":"4"})",
                                   R"({"pods":"0","requests.cpu":"0"})")),
            "pods=1,requests.cpu=2");
  EXPECT_EQ(cost_of(request, quota(R"({"secrets":"5"})", "{}")), "");
}

TEST(Charge, APodMustSayWhatIsCountedAndTheUsageMustBeKnown) {
  json::Value pod = of(kPod);
  const Attributes request = creation(api::kinds::pod(), pod);
  EXPECT_EQ(cost_of(request, quota(R"({"limits.cpu":"5"})", R"({"limits.cpu":"0"})")),
            "pods \"p\" is forbidden: failed quota: q: must specify limits.cpu for: c");
  EXPECT_EQ(cost_of(request, quota(R"({"pods":"5","requests.cpu":"4"})", R"({"pods":"0"})")),
            "pods \"p\" is forbidden: status unknown for quota: q, resources: pods,requests.cpu");
}

TEST(Charge, MoreThanThereIsIsRefused) {
  json::Value pod = of(kPod);
  const Attributes request = creation(api::kinds::pod(), pod);
  const auto full = quota(R"({"pods":"5","requests.cpu":"4","requests.memory":"1Gi"})",
                          R"({"pods":"1","requests.cpu":"3","requests.memory":"512Mi"})");
  const auto amounts = cost(request, full, FakeClock().now());
  EXPECT_EQ(charged(request, full, *amounts).error().message,
            "pods \"p\" is forbidden: exceeded quota: q, requested: requests.cpu=2,"
            "requests.memory=1Gi, used: requests.cpu=3,requests.memory=512Mi, limited: "
            "requests.cpu=4,requests.memory=1Gi");
}

TEST(Charge, WhatIsTakenCanBeGivenBack) {
  json::Value pod = of(kPod);
  const Attributes request = creation(api::kinds::pod(), pod);
  const auto before = quota(R"({"pods":"5"})", R"({"pods":"1"})");
  const api::quota::Amounts one{{"pods", *json::Quantity::parse("1")}};
  const auto after = charged(request, before, one);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->at("status", "used", "pods").as_string(), "2");
  EXPECT_EQ(refunded(*after, one), before);
}

TEST(Charge, AnUpdateCostsWhatItAdds) {
  const auto claim = [](const char* size) {
    return of(R"({"metadata":{"name":"c"},"spec":{"resources":{"requests":{"storage":")" +
              std::string(size) + R"("}}}})");
  };
  const auto limit = quota(R"({"requests.storage":"10Gi","persistentvolumeclaims":"1"})",
                           R"({"requests.storage":"1Gi","persistentvolumeclaims":"1"})");
  const json::Value old = claim("1Gi");
  json::Value larger = claim("3Gi");
  json::Value smaller = claim("512Mi");
  EXPECT_EQ(cost_of(change_of(api::kinds::persistent_volume_claim(), old, larger), limit),
            "requests.storage=2Gi");
  EXPECT_EQ(cost_of(change_of(api::kinds::persistent_volume_claim(), old, smaller), limit), "");
}

TEST(Charge, UpdatesOfMostThingsCostNothing) {
  const json::Value old = of(kPod);
  json::Value pod = of(kPod);
  EXPECT_FALSE(may_cost(change_of(api::kinds::pod(), old, pod)));
  EXPECT_FALSE(may_cost(change_of(api::kinds::config_map(), old, pod)));
  EXPECT_TRUE(may_cost(change_of(api::kinds::service(), old, pod)));
  Attributes resize = change_of(api::kinds::pod(), old, pod);
  resize.subresource = "resize";
  EXPECT_TRUE(may_cost(resize));
  pod["spec"]["activeDeadlineSeconds"] = 5;
  EXPECT_TRUE(may_cost(change_of(api::kinds::pod(), old, pod)));
  json::Value event = of("{}");
  EXPECT_FALSE(may_cost(creation(api::kinds::event(), event)));
}

}  // namespace
}  // namespace sluice::registry

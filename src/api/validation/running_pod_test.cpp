// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/rules.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using Check = void (*)(const json::Value&, const json::Value&, Faults&);

std::string said(Check check, const char* object, const char* old) {
  Faults faults;
  check(json::parse(object).value(), json::parse(old).value(), faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

constexpr const char* kPod = R"({"spec":{"containers":[{"name":"c","resources":{
    "requests":{"cpu":"1"},"limits":{"cpu":"2"}}}]},"status":{"qosClass":"Burstable"}})";

TEST(RunningPod, AmountsMayChangeButNotGo) {
  EXPECT_EQ(said(check_resize, R"({"spec":{"containers":[{"name":"c","resources":{
                "requests":{"cpu":"1500m","memory":"1Gi"},"limits":{"cpu":"3"}}}]}})",
                 kPod),
            "");
  EXPECT_EQ(said(check_resize, R"({"spec":{"containers":[{"name":"c","resources":{
                "requests":{"cpu":"1"}}}]}})",
                 kPod),
            "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed");
}

TEST(RunningPod, TheClassOfServiceStays) {
  EXPECT_EQ(said(check_resize, R"({"spec":{"containers":[{"name":"c","resources":{
                "requests":{"cpu":"2","memory":"1"},"limits":{"cpu":"2","memory":"1"}}}]}})",
                 kPod),
            "spec: Invalid value: \"Burstable\": Pod QOS Class may not change as a result of "
            "resizing");
}

TEST(RunningPod, EphemeralContainersAreNotRemoved) {
  EXPECT_EQ(said(check_ephemeral_containers_update, R"({"spec":{}})",
                 R"({"spec":{"ephemeralContainers":[{"name":"d"}]}})"),
            "spec.ephemeralContainers: Forbidden: existing ephemeral containers \"d\" may not be "
            "removed\n");
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/forms/form.h"
#include "api/meta.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(std::string_view text) {
  return json::parse(text).value();
}

const Kind& v1() {
  return *find_kind("autoscaling/v1", "HorizontalPodAutoscaler");
}

constexpr const char* kStored = R"({
  "apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler",
  "metadata":{"name":"b","annotations":{"x":"y"}},
  "spec":{"scaleTargetRef":{"kind":"Deployment","name":"d"},"minReplicas":1,"maxReplicas":3,
    "metrics":[{"type":"Resource","resource":{"name":"memory",
                "target":{"type":"AverageValue","averageValue":"1Gi"}}},
               {"type":"Resource","resource":{"name":"cpu",
                "target":{"type":"Utilization","averageUtilization":50}}}],
    "behavior":{"scaleDown":{"stabilizationWindowSeconds":5,"selectPolicy":"Max",
                "policies":[{"type":"Percent","value":100,"periodSeconds":15}]}}},
  "status":{"currentReplicas":1,"desiredReplicas":2,
    "currentMetrics":[{"type":"Resource","resource":{"name":"cpu",
      "current":{"averageUtilization":30,"averageValue":"1"}}}],
    "conditions":[{"type":"AbleToScale","status":"True"}]}})";

TEST(AutoscalerForm, WhatV1CannotSayIsInAnnotations) {
  const json::Value shown = from_stored_form(v1(), parsed(kStored));
  EXPECT_EQ(shown.at("apiVersion").as_string(), "autoscaling/v1");
  EXPECT_EQ(json::write(shown.at("spec")),
            R"({"scaleTargetRef":{"kind":"Deployment","name":"d"},"minReplicas":1,)"
            R"("maxReplicas":3,"targetCPUUtilizationPercentage":50})");
  EXPECT_EQ(json::write(shown.at("status")),
            R"({"currentReplicas":1,"desiredReplicas":2,"currentCPUUtilizationPercentage":30})");
  EXPECT_EQ(annotation(shown, "x"), "y");
  EXPECT_EQ(annotation(shown, "autoscaling.alpha.kubernetes.io/metrics"),
            R"([{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}])");
  EXPECT_EQ(annotation(shown, "autoscaling.alpha.kubernetes.io/current-metrics"),
            R"([{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":30,)"
            R"("currentAverageValue":"1"}}])");
  EXPECT_EQ(annotation(shown, "autoscaling.alpha.kubernetes.io/conditions"),
            R"([{"type":"AbleToScale","status":"True"}])");
  EXPECT_EQ(annotation(shown, "autoscaling.alpha.kubernetes.io/behavior"),
            R"({"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":5,"SelectPolicy":"Max",)"
            R"("Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":null}})");
}

TEST(AutoscalerForm, NothingIsLostOnTheWayBack) {
  const json::Value shown = from_stored_form(v1(), parsed(kStored));
  EXPECT_EQ(to_stored_form(v1(), shown), parsed(kStored));
}

TEST(AutoscalerForm, WithoutAnyMetricTheUseOfCpuIsMeant) {
  const json::Value stored =
      to_stored_form(v1(), parsed(R"({"metadata":{"name":"a"},"spec":{"maxReplicas":3}})"));
  EXPECT_EQ(json::write(stored.at("spec", "metrics")),
            R"([{"type":"Resource","resource":{"name":"cpu",)"
            R"("target":{"type":"Utilization","averageUtilization":80}}}])");
}

TEST(AutoscalerForm, AnnotationsThatAreNoJsonAreForgotten) {
  const json::Value stored = to_stored_form(v1(), parsed(R"({"metadata":{"annotations":{
      "autoscaling.alpha.kubernetes.io/metrics":"no","autoscaling.alpha.kubernetes.io/behavior":"{",
      "autoscaling.alpha.kubernetes.io/conditions":"7"}},"spec":{"maxReplicas":3}})"));
  EXPECT_EQ(stored.find("metadata", "annotations"), nullptr);
  EXPECT_EQ(stored.at("spec", "metrics").as_array().size(), 1U);
}

}  // namespace
}  // namespace sluice::api

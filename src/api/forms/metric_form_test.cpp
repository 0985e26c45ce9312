// SPDX-License-Identifier: Apache-2.0
#include "api/forms/metric_form.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

struct Case {
  const char* v1;
  const char* v2;
};

void expect_both_ways(const Case& forms, bool wanted) {
  const json::Value first = json::parse(forms.v1).value();
  const json::Value second = json::parse(forms.v2).value();
  EXPECT_EQ(json::write(metric_to_v1(second, wanted)), json::write(first));
  EXPECT_EQ(metric_to_v2(first, wanted), second) << json::write(metric_to_v2(first, wanted));
}

TEST(MetricForm, TargetsOfEverySource) {
  for (const Case& forms : {
           Case{R"({"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":5}})",
                R"({"type":"Resource","resource":{"name":"cpu",
                    "target":{"type":"Utilization","averageUtilization":5}}})"},
           Case{R"({"type":"ContainerResource","containerResource":{"name":"cpu",
                    "targetAverageValue":"5","container":"c"}})",
                R"({"type":"ContainerResource","containerResource":{"name":"cpu","container":"c",
                    "target":{"type":"AverageValue","averageValue":"5"}}})"},
           Case{R"({"type":"Pods","pods":{"metricName":"m","targetAverageValue":"10"}})",
                R"({"type":"Pods","pods":{"metric":{"name":"m"},
                    "target":{"type":"AverageValue","averageValue":"10"}}})"},
           Case{R"({"type":"Object","object":{"target":{"kind":"K","name":"n"},"metricName":"m",
                    "targetValue":"10"}})",
                R"({"type":"Object","object":{"describedObject":{"kind":"K","name":"n"},
                    "metric":{"name":"m"},"target":{"type":"Value","value":"10"}}})"},
           Case{R"({"type":"External","external":{"metricName":"m",
                    "metricSelector":{"matchLabels":{"q":"r"}},"targetValue":"10"}})",
                R"({"type":"External","external":{"metric":{"name":"m",
                    "selector":{"matchLabels":{"q":"r"}}},
                    "target":{"type":"Value","value":"10"}}})"},
       }) {
    expect_both_ways(forms, true);
  }
}

TEST(MetricForm, MeasuredValues) {
  expect_both_ways({R"({"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":3,
           "currentAverageValue":"1"}})",
                    R"({"type":"Resource","resource":{"name":"cpu",
           "current":{"averageUtilization":3,"averageValue":"1"}}})"},
                   false);
}

TEST(MetricForm, AQuantityThatV1MustHaveIsZeroWhereV2HasNone) {
  const auto metric = json::parse(R"({"type":"Pods","pods":{"metric":{"name":"m"}}})").value();
  EXPECT_EQ(metric_to_v1(metric, true).at("pods", "targetAverageValue").as_string(), "0");
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/metric.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "runtime/miniature_client.h"

namespace sluice::controllers::autoscaling {
namespace {

class MetricTest : public testing::Test {
 protected:
  MetricTest() {
    scene_.ns = "default";
    scene_.selector = "app=a";
    scene_.current = 1;
    scene_.pods.push_back(std::make_shared<const client::Object>(
        json::parse(R"({"metadata":{"name":"p","namespace":"default"},
            "spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]},
            "status":{"phase":"Running","startTime":"1970-01-01T00:00:00Z","conditions":[
              {"type":"Ready","status":"True","lastTransitionTime":"1970-01-01T00:00:00Z"}]}})")
            .value()));
    scene_.now = WallTime{} + std::chrono::hours(1);
  }
  void measure() {
    ASSERT_TRUE(client_.create(api::kinds::pod_metrics(),
                               *json::parse(R"({"metadata":{"name":"p","namespace":"default"},
            "timestamp":"1970-01-01T01:00:00Z","window":"10s",
            "containers":[{"name":"c","usage":{"cpu":"1500m","memory":"2Mi"}}]})")));
  }
  tl::expected<Reading, Silence> read(const char* metric) {
    return read_metric(client_, *json::parse(metric), scene_);
  }
  void expect_silence(const char* metric, const std::string& reason, const std::string& message,
                      const std::string& doing) {
    const auto reading = read(metric);
    ASSERT_FALSE(reading.has_value());
    EXPECT_EQ(reading.error().reason, reason);
    EXPECT_EQ(reading.error().message, message);
    EXPECT_EQ(reading.error().error, doing + ": " + message);
  }

  runtime::MiniatureClient client_;
  Scene scene_;
};

constexpr const char* kCpu =
    R"({"type":"Resource","resource":{"name":"cpu",
        "target":{"type":"Utilization","averageUtilization":50}}})";

TEST_F(MetricTest, AUtilizationIsToldWithItsAmount) {
  measure();
  const auto reading = read(kCpu);
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_EQ(reading->replicas, 3);
  EXPECT_EQ(reading->name, "cpu resource utilization (percentage of request)");
  EXPECT_EQ(json::write(reading->status),
            R"({"type":"Resource","resource":{"name":"cpu",)"
            R"("current":{"averageUtilization":150,"averageValue":"1500m"}}})");
}

TEST_F(MetricTest, AContainersMemoryIsToldInPowersOfTwo) {
  measure();
  const auto reading =
      read(R"({"type":"ContainerResource","containerResource":{"name":"memory","container":"c",
               "target":{"type":"AverageValue","averageValue":"1Mi"}}})");
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_EQ(reading->replicas, 2);
  EXPECT_EQ(reading->name, "memory resource");
  EXPECT_EQ(json::write(reading->status),
            R"({"type":"ContainerResource","containerResource":{"name":"memory","container":"c",)"
            R"("current":{"averageValue":"2Mi"}}})");
}

TEST_F(MetricTest, NoMetricsAreNoReading) {
  expect_silence(kCpu, "FailedGetResourceMetric",
                 "failed to get cpu utilization: unable to get metrics for resource cpu: no "
                 "metrics returned from resource metrics API",
                 "failed to get cpu resource metric value");
  client_.fail_next(1, Code::kUnavailable);
  const auto failed = read(kCpu);
  ASSERT_FALSE(failed.has_value());
  EXPECT_TRUE(failed.error().message.starts_with(
      "failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch "
      "metrics from resource metrics API: "))
      << failed.error().message;
}

TEST_F(MetricTest, OtherApisAreNotThere) {
  const std::string custom =
      "unable to fetch metrics from custom metrics API: no custom metrics API "
      "(custom.metrics.k8s.io) registered";
  expect_silence(R"({"type":"Pods","pods":{"metric":{"name":"hits"},
                     "target":{"type":"AverageValue","averageValue":"1"}}})",
                 "FailedGetPodsMetric", "unable to get metric hits: " + custom,
                 "failed to get pods metric value");
  expect_silence(R"({"type":"Object","object":{"metric":{"name":"hits"},
                     "describedObject":{"kind":"Service","name":"web"},
                     "target":{"type":"Value","value":"1"}}})",
                 "FailedGetObjectMetric",
                 "unable to get metric hits: Service on default web/" + custom,
                 "failed to get object metric value");
  expect_silence(R"({"type":"External","external":{"metric":{"name":"queue",
                     "selector":{"matchLabels":{"a":"b"}}},
                     "target":{"type":"AverageValue","averageValue":"1"}}})",
                 "FailedGetExternalMetric",
                 "unable to get external metric default/queue/&LabelSelector{MatchLabels:"
                 "map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}: unable "
                 "to fetch metrics from external metrics API: the server could not find the "
                 "requested resource (get queue.external.metrics.k8s.io)",
                 "failed to get queue external metric value: failed to get queue external metric");
}

TEST(Tolerances, MayBeGiven) {
  EXPECT_EQ(tolerances_of(json::Value()).up, 0.1);
  const auto behavior = json::parse(R"({"scaleUp":{"tolerance":"50m"},"scaleDown":{}})");
  EXPECT_EQ(tolerances_of(*behavior).up, 0.05);
  EXPECT_EQ(tolerances_of(*behavior).down, 0.1);
}

}  // namespace
}  // namespace sluice::controllers::autoscaling

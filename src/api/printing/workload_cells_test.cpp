// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(WorkloadCells, CountReplicas) {
  EXPECT_EQ(replicas_ready(parse(R"({"spec":{"replicas":3},"status":{"readyReplicas":2}})"), {}),
            json::Value("2/3"));
}

TEST(WorkloadCells, NameTheController) {
  EXPECT_EQ(controller_name(parse(R"({"metadata":{"ownerReferences":[{"apiVersion":"apps/v1",
              "kind":"StatefulSet","name":"s","controller":true}]}})"),
                            {}),
            json::Value("statefulset.apps/s"));
  EXPECT_EQ(controller_name(parse("{}"), {}), json::Value("<none>"));
}

TEST(WorkloadCells, OfCronJobsAndTemplates) {
  const json::Value cron = parse(R"({"spec":{"suspend":false,"jobTemplate":{"spec":{"template":
    {"spec":{"containers":[{"name":"a","image":"i"},{"name":"b","image":"j"}]}}}}}})");
  EXPECT_EQ(cron_job_containers(cron, {}), json::Value("a,b"));
  EXPECT_EQ(cron_job_images(cron, {}), json::Value("i,j"));
  EXPECT_EQ(cron_job_suspend(cron, {}), json::Value("False"));
  const json::Value pods =
      parse(R"({"template":{"spec":{"containers":[{"name":"a","image":"i"}]}}})");
  EXPECT_EQ(template_containers(pods, {}), json::Value("a"));
  EXPECT_EQ(template_images(pods, {}), json::Value("i"));
}

TEST(WorkloadCells, CompareLoadWithTargets) {
  const json::Value autoscaler =
      parse(R"({"spec":{"scaleTargetRef":{"kind":"Deployment","name":"d"},
    "metrics":[{"type":"Resource","resource":{"name":"cpu","target":{"averageUtilization":80}}},
      {"type":"Pods","pods":{"target":{"averageValue":"10"}}},{"type":"Pods"}]},
    "status":{"currentMetrics":[{"type":"Resource","resource":{"current":
      {"averageUtilization":40}}}]}})");
  EXPECT_EQ(autoscaler_reference(autoscaler, {}), json::Value("Deployment/d"));
  EXPECT_EQ(autoscaler_targets(autoscaler, {}),
            json::Value("cpu: 40%/80%, <unknown>/10 (avg) + 1 more..."));
  EXPECT_EQ(autoscaler_targets(parse("{}"), {}), json::Value("<none>"));
  EXPECT_EQ(autoscaler_targets(parse(R"({"apiVersion":"autoscaling/v1",
      "spec":{"targetCPUUtilizationPercentage":50}})"),
                               {}),
            json::Value("cpu: <unknown>/50%"));
}

}  // namespace
}  // namespace sluice::api::cells

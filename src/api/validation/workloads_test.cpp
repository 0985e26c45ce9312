// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validation/test_faults.h"

namespace sluice::api {
namespace {

constexpr char kGood[] = R"({"spec":{"selector":{"matchLabels":{"a":"b"}},"template":
  {"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})";
constexpr char kOther[] = R"({"spec":{"selector":{"matchLabels":{"a":"x"}},"template":
  {"metadata":{"labels":{"a":"x"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})";

TEST(WorkloadRules, SelectorsMatchTheirPodsAndStay) {
  for (const char* kind : {"Deployment", "ReplicaSet", "DaemonSet"}) {
    EXPECT_EQ(faults("apps/v1", kind, kGood), "") << kind;
    EXPECT_EQ(faults("apps/v1", kind, kOther, kGood),
              R"(spec.selector: Invalid value: {"matchLabels":{"a":"x"}}: field is immutable)")
        << kind;
  }
  EXPECT_EQ(faults("apps/v1", "StatefulSet", kOther, kGood).substr(0, 60),
            "spec: Forbidden: updates to statefulset spec for fields othe");
  EXPECT_EQ(faults("apps/v1", "Deployment", R"({"spec":{"selector":{"matchLabels":{"a":"b"}},
              "template":{"metadata":{"labels":{"x":"y"}},
              "spec":{"containers":[{"name":"c","image":"i"}]}}}})"),
            R"(spec.template.metadata.labels: Invalid value: {"x":"y"}: `selector` does not match )"
            "template `labels`");
}

TEST(WorkloadRules, PodsRunForEver) {
  EXPECT_EQ(faults("apps/v1", "ReplicaSet", R"({"spec":{"selector":{"matchLabels":{"a":"b"}},
              "template":{"metadata":{"labels":{"a":"b"}},"spec":{"restartPolicy":"Never",
              "containers":[{"name":"c","image":"i"}]}}}})"),
            R"(spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: )"
            R"("Always")");
}

TEST(WorkloadRules, PodsOfStatefulSetsHaveTheVolumesOfItsClaims) {
  const auto faults_of = [](const std::string& mounted) {
    const std::string text = R"({"spec":{"selector":{"matchLabels":{"a":"b"}},"template":
        {"metadata":{"labels":{"a":"b"}},"spec":{"hostname":"Not.A.Name",
          "volumes":[{"name":"other","emptyDir":{}}],"containers":[{"name":"c","image":"i",
          "volumeMounts":[{"name":")" +
                             mounted + R"(","mountPath":"/data"}]}]}},
        "volumeClaimTemplates":[{"metadata":{"name":"data"},"spec":{"accessModes":["ReadWriteOnce"],
          "resources":{"requests":{"storage":"1Gi"}}}}]}})";
    return faults("apps/v1", "StatefulSet", text.c_str());
  };
  EXPECT_EQ(faults_of("data"), "");
  EXPECT_EQ(faults_of("other"), "");
  EXPECT_EQ(faults_of("none"),
            R"(spec.template.spec.containers[0].volumeMounts[0].name: Not found: "none")");
}

TEST(WorkloadRules, OfCronJobs) {
  EXPECT_EQ(faults("batch/v1", "CronJob", R"({"spec":{"schedule":"","jobTemplate":{"spec":
              {"template":{"spec":{"restartPolicy":"Always",
              "containers":[{"name":"c","image":"i"}]}}}}}})"),
            "[spec.schedule: Required value, spec.jobTemplate.spec.template.spec.restartPolicy: "
            "Required value: valid values: \"OnFailure\", \"Never\"]");
}

TEST(WorkloadRules, SchedulesAndTimeZonesAreChecked) {
  const auto faults_of = [](const std::string& spec) {
    const std::string text = R"({"spec":{)" + spec + R"(,"jobTemplate":{"spec":
              {"template":{"spec":{"restartPolicy":"Never",
              "containers":[{"name":"c","image":"i"}]}}}}}})";
    return faults("batch/v1", "CronJob", text.c_str());
  };
  EXPECT_EQ(faults_of(R"("schedule":"*/5 * * * *","timeZone":"UTC")"), "");
  EXPECT_EQ(faults_of(R"("schedule":"often")"),
            "spec.schedule: Invalid value: \"often\": expected exactly 5 fields, found 1: [often]");
  EXPECT_EQ(faults_of(R"("schedule":"TZ=UTC 0 * * * *")"),
            "spec.schedule: Invalid value: \"TZ=UTC 0 * * * *\": cannot use TZ or CRON_TZ in "
            "schedule, use timeZone field instead");
  EXPECT_EQ(faults_of(R"("schedule":"0 * * * *","timeZone":"Nowhere/Town")"),
            "spec.timeZone: Invalid value: \"Nowhere/Town\": unknown time zone Nowhere/Town");
}

TEST(WorkloadRules, OfBudgetsAndAutoscalers) {
  EXPECT_EQ(faults("policy/v1", "PodDisruptionBudget",
                   R"({"spec":{"minAvailable":"101%","selector":{}}})"),
            R"(spec.minAvailable: Invalid value: "101%": must not be greater than 100%)");
  EXPECT_EQ(
      faults("policy/v1", "PodDisruptionBudget",
             R"({"spec":{"minAvailable":1,"maxUnavailable":1}})"),
      R"(spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,)"
      R"("UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set)");
  EXPECT_EQ(faults("autoscaling/v2", "HorizontalPodAutoscaler",
                   R"({"spec":{"maxReplicas":1,"minReplicas":2,
                       "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}})"),
            "spec.maxReplicas: Invalid value: 1: must be greater than or equal to `minReplicas`");
}

}  // namespace
}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/dependent_defaults.h"

#include <gtest/gtest.h>

#include "api/defaults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value defaulted(const Kind& kind, const char* text) {
  json::Value object = json::parse(text).value();
  apply_defaults(kind, object);
  return object;
}

TEST(DependentDefaults, AWorkQueueJobHasNoCompletions) {
  const json::Value job = defaulted(kinds::job(), R"({"spec":{"parallelism":3}})");
  EXPECT_EQ(job.at("spec", "completions"), json::Value());
}

TEST(DependentDefaults, OfServices) {
  const json::Value service = defaulted(
      kinds::service(), R"({"spec":{"ports":[{"port":80}],"sessionAffinity":"ClientIP"}})");
  EXPECT_EQ(service, json::parse(R"({"spec":{"ports":[{"port":80,"protocol":"TCP","targetPort":80}],
    "sessionAffinity":"ClientIP","type":"ClusterIP","internalTrafficPolicy":"Cluster",
    "sessionAffinityConfig":{"clientIP":{"timeoutSeconds":10800}}},
    "status":{"loadBalancer":{}}})")
                         .value());
}

TEST(DependentDefaults, MoveTextOfSecretsIntoData) {
  const json::Value secret =
      defaulted(kinds::secret(), R"({"data":{"a":"eA=="},"stringData":{"b":"hi"}})");
  EXPECT_EQ(json::write(secret), R"({"data":{"a":"eA==","b":"aGk="},"type":"Opaque"})");
}

const Kind& kind(const char* api_version, const char* name) {
  return *find_kind(api_version, name);
}

TEST(DependentDefaults, OfDeployments) {
  const json::Value plain = defaulted(kind("apps/v1", "Deployment"), R"({"spec":{}})");
  EXPECT_EQ(
      json::write(plain.at("spec", "strategy")),
      R"({"type":"RollingUpdate","rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"}})");
  EXPECT_EQ(plain.at("spec", "replicas").as_int(), 1);
  EXPECT_EQ(plain.at("spec", "progressDeadlineSeconds").as_int(), 600);
  const json::Value recreate =
      defaulted(kind("apps/v1", "Deployment"), R"({"spec":{"strategy":{"type":"Recreate"}}})");
  EXPECT_EQ(json::write(recreate.at("spec", "strategy")), R"({"type":"Recreate"})");
}

TEST(DependentDefaults, OfStatefulSetsAndTheirClaims) {
  const json::Value set = defaulted(kind("apps/v1", "StatefulSet"),
                                    R"({"spec":{"volumeClaimTemplates":[{"spec":{}}]}})");
  EXPECT_EQ(json::write(set.at("spec", "updateStrategy")),
            R"({"type":"RollingUpdate","rollingUpdate":{"partition":0}})");
  EXPECT_EQ(json::write(set.at("spec", "volumeClaimTemplates")),
            R"([{"spec":{"resources":{},"volumeMode":"Filesystem"},"apiVersion":"v1",)"
            R"("kind":"PersistentVolumeClaim","status":{"phase":"Pending"},"metadata":{}}])");
}

TEST(DependentDefaults, ACronJobsTemplateKeepsItsGaps) {
  const json::Value cron =
      defaulted(kind("batch/v1", "CronJob"), R"({"spec":{"jobTemplate":{"spec":{}}}})");
  EXPECT_EQ(json::write(cron.at("spec", "jobTemplate", "metadata")), "{}");
  EXPECT_EQ(cron.at("spec", "jobTemplate", "spec").as_object().size(), 1U);  // the pod template
  EXPECT_EQ(cron.at("spec", "concurrencyPolicy").as_string(), "Allow");
}

TEST(DependentDefaults, OfSmallKinds) {
  EXPECT_EQ(json::write(defaulted(kind("networking.k8s.io/v1", "NetworkPolicy"),
                                  R"({"spec":{"egress":[{}]}})")
                            .at("spec", "policyTypes")),
            R"(["Ingress","Egress"])");
  EXPECT_EQ(json::write(defaulted(kind("rbac.authorization.k8s.io/v1", "RoleBinding"),
                                  R"({"subjects":[{"kind":"User"},{"kind":"ServiceAccount"}]})")
                            .at("subjects")),
            R"([{"kind":"User","name":"","apiGroup":"rbac.authorization.k8s.io"},)"
            R"({"kind":"ServiceAccount","name":""}])");
  EXPECT_EQ(json::write(defaulted(kind("v1", "LimitRange"),
                                  R"({"spec":{"limits":[{"type":"Container","max":{"cpu":"2"},
                                      "min":{"memory":"1Gi"}}]}})")
                            .at("spec", "limits")),
            R"([{"type":"Container","max":{"cpu":"2"},"min":{"memory":"1Gi"},)"
            R"("default":{"cpu":"2"},"defaultRequest":{"cpu":"2","memory":"1Gi"}}])");
  EXPECT_EQ(defaulted(kind("v1", "Pod"), R"({"spec":{"volumes":[{"name":"v"}]}})")
                .at("spec", "volumes")
                .as_array()[0]
                .at("emptyDir"),
            json::Value(json::Object{}));
}

}  // namespace
}  // namespace sluice::api

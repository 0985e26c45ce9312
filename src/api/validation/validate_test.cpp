// SPDX-License-Identifier: Apache-2.0
#include "api/validate.h"

#include <gtest/gtest.h>

#include "api/defaults.h"
#include "api/strategy.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value object(const Kind& kind, const char* text) {
  json::Value value = json::parse(text).value();
  value["metadata"]["name"] = "x";
  value["metadata"]["uid"] = "u";
  if (kind.namespaced) {
    value["metadata"]["namespace"] = "default";
  }
  apply_defaults(kind, value);
  prepare_create(kind, value);
  return value;
}

std::string faults(const Kind& kind, const char* text) {
  const auto result = validate_create(kind, object(kind, text));
  return result ? "" : result.error().message;
}

constexpr const char* kJob = R"({"spec":{"template":{"spec":{"restartPolicy":"Never",
  "containers":[{"name":"a","image":"i"}]}}}})";

TEST(JobRules, DemandARestartPolicyThatEnds) {
  EXPECT_EQ(faults(kinds::job(), kJob), "");
  EXPECT_EQ(faults(kinds::job(),
                   R"({"spec":{"template":{"spec":{"containers":[{"name":"a","image":"i"}]}}}})"),
            "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", "
            "\"Never\"");
}

TEST(JobRules, RefuseNegativeCounts) {
  EXPECT_EQ(faults(kinds::job(), R"({"spec":{"parallelism":-1,"backoffLimit":-2,
    "template":{"spec":{"restartPolicy":"Never","containers":[{"name":"a","image":"i"}]}}}})"),
            "[spec.parallelism: Invalid value: -1: must be greater than or equal to 0, "
            "spec.backoffLimit: Invalid value: -2: must be greater than or equal to 0]");
}

TEST(JobRules, TemplateAndCompletionsAreImmutable) {
  const json::Value old = object(kinds::job(), kJob);
  json::Value job = old;
  job["spec"]["parallelism"] = 4;
  EXPECT_TRUE(validate_update(kinds::job(), job, old).has_value());
  job["spec"]["completions"] = 5;
  EXPECT_EQ(validate_update(kinds::job(), job, old).error().message,
            "spec.completions: Invalid value: 5: field is immutable");
  json::Value other = old;
  other["spec"]["template"]["spec"]["containers"].array()[0]["image"] = "j";
  EXPECT_FALSE(validate_update(kinds::job(), other, old).has_value());
}

TEST(ServiceRules, CheckPorts) {
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"ports":[{"port":80}]}})"), "");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{}})"), "spec.ports: Required value");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"clusterIP":"None"}})"), "");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"ports":[{"port":80,"name":"a"},{"port":81}]}})"),
            "spec.ports[1].name: Required value");
  EXPECT_EQ(faults(kinds::service(), R"({"spec":{"type":"Magic","ports":[{"port":80}]}})"),
            "spec.type: Unsupported value: \"Magic\": supported values: \"ClusterIP\", "
            "\"ExternalName\", \"LoadBalancer\", \"NodePort\"");
}

TEST(ConfigMapRules, CheckKeysSizeAndSeal) {
  EXPECT_EQ(faults(kinds::config_map(), R"({"data":{"a.b":"c"}})"), "");
  EXPECT_EQ(faults(kinds::config_map(), R"({"data":{"a/b":"c"}})").find("data[a/b]: Invalid value"),
            0U);
  json::Value old = object(kinds::config_map(), R"({"data":{"a":"b"},"immutable":true})");
  json::Value changed = old;
  changed["data"]["a"] = "c";
  EXPECT_EQ(validate_update(kinds::config_map(), changed, old).error().message,
            "data: Forbidden: field is immutable when `immutable` is set");
  json::Value big = object(kinds::config_map(), "{}");
  big["data"]["a"] = std::string(2U << 20U, 'x');
  EXPECT_FALSE(validate_create(kinds::config_map(), big).has_value());
}

TEST(SecretRules, DemandTheKeysOfTheirType) {
  EXPECT_EQ(faults(kinds::secret(), R"({"stringData":{"a":"b"}})"), "");
  EXPECT_EQ(faults(kinds::secret(), R"({"type":"kubernetes.io/tls","stringData":{"tls.crt":"b"}})"),
            "data[tls.key]: Required value");
  const json::Value old = object(kinds::secret(), "{}");
  json::Value other = old;
  other["type"] = "x";
  EXPECT_EQ(validate_update(kinds::secret(), other, old).error().message,
            "type: Invalid value: \"x\": field is immutable");
}

TEST(ClusterRules, LeasesEventsAndNodes) {
  EXPECT_EQ(faults(kinds::lease(), R"({"spec":{"leaseDurationSeconds":0}})"),
            "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0");
  EXPECT_EQ(faults(kinds::event(), R"({"involvedObject":{"namespace":"other"}})"),
            "involvedObject.namespace: Invalid value: \"other\": does not match event.namespace");
  EXPECT_EQ(faults(kinds::event(), R"({"involvedObject":{"kind":"Node"}})"), "");
  EXPECT_EQ(faults(kinds::node(), R"({"spec":{"taints":[{"effect":"NoSchedule"}]}})"),
            "spec.taints[0].key: Required value");
  EXPECT_EQ(faults(kinds::namespace_(), "{}"), "");
  EXPECT_EQ(faults(kinds::service_account(), "{}"), "");
}

}  // namespace
}  // namespace sluice::api

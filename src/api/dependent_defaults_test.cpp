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
    "sessionAffinityConfig":{"clientIP":{"timeoutSeconds":10800}}}})")
                         .value());
}

TEST(DependentDefaults, MoveTextOfSecretsIntoData) {
  const json::Value secret =
      defaulted(kinds::secret(), R"({"data":{"a":"eA=="},"stringData":{"b":"hi"}})");
  EXPECT_EQ(json::write(secret), R"({"data":{"a":"eA==","b":"aGk="},"type":"Opaque"})");
}

}  // namespace
}  // namespace sluice::api

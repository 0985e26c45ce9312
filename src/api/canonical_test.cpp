// SPDX-License-Identifier: Apache-2.0
#include "api/canonical.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(Canonicalise, ReprintsQuantitiesAndTimesAndLeavesOutNothings) {
  json::Value pod = json::parse(R"({"metadata":{"name":"a","creationTimestamp":null,"labels":{},
    "deletionTimestamp":"2030-01-01T01:00:00+01:00"},
    "spec":{"volumes":[{"name":"v","emptyDir":{}}],"containers":[{"name":"c","args":[],"env":null,
      "resources":{"limits":{"cpu":"1000m","memory":"1024Mi"},"requests":{"cpu":1}}}]}})")
                        .value();
  canonicalise(kinds::pod(), pod);
  EXPECT_EQ(json::write(pod),
            R"({"metadata":{"name":"a","deletionTimestamp":"2030-01-01T00:00:00Z"},)"
            R"("spec":{"volumes":[{"name":"v","emptyDir":{}}],"containers":[{"name":"c",)"
            R"("resources":{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"1"}}}]}})");
  const json::Value once = pod;
  canonicalise(kinds::pod(), pod);
  EXPECT_EQ(pod, once);
}

TEST(Canonicalise, LeavesOutZerosOnlyWhereTheyMeanNothing) {
  json::Value pod = json::parse(R"({"spec":{"hostNetwork":false,"terminationGracePeriodSeconds":0,
    "containers":[{"name":"c","tty":false,"livenessProbe":{"timeoutSeconds":0}}]}})")
                        .value();
  canonicalise(kinds::pod(), pod);
  EXPECT_EQ(json::write(pod), R"({"spec":{"terminationGracePeriodSeconds":0,)"
                              R"("containers":[{"name":"c","livenessProbe":{}}]}})");
}

TEST(Canonicalise, AmountsAreInThousandthsAndNullTextsEmpty) {
  json::Value pod = json::parse(R"({"metadata":{"labels":{"a":null}},"spec":{"containers":[
    {"name":"c","resources":{"limits":{"cpu":0.0005}}}]}})")
                        .value();
  canonicalise(kinds::pod(), pod);
  EXPECT_EQ(json::write(pod), R"({"metadata":{"labels":{"a":""}},"spec":{"containers":[)"
                              R"({"name":"c","resources":{"limits":{"cpu":"1m"}}}]}})");
}

TEST(Canonicalise, KeepsMicroseconds) {
  json::Value lease =
      json::parse(R"({"spec":{"renewTime":"2030-01-01T00:00:00.123456789Z"}})").value();
  canonicalise(kinds::lease(), lease);
  EXPECT_EQ(lease.at("spec", "renewTime").as_string(), "2030-01-01T00:00:00.123456Z");
}

}  // namespace
}  // namespace sluice::api

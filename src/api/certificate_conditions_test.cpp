// SPDX-License-Identifier: Apache-2.0
#include "api/certificate_conditions.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(const char* text) {
  return json::parse(text).value();
}

TEST(CertificateConditions, GetTheTimesTheyLack) {
  const json::Value old = parsed(R"({"status":{"conditions":[{"type":"Approved","status":"True",
      "lastTransitionTime":"2020-01-01T00:00:00Z"}]}})");
  json::Value request = parsed(R"({"status":{"conditions":[{"type":"Approved","status":"True"},
      {"type":"Failed","status":"True","lastUpdateTime":"2019-01-01T00:00:00Z"}]}})");
  set_condition_times(request, old, parse_rfc3339("2030-01-01T00:00:00Z").value());
  EXPECT_EQ(condition(request, "Approved")->at("lastTransitionTime").as_string(),
            "2020-01-01T00:00:00Z");
  EXPECT_EQ(condition(request, "Approved")->at("lastUpdateTime").as_string(),
            "2030-01-01T00:00:00Z");
  EXPECT_EQ(condition(request, "Failed")->at("lastUpdateTime").as_string(), "2019-01-01T00:00:00Z");
}

TEST(CertificateConditions, DecisionsStayWhileTheirNumberDoes) {
  const json::Value old =
      parsed(R"({"status":{"conditions":[{"type":"Approved","reason":"old"}]}})");
  json::Value request =
      parsed(R"({"status":{"conditions":[{"type":"X"},{"type":"Approved","reason":"new"}]}})");
  keep_decisions(request, old);
  EXPECT_EQ(condition(request, "Approved")->at("reason").as_string(), "old");
  json::Value without = parsed(R"({"status":{"conditions":[]}})");
  keep_decisions(without, old);
  EXPECT_TRUE(without.at("status", "conditions").as_array().empty());
}

}  // namespace
}  // namespace sluice::api

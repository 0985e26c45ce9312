// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/defaults.h"
#include "api/strategy.h"
#include "api/validate.h"
#include "api/validation/test_faults.h"
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
  return reasons(result);
}

TEST(ClusterRules, LeasesAndNodes) {
  EXPECT_EQ(faults(kinds::lease(), R"({"spec":{"leaseDurationSeconds":0}})"),
            "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0");
  EXPECT_EQ(faults(kinds::node(), R"({"spec":{"taints":[{"effect":"NoSchedule"}]}})"),
            "metadata.taints[0].key: Required value");
  EXPECT_EQ(faults(kinds::namespace_(), "{}"), "");
  EXPECT_EQ(faults(kinds::service_account(), "{}"), "");
}

}  // namespace
}  // namespace sluice::api

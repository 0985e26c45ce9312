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

}  // namespace
}  // namespace sluice::api

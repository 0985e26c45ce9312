// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_path.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(RulePath, FollowsPropertiesAndKeys) {
  const json::Value schema = *json::parse(
      R"({"properties": {"spec": {"properties": {"a.b": {"type": "string"}}},
                         "labels": {"additionalProperties": {"type": "string"}}}})");
  EXPECT_EQ(*rule_field_path(".spec", schema), "spec");
  EXPECT_EQ(*rule_field_path(".spec['a.b']", schema), "spec.a.b");
  EXPECT_EQ(*rule_field_path(".labels['x\\'y']", schema), "labels[x'y]");
  EXPECT_EQ(*rule_field_path(".labels.x", schema), "labels[x]");
  for (const char* bad : {"spec", ".nothing", ".", ".spec[", ".spec['a", ".spec[0]", ".spec..a",
                          ".spec['\\q']", ".spec.a.b.c"}) {
    EXPECT_FALSE(rule_field_path(bad, schema).has_value()) << bad;
  }
}

}  // namespace
}  // namespace sluice::api

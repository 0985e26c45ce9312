// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/validate.h"
#include "api/validation/test_faults.h"
#include "json/text.h"

namespace sluice::api {
namespace {

TEST(ConfigMapRules, CheckKeysSizeAndSeal) {
  EXPECT_EQ(faults(kinds::config_map(), R"({"data":{"a.b":"c"}})"), "");
  EXPECT_EQ(faults(kinds::config_map(), R"({"data":{"a/b":"c"}})").find("data[a/b]: Invalid value"),
            0U);
  json::Value old = created(kinds::config_map(), R"({"data":{"a":"b"},"immutable":true})");
  json::Value changed = old;
  changed["data"]["a"] = "c";
  EXPECT_EQ(reasons(validate_update(kinds::config_map(), changed, old)),
            "data: Forbidden: field is immutable when `immutable` is set");
  json::Value big = created(kinds::config_map(), "{}");
  big["data"]["a"] = std::string(2U << 20U, 'x');
  EXPECT_FALSE(validate_create(kinds::config_map(), big).has_value());
}

TEST(SecretRules, DemandTheKeysOfTheirType) {
  EXPECT_EQ(faults(kinds::secret(), R"({"stringData":{"a":"b"}})"), "");
  EXPECT_EQ(faults(kinds::secret(), R"({"type":"kubernetes.io/tls","stringData":{"tls.crt":"b"}})"),
            "data[tls.key]: Required value");
  const json::Value old = created(kinds::secret(), "{}");
  json::Value other = old;
  other["type"] = "x";
  EXPECT_EQ(reasons(validate_update(kinds::secret(), other, old)),
            "type: Invalid value: \"x\": field is immutable");
}

}  // namespace
}  // namespace sluice::api

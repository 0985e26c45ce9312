// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

Rule compiled(std::string_view source) {
  return compile_rule(*json::parse(source), *json::parse(R"({"properties": {"a": {}}})"),
                      cel::Type(cel::Type::Kind::kInt));
}

TEST(Rule, KnowsWhetherItComparesWithBefore) {
  EXPECT_TRUE(compiled(R"({"rule": "self >= oldSelf"})").uses_old_self);
  EXPECT_FALSE(compiled(R"({"rule": "self > 0"})").uses_old_self);
  const Rule optional =
      compiled(R"x({"rule": "oldSelf.orValue(0) <= self", "optionalOldSelf": true})x");
  EXPECT_TRUE(optional.program.has_value());
}

TEST(Rule, SaysWhatIsWrong) {
  EXPECT_EQ(compiled(R"({"rule": "self + 1"})").error, "cel expression must evaluate to a bool");
  EXPECT_EQ(compiled(R"({"rule": "self > 'a'"})").error,
            "compilation failed: ERROR: <input>:1:6: found no matching overload for '_>_' applied "
            "to '(int, string)'\n | self > 'a'\n | .....^");
  EXPECT_EQ(compiled(R"x({"rule": "self > int('a')"})x").error,
            "program instantiation failed: type conversion error from 'string' to 'int'");
  EXPECT_EQ(compiled(R"({"rule": "true", "messageExpression": "1"})").message_error,
            "messageExpression must evaluate to a string");
  const Rule unknown = compiled(R"({"rule": "true", "messageExpression": "x"})");
  EXPECT_TRUE(unknown.message_error.starts_with("messageExpression compilation failed: ERROR"));
  EXPECT_FALSE(compiled(R"({"rule": "  "})").program.has_value());
}

TEST(Rule, GoesByItsMessage) {
  EXPECT_EQ(compiled(R"({"rule": " true "})").name(), "true");
  EXPECT_EQ(compiled(R"({"rule": "true", "message": " be good "})").name(), "be good");
  EXPECT_EQ(compiled(R"({"rule": "true", "fieldPath": ".a"})").field_path, "a");
}

}  // namespace
}  // namespace sluice::api

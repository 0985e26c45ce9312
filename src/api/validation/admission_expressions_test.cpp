// SPDX-License-Identifier: Apache-2.0
#include "api/validation/admission_expressions.h"

#include <gtest/gtest.h>

#include "api/admission_variables.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string first(const Faults& faults) {
  return faults.empty() ? "" : faults.causes()[0].field + ": " + faults.causes()[0].message;
}

std::string condition_faults(const char* list) {
  Faults faults;
  const FieldPath root;
  check_match_conditions(json::parse(list).value(), admission_variables({}), root.child("x"),
                         faults);
  return first(faults);
}

TEST(AdmissionExpressions, MustCompileToTheirType) {
  Faults faults;
  const FieldPath root;
  const cel::Declarations variables = admission_variables({});
  const auto check = [&](const std::string& text) {
    return check_expression(text, variables, {cel::Type::Kind::kBool}, root.child("x"), faults);
  };
  EXPECT_TRUE(check("object.spec.replicas > 3").is(cel::Type::Kind::kBool));
  EXPECT_TRUE(faults.empty());
  check("1 + 1");
  EXPECT_EQ(first(faults), R"(x: Invalid value: "1 + 1": must evaluate to bool but got int)");
  check("nothing.x");
  ASSERT_EQ(faults.causes().size(), 2U);
  EXPECT_TRUE(faults.causes()[1].message.starts_with(
      R"(Invalid value: "nothing.x": compilation failed: ERROR: <input>:1:1: undeclared)"));
}

TEST(AdmissionExpressions, MatchConditionsHaveNamesOfTheirOwn) {
  EXPECT_EQ(condition_faults(R"([{"name":"a","expression":"true"}])"), "");
  EXPECT_EQ(condition_faults(R"([{"name":"a","expression":" "}])"),
            "x[0].expression: Required value");
  EXPECT_EQ(condition_faults(R"([{"expression":"true"}])"), "x[0].name: Required value");
  EXPECT_EQ(
      condition_faults(R"([{"name":"a","expression":"true"},{"name":"a","expression":"true"}])"),
      R"(x[1].name: Duplicate value: "a")");
}

}  // namespace
}  // namespace sluice::api

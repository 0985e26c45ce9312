// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/expressions.h"

#include <gtest/gtest.h>

#include "api/admission_variables.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

class Expressions : public testing::Test {
 protected:
  Evaluator evaluator(std::uint64_t budget = cel::kCostBudget) {
    return Evaluator::make({.view = view_, .as = api::kinds::pod(), .rbac = rbac_}, budget).value();
  }
  static AdmissionExpression compiled(const std::string& text) {
    return AdmissionExpression::compile(text, api::admission_variables({}));
  }
  static std::vector<MatchCondition> conditions(const std::string& list) {
    return parse_conditions(json_of(list), api::admission_variables({}));
  }

  registry::TestCluster cluster_;
  json::Value pod_ = json_of(R"({"metadata":{"name":"p","namespace":"default"}})");
  const registry::Attributes request_ = registry::creation(api::kinds::pod(), pod_);
  RequestView view_{request_, cluster_.registry};
  const auth::Rbac rbac_{cluster_.registry};
};

TEST_F(Expressions, ErrorsAreInUpstreamsWords) {
  Evaluator eval = evaluator();
  EXPECT_TRUE(
      eval.evaluate(compiled("oldObject == null && object.metadata.name == 'p'"))->is_true());
  EXPECT_EQ(eval.evaluate(compiled("object.spec == 1")).error().message,
            "expression 'object.spec == 1' resulted in error: no such key: spec");
  EXPECT_TRUE(
      eval.evaluate(compiled("nonsense"))
          .error()
          .message.starts_with(
              "compilation error: compilation failed: ERROR: <input>:1:1: undeclared reference"));
}

TEST_F(Expressions, ShareABudget) {
  Evaluator eval = evaluator(10);
  const auto value = eval.evaluate(compiled("[1,2,3,4,5,6,7,8,9].all(x, x > 0)"));
  ASSERT_FALSE(value);
}

TEST_F(Expressions, OneFalseConditionDecides) {
  Evaluator eval = evaluator();
  EXPECT_TRUE(*all_hold(conditions("[]"), eval, false));
  const auto mixed = conditions(R"([{"name":"a","expression":"object.x == 1"},
                                    {"name":"b","expression":"false"}])");
  EXPECT_FALSE(*all_hold(mixed, eval, false));
  const auto broken = conditions(R"([{"name":"a","expression":"object.x == 1"}])");
  EXPECT_FALSE(all_hold(broken, eval, false));
  EXPECT_FALSE(*all_hold(broken, eval, true));
}

}  // namespace
}  // namespace sluice::apiserver

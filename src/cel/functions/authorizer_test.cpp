// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/authorizer.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

// Allows reading deployments, and anything to one service account.
class ReadOnly final : public Authorizer {
 public:
  AccessDecision decide(const AccessQuery& query) const override {
    if (query.path) {
      return {.allowed = *query.path == "/healthz", .reason = "path", .error = ""};
    }
    if (query.group == "broken") {
      return {.allowed = false, .reason = "", .error = "no idea"};
    }
    const bool reads = query.group == "apps" && query.resource == "deployments" &&
                       query.verb == "get" && query.namespace_name == "test";
    return {.allowed = reads || query.service_account == "ns:admin", .reason = "rule", .error = ""};
  }
};

Evaluation ask(std::string_view expression) {
  const auto authorizer = std::make_shared<ReadOnly>();
  const auto program =
      compile(expression, {.variables = {{"authorizer", authorizer_type()},
                                         {"authorizer.requestResource", resource_check_type()}}});
  EXPECT_TRUE(program.has_value()) << program.error().message;
  Bindings bindings;
  bindings.set("authorizer", authorizer_value(authorizer));
  bindings.set(
      "authorizer.requestResource",
      resource_check_value(authorizer,
                           {.group = "apps", .resource = "deployments", .namespace_name = "test"}));
  return program->eval(bindings);
}

TEST(Authorizer, AnswersQuestions) {
  for (const char* yes :
       {"authorizer.path('/healthz').check('get').allowed()",
        "!authorizer.path('/x').check('get').allowed()",
        "authorizer.group('apps').resource('deployments').namespace('test').check('get').allowed()",
        "!authorizer.group('apps').resource('deployments').check('get').allowed()",
        "authorizer.serviceAccount('ns', 'admin').group('').resource('x').check('y').allowed()",
        "authorizer.requestResource.check('get').allowed()",
        "authorizer.requestResource.check('get').reason() == 'rule'",
        "authorizer.group('broken').resource('x').check('y').errored()",
        "authorizer.group('broken').resource('x').check('y').error() == 'no idea'"}) {
    const Evaluation answer = ask(yes);
    EXPECT_TRUE(answer.value && answer.value->is_true()) << yes;
  }
}

TEST(Authorizer, CostsSoMuchThatTwoChecksFit) {
  EXPECT_EQ(ask("authorizer.path('/healthz').check('get').allowed()").cost, 350003U);
  EXPECT_EQ(ask("authorizer.group('').resource('pods').fieldSelector('spec.nodeName=example-node-"
                "name.fully.qualified.domain.name.example.com')")
                .cost,
            1821U);
}

}  // namespace
}  // namespace sluice::cel

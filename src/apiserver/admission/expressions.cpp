// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/expressions.h"

#include <utility>

#include "api/admission_variables.h"
#include "apiserver/admission/review.h"
#include "base/text.h"
#include "cel/document.h"
#include "cel/functions/authorizer.h"

namespace sluice::apiserver {

namespace {

// Role-based access control as expressions ask it.
class RbacAuthorizer final : public cel::Authorizer {
 public:
  RbacAuthorizer(const auth::Rbac& rbac, auth::User user) : rbac_(rbac), user_(std::move(user)) {}

  cel::AccessDecision decide(const cel::AccessQuery& query) const override {
    const auth::Decision decision = rbac_.decide(
        query.service_account.empty() ? user_ : account(query.service_account), wanted(query));
    return {.allowed = decision.allowed, .reason = decision.reason, .error = ""};
  }

 private:
  static auth::User account(const std::string& name) {
    const std::size_t colon = name.find(':');
    return auth::service_account_user(
        {name.substr(0, colon), colon == std::string::npos ? "" : name.substr(colon + 1)}, "");
  }
  static auth::Attributes wanted(const cel::AccessQuery& query) {
    if (query.path) {
      return {.verb = query.verb, .path = *query.path};
    }
    return {.verb = query.verb,
            .path = "",
            .is_resource = true,
            .group = query.group,
            .version = "*",
            .ns = query.namespace_name,
            .resource = query.resource,
            .name = query.name,
            .subresource = query.subresource};
  }

  const auth::Rbac& rbac_;
  const auth::User user_;
};

cel::Value document(const json::Value* value) {
  return value == nullptr ? cel::Value() : cel::from_json(*value);
}

Error out_of_budget() {
  return {Code::kCancelled,
          "validation failed due to running out of cost budget, no further validation rules will "
          "be run"};
}

}  // namespace

AdmissionExpression AdmissionExpression::compile(const std::string& text,
                                                 const cel::Declarations& variables) {
  return {text, cel::compile(text, variables)};
}

std::vector<MatchCondition> parse_conditions(const json::Value& list,
                                             const cel::Declarations& variables) {
  cel::Declarations boolean = variables;
  boolean.result = cel::Type(cel::Type::Kind::kBool);
  std::vector<MatchCondition> conditions;
  for (const json::Value& entry : list.as_array()) {
    conditions.push_back(
        {entry.at("name").as_string(),
         AdmissionExpression::compile(entry.at("expression").as_string(), boolean)});
  }
  return conditions;
}

Result<Evaluator> Evaluator::make(const Source& source, std::uint64_t budget) {
  const registry::Attributes& request = source.view.request();
  TRY_ASSIGN(const VersionedObjects objects, source.view.in(source.as));
  TRY_ASSIGN(const json::Value* home, source.view.namespace_object());
  Evaluator evaluator(budget);
  evaluator.request_ =
      std::make_shared<const json::Value>(admission_request(source.view, source.as));
  const auto authorizer =
      std::make_shared<const RbacAuthorizer>(source.rbac, auth::from_user_info(request.user));
  cel::Bindings& bindings = evaluator.bindings_;
  bindings.set("object", document(objects.object));
  bindings.set("oldObject", document(objects.old));
  bindings.set("request", cel::from_json(*evaluator.request_, api::admission_request_type()));
  bindings.set("namespaceObject", home == nullptr
                                      ? cel::Value()
                                      : cel::from_json(*home, api::admission_namespace_type()));
  bindings.set("params", document(source.params));
  bindings.set("authorizer", cel::authorizer_value(authorizer));
  bindings.set("authorizer.requestResource",
               cel::resource_check_value(authorizer, {.group = std::string(source.as.group),
                                                      .resource = std::string(source.as.plural),
                                                      .subresource = request.subresource,
                                                      .namespace_name = request.key.ns,
                                                      .name = request.key.name}));
  return evaluator;
}

Result<cel::Value> Evaluator::evaluate(const AdmissionExpression& expression) {
  if (!expression.program) {
    return fail(Code::kInvalid,
                "compilation error: compilation failed: " + expression.program.error().message);
  }
  cel::Evaluation evaluation =
      expression.program->eval(bindings_, std::min(budget_, cel::kPerCallCostLimit));
  if (evaluation.cost > budget_) {
    budget_ = 0;
    return tl::unexpected(out_of_budget());
  }
  budget_ -= evaluation.cost;
  if (!evaluation.value) {
    return fail(Code::kInvalid, "expression '" + expression.text +
                                    "' resulted in error: " + evaluation.value.error().message);
  }
  return std::move(*evaluation.value);
}

void Evaluator::define(const std::string& name, cel::Value value) {
  bindings_.set(name, std::move(value));
}

Result<bool> all_hold(const std::vector<MatchCondition>& conditions, Evaluator& evaluator,
                      bool ignore_errors) {
  std::vector<std::string> errors;
  for (const MatchCondition& condition : conditions) {
    const auto value = evaluator.evaluate(condition.expression);
    if (!value) {
      errors.push_back(value.error().message);
    } else if (!value->is_true()) {
      return false;
    }
  }
  if (errors.empty()) {
    return true;
  }
  if (ignore_errors) {
    return false;
  }
  const std::string text = join(errors, ", ");
  return fail(Code::kForbidden, errors.size() == 1 ? text : "[" + text + "]");
}

}  // namespace sluice::apiserver

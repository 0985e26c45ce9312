// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/policies.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apiserver/admission/policy_params.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

using registry::Attributes;

constexpr std::size_t kLongestMessage = 5 * 1024;
constexpr std::size_t kLongestAnnotation = 10 * 1024;
constexpr std::size_t kMostFailures = 50;

// Why a request is to be refused.
struct Fault {
  std::string message;
  std::string reason = {};     // empty: Invalid
  std::size_t expression = 0;  // which validation it was
};

int code_of(const std::string& reason) {
  return reason == "Forbidden"               ? 403
         : reason == "Unauthorized"          ? 401
         : reason == "RequestEntityTooLarge" ? 413
                                             : 422;
}

// All policies' work on one request.
class Judgement {
 public:
  Judgement(const Attributes& request, const PolicyTools& tools)
      : request_(request), tools_(tools), view_(request, tools.registry) {}

  void apply(const BoundPolicy& bound) {
    const Policy& policy = *bound.policy;
    const auto kind = policy.match.find(view_);
    if (!kind) {
      misconfigured(policy, nullptr, kind.error().message);
    } else if (*kind != nullptr && !bound.bindings.empty()) {
      apply_bindings(bound, **kind);
    }
  }

  Result<void> outcome() {
    if (!failures_.empty()) {
      request_.annotate("validation.policy.admission.k8s.io/validation_failure",
                        json::write(json::Value(failures_)));
    }
    return refusal_ ? Result<void>(tl::unexpected(*refusal_)) : Result<void>();
  }

 private:
  void apply_bindings(const BoundPolicy& bound, const api::Kind& kind) {
    const Policy& policy = *bound.policy;
    api::KindPtr params;
    if (!policy.param_kind.is_null()) {
      const std::string& version = policy.param_kind.at("apiVersion").as_string();
      const std::string& name = policy.param_kind.at("kind").as_string();
      params = tools_.registry.catalog().find_kind(version, name);
      if (params == nullptr) {
        const bool core = version.find('/') == std::string::npos;
        return misconfigured(policy, nullptr,
                             "failed to find resource referenced by paramKind: '" +
                                 std::string(core ? "/" : "") + version + ", Kind=" + name + "'");
      }
    }
    std::map<std::string, std::vector<std::string>> annotations;
    for (const auto& binding : bound.bindings) {
      apply_binding(policy, *binding, kind, params.get(), annotations);
    }
    for (const auto& [key, values] : annotations) {
      request_.annotate(policy.name + "/" + key, join(values, ", "));
    }
  }

  void apply_binding(const Policy& policy, const PolicyBinding& binding, const api::Kind& kind,
                     const api::Kind* params,
                     std::map<std::string, std::vector<std::string>>& annotations) {
    const auto matches = binding.match.find(view_);
    if (!matches) {
      return misconfigured(policy, &binding, matches.error().message);
    }
    if (*matches == nullptr) {
      return;
    }
    const auto found = collect_params(tools_.registry, params, binding, request_.key.ns);
    if (!found) {
      return misconfigured(policy, &binding, found.error().message);
    }
    for (const json::Value& param : *found) {
      auto evaluator = Evaluator::make({.view = view_,
                                        .as = kind,
                                        .rbac = tools_.rbac,
                                        .params = param.is_null() ? nullptr : &param},
                                       cel::kCostBudget);
      if (!evaluator) {
        return misconfigured(policy, &binding, evaluator.error().message);
      }
      evaluate(policy, binding, *evaluator, annotations);
    }
  }

  void evaluate(const Policy& policy, const PolicyBinding& binding, Evaluator& evaluator,
                std::map<std::string, std::vector<std::string>>& annotations) {
    const auto holds = all_hold(policy.conditions, evaluator, policy.ignore_failures);
    if (!holds) {
      return fault(policy, binding, {holds.error().message});
    }
    if (!*holds) {
      return;
    }
    define_variables(policy, evaluator);
    for (std::size_t i = 0; i < policy.validations.size(); ++i) {
      const Policy::Validation& validation = policy.validations[i];
      const auto value = evaluator.evaluate(validation.expression);
      if (!value) {
        if (!policy.ignore_failures) {
          fault(policy, binding, {value.error().message, "", i});
        }
      } else if (!value->is_true()) {
        fault(policy, binding, {message_of(validation, evaluator), validation.reason, i});
      }
    }
    annotate(policy, binding, evaluator, annotations);
  }

  static void define_variables(const Policy& policy, Evaluator& evaluator) {
    for (std::size_t i = 0; i < policy.variables.size(); ++i) {
      const Policy::Variable& variable = policy.variables[i];
      if (!policy.needs(i)) {
        continue;
      }
      auto value = evaluator.evaluate(variable.expression);
      const std::string name = variable.name.substr(variable.name.find('.') + 1);
      evaluator.define(variable.name,
                       value ? std::move(*value)
                             : cel::Value::error("composited variable \"" + name +
                                                 "\" fails to evaluate: " + value.error().message));
    }
  }

  // One line, not too long: else the plain message, else the expression.
  static std::string message_of(const Policy::Validation& validation, Evaluator& evaluator) {
    if (validation.message_expression) {
      const auto value = evaluator.evaluate(*validation.message_expression);
      if (value && value->is(cel::Value::Kind::kString)) {
        const std::string text(trim(value->as_string()));
        if (!text.empty() && text.size() <= kLongestMessage &&
            text.find('\n') == std::string::npos) {
          return text;
        }
      }
    }
    const std::string plain(trim(validation.message));
    return plain.empty() ? "failed expression: " + std::string(trim(validation.expression.text))
                         : plain;
  }

  void annotate(const Policy& policy, const PolicyBinding& binding, Evaluator& evaluator,
                std::map<std::string, std::vector<std::string>>& annotations) {
    for (const Policy::Annotation& annotation : policy.annotations) {
      const auto value = evaluator.evaluate(annotation.expression);
      if (!value) {
        if (!policy.ignore_failures) {
          refuse(policy, &binding, {value.error().message});
        }
      } else if (value->is(cel::Value::Kind::kString)) {
        const std::string text(trim(value->as_string()).substr(0, kLongestAnnotation));
        std::vector<std::string>& values = annotations[annotation.key];
        if (!text.empty() && std::find(values.begin(), values.end(), text) == values.end()) {
          values.push_back(text);
        }
      }
    }
  }

  void fault(const Policy& policy, const PolicyBinding& binding, const Fault& what) {
    if (binding.deny) {
      refuse(policy, &binding, what);
    }
    if (binding.warn) {
      request_.warn("Validation failed for ValidatingAdmissionPolicy '" + policy.name +
                    "' with binding '" + binding.name + "': " + what.message);
    }
    if (binding.audit && failures_.size() < kMostFailures) {
      failures_.push_back(
          json::Object{{"message", what.message},
                       {"policy", policy.name},
                       {"binding", binding.name},
                       {"expressionIndex", static_cast<std::int64_t>(what.expression)},
                       {"validationActions", binding.actions}});
    }
  }

  void misconfigured(const Policy& policy, const PolicyBinding* binding, const std::string& why) {
    if (!policy.ignore_failures) {
      refuse(
          policy, binding,
          {(binding == nullptr ? "failed to configure policy: " : "failed to configure binding: ") +
           why});
    }
  }

  void refuse(const Policy& policy, const PolicyBinding* binding, const Fault& what) {
    if (refusal_) {
      return;
    }
    const std::string why = "ValidatingAdmissionPolicy '" + policy.name + "'" +
                            (binding == nullptr ? "" : " with binding '" + binding->name + "'") +
                            " denied request: " + what.message;
    refusal_ = registry::refused(request_, why);
    const std::string reason = what.reason.empty() ? "Invalid" : what.reason;
    json::Object details{{"name", refused_name()}};
    if (!request_.kind.group.empty()) {
      details["group"] = request_.kind.group;
    }
    details["kind"] = request_.kind.plural;
    details["causes"] = json::Array{json::Object{{"message", why}}};
    refusal_->verbatim = json::write(json::Value(json::Object{{"kind", "Status"},
                                                              {"apiVersion", "v1"},
                                                              {"metadata", json::Object()},
                                                              {"status", "Failure"},
                                                              {"message", refusal_->message},
                                                              {"reason", reason},
                                                              {"details", std::move(details)},
                                                              {"code", code_of(reason)}}));
    refusal_->code = code_of(reason) == 422 ? Code::kInvalid : Code::kForbidden;
  }

  std::string refused_name() const {
    return request_.key.name.empty() ? request_.subject().at("metadata", "generateName").as_string()
                                     : request_.key.name;
  }

  const Attributes& request_;
  const PolicyTools& tools_;
  RequestView view_;
  std::optional<Error> refusal_;
  json::Array failures_;  // for the audit log
};

}  // namespace

Result<void> validate_by_policies(const std::vector<BoundPolicy>& policies,
                                  const Attributes& request, const PolicyTools& tools) {
  Judgement judgement(request, tools);
  for (const BoundPolicy& policy : policies) {
    judgement.apply(policy);
  }
  return judgement.outcome();
}

}  // namespace sluice::apiserver

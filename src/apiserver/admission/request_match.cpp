// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/request_match.h"

#include <algorithm>

#include "auth/wildcard.h"
#include "json/strings.h"

namespace sluice::apiserver {

namespace {

bool names_resource(std::string_view rule, const registry::Attributes& request) {
  const std::size_t slash = rule.find('/');
  const std::string_view resource = rule.substr(0, slash);
  const std::string_view sub = slash == std::string_view::npos ? "" : rule.substr(slash + 1);
  return (resource == "*" || resource == request.kind.plural) &&
         (sub == "*" || sub == request.subresource);
}

std::vector<RequestRule> parse_rules(const json::Value& list) {
  std::vector<RequestRule> rules;
  for (const json::Value& rule : list.as_array()) {
    rules.push_back(RequestRule::parse(rule));
  }
  return rules;
}

bool matches_labels(const api::LabelSelector& selector, const json::Value* object) {
  return object != nullptr && selector.matches(*object);
}

}  // namespace

RequestRule RequestRule::parse(const json::Value& rule) {
  return {.operations = json::to_strings(rule.at("operations")),
          .groups = json::to_strings(rule.at("apiGroups")),
          .versions = json::to_strings(rule.at("apiVersions")),
          .resources = json::to_strings(rule.at("resources")),
          .scope = rule.at("scope").as_string(),
          .names = json::to_strings(rule.at("resourceNames"))};
}

bool RequestRule::matches(const registry::Attributes& request, const api::Kind& as) const {
  const bool in_scope =
      scope.empty() || scope == "*" || (scope == "Namespaced") == (request.kind.namespaced);
  const bool named =
      names.empty() || std::find(names.begin(), names.end(), request.key.name) != names.end();
  return in_scope && named && auth::has_or_all(groups, as.group) &&
         auth::has_or_all(versions, as.version) &&
         auth::has_or_all(operations, to_string(request.operation)) &&
         std::any_of(resources.begin(), resources.end(), [&](const std::string& resource) {
           return names_resource(resource, request);
         });
}

RequestMatch RequestMatch::parse(const json::Value& source, const char* rules_member) {
  RequestMatch match;
  match.rules_ = parse_rules(source.at(rules_member));
  match.excluded_ = parse_rules(source.at("excludeResourceRules"));
  match.any_resource_ = std::string_view(rules_member) == "resourceRules" && match.rules_.empty();
  match.equivalent_ = source.at("matchPolicy").as_string() != "Exact";
  match.namespaces_ = api::LabelSelector::from_object(source.at("namespaceSelector"));
  match.objects_ = api::LabelSelector::from_object(source.at("objectSelector"));
  return match;
}

// What it means for a request to be in no namespace: nobody exempts it.
Result<bool> RequestMatch::selects(RequestView& view) const {
  TRY(objects_);
  const registry::Attributes& request = view.request();
  if (!objects_->empty() && !matches_labels(*objects_, request.object) &&
      !matches_labels(*objects_, request.old)) {
    return false;
  }
  TRY(namespaces_);
  if (view.ns().empty() || namespaces_->empty()) {
    return true;
  }
  TRY_ASSIGN(const json::Value labels, view.namespace_labels());
  return namespaces_->matches_labels(labels);
}

// Rules for the version that was asked for go before those for others.
api::KindPtr RequestMatch::match(const std::vector<RequestRule>& rules, RequestView& view) const {
  for (const RequestRule& rule : rules) {
    if (rule.matches(view.request(), view.request().kind)) {
      return view.kinds().front();
    }
  }
  for (const RequestRule& rule : rules) {
    for (std::size_t i = 1; equivalent_ && i < view.kinds().size(); ++i) {
      if (rule.matches(view.request(), *view.kinds()[i])) {
        return view.kinds()[i];
      }
    }
  }
  return nullptr;
}

Result<api::KindPtr> RequestMatch::find(RequestView& view) const {
  if (match(excluded_, view) != nullptr) {
    return nullptr;
  }
  api::KindPtr found = any_resource_ ? view.kinds().front() : match(rules_, view);
  if (found == nullptr) {
    return nullptr;
  }
  TRY_ASSIGN(const bool selected, selects(view));
  return selected ? found : nullptr;
}

bool is_exempt(const registry::Attributes& request) {
  const std::string_view kind = request.kind.kind;
  return request.kind.group == "admissionregistration.k8s.io" &&
         (kind.ends_with("WebhookConfiguration") || kind.ends_with("AdmissionPolicy") ||
          kind.ends_with("AdmissionPolicyBinding"));
}

bool is_exempt_from_policies(const registry::Attributes& request) {
  const std::string_view group = request.kind.group;
  return is_exempt(request) ||
         ((group == "authentication.k8s.io" || group == "authorization.k8s.io") &&
          request.kind.kind.ends_with("Review"));
}

}  // namespace sluice::apiserver

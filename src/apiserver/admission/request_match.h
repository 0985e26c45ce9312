// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/catalog.h"
#include "api/selector.h"
#include "apiserver/admission/request_view.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::apiserver {

// One of `rules` or `resourceRules`: operations on resources, "*" for any.
struct RequestRule {
  std::vector<std::string> operations;
  std::vector<std::string> groups;
  std::vector<std::string> versions;
  std::vector<std::string> resources;  // "pods", "pods/status", "*/*"
  std::string scope;                   // "", "*", "Namespaced", "Cluster"
  std::vector<std::string> names;      // empty: any

  static RequestRule parse(const json::Value& rule);
  bool matches(const registry::Attributes& request, const api::Kind& as) const;
};

// Which requests a webhook, a policy or a binding is for. Immutable.
class RequestMatch {
 public:
  // `rules_member` is where its rules stand: "rules" of a webhook, "resourceRules" of a policy.
  static RequestMatch parse(const json::Value& source, const char* rules_member);

  // The kind that the rules mean: the request's own, or another version of it. Null when the
  // request does not match.
  Result<api::KindPtr> find(RequestView& view) const;

 private:
  Result<bool> selects(RequestView& view) const;
  api::KindPtr match(const std::vector<RequestRule>& rules, RequestView& view) const;

  std::vector<RequestRule> rules_;
  std::vector<RequestRule> excluded_;
  bool any_resource_ = false;  // bindings and policies without rules of their own
  bool equivalent_ = true;
  Result<api::LabelSelector> namespaces_;
  Result<api::LabelSelector> objects_;
};

// Webhook configurations and policies decide on everything but each other.
bool is_exempt(const registry::Attributes& request);

// Policies besides leave alone who asks and what they may do: one that refused everything would take
// the answers away by which others, and whoever mends it, are let in. Webhooks are asked.
bool is_exempt_from_policies(const registry::Attributes& request);

}  // namespace sluice::apiserver

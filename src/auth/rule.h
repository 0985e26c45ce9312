// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "auth/attributes.h"
#include "json/value.h"

namespace sluice::auth {

// One rule of a Role or ClusterRole: what it names is allowed. "*" stands for everything.
struct Rule {
  std::vector<std::string> verbs;
  std::vector<std::string> groups = {};
  std::vector<std::string> resources = {};       // "pods", "pods/log", "*/scale"
  std::vector<std::string> resource_names = {};  // empty: every object
  std::vector<std::string> urls = {};            // "/healthz", "/apis/*"

  friend bool operator==(const Rule&, const Rule&) = default;
};
using Rules = std::vector<Rule>;

// From and to the documents' form.
Rules parse_rules(const json::Value& rules);
json::Value to_resource_rule(const Rule& rule);      // of SelfSubjectRulesReview
json::Value to_non_resource_rule(const Rule& rule);  // of SelfSubjectRulesReview

bool allows(const Rule& rule, const Attributes& attributes);

// What of `wanted` is not allowed by `owned`, as rules of one verb, one group and one resource (or
// one path) each. Empty: all of it is.
Rules missing_rules(const Rules& owned, const Rules& wanted);

// The rules in the form error messages show them, sorted, one per line; verbs of one resource
// together.
std::string describe_missing(const Rules& missing);

// ["a" "b"]
std::string quote_list(const std::vector<std::string>& texts);

}  // namespace sluice::auth

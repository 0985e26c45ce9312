// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// A parsed label selector: "app=web,tier in (a,b),!old". Immutable, matches without allocation.
class LabelSelector {
 public:
  static Result<LabelSelector> parse(std::string_view text);  // BadRequest

  // From a LabelSelector object: {"matchLabels": …, "matchExpressions": […]}.
  static Result<LabelSelector> from_object(const json::Value& selector);

  bool matches(const json::Value& object) const;         // by metadata.labels
  bool matches_labels(const json::Value& labels) const;  // by a map of labels
  bool empty() const { return requirements_.empty(); }

  enum class Operator { kIn, kNotIn, kExists, kMissing, kGreater, kLess };
  struct Requirement {
    std::string key;
    Operator op = Operator::kIn;
    std::vector<std::string> values;
  };

 private:
  std::vector<Requirement> requirements_;
};

// A parsed field selector: "spec.nodeName=a,status.phase!=Running".
class FieldSelector {
 public:
  // BadRequest when a field is not selectable for the kind.
  static Result<FieldSelector> parse(const Kind& kind, std::string_view text);
  bool matches(const json::Value& object) const;
  bool empty() const { return terms_.empty(); }

 private:
  struct Term {
    std::vector<std::vector<std::string>> paths;  // the first that is set counts
    std::string value;
    bool equal = true;
  };
  std::vector<Term> terms_;
};

}  // namespace sluice::api

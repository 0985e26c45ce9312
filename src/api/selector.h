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
  bool empty() const { return terms_.empty() && place_terms_.empty(); }

  // What it says of metadata.name and metadata.namespace, for which no object need be read.
  bool matches_place(std::string_view ns, std::string_view name) const;
  bool only_place() const { return terms_.empty(); }
  // What everything selected has; empty when nothing says it.
  std::string required_name() const { return required(kName); }
  std::string required_namespace() const { return required(kNamespace); }

 private:
  struct Term {
    std::vector<std::vector<std::string>> paths;  // the first that is set counts
    std::string value;
    bool equal = true;
    std::string zero = {};  // what a missing field compares as
  };
  enum Place { kName, kNamespace };
  struct PlaceTerm {
    Place place;
    std::string value;
    bool equal = true;
  };
  std::string required(Place place) const;

  std::vector<Term> terms_;
  std::vector<PlaceTerm> place_terms_;
};

// Of an object what selectors look at, its labels and the selectable fields of the kind: both kinds
// of selectors match it as they match the object.
json::Value selectable_part(const Kind& kind, const json::Value& object);

}  // namespace sluice::api

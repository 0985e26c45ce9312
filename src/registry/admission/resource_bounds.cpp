// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/resource_bounds.h"

#include <cstdio>
#include <functional>
#include <optional>

#include "json/quantity.h"

namespace sluice::registry {
namespace {

using json::Quantity;

// One resource of one bound.
struct Bound {
  std::string type;
  std::string resource;
  Quantity enforced;
  std::optional<Quantity> request;
  std::optional<Quantity> limit;
};

std::optional<Quantity> amount(const json::Value& list, std::string_view resource) {
  const json::Value* found = list.find(resource);
  if (found == nullptr) {
    return std::nullopt;
  }
  const auto parsed = Quantity::from(*found);
  return parsed ? std::optional(*parsed) : std::nullopt;
}

std::string usage(const char* which, const Bound& bound, const std::string& rest) {
  return std::string(which) + " " + bound.resource + " usage per " + bound.type + " is " +
         bound.enforced.to_string() + rest;
}

std::string below(const Bound& bound) {
  if (!bound.request) {
    return usage("minimum", bound, ".  No request is specified");
  }
  if (*bound.request < bound.enforced) {
    return usage("minimum", bound, ", but request is " + bound.request->to_string());
  }
  if (bound.limit && *bound.limit < bound.enforced) {
    return usage("minimum", bound, ", but limit is " + bound.limit->to_string());
  }
  return "";
}

// A claim has no limits: its request is what is bounded.
std::string above(const Bound& bound) {
  const bool by_request = bound.type == "PersistentVolumeClaim";
  if (by_request ? !bound.request : !bound.limit) {
    return usage("maximum", bound,
                 by_request ? ".  No request is specified" : ".  No limit is specified");
  }
  if (bound.limit && *bound.limit > bound.enforced) {
    return usage("maximum", bound, ", but limit is " + bound.limit->to_string());
  }
  if (bound.request && *bound.request > bound.enforced) {
    return usage("maximum", bound, ", but request is " + bound.request->to_string());
  }
  return "";
}

std::string out_of_ratio(const Bound& bound) {
  const std::string start = bound.resource + " max limit to request ratio per " + bound.type +
                            " is " + bound.enforced.to_string();
  if (!bound.request || bound.request->sign() == 0) {
    return start + ", but no request is specified or request is 0";
  }
  if (!bound.limit || bound.limit->sign() == 0) {
    return start + ", but no limit is specified or limit is 0";
  }
  const double ratio = bound.limit->approximate_value() / bound.request->approximate_value();
  if (ratio <= bound.enforced.approximate_value()) {
    return "";
  }
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%f", ratio);
  return start + ", but provided ratio is " + text.data();
}

}  // namespace

std::vector<std::string> broken_bounds(const json::Value& item, const json::Value& requests,
                                       const json::Value& limits) {
  struct Check {
    const char* member;
    std::string (*broken)(const Bound&);
  };
  constexpr std::array<Check, 3> kChecks{
      {{"min", below}, {"max", above}, {"maxLimitRequestRatio", out_of_ratio}}};
  std::vector<std::string> lines;
  for (const Check& check : kChecks) {
    for (const json::Member& entry : item.at(check.member).as_object()) {
      const Bound bound{.type = item.at("type").as_string(),
                        .resource = entry.key,
                        .enforced = Quantity::from(entry.value).value_or(Quantity()),
                        .request = amount(requests, entry.key),
                        .limit = amount(limits, entry.key)};
      if (std::string line = check.broken(bound); !line.empty()) {
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

}  // namespace sluice::registry

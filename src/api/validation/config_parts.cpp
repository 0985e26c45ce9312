// SPDX-License-Identifier: Apache-2.0
//
// Rules about several fields of one object, for limits, quotas, endpoints, priority levels, storage
// and strategies of updates.
#include <algorithm>
#include <set>
#include <string>

#include "api/label_syntax.h"
#include "api/validation/resource_names.h"
#include "api/validation/type_rules.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

bool is_qualified(std::string_view name) {
  return name.find('/') != std::string_view::npos;
}

void check_limit_item(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& type = object.at("type").as_string();
  if (type == "Pod") {
    for (const char* member : {"default", "defaultRequest"}) {
      if (!object.at(member).as_object().empty()) {
        faults.forbidden(at.child(member), "may not be specified when `type` is 'Pod'");
      }
    }
  } else if (type == "PersistentVolumeClaim") {
    if (object.at("min", "storage").is_null() && object.at("max", "storage").is_null()) {
      faults.required(at.child("limits"),
                      "either minimum or maximum storage value is required, but neither was "
                      "provided");
    }
  } else if (type != "Container" && !is_qualified(type)) {
    faults.invalid(at.child("type"), type, "must be a standard limit type or fully qualified");
  }
  const FieldPath ratios = at.child("maxLimitRequestRatio");
  for (const json::Member& ratio : object.at("maxLimitRequestRatio").as_object()) {
    const auto quantity = json::Quantity::from(ratio.value);
    if (quantity && quantity->milli_value() < 1000) {
      faults.invalid(ratios.key(ratio.key), ratio.value,
                     "ratio " + quantity->to_string() + " is less than 1");
    }
  }
}

// One amount must not be greater than another: told at `where`, of the value `shown`.
struct Order {
  const char* lower;
  const char* lower_name;
  const char* upper;
  const char* upper_name;
  const char* where;
  const char* shown;
};
constexpr Order kLimitOrders[] = {
    {"min", "min", "max", "max", "min", "min"},
    {"min", "min", "defaultRequest", "default request", "defaultRequest", "defaultRequest"},
    {"defaultRequest", "default request", "max", "max", "defaultRequest", "defaultRequest"},
    {"defaultRequest", "default request", "default", "default limit", "defaultRequest",
     "defaultRequest"},
    {"min", "min", "default", "default", "default", "min"},
    {"default", "default", "max", "max", "default", "max"},
};

void check_limit_order(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::set<std::string> resources;
  for (const char* member : {"min", "max", "default", "defaultRequest"}) {
    for (const json::Member& amount : object.at(member).as_object()) {
      resources.insert(amount.key);
    }
  }
  for (const std::string& resource : resources) {
    for (const Order& order : kLimitOrders) {
      const auto lower = json::Quantity::from(object.at(order.lower, resource));
      const auto upper = json::Quantity::from(object.at(order.upper, resource));
      if (lower && upper && *lower > *upper) {
        const FieldPath where = at.child(order.where);
        faults.invalid(where.key(resource), object.at(order.shown, resource),
                       std::string(order.lower_name) + " value " + lower->to_string() +
                           " is greater than " + order.upper_name + " value " + upper->to_string());
      }
    }
  }
}

void check_limit_types(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::set<std::string> seen;
  const FieldPath list = at.child("limits");
  const json::Array& limits = object.at("limits").as_array();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (!seen.insert(limits[i].at("type").as_string()).second) {
      const FieldPath item = list.item(i);
      faults.duplicate(item.child("type"), limits[i].at("type"));
    }
  }
}

bool counts_objects(std::string_view resource) {
  constexpr std::string_view kCounted[] = {"pods",
                                           "services",
                                           "replicationcontrollers",
                                           "resourcequotas",
                                           "secrets",
                                           "configmaps",
                                           "persistentvolumeclaims",
                                           "services.nodeports",
                                           "services.loadbalancers"};
  return std::find(std::begin(kCounted), std::end(kCounted), resource) != std::end(kCounted) ||
         resource.starts_with("count/");
}

void check_quota(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath hard = at.child("hard");
  for (const json::Member& amount : object.at("hard").as_object()) {
    if (const std::string fault =
            resource_name_fault(amount.key, is_quota_resource(amount.key), "quota");
        !fault.empty()) {
      faults.invalid(hard.key(amount.key), amount.key, fault);
      if (amount.key.find('/') == std::string::npos && fault.find('\n') == std::string::npos) {
        faults.invalid(hard.key(amount.key), amount.key, "must be a standard resource for quota");
      }
    }
    const auto quantity = json::Quantity::from(amount.value);
    if (!quantity) {
      continue;
    }
    if (quantity->sign() < 0) {
      faults.invalid(hard.key(amount.key), amount.value, "must be greater than or equal to 0");
    } else if (counts_objects(amount.key) && !quantity->exact_value()) {
      faults.invalid(hard.key(amount.key), amount.value, "must be an integer");
    }
  }
}

constexpr std::string_view kScopes[] = {"Terminating",          "NotTerminating",
                                        "BestEffort",           "NotBestEffort",
                                        "PriorityClass",        "CrossNamespacePodAffinity",
                                        "VolumeAttributesClass"};

// What scopes select are pods: only what pods use can be bounded by them.
bool is_used_by_pods(std::string_view resource, bool best_effort) {
  const bool amount = resource == "cpu" || resource == "memory" ||
                      resource.starts_with("requests.") || resource.starts_with("limits.");
  return resource == "pods" || (!best_effort && amount);
}

void check_quota_scopes(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& scopes = object.at("scopes");
  std::set<std::string> named;
  for (const json::Value& scope : scopes.as_array()) {
    const std::string& name = scope.as_string();
    named.insert(name);
    if (std::find(std::begin(kScopes), std::end(kScopes), name) == std::end(kScopes)) {
      faults.invalid(at.child("scopes"), scopes, "unsupported scope");
      continue;
    }
    for (const json::Member& amount : object.at("hard").as_object()) {
      if (!is_used_by_pods(amount.key, name == "BestEffort")) {
        faults.invalid(at.child("scopes"), scopes, "unsupported scope applied to resource");
      }
    }
  }
  if ((named.contains("BestEffort") && named.contains("NotBestEffort")) ||
      (named.contains("Terminating") && named.contains("NotTerminating"))) {
    faults.invalid(at.child("scopes"), scopes, "conflicting scopes");
  }
  const FieldPath selector = at.child("scopeSelector");
  const FieldPath list = selector.child("matchExpressions");
  for (const json::Value& term : object.at("scopeSelector", "matchExpressions").as_array()) {
    const std::string& how = term.at("operator").as_string();
    if ((how == "In" || how == "NotIn") && term.at("values").as_array().empty()) {
      faults.required(list.child("values"),
                      "must be at least one value when `operator` is 'In' or 'NotIn' for scope "
                      "selector");
    }
  }
}

void check_subset(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("addresses").as_array().empty() &&
      object.at("notReadyAddresses").as_array().empty()) {
    faults.required(at, "must specify `addresses` or `notReadyAddresses`");
  }
  const json::Array& ports = object.at("ports").as_array();
  const FieldPath list = at.child("ports");
  for (std::size_t i = 0; ports.size() > 1 && i < ports.size(); ++i) {
    if (ports[i].at("name").as_string().empty()) {
      const FieldPath item = list.item(i);
      faults.required(item.child("name"));
    }
  }
}

void check_priority_level(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& type = object.at("type").as_string();
  if (type != "Exempt" && type != "Limited") {
    faults.unsupported(at.child("type"), type, {"Exempt", "Limited"});
  } else if (type == "Limited" && !object.at("limited").is_object()) {
    faults.required(at.child("limited"), "must not be empty when type is Limited");
  }
}

void check_level_limits(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& shares = object.at("nominalConcurrencyShares");
  if (shares.as_int() < 0) {
    faults.invalid(at.child("nominalConcurrencyShares"), shares, "must be a non-negative integer");
  }
}

void check_limit_response(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& queuing = object.at("queuing");
  const FieldPath inside = at.child("queuing");
  if (object.at("type").as_string() == "Queue" && !queuing.is_object()) {
    faults.required(inside, "must not be empty if limited.limitResponse.type is Limited");
  } else if (queuing.at("handSize").as_int() > queuing.at("queues").as_int() &&
             queuing.is_object()) {
    faults.invalid(inside.child("handSize"), queuing.at("handSize"),
                   "should not be greater than queues (" +
                       std::to_string(queuing.at("queues").as_int()) + ")");
  }
}

void check_flow_rule(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("resourceRules").as_array().empty() &&
      object.at("nonResourceRules").as_array().empty()) {
    faults.required(at, "at least one of resourceRules and nonResourceRules has to be non-empty");
  }
}

void check_flow_schema(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& precedence = object.at("matchingPrecedence");
  if (precedence.as_int() > 10000) {
    faults.invalid(at.child("matchingPrecedence"), precedence, "must not be greater than 10000");
  }
}

void check_attachment_source(const json::Value& object, const FieldPath& at, Faults& faults) {
  const bool named = !object.at("persistentVolumeName").as_string().empty();
  if (named == object.at("inlineVolumeSpec").is_object()) {
    faults.required(at, "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
  }
}

void check_csi_node(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::set<std::string> names;
  const FieldPath list = at.child("drivers");
  const json::Array& drivers = object.at("drivers").as_array();
  for (std::size_t i = 0; i < drivers.size(); ++i) {
    const json::Value& name = drivers[i].at("name");
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      const FieldPath item = list.item(i);
      faults.duplicate(item.child("name"), name);
    }
  }
}

// Zero in either of its two forms: 0 or "0%".
bool is_zero(const json::Value& value) {
  return value.is_string() ? value.as_string() == "0%" : value.as_int() == 0;
}

void check_daemon_rollout(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& surge = object.at("maxSurge");
  const json::Value& unavailable = object.at("maxUnavailable");
  if (is_zero(surge) && is_zero(unavailable)) {
    faults.required(at.child("maxUnavailable"), "cannot be 0 when maxSurge is 0");
  } else if (!is_zero(surge) && !is_zero(unavailable)) {
    faults.invalid(at.child("maxSurge"), surge, "may not be set when maxUnavailable is non-zero");
  }
}

constexpr ObjectRule kRules[] = {
    {"apps.v1.RollingUpdateDaemonSet", check_daemon_rollout},
    {"core.v1.EndpointSubset", check_subset},
    {"core.v1.LimitRangeItem", check_limit_item},
    {"core.v1.LimitRangeItem", check_limit_order},
    {"core.v1.LimitRangeSpec", check_limit_types},
    {"core.v1.ResourceQuotaSpec", check_quota},
    {"core.v1.ResourceQuotaSpec", check_quota_scopes},
    {"flowcontrol.v1.FlowSchemaSpec", check_flow_schema},
    {"flowcontrol.v1.LimitResponse", check_limit_response},
    {"flowcontrol.v1.LimitedPriorityLevelConfiguration", check_level_limits},
    {"flowcontrol.v1.PolicyRulesWithSubjects", check_flow_rule, true},
    {"flowcontrol.v1.PriorityLevelConfigurationSpec", check_priority_level},
    {"storage.v1.CSINodeSpec", check_csi_node},
    {"storage.v1.VolumeAttachmentSource", check_attachment_source},
};

}  // namespace

std::span<const ObjectRule> config_part_rules() {
  return kRules;
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/forms/metric_form.h"

#include <span>
#include <string_view>

namespace sluice::api {
namespace {

// Where autoscaling/v1 has a value, and where v2 has it: in a member, or in one of that.
struct Place {
  std::string_view v1;
  std::string_view outer;
  std::string_view inner = {};
  bool quantity = false;  // that v1 always has, zero where v2 has none
};

struct Source {
  std::string_view type;    // "Resource"
  std::string_view member;  // "resource"
  std::span<const Place> wanted;
  std::span<const Place> measured;
};

constexpr Place kResource[] = {{"name", "name"},
                               {"targetAverageUtilization", "target", "averageUtilization"},
                               {"targetAverageValue", "target", "averageValue"},
                               {"container", "container"}};
constexpr Place kResourceNow[] = {{"name", "name"},
                                  {"currentAverageUtilization", "current", "averageUtilization"},
                                  {"currentAverageValue", "current", "averageValue", true},
                                  {"container", "container"}};
constexpr Place kPods[] = {{"metricName", "metric", "name"},
                           {"targetAverageValue", "target", "averageValue", true},
                           {"selector", "metric", "selector"}};
constexpr Place kPodsNow[] = {{"metricName", "metric", "name"},
                              {"currentAverageValue", "current", "averageValue", true},
                              {"selector", "metric", "selector"}};
constexpr Place kObject[] = {{"target", "describedObject"},
                             {"metricName", "metric", "name"},
                             {"targetValue", "target", "value", true},
                             {"selector", "metric", "selector"},
                             {"averageValue", "target", "averageValue"}};
constexpr Place kObjectNow[] = {{"target", "describedObject"},
                                {"metricName", "metric", "name"},
                                {"currentValue", "current", "value", true},
                                {"selector", "metric", "selector"},
                                {"averageValue", "current", "averageValue"}};
constexpr Place kExternal[] = {{"metricName", "metric", "name"},
                               {"metricSelector", "metric", "selector"},
                               {"targetValue", "target", "value"},
                               {"targetAverageValue", "target", "averageValue"}};
constexpr Place kExternalNow[] = {{"metricName", "metric", "name"},
                                  {"metricSelector", "metric", "selector"},
                                  {"currentValue", "current", "value", true},
                                  {"currentAverageValue", "current", "averageValue"}};

constexpr Source kSources[] = {
    {"ContainerResource", "containerResource", kResource, kResourceNow},
    {"External", "external", kExternal, kExternalNow},
    {"Object", "object", kObject, kObjectNow},
    {"Pods", "pods", kPods, kPodsNow},
    {"Resource", "resource", kResource, kResourceNow},
};

const json::Value* find(const json::Value& source, const Place& place) {
  return place.inner.empty() ? source.find(place.outer) : source.find(place.outer, place.inner);
}

json::Value source_to_v1(const json::Value& source, std::span<const Place> places) {
  json::Object result;
  for (const Place& place : places) {
    if (const json::Value* value = find(source, place)) {
      result.append(std::string(place.v1), *value);
    } else if (place.quantity) {
      result.append(std::string(place.v1), "0");
    }
  }
  return result;
}

// Only v2 says what kind of number is meant.
std::string_view target_type(std::string_view source, const json::Value& target) {
  if (target.find("averageUtilization") != nullptr) {
    return "Utilization";
  }
  const bool by_value = source == "Object"     ? target.find("averageValue") == nullptr
                        : source == "External" ? target.find("value") != nullptr
                                               : false;
  return by_value ? "Value" : "AverageValue";
}

json::Value source_to_v2(const json::Value& source, std::span<const Place> places) {
  json::Value result = json::Object();
  for (const Place& place : places) {
    const json::Value* value = source.find(place.v1);
    if (value == nullptr) {
      continue;
    }
    (place.inner.empty() ? result[place.outer] : result[place.outer][place.inner]) = *value;
  }
  return result;
}

}  // namespace

json::Value metric_to_v1(const json::Value& metric, bool wanted) {
  json::Value result = json::Object{{"type", metric.at("type")}};
  for (const Source& source : kSources) {
    if (const json::Value* found = metric.find(source.member)) {
      result[source.member] = source_to_v1(*found, wanted ? source.wanted : source.measured);
    }
  }
  return result;
}

json::Value metric_to_v2(const json::Value& metric, bool wanted) {
  json::Value result = json::Object{{"type", metric.at("type")}};
  for (const Source& source : kSources) {
    const json::Value* found = metric.find(source.member);
    if (found == nullptr) {
      continue;
    }
    json::Value& converted = result[source.member];
    converted = source_to_v2(*found, wanted ? source.wanted : source.measured);
    if (wanted) {
      converted["target"]["type"] = target_type(source.type, converted.at("target"));
    }
  }
  return result;
}

}  // namespace sluice::api

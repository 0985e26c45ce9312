// SPDX-License-Identifier: Apache-2.0
//
// autoscaling/v1 knows one metric, the use of CPU. The rest of what autoscaling/v2 says is in
// annotations, so that who reads and writes v1 loses nothing.
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "api/forms/form.h"
#include "api/forms/metric_form.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kMetrics = "autoscaling.alpha.kubernetes.io/metrics";
constexpr std::string_view kCurrentMetrics = "autoscaling.alpha.kubernetes.io/current-metrics";
constexpr std::string_view kConditions = "autoscaling.alpha.kubernetes.io/conditions";
constexpr std::string_view kBehavior = "autoscaling.alpha.kubernetes.io/behavior";
constexpr std::array kNotes = {kBehavior, kConditions, kCurrentMetrics, kMetrics};
constexpr int kUsualPercentage = 80;

bool is_cpu(const json::Value& metric) {
  return metric.at("type").as_string() == "Resource" &&
         metric.at("resource", "name").as_string() == "cpu";
}

bool is_cpu_target(const json::Value& metric) {
  return is_cpu(metric) && metric.find("resource", "target", "averageUtilization") != nullptr;
}

json::Value cpu_metric(const char* part, json::Value numbers) {
  return json::Object{
      {"type", "Resource"},
      {"resource", json::Object{{"name", "cpu"}, {part, std::move(numbers)}}},
  };
}

// Takes the annotation out; null when there is none, or when its text is not JSON.
json::Value take_note(json::Value& object, std::string_view name) {
  json::Value* notes = object.find("metadata", "annotations");
  const json::Value* text = notes == nullptr ? nullptr : std::as_const(*notes).find(name);
  if (text == nullptr) {
    return {};
  }
  auto value = json::parse(text->as_string());
  notes->erase(name);
  if (notes->as_object().empty()) {
    object["metadata"].erase("annotations");
  }
  return value ? std::move(*value) : json::Value();
}

void leave_note(json::Value& object, std::string_view name, const json::Value& value) {
  object["metadata"]["annotations"][name] = json::write(value);
}

// Behaviour is noted under the names of a Go type without JSON names, all of them.
json::Value in_go_names(const json::Value& value) {
  if (value.is_array()) {
    json::Array items;
    for (const json::Value& item : value.as_array()) {
      items.push_back(in_go_names(item));
    }
    return items;
  }
  if (!value.is_object()) {
    return value;
  }
  json::Object result;
  for (const json::Member& member : value.as_object()) {
    std::string key = member.key;
    key[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(key[0])));
    result.append(std::move(key), in_go_names(member.value));
  }
  return result;
}

json::Value behavior_note(const json::Value& behavior) {
  json::Object note;
  for (const char* direction : {"scaleUp", "scaleDown"}) {
    json::Value rules;
    if (const json::Value* found = behavior.find(direction)) {
      rules = json::Object();
      for (const char* member :
           {"stabilizationWindowSeconds", "selectPolicy", "policies", "tolerance"}) {
        rules[member] = found->at(member);
      }
    }
    note.append(direction, std::move(rules));
  }
  return in_go_names(note);
}

json::Value from_go_names(const json::Value& value) {
  if (value.is_array()) {
    json::Array items;
    for (const json::Value& item : value.as_array()) {
      items.push_back(from_go_names(item));
    }
    return items;
  }
  if (!value.is_object()) {
    return value;
  }
  json::Value result = json::Object();
  for (const json::Member& member : value.as_object()) {
    if (member.key.empty() || member.value.is_null()) {
      continue;
    }
    std::string key = member.key;
    key[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(key[0])));
    result[key] = from_go_names(member.value);
  }
  return result;
}

json::Array converted(const json::Array& metrics, json::Value (*convert)(const json::Value&, bool),
                      bool wanted) {
  json::Array result;
  for (const json::Value& metric : metrics) {
    result.push_back(convert(metric, wanted));
  }
  return result;
}

void restore_metrics(json::Value& object) {
  json::Array metrics = converted(take_note(object, kMetrics).as_array(), metric_to_v2, true);
  json::Value& spec = object["spec"];
  if (const json::Value* percentage = spec.find("targetCPUUtilizationPercentage")) {
    metrics.push_back(cpu_metric(
        "target", json::Object{{"type", "Utilization"}, {"averageUtilization", *percentage}}));
  } else if (metrics.empty()) {
    metrics.push_back(cpu_metric(
        "target", json::Object{{"type", "Utilization"}, {"averageUtilization", kUsualPercentage}}));
  }
  spec.erase("targetCPUUtilizationPercentage");
  spec["metrics"] = std::move(metrics);
}

void restore_status(json::Value& object) {
  json::Value noted = take_note(object, kCurrentMetrics);
  json::Value conditions = take_note(object, kConditions);
  json::Value& status = object["status"];
  if (noted.is_array()) {
    status["currentMetrics"] = converted(noted.as_array(), metric_to_v2, false);
  } else if (const json::Value* percentage = status.find("currentCPUUtilizationPercentage")) {
    status["currentMetrics"] =
        json::Array{cpu_metric("current", json::Object{{"averageUtilization", *percentage}})};
  }
  status.erase("currentCPUUtilizationPercentage");
  if (conditions.is_array()) {
    status["conditions"] = std::move(conditions);
  }
}

void to_stored(json::Value& object) {
  restore_metrics(object);
  restore_status(object);
  if (json::Value behavior = from_go_names(take_note(object, kBehavior));
      !behavior.as_object().empty()) {
    object["spec"]["behavior"] = std::move(behavior);
  }
}

void note_metrics(json::Value& object) {
  json::Array others;
  json::Value& spec = object["spec"];
  const json::Value metrics = spec.at("metrics");
  spec.erase("metrics");
  for (const json::Value& metric : metrics.as_array()) {
    if (!is_cpu_target(metric)) {
      others.push_back(metric_to_v1(metric, true));
    } else if (spec.find("targetCPUUtilizationPercentage") == nullptr) {
      spec["targetCPUUtilizationPercentage"] =
          metric.at("resource", "target", "averageUtilization");
    }
  }
  if (!others.empty()) {
    leave_note(object, kMetrics, others);
  }
}

void note_status(json::Value& object) {
  json::Value& status = object["status"];
  const json::Value metrics = status.at("currentMetrics");
  const json::Value conditions = status.at("conditions");
  status.erase("currentMetrics");
  status.erase("conditions");
  for (const json::Value& metric : metrics.as_array()) {
    const json::Value* percentage = metric.find("resource", "current", "averageUtilization");
    if (is_cpu(metric) && percentage != nullptr) {
      status["currentCPUUtilizationPercentage"] = *percentage;
    }
  }
  for (const char* count : {"currentReplicas", "desiredReplicas"}) {
    status[count] = status.at(count).as_int();
  }
  if (!metrics.as_array().empty()) {
    leave_note(object, kCurrentMetrics, converted(metrics.as_array(), metric_to_v1, false));
  }
  if (!conditions.as_array().empty()) {
    leave_note(object, kConditions, conditions);
  }
}

void from_stored(json::Value& object) {
  for (const std::string_view note : kNotes) {
    take_note(object, note);
  }
  note_metrics(object);
  note_status(object);
  const json::Value behavior = object.at("spec", "behavior");
  if (!behavior.is_null()) {
    leave_note(object, kBehavior, behavior_note(behavior));
    object["spec"].erase("behavior");
  }
}

}  // namespace

namespace forms {
constinit const Form kAutoscalerV1{"autoscaling/v2", to_stored, from_stored};
}  // namespace forms

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/certificate_conditions.h"

#include <string_view>
#include <vector>

#include "base/timestamp.h"

namespace sluice::api {
namespace {

std::string last_transition(const json::Value& condition, const json::Value& old, WallTime now) {
  for (const json::Value& before : old.at("status", "conditions").as_array()) {
    const std::string& time = before.at("lastTransitionTime").as_string();
    if (before.at("type") == condition.at("type") &&
        before.at("status") == condition.at("status") && !time.empty()) {
      return time;
    }
  }
  return format_rfc3339(now);
}

std::vector<std::size_t> places(const json::Value& request, std::string_view type) {
  std::vector<std::size_t> found;
  const json::Array& conditions = request.at("status", "conditions").as_array();
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (conditions[i].at("type").as_string() == type) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace

void set_condition_times(json::Value& request, const json::Value& old, WallTime now) {
  json::Value* conditions = request.find("status", "conditions");
  if (conditions == nullptr || !conditions->is_array()) {
    return;
  }
  for (json::Value& condition : conditions->array()) {
    if (condition.at("lastUpdateTime").as_string().empty()) {
      condition["lastUpdateTime"] = format_rfc3339(now);
    }
    if (condition.at("lastTransitionTime").as_string().empty()) {
      condition["lastTransitionTime"] = last_transition(condition, old, now);
    }
  }
}

void keep_decisions(json::Value& request, const json::Value& old) {
  for (const std::string_view type : {"Approved", "Denied"}) {
    const std::vector<std::size_t> now = places(request, type);
    const std::vector<std::size_t> before = places(old, type);
    for (std::size_t i = 0; now.size() == before.size() && i < now.size(); ++i) {
      request["status"]["conditions"].array()[now[i]] =
          old.at("status", "conditions").as_array()[before[i]];
    }
  }
}

}  // namespace sluice::api

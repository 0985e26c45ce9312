// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/failure_policy.h"

#include <algorithm>
#include <optional>

namespace sluice::controllers::job {
namespace {

bool lists(const json::Value& rule, std::int64_t code) {
  const json::Array& values = rule.at("values").as_array();
  const bool found = std::find(values.begin(), values.end(), json::Value(code)) != values.end();
  return found == (rule.at("operator").as_string() != "NotIn");
}

// A container that failed with one of the rule's exit codes, in words.
std::optional<std::string> by_exit_code(const json::Value& rule, const client::Object& pod) {
  for (const char* list : {"containerStatuses", "initContainerStatuses"}) {
    for (const json::Value& container : pod.at("status", list).as_array()) {
      const json::Value* ended = container.find("state", "terminated");
      const std::string& name = rule.at("containerName").as_string();
      const bool concerned = name.empty() || name == container.at("name").as_string();
      const std::int64_t code = ended == nullptr ? 0 : ended->at("exitCode").as_int();
      if (concerned && code != 0 && lists(rule, code)) {
        return "Container " + container.at("name").as_string() + " for pod " +
               api::to_string(api::key(pod)) + " failed with exit code " + std::to_string(code);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> by_condition(const json::Value& patterns, const client::Object& pod) {
  for (const json::Value& pattern : patterns.as_array()) {
    const std::string& status = pattern.at("status").as_string();
    if (api::has_condition(pod, pattern.at("type").as_string(), status.empty() ? "True" : status)) {
      return "Pod " + api::to_string(api::key(pod)) + " has condition " +
             pattern.at("type").as_string();
    }
  }
  return std::nullopt;
}

FailureVerdict::Action action_of(const std::string& name) {
  using Action = FailureVerdict::Action;
  return name == "FailJob"     ? Action::kFailJob
         : name == "Ignore"    ? Action::kIgnore
         : name == "FailIndex" ? Action::kFailIndex
                               : Action::kCount;
}

}  // namespace

FailureVerdict judge_failure(const client::Object& job, const client::Object& pod) {
  const json::Array& rules = job.at("spec", "podFailurePolicy", "rules").as_array();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const json::Value* codes = rules[i].find("onExitCodes");
    const auto why = codes != nullptr ? by_exit_code(*codes, pod)
                                      : by_condition(rules[i].at("onPodConditions"), pod);
    if (why) {
      const std::string& action = rules[i].at("action").as_string();
      return {action_of(action),
              *why + " matching " + action + " rule at index " + std::to_string(i)};
    }
  }
  return {};
}

}  // namespace sluice::controllers::job

// SPDX-License-Identifier: Apache-2.0
#include "kubelet/runner_events.h"

#include <algorithm>

#include "base/timestamp.h"

namespace sluice::kubelet {
namespace {

void later(WallTime& newest, const json::Value& text) {
  const auto time = parse_rfc3339(text.as_string());
  if (time && *time > newest) {
    newest = *time;
  }
}

WallTime newest_time(const json::Value& status) {
  WallTime newest{};
  for (const json::Value& condition : status.at("conditions").as_array()) {
    later(newest, condition.at("lastTransitionTime"));
  }
  for (const char* list : {"initContainerStatuses", "containerStatuses"}) {
    for (const json::Value& container : status.at(list).as_array()) {
      later(newest, container.at("state", "running", "startedAt"));
      later(newest, container.at("state", "terminated", "finishedAt"));
      later(newest, container.at("lastState", "terminated", "finishedAt"));
    }
  }
  return newest;
}

}  // namespace

std::int64_t told_before(const json::Value& pod, const std::vector<pod::PodEvent>& events) {
  const WallTime newest = newest_time(pod.at("status"));
  std::int64_t told = 0;
  for (const pod::PodEvent& event : events) {
    if (std::chrono::floor<std::chrono::seconds>(event.time) <= newest) {
      told = std::max(told, event.sequence);
    }
  }
  return told;
}

std::string container_path(const json::Value& pod, const std::string& container) {
  for (const std::string list : {"containers", "initContainers", "ephemeralContainers"}) {
    for (const json::Value& candidate : pod.at("spec", list).as_array()) {
      if (candidate.at("name").as_string() == container) {
        return "spec." + list + "{" + container + "}";
      }
    }
  }
  return "";
}

void tell_runner_events(const json::Value& pod, PodRecord& record, runtime::EventRecorder& events) {
  if (!record.report || record.report->events.empty()) {
    return;
  }
  const std::int64_t told =
      record.events_told ? *record.events_told : told_before(pod, record.report->events);
  for (const pod::PodEvent& event : record.report->events) {
    if (event.sequence > told) {
      events.record(pod, {.type = event.warning ? "Warning" : "Normal",
                          .reason = event.reason,
                          .message = event.message,
                          .field_path = container_path(pod, event.container)});
    }
  }
  record.events_told = record.report->events.back().sequence;
}

}  // namespace sluice::kubelet

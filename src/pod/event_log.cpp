// SPDX-License-Identifier: Apache-2.0
#include "pod/event_log.h"

#include <algorithm>

#include "base/timestamp.h"
#include "pod/foreign_text.h"

namespace sluice::pod {
namespace {

bool says_the_same(const PodEvent& one, const PodEvent& other) {
  return one.warning == other.warning && one.reason == other.reason &&
         one.message == other.message && one.container == other.container;
}

}  // namespace

void EventLog::add(PodEvent event) {
  event.message = readable(event.message, kLongestMessage);
  event.sequence = ++sequence_;
  event.time = clock_.now();
  std::erase_if(events_, [&](const PodEvent& said) { return says_the_same(said, event); });
  if (events_.size() == kMost) {
    events_.erase(events_.begin());
  }
  events_.push_back(std::move(event));
}

void EventLog::resume(const std::vector<PodEvent>& told) {
  for (const PodEvent& event : told) {
    sequence_ = std::max(sequence_, event.sequence);
  }
}

json::Value to_json(const std::vector<PodEvent>& events) {
  json::Array items;
  for (const PodEvent& event : events) {
    items.push_back(json::Object{{"sequence", event.sequence},
                                 {"time", format_rfc3339_nano(event.time)},
                                 {"warning", event.warning},
                                 {"reason", event.reason},
                                 {"message", event.message},
                                 {"container", event.container}});
  }
  return items;
}

Result<std::vector<PodEvent>> pod_events_from_json(const json::Value& items) {
  std::vector<PodEvent> events;
  for (const json::Value& item : items.as_array()) {
    TRY_ASSIGN(const WallTime time, parse_rfc3339(item.at("time").as_string()));
    events.push_back({.sequence = item.at("sequence").as_int(),
                      .time = time,
                      .warning = item.at("warning").as_bool(),
                      .reason = item.at("reason").as_string(),
                      .message = item.at("message").as_string(),
                      .container = item.at("container").as_string()});
  }
  return events;
}

}  // namespace sluice::pod

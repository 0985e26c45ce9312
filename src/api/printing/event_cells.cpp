// SPDX-License-Identifier: Apache-2.0
#include "api/printing/cells.h"
#include "api/printing/human_duration.h"
#include "base/text.h"

namespace sluice::api::cells {

json::Value event_last_seen(const json::Value& event, WallTime now) {
  for (const json::Value* time : {event.find("series", "lastObservedTime"),
                                  event.find("lastTimestamp"), event.find("eventTime")}) {
    if (time != nullptr && time->is_string()) {
      return time_since(*time, now);
    }
  }
  return "<unknown>";
}

json::Value event_first_seen(const json::Value& event, WallTime now) {
  const json::Value& first = event.at("firstTimestamp");
  return time_since(first.is_string() ? first : event.at("eventTime"), now);
}

json::Value event_object(const json::Value& event, WallTime) {
  const json::Value& object = event.at("involvedObject");
  const std::string& name = object.at("name").as_string();
  const std::string kind = to_lower(object.at("kind").as_string());
  return name.empty() ? kind : kind + "/" + name;
}

json::Value event_source(const json::Value& event, WallTime) {
  const std::string& component = event.at("source", "component").as_string();
  const std::string& host = event.at("source", "host").as_string();
  const std::string& name =
      component.empty() ? event.at("reportingComponent").as_string() : component;
  return host.empty() ? name : name + ", " + host;
}

json::Value event_count(const json::Value& event, WallTime) {
  if (const json::Value* series = event.find("series", "count")) {
    return *series;
  }
  const std::int64_t count = event.at("count").as_int();
  return count == 0 ? 1 : count;  // events of the newer API carry no count for a single occurrence
}

}  // namespace sluice::api::cells

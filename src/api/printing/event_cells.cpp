// SPDX-License-Identifier: Apache-2.0
#include "api/printing/cells.h"
#include "api/printing/human_duration.h"
#include "base/text.h"

namespace sluice::api::cells {

namespace {

// A member by its name in the core group or in events.k8s.io.
const json::Value& either(const json::Value& event, std::string_view core, std::string_view newer) {
  const json::Value& value = event.at(core);
  return value.is_null() ? event.at(newer) : value;
}

}  // namespace

json::Value event_last_seen(const json::Value& event, WallTime now) {
  for (const json::Value* time :
       {&event.at("series", "lastObservedTime"),
        &either(event, "lastTimestamp", "deprecatedLastTimestamp"), &event.at("eventTime")}) {
    if (time->is_string()) {
      return time_since(*time, now);
    }
  }
  return "<unknown>";
}

json::Value event_first_seen(const json::Value& event, WallTime now) {
  const json::Value& first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
  return time_since(first.is_string() ? first : event.at("eventTime"), now);
}

json::Value event_object(const json::Value& event, WallTime) {
  const json::Value& object = either(event, "involvedObject", "regarding");
  const std::string& name = object.at("name").as_string();
  const std::string kind = to_lower(object.at("kind").as_string());
  return name.empty() ? kind : kind + "/" + name;
}

json::Value event_source(const json::Value& event, WallTime) {
  const json::Value& source = either(event, "source", "deprecatedSource");
  const std::string& component = source.at("component").as_string();
  const std::string& host = source.at("host").as_string();
  const std::string& name =
      component.empty() ? either(event, "reportingComponent", "reportingController").as_string()
                        : component;
  const std::string& instance = host.empty() ? event.at("reportingInstance").as_string() : host;
  return instance.empty() ? name : name + ", " + instance;
}

json::Value event_count(const json::Value& event, WallTime) {
  if (const json::Value* series = event.find("series", "count")) {
    return *series;
  }
  const std::int64_t count = either(event, "count", "deprecatedCount").as_int();
  return count == 0 ? 1 : count;  // events of the newer API carry no count for a single occurrence
}

}  // namespace sluice::api::cells

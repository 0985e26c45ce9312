// SPDX-License-Identifier: Apache-2.0
#include "registry/watch.h"

#include <utility>

#include "client/event_type.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

// The object as it was, with the revision at which it left the selection.
Result<StoredObject> left_at(const StoredObject& previous, store::Revision revision) {
  TRY_ASSIGN(json::Value object, previous.decode());
  object["metadata"]["resourceVersion"] = std::to_string(revision);
  return unstored(object);
}

}  // namespace

std::string event_text(const Event& event) {
  std::string text = "{\"type\":\"";
  text.reserve(event.object.text().size() + 40);
  text += client::to_string(event.type);
  text += "\",\"object\":";
  text += event.object.text();
  text += '}';
  return text;
}

Watch::Watch(const api::Kind& kind, Selection selection, Start start, const Clock& clock)
    : kind_(kind), selection_(std::move(selection)), start_(std::move(start)), clock_(clock) {}

Result<std::optional<Event>> Watch::try_next() {
  return next(Duration::zero());
}

void Watch::stop() {
  stopped_ = true;
  start_.changes->stop();
}

Result<std::optional<Event>> Watch::next(Duration timeout) {
  if (stopped_) {
    return fail(Code::kCancelled, "the watch was stopped");
  }
  TRY_ASSIGN(std::optional<Event> initial, next_initial());
  if (initial.has_value()) {
    return initial;
  }
  const SteadyTime deadline = clock_.steady() + timeout;
  while (true) {
    const Duration left = timeout == Duration::zero() ? timeout : deadline - clock_.steady();
    TRY_ASSIGN(const store::RecordPtr record, start_.changes->next(left));
    if (record == nullptr) {
      return std::nullopt;
    }
    TRY_ASSIGN(std::optional<Event> event, translate(record));
    if (event.has_value()) {
      return event;
    }
  }
}

Result<std::optional<Event>> Watch::next_initial() {
  while (next_initial_ < start_.initial.size()) {
    TRY_ASSIGN(StoredObject object, shown(std::move(start_.initial[next_initial_++])));
    TRY_ASSIGN(const bool matches, selection_.matches(object));
    if (matches) {
      return Event{client::EventType::kAdded, std::move(object)};
    }
  }
  start_.initial = {};
  next_initial_ = 0;
  if (std::exchange(start_.announce_end, false)) {
    return make_bookmark(start_.revision, true);
  }
  return std::nullopt;
}

Result<StoredObject> Watch::shown(store::RecordPtr record) const {
  StoredObject object{std::move(record)};
  return start_.present == nullptr || object.record == nullptr ? std::move(object)
                                                               : start_.present(std::move(object));
}

Result<std::optional<Event>> Watch::translate(const store::RecordPtr& record) const {
  const bool created = record->created == record->modified;
  TRY_ASSIGN(const StoredObject object, shown(record));
  if (selection_.everything()) {
    const auto type = record->deleted ? client::EventType::kDeleted
                      : created       ? client::EventType::kAdded
                                      : client::EventType::kModified;
    return Event{type, object};
  }
  TRY_ASSIGN(const bool matches, selection_.matches(object));
  bool matched = false;
  TRY_ASSIGN(const StoredObject previous, shown(record->previous.lock()));
  if (!created) {
    if (previous.record == nullptr) {
      return fail(Code::kExpired, "too old resource version: the state before revision " +
                                      std::to_string(record->modified) + " is no longer kept");
    }
    TRY_ASSIGN(matched, selection_.matches(previous));
  }
  if (record->deleted) {
    return matched ? std::optional(Event{client::EventType::kDeleted, object}) : std::nullopt;
  }
  if (matches) {
    return Event{matched ? client::EventType::kModified : client::EventType::kAdded, object};
  }
  if (!matched) {
    return std::nullopt;
  }
  TRY_ASSIGN(StoredObject left, left_at(previous, record->modified));
  return Event{client::EventType::kDeleted, std::move(left)};
}

std::optional<Event> Watch::bookmark() const {
  if (!start_.initial.empty() || start_.announce_end) {
    return std::nullopt;
  }
  return make_bookmark(start_.changes->progress(), false);
}

Event Watch::make_bookmark(store::Revision revision, bool ends_initial) const {
  json::Value object =
      json::Object{{"kind", kind_.kind},
                   {"apiVersion", kind_.api_version()},
                   {"metadata", json::Object{{"resourceVersion", std::to_string(revision)}}}};
  if (ends_initial) {
    object["metadata"]["annotations"]["k8s.io/initial-events-end"] = "true";
  }
  return {client::EventType::kBookmark, unstored(object)};
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "registry/watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "client/event_type.h"
#include "json/text.h"

namespace sluice::registry {
namespace {

constexpr std::size_t kMostAhead = 100;  // objects that are shown together

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
    TRY_ASSIGN(const store::RecordPtr record, next_record(left));
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
    if (start_.present_waits && next_initial_ % kMostAhead == 0) {
      const std::span<const store::RecordPtr> rest =
          std::span(start_.initial).subspan(next_initial_);
      TRY(show_ahead(rest.first(std::min(rest.size(), kMostAhead))));
    }
    store::RecordPtr record = std::move(start_.initial[next_initial_++]);
    if (!selection_.matches_place(*record)) {
      continue;
    }
    TRY_ASSIGN(StoredObject object, shown(std::move(record)));
    TRY_ASSIGN(const bool matches, selection_.matches(object));
    if (matches) {
      return Event{client::EventType::kAdded, std::move(object)};
    }
  }
  if (!start_.initial.empty()) {
    start_.initial = {};
    next_initial_ = 0;
    shown_.clear();
  }
  if (std::exchange(start_.announce_end, false)) {
    return make_bookmark(start_.revision, true);
  }
  return std::nullopt;
}

// The next change: of those taken ahead, where it pays to show several at once.
Result<store::RecordPtr> Watch::next_record(Duration timeout) {
  if (!start_.present_waits) {
    return start_.changes->next(timeout);
  }
  if (next_ahead_ == ahead_.size()) {
    TRY_ASSIGN(store::RecordPtr first, start_.changes->next(timeout));
    TRY(take_ahead(std::move(first)));
  }
  return next_ahead_ < ahead_.size() ? ahead_[next_ahead_++] : nullptr;
}

Result<void> Watch::take_ahead(store::RecordPtr first) {
  ahead_.clear();
  next_ahead_ = 0;
  for (store::RecordPtr next = std::move(first); next != nullptr;) {
    ahead_.push_back(std::move(next));
    if (ahead_.size() == kMostAhead) {
      break;
    }
    const auto more = start_.changes->try_next();
    next = more.value_or(nullptr);  // what ended the watch says so again
  }
  return show_ahead(ahead_);
}

Result<void> Watch::show_ahead(std::span<const store::RecordPtr> records) {
  shown_.clear();
  std::vector<store::RecordPtr> wanted;
  std::copy_if(records.begin(), records.end(), std::back_inserter(wanted),
               [&](const store::RecordPtr& one) { return selection_.matches_place(*one); });
  const std::size_t changes = wanted.size();
  for (std::size_t i = 0; i < changes; ++i) {
    auto before = selection_.only_place() ? nullptr : wanted[i]->previous.lock();
    if (before != nullptr && std::find(wanted.begin(), wanted.end(), before) == wanted.end()) {
      wanted.push_back(std::move(before));
    }
  }
  std::vector<StoredObject> objects;
  objects.reserve(wanted.size());
  for (const store::RecordPtr& record : wanted) {
    objects.push_back({record});
  }
  TRY(start_.present(objects));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    shown_.emplace(std::move(wanted[i]), std::move(objects[i]));
  }
  return {};
}

Result<StoredObject> Watch::shown(store::RecordPtr record) const {
  if (const auto known = shown_.find(record); known != shown_.end()) {
    return known->second;
  }
  StoredObject object{std::move(record)};
  if (start_.present != nullptr && object.record != nullptr) {
    TRY(start_.present(std::span(&object, 1)));
  }
  return object;
}

// As selection_.matches(), for states that other watches are about to ask for too.
Result<bool> Watch::selects(const StoredObject& change) const {
  if (start_.parts == nullptr) {
    return selection_.matches(change);
  }
  TRY_ASSIGN(const SelectableParts::PartPtr part, start_.parts->of(kind_, change));
  return selection_.matches_part(*part);
}

Result<std::optional<Event>> Watch::translate(const store::RecordPtr& record) const {
  if (!selection_.matches_place(*record)) {
    return std::nullopt;
  }
  const bool created = record->created == record->modified;
  TRY_ASSIGN(const StoredObject object, shown(record));
  if (selection_.only_place()) {
    const auto type = record->deleted ? client::EventType::kDeleted
                      : created       ? client::EventType::kAdded
                                      : client::EventType::kModified;
    return Event{type, object};
  }
  TRY_ASSIGN(const bool matches, selects(object));
  bool matched = false;
  TRY_ASSIGN(const StoredObject previous, shown(record->previous.lock()));
  if (!created) {
    if (previous.record == nullptr) {
      return fail(Code::kExpired, "too old resource version: the state before revision " +
                                      std::to_string(record->modified) + " is no longer kept");
    }
    TRY_ASSIGN(matched, selects(previous));
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
  if (!start_.initial.empty() || start_.announce_end || next_ahead_ < ahead_.size()) {
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

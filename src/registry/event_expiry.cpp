// SPDX-License-Identifier: Apache-2.0
#include "registry/event_expiry.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/log.h"
#include "base/timestamp.h"
#include "base/together.h"
#include "base/worker_pool.h"
#include "registry/keys.h"
#include "registry/stored_object.h"

namespace sluice::registry {
namespace {

constexpr std::chrono::minutes kLookEvery{5};
constexpr std::chrono::seconds kLeastWait{1};
constexpr std::size_t kPage = 500;

WallTime time_of(const json::Value& text) {
  return parse_rfc3339(text.as_string()).value_or(WallTime());
}

// By what this server noted itself: the times that the event tells are those of its writer.
WallTime last_written(const json::Value& event) {
  WallTime last = time_of(event.at("metadata", "creationTimestamp"));
  for (const json::Value& manager : event.at("metadata", "managedFields").as_array()) {
    last = std::max(last, time_of(manager.at("time")));
  }
  return last;
}

// Somebody else was faster.
bool is_moot(const Error& error) {
  return error.code == Code::kConflict || error.code == Code::kNotFound;
}

}  // namespace

EventExpiry::EventExpiry(store::Store& store, Clock& clock, Duration keep)
    : store_(store), clock_(clock), keep_(keep), thread_([this] { run(); }) {}

EventExpiry::~EventExpiry() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void EventExpiry::run() {
  name_this_thread("event-expiry");
  const Duration wait = std::clamp<Duration>(keep_, kLeastWait, kLookEvery);
  SteadyTime due = clock_.steady() + wait;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (clock_.steady() < due) {
      clock_.wait_until(lock, changed_, due);
      continue;
    }
    lock.unlock();
    if (const auto swept = sweep(); !swept) {
      log::warning("old events stay", {{"error", swept.error().message}});
    }
    lock.lock();
    due = clock_.steady() + wait;
  }
}

// Notes the present state; the revision after which everything is too young to go.
store::Revision EventExpiry::mark() {
  const SteadyTime now = clock_.steady();
  while (!marks_.empty() && marks_.front().time < now - keep_) {
    marks_.pop_front();
  }
  const store::Revision fresh_after =
      marks_.empty() ? std::numeric_limits<store::Revision>::max() : marks_.front().revision;
  marks_.push_back({now, store_.revision()});
  return fresh_after;
}

Result<void> EventExpiry::sweep() {
  const store::Revision fresh_after = mark();
  const std::string prefix = kind_prefix(api::kinds::event());
  std::string start;
  while (true) {
    TRY_ASSIGN(const store::RangeResult page, store_.range(prefix, start, 0, kPage));
    TRY(remove_due(page.records, fresh_after));
    if (!page.more || page.records.empty()) {
      return {};
    }
    start = page.records.back()->key + '\0';
  }
}

Result<void> EventExpiry::remove_due(const std::vector<store::RecordPtr>& events,
                                     store::Revision fresh_after) {
  const WallTime oldest = clock_.now() - std::chrono::ceil<WallTime::duration>(keep_);
  struct Due {
    store::RecordPtr record;
    json::Value event;
  };
  std::vector<Due> due;
  for (const store::RecordPtr& record : events) {
    if (record->modified > fresh_after) {
      continue;
    }
    TRY_ASSIGN(json::Value event, StoredObject{record}.decode());
    if (last_written(event) < oldest) {
      due.push_back({record, std::move(event)});
    }
  }
  return do_together(due.size(), [&](std::size_t i) -> Result<void> {
    const auto removed = store_.remove(due[i].record->key,
                                       store::Expect::at(due[i].record->modified),
                                       encode(due[i].event).text);
    return removed || is_moot(removed.error()) ? Result<void>()
                                               : tl::unexpected(removed.error());
  });
}

}  // namespace sluice::registry

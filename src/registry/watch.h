// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/kind.h"
#include "base/clock.h"
#include "client/client.h"
#include "registry/selectable_parts.h"
#include "registry/selection.h"
#include "registry/stored_object.h"
#include "store/store.h"

namespace sluice::registry {

struct WatchRequest {
  std::string ns;  // empty: all
  std::string label_selector;
  std::string field_selector;
  std::string resource_version;  // changes after it; empty or "0": the current state first
  std::string resource_version_match;
  std::string continue_token = {};  // which watches do not take
  bool bookmarks = false;
  std::optional<bool> send_initial_events;
};

struct Event {
  client::EventType type = client::EventType::kAdded;
  StoredObject object;
};

// The text of one line of a watch stream, without the line break.
std::string event_text(const Event& event);

// Changes of one kind as a caller with a selection sees them: an object that begins to match is
// added, one that stops matching is deleted. try_next() and next() by one thread; stop() and
// set_ready() by any. The clock and the parts must outlive it.
class Watch {
 public:
  struct Start {
    std::vector<store::RecordPtr> initial;    // current state, handed out as added
    bool announce_end = false;                // with a bookmark after the initial state
    store::Revision revision = 0;             // of the initial state
    std::shared_ptr<store::Watcher> changes;  // shared with those who may end it
    // As the kind's version shows them; nothing: as they are stored.
    std::function<Result<void>(std::span<StoredObject>)> present = nullptr;
    bool present_waits = false;  // for another server: then it gets all that is there at once
    SelectableParts* parts = nullptr;  // of changes shown as they are stored; may be null
  };
  Watch(const api::Kind& kind, Selection selection, Start start, const Clock& clock);

  // Nothing: no event now, or none within `timeout`. Expired: list again. Cancelled: stopped, the
  // store closed, or the kind was defined anew.
  Result<std::optional<Event>> try_next();
  Result<std::optional<Event>> next(Duration timeout);

  // Whether try_next() may wait, for another server that has to convert the objects.
  bool may_wait() const { return start_.present_waits; }

  // Called from any thread when try_next may have something again after it had nothing: before the
  // writer is answered, or soon after. May run once more while the watch is being destroyed.
  using Call = store::Watcher::Call;
  void set_ready(std::function<void()> ready, Call call = Call::kAtOnce) {
    start_.changes->set_ready(std::move(ready), call);
  }
  void stop();

  // A bookmark at the revision up to which everything was handed out; nothing while the initial
  // state is not.
  std::optional<Event> bookmark() const;

 private:
  Result<std::optional<Event>> next_initial();
  Result<store::RecordPtr> next_record(Duration timeout);
  Result<void> take_ahead(store::RecordPtr first);
  Result<void> show_ahead(std::span<const store::RecordPtr> records);
  Result<std::optional<Event>> translate(const store::RecordPtr& record) const;
  Result<StoredObject> shown(store::RecordPtr record) const;
  Result<bool> selects(const StoredObject& change) const;
  Event make_bookmark(store::Revision revision, bool ends_initial) const;

  const api::Kind& kind_;
  const Selection selection_;
  Start start_;
  std::size_t next_initial_ = 0;
  // Only where presenting waits: changes taken but not handed out, and how they, the states before
  // them and the next of the initial state are shown.
  std::vector<store::RecordPtr> ahead_;
  std::size_t next_ahead_ = 0;
  std::map<store::RecordPtr, StoredObject> shown_;
  std::atomic<bool> stopped_ = false;
  const Clock& clock_;
};

}  // namespace sluice::registry

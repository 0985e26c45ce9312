// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/bounded_queue.h"
#include "base/clock.h"
#include "base/recent_map.h"
#include "client/client.h"
#include "runtime/event_limits.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"

namespace sluice::runtime {

// What a person should know about an object.
struct Note {
  std::string_view type = "Normal";  // or "Warning"
  std::string reason;                // one CamelCase word
  std::string message;               // cut to 1024 bytes
  std::string field_path = {};       // the part it is about: "spec.containers{main}"
};

// Writes core/v1 Events. record() never blocks and never fails its caller: a bounded queue and one
// thread do the writing, and what does not fit or cannot be written is only logged. A note that is
// the same as an earlier one about the same object raises that event's count, and an object has
// only so many (EventLimits). Thread-safe.
class EventRecorder final : public Runnable {
 public:
  EventRecorder(client::Client& client, Clock& clock, std::string component);
  ~EventRecorder() override;  // stops

  void record(const client::Object& about, const Note& note);

  std::string name() const override { return component_ + " events"; }
  Result<void> start() override;
  // What was recorded before is still written.
  void request_stop() override { queue_.close(); }
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  struct Entry {
    client::Object event;  // complete, but for its name and count
    std::string identity;  // equal for notes that are counted together
  };
  struct Written {
    api::Key key;
    int count = 1;
  };

  void write(const Entry& entry);
  Result<void> count_again(Written& written, const Entry& entry);
  Result<void> write_new(const Entry& entry);

  client::Client& client_;
  Clock& clock_;
  const std::string component_;
  BoundedQueue<Entry> queue_;
  EventLimits limits_;
  RecentMap<Written> written_;  // by identity; used by the writing thread only
  ThreadGroup threads_;
};

}  // namespace sluice::runtime

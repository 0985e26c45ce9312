// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "api/meta.h"
#include "base/clock.h"
#include "runtime/backoff.h"

namespace sluice::runtime {

// Keys that need work, handed to workers so that
//   - a key added several times before it is taken is taken once,
//   - a key is never with two workers at the same time,
//   - a key added while a worker has it is taken again after that worker's done(),
//   - keys come in the order of their first addition, or those of a higher rank before.
// Thread-safe. Every get() must be followed by done().
class WorkQueue {
 public:
  explicit WorkQueue(Clock& clock, BackoffLimits limits = {}) : clock_(clock), limits_(limits) {}
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // Asked when a key becomes work, with the queue locked: must not use it. Before the first key.
  void rank_by(std::function<std::int64_t(const api::Key&)> rank) { rank_ = std::move(rank); }

  void add(const api::Key& key);

  // Adds when it is time. Of several later additions of one key the earliest counts.
  void add_at(const api::Key& key, SteadyTime at);
  void add_after(const api::Key& key, Duration delay);

  // Adds after the key's own exponential back-off; forget() resets it.
  void retry(const api::Key& key);
  void forget(const api::Key& key);

  // Blocks for the next key; empty once stopped.
  std::optional<api::Key> get();
  void done(const api::Key& key);

  // Wakes everyone in get(); keys not yet taken are dropped.
  void stop();

  std::size_t size() const;  // keys that could be taken now

 private:
  void add_locked(const api::Key& key);
  void enqueue(const api::Key& key);
  api::Key pop();
  void take_due();

  Clock& clock_;
  const BackoffLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::function<std::int64_t(const api::Key&)> rank_;                   // empty: all are equal
  std::map<std::int64_t, std::deque<api::Key>, std::greater<>> lanes_;  // by rank
  std::size_t queued_ = 0;                                              // in all lanes
  std::set<api::Key> dirty_;       // need work; those not in processing_ are in a lane
  std::set<api::Key> processing_;  // with a worker now
  std::map<api::Key, SteadyTime> due_;
  std::set<std::pair<SteadyTime, api::Key>> timers_;  // due_ ordered by time
  std::map<api::Key, unsigned> failures_;
  bool stopped_ = false;
};

}  // namespace sluice::runtime

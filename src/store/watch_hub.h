// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/worker_pool.h"
#include "store/changes.h"
#include "store/store.h"

namespace sluice::store {

struct Sleeper;     // a watcher that wants to be called
struct WatchGroup;  // the watchers of one prefix and what they have not read yet

// Hands published changes to watchers. What is published stays until all have read it, up to a
// number; one that is further behind reads on from history, or ends with Expired where that is
// gone, so publishing never waits. Watchers may outlive the hub and are Cancelled when it closes.
// Thread-safe, but publish() calls must follow each other in order.
class WatchHub {
 public:
  WatchHub(std::size_t buffer, ReadHistory history);
  ~WatchHub() { close(); }
  WatchHub(const WatchHub&) = delete;
  WatchHub& operator=(const WatchHub&) = delete;

  // Blocks publish() while held, so that a snapshot and a subscription can be taken together.
  std::unique_lock<std::mutex> pause() { return std::unique_lock(mutex_); }

  struct Start {
    std::string prefix;
    Revision revision = 0;  // of the last change published
    Changes backlog;        // handed out first; what it does not reach is read from history
    Revision progress = 0;  // every change up to here is not owed
  };
  // With pause() held: a watcher that hands out the backlog, then everything later.
  std::unique_ptr<Watcher> subscribe(Start start, const std::unique_lock<std::mutex>& paused);

  // Calls `make_readable` and buffers the changes as one step with respect to pause(), then wakes
  // the watchers concerned: at once who asked for it, the others from a thread of its own when
  // they are many, for nobody who writes should pay for their number.
  void publish(const std::vector<RecordPtr>& changes, const std::function<void()>& make_readable);

  // Ends every watcher with Cancelled.
  void close();

 private:
  void offer(const RecordPtr& change, std::vector<Sleeper>& woken);
  void wake(std::vector<Sleeper> woken);

  const std::size_t buffer_;
  const std::shared_ptr<const ReadHistory> history_;  // shared with watchers that outlive the hub
  // Last revision offered to every subscription; shared with watchers that outlive the hub.
  const std::shared_ptr<std::atomic<Revision>> offered_ =
      std::make_shared<std::atomic<Revision>>(0);
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<WatchGroup>, std::less<>> groups_;  // by prefix
  std::size_t subscribed_ = 0;
  WorkerPool waker_;
};

}  // namespace sluice::store

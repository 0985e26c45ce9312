// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace sluice {

// A queue between threads that never grows past its capacity: a full queue refuses, so the
// producer decides what overload means. Of the threads that wait, the one that came last is woken:
// its memory is still in the processor's caches, and that of threads that are not needed stays
// untouched. Thread-safe.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  // False when full or closed; `item` is then untouched.
  bool try_push(T&& item) {
    const std::scoped_lock lock(mutex_);
    if (closed_ || items_.size() >= capacity_) {
      return false;
    }
    items_.push_back(std::move(item));
    wake_one();
    return true;
  }

  // Blocks for the next item; empty once the queue is closed and drained.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    while (!closed_ && items_.empty()) {
      Sleeper self;
      sleepers_.push_back(&self);
      self.changed.wait(lock, [&] { return self.woken; });
      --woken_;
    }
    if (items_.empty()) {
      return std::nullopt;
    }
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

  // No more pushes; pop() hands out what is left, then ends.
  void close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    while (!sleepers_.empty()) {
      wake_one();
    }
  }

  // How many items no thread is on its way to.
  std::size_t unclaimed() const {
    const std::scoped_lock lock(mutex_);
    return items_.size() - std::min(items_.size(), woken_);
  }

  // How many threads wait in pop().
  std::size_t waiting() const {
    const std::scoped_lock lock(mutex_);
    return sleepers_.size();
  }

 private:
  struct Sleeper {
    std::condition_variable changed;
    bool woken = false;
  };

  // With the lock held, for a sleeper that is woken is gone as soon as it gets that.
  void wake_one() {
    if (!sleepers_.empty()) {
      Sleeper& last = *sleepers_.back();
      sleepers_.pop_back();
      last.woken = true;
      ++woken_;
      last.changed.notify_one();
    }
  }

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::vector<Sleeper*> sleepers_;  // on the stacks of threads in pop(), who came last at the end
  std::deque<T> items_;
  std::size_t woken_ = 0;  // sleepers that have yet to come back
  bool closed_ = false;
};

}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
// The algorithm of client-go's work queue: `lanes_` is the order, `dirty_` what needs work,
// `processing_` what is in work. A key is in a lane exactly when it is dirty and not in processing.
#include "runtime/work_queue.h"

#include <algorithm>

#include "base/result.h"

namespace sluice::runtime {

void WorkQueue::add(const api::Key& key) {
  const std::scoped_lock lock(mutex_);
  add_locked(key);
}

void WorkQueue::add_locked(const api::Key& key) {
  if (stopped_ || !dirty_.insert(key).second || processing_.contains(key)) {
    return;
  }
  enqueue(key);
}

void WorkQueue::enqueue(const api::Key& key) {
  lanes_[rank_ ? rank_(key) : 0].push_back(key);
  ++queued_;
  changed_.notify_one();
}

void WorkQueue::add_after(const api::Key& key, Duration delay) {
  add_at(key, clock_.steady() + delay);
}

void WorkQueue::add_at(const api::Key& key, SteadyTime at) {
  const std::scoped_lock lock(mutex_);
  if (at <= clock_.steady()) {
    add_locked(key);
    return;
  }
  const auto [timer, is_new] = due_.try_emplace(key, at);
  if (!is_new) {
    if (timer->second <= at) {
      return;
    }
    timers_.erase({timer->second, key});
    timer->second = at;
  }
  timers_.emplace(at, key);
  changed_.notify_one();
}

void WorkQueue::retry(const api::Key& key) {
  Duration delay;
  {
    const std::scoped_lock lock(mutex_);
    delay = limits_.after(++failures_[key]);
  }
  add_after(key, delay);
}

void WorkQueue::forget(const api::Key& key) {
  const std::scoped_lock lock(mutex_);
  failures_.erase(key);
}

void WorkQueue::take_due() {
  const SteadyTime now = clock_.steady();
  while (!timers_.empty() && timers_.begin()->first <= now) {
    const api::Key key = timers_.begin()->second;
    timers_.erase(timers_.begin());
    due_.erase(key);
    add_locked(key);
  }
}

std::optional<api::Key> WorkQueue::get() {
  std::unique_lock lock(mutex_);
  for (;;) {
    take_due();
    if (stopped_) {
      return std::nullopt;
    }
    if (queued_ > 0) {
      break;
    }
    clock_.wait_until(lock, changed_, timers_.empty() ? SteadyTime::max() : timers_.begin()->first);
  }
  api::Key key = pop();
  dirty_.erase(key);
  processing_.insert(key);
  // This worker may have been the one that watched the next timer: another one takes over.
  if (!timers_.empty()) {
    changed_.notify_one();
  }
  return key;
}

api::Key WorkQueue::pop() {
  const auto lane = std::find_if(lanes_.begin(), lanes_.end(),
                                 [](const auto& entry) { return !entry.second.empty(); });
  api::Key key = std::move(lane->second.front());
  lane->second.pop_front();
  --queued_;
  return key;
}

void WorkQueue::done(const api::Key& key) {
  const std::scoped_lock lock(mutex_);
  CHECK(processing_.erase(key) == 1);
  if (!stopped_ && dirty_.contains(key)) {
    enqueue(key);
  }
}

void WorkQueue::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  lanes_.clear();
  queued_ = 0;
  dirty_.clear();
  due_.clear();
  timers_.clear();
  changed_.notify_all();
}

std::size_t WorkQueue::size() const {
  const std::scoped_lock lock(mutex_);
  return queued_;
}

}  // namespace sluice::runtime

// SPDX-License-Identifier: Apache-2.0
#include "store/watch_hub.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <utility>

namespace sluice::store {

class Subscription {
 public:
  Subscription(std::vector<RecordPtr> backlog, std::size_t buffer, Revision start)
      : backlog_(std::move(backlog)), buffer_(buffer), start_(start) {}

  // True when the consumer slept and must be woken.
  bool offer(const RecordPtr& change) {
    const std::scoped_lock lock(mutex_);
    if (end_.has_value()) {
      return false;
    }
    const bool was_idle = idle();
    if (live_.size() >= buffer_) {
      drop();
      end_ = Error{Code::kExpired,
                   "the watcher fell more than " + std::to_string(buffer_) + " changes behind"};
      return true;
    }
    live_.push_back(change);
    return was_idle;
  }

  bool ended() const {
    const std::scoped_lock lock(mutex_);
    return end_.has_value();
  }

  Watcher::Call call() const {
    const std::scoped_lock lock(mutex_);
    return call_;
  }

  // What is buffered is still handed out when the store closes, but not after stop().
  void end(Error why, bool drop_buffered) {
    const std::scoped_lock lock(mutex_);
    if (!end_.has_value()) {
      end_ = std::move(why);
    }
    if (drop_buffered) {
      drop();
    }
  }

  void wake() {
    changed_.notify_all();
    std::shared_ptr<const std::function<void()>> ready;
    {
      const std::scoped_lock lock(mutex_);
      ready = ready_;
    }
    if (ready != nullptr) {
      (*ready)();
    }
  }

  Result<RecordPtr> take(Duration timeout) {
    std::unique_lock lock(mutex_);
    if (timeout > Duration::zero()) {
      changed_.wait_for(lock, timeout, [&] { return !idle() || end_.has_value(); });
    }
    if (idle()) {
      if (end_.has_value()) {
        return tl::unexpected(*end_);
      }
      return RecordPtr();
    }
    RecordPtr record;
    if (next_backlog_ < backlog_.size()) {
      record = std::move(backlog_[next_backlog_++]);
      if (next_backlog_ == backlog_.size()) {
        backlog_ = {};
        next_backlog_ = 0;
      }
    } else {
      record = std::move(live_.front());
      live_.pop_front();
    }
    handed_out_ = record->modified;
    return record;
  }

  void set_ready(std::function<void()> ready, Watcher::Call call) {
    bool pending = false;
    {
      const std::scoped_lock lock(mutex_);
      call_ = call;
      ready_ = ready == nullptr ? nullptr
                                : std::make_shared<const std::function<void()>>(std::move(ready));
      pending = ready_ != nullptr && (!idle() || end_.has_value());
    }
    if (pending) {
      wake();
    }
  }

  // `offered` was read before this call: everything up to it is in the buffers or handed out.
  Revision progress(Revision offered) const {
    const std::scoped_lock lock(mutex_);
    return std::max({start_, handed_out_, idle() && !end_.has_value() ? offered : 0});
  }

 private:
  bool idle() const { return live_.empty() && backlog_.empty(); }
  void drop() {
    live_.clear();
    backlog_.clear();
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<RecordPtr> backlog_;  // from history; not counted against the buffer
  std::size_t next_backlog_ = 0;
  std::deque<RecordPtr> live_;
  const std::size_t buffer_;
  const Revision start_;  // nothing at or before this is owed
  Revision handed_out_ = 0;
  std::optional<Error> end_;
  std::shared_ptr<const std::function<void()>> ready_;
  Watcher::Call call_ = Watcher::Call::kAtOnce;
};

namespace {

// A group nothing is published to keeps its abandoned entries; the sweep bounds them.
constexpr std::size_t kSubscriptionsBetweenSweeps = 256;

constexpr std::size_t kWokenAtOnce = 16;
constexpr std::size_t kBurstsWaiting = 64;

class HubWatcher final : public Watcher {
 public:
  HubWatcher(std::shared_ptr<Subscription> subscription,
             std::shared_ptr<const std::atomic<Revision>> offered)
      : subscription_(std::move(subscription)), offered_(std::move(offered)) {}

  Result<RecordPtr> try_next() override { return subscription_->take(Duration::zero()); }
  Result<RecordPtr> next(Duration timeout) override { return subscription_->take(timeout); }
  void set_ready(std::function<void()> ready, Call call) override {
    subscription_->set_ready(std::move(ready), call);
  }
  void stop() override {
    subscription_->end(Error{Code::kCancelled, "the watch was stopped"}, true);
    subscription_->wake();
  }
  void finish() override {
    subscription_->end(Error{Code::kCancelled, "the watch is over"}, false);
    subscription_->wake();
  }
  Revision progress() const override { return subscription_->progress(offered_->load()); }

 private:
  std::shared_ptr<Subscription> subscription_;
  std::shared_ptr<const std::atomic<Revision>> offered_;
};

}  // namespace

WatchHub::WatchHub(std::size_t buffer)
    : buffer_(buffer), waker_("store-waker", 1, kBurstsWaiting) {}

std::unique_ptr<Watcher> WatchHub::subscribe(Start start,
                                             const std::unique_lock<std::mutex>& paused) {
  CHECK(paused.owns_lock() && paused.mutex() == &mutex_);
  if (++subscribed_ % kSubscriptionsBetweenSweeps == 0) {
    drop_abandoned();
  }
  auto subscription =
      std::make_shared<Subscription>(std::move(start.backlog), buffer_, start.progress);
  groups_[std::move(start.prefix)].push_back(subscription);
  return std::make_unique<HubWatcher>(std::move(subscription), offered_);
}

void WatchHub::drop_abandoned() {
  for (auto& [prefix, group] : groups_) {
    std::erase_if(group, [](const auto& entry) { return entry.expired(); });
  }
  std::erase_if(groups_, [](const auto& group) { return group.second.empty(); });
}

void WatchHub::publish(const std::vector<RecordPtr>& changes,
                       const std::function<void()>& make_readable) {
  Woken woken;
  {
    const std::scoped_lock lock(mutex_);
    make_readable();
    for (const RecordPtr& change : changes) {
      offer(change, woken);
    }
    if (!changes.empty()) {
      offered_->store(changes.back()->modified);
    }
  }
  wake(std::move(woken));
}

void WatchHub::wake(Woken woken) {
  const auto later = std::partition(woken.begin(), woken.end(), [](const auto& subscription) {
    return subscription->call() == Watcher::Call::kAtOnce;
  });
  std::for_each(woken.begin(), later, [](const auto& subscription) { subscription->wake(); });
  woken.erase(woken.begin(), later);
  const bool few = woken.size() <= kWokenAtOnce;
  const auto wake_rest = [rest = std::make_shared<const Woken>(std::move(woken))] {
    for (const std::shared_ptr<Subscription>& subscription : *rest) {
      subscription->wake();
    }
  };
  if (few || !waker_.submit(wake_rest)) {
    wake_rest();
  }
}

void WatchHub::offer(const RecordPtr& change, Woken& woken) {
  for (auto group = groups_.begin(); group != groups_.end();) {
    if (!change->key.starts_with(group->first)) {
      ++group;
      continue;
    }
    std::erase_if(group->second, [&](const std::weak_ptr<Subscription>& entry) {
      std::shared_ptr<Subscription> subscription = entry.lock();
      if (subscription == nullptr) {
        return true;
      }
      if (subscription->offer(change)) {
        woken.push_back(subscription);
      }
      return subscription->ended();
    });
    group = group->second.empty() ? groups_.erase(group) : std::next(group);
  }
}

void WatchHub::close() {
  std::map<std::string, Group> groups;
  {
    const std::scoped_lock lock(mutex_);
    groups.swap(groups_);
  }
  for (auto& [prefix, group] : groups) {
    for (const std::weak_ptr<Subscription>& entry : group) {
      if (const std::shared_ptr<Subscription> subscription = entry.lock()) {
        subscription->end(Error{Code::kCancelled, "the store was closed"}, false);
        subscription->wake();
      }
    }
  }
}

}  // namespace sluice::store

// SPDX-License-Identifier: Apache-2.0
//
// What is published to a prefix is kept once, and each watcher reads it at its own place; who finds
// nothing there goes to sleep. So publishing touches no watcher, however many there are, and one
// that is slow holds up nobody: when its place is dropped, it reads history until it has caught up.
//
// Lock order: the hub's, then a group's. Nobody is called with either held.
#include "store/watch_hub.h"

#include <algorithm>
#include <span>
#include <utility>

#include "store/watch_group.h"

namespace sluice::store {
namespace {

// A group nothing is published to stays when its last watcher is gone; the sweep bounds them.
constexpr std::size_t kSubscriptionsBetweenSweeps = 256;

constexpr std::size_t kWokenAtOnce = 16;
constexpr std::size_t kBurstsWaiting = 64;

void call_all(std::span<const Sleeper> sleepers) {
  for (const Sleeper& sleeper : sleepers) {
    (*sleeper.ready)();
  }
}

}  // namespace

WatchHub::WatchHub(std::size_t buffer, ReadHistory history)
    : buffer_(buffer),
      history_(std::make_shared<const ReadHistory>(std::move(history))),
      waker_("store-waker", 1, kBurstsWaiting) {}

std::unique_ptr<Watcher> WatchHub::subscribe(Start start,
                                             const std::unique_lock<std::mutex>& paused) {
  CHECK(paused.owns_lock() && paused.mutex() == &mutex_);
  if (++subscribed_ % kSubscriptionsBetweenSweeps == 0) {
    std::erase_if(groups_, [](const auto& group) { return group.second.use_count() == 1; });
  }
  auto& group = groups_[start.prefix];
  if (group == nullptr) {
    group = std::make_shared<WatchGroup>(start.prefix, start.revision, buffer_, history_);
  }
  return watch_group(group, std::move(start.backlog), start.progress, offered_);
}

void WatchHub::publish(const std::vector<RecordPtr>& changes,
                       const std::function<void()>& make_readable) {
  std::vector<Sleeper> woken;
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

// To the groups of the key and of all that it is below, however many others there are.
void WatchHub::offer(const RecordPtr& change, std::vector<Sleeper>& woken) {
  const std::string_view key = change->key;
  const auto offer_to = [&](std::string_view prefix) {
    if (const auto found = groups_.find(prefix); found != groups_.end()) {
      WatchGroup& group = *found->second;
      const std::scoped_lock lock(group.mutex);
      group.append(change);
      group.wake_all(woken);
    }
  };
  for (std::size_t slash = key.find('/'); slash != key.npos; slash = key.find('/', slash + 1)) {
    offer_to(key.substr(0, slash + 1));
  }
  if (!key.ends_with('/')) {
    offer_to(key);
  }
}

void WatchHub::wake(std::vector<Sleeper> woken) {
  const auto later = std::partition(woken.begin(), woken.end(), [](const Sleeper& sleeper) {
    return sleeper.call == Watcher::Call::kAtOnce;
  });
  call_all({woken.begin(), later});
  woken.erase(woken.begin(), later);
  const bool few = woken.size() <= kWokenAtOnce;
  const auto rest = std::make_shared<const std::vector<Sleeper>>(std::move(woken));
  if (few || !waker_.submit([rest] { call_all(*rest); })) {
    call_all(*rest);
  }
}

void WatchHub::close() {
  decltype(groups_) groups;
  {
    const std::scoped_lock lock(mutex_);
    groups.swap(groups_);
  }
  std::vector<Sleeper> woken;
  for (const auto& [prefix, group] : groups) {
    const std::scoped_lock lock(group->mutex);
    group->closed = Error{Code::kCancelled, "the store was closed"};
    group->wake_all(woken);
  }
  call_all(woken);
}

}  // namespace sluice::store

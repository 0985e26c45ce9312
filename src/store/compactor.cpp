// SPDX-License-Identifier: Apache-2.0
#include "store/compactor.h"

#include <deque>

#include "base/log.h"
#include "base/worker_pool.h"

namespace sluice::store {
namespace {

const std::string kMark = "/compaction";  // no object is near it
constexpr int kSteps = 2;

}  // namespace

Compactor::Compactor(Store& store, Clock& clock, Duration interval)
    : store_(store), clock_(clock), interval_(interval), thread_([this] { run(); }) {}

Compactor::~Compactor() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Compactor::run() {
  name_this_thread("compactor");
  std::deque<Revision> seen(kSteps, store_.revision());  // one interval ago … one step ago
  SteadyTime due = clock_.steady() + interval_ / kSteps;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (clock_.steady() < due) {
      clock_.wait_until(lock, changed_, due);
      continue;
    }
    due += interval_ / kSteps;
    lock.unlock();
    const auto mark = store_.put(kMark, Expect::anything(), [](Revision) { return ""; });
    const Revision now = mark.has_value() ? (*mark)->modified : store_.revision();
    if (const auto compacted = store_.compact(seen.front()); !compacted.has_value()) {
      log::warning("compaction failed", {{"error", compacted.error().message}});
    }
    seen.pop_front();
    seen.push_back(now);
    lock.lock();
  }
}

}  // namespace sluice::store

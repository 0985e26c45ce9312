// SPDX-License-Identifier: Apache-2.0
#include "runtime/repeated.h"

#include <utility>

#include "base/log.h"

namespace sluice::runtime {

Repeated::Repeated(Options options, std::function<Result<void>()> work, Clock& clock)
    : options_(std::move(options)), work_(std::move(work)), clock_(clock), threads_(clock) {}

Repeated::~Repeated() {
  request_stop();
}

void Repeated::wake() {
  {
    const std::scoped_lock lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

void Repeated::again_after(Duration pause) {
  const std::scoped_lock lock(mutex_);
  pause_ = pause;
}

Result<void> Repeated::start() {
  threads_.run(options_.name, [this] { run(); });
  return {};
}

void Repeated::request_stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

void Repeated::run() {
  SteadyTime due = clock_.steady() + options_.interval;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!woken_ && clock_.steady() < due) {
      clock_.wait_until(lock, changed_, due);
      continue;
    }
    woken_ = false;
    pause_.reset();
    lock.unlock();
    const Result<void> done = work_();
    if (!done) {
      log::warning("failed; tried again soon",
                   {{"what", options_.name}, {"error", done.error().message}});
    }
    lock.lock();
    due = clock_.steady() + (done ? pause_.value_or(options_.interval) : options_.after_error);
  }
}

}  // namespace sluice::runtime

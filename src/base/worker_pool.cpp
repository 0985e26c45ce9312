// SPDX-License-Identifier: Apache-2.0
#include "base/worker_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace sluice {

namespace {

thread_local WorkerPool* own_pool = nullptr;  // whose thread this is
thread_local bool is_away = false;

}  // namespace

WorkerPool::WorkerPool(std::string name, std::size_t threads, std::size_t queue_capacity)
    : name_(std::move(name)), size_(threads), queue_(queue_capacity) {
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < size_; ++i) {
    start_thread();
  }
}

WorkerPool::~WorkerPool() {
  stop();
}

// With the lock held: the thread finds itself in the map.
void WorkerPool::start_thread() {
  std::jthread thread([this] { run(); });
  const auto id = thread.get_id();
  threads_.emplace(id, std::move(thread));
}

void WorkerPool::run() {
  name_this_thread(name_);
  own_pool = this;
  while (auto work = queue_.pop()) {
    (*work)();
    work.reset();
    if (is_surplus()) {
      return;
    }
  }
}

bool WorkerPool::submit(Work work) {
  if (!queue_.try_push(std::move(work))) {
    return false;
  }
  stand_in();
  return true;
}

// Whoever is away looks at the queue after it has said so, and whoever puts something in looks
// afterwards who is away, so that one of them sees the other.
void WorkerPool::stand_in() {
  if (away_ == 0) {
    return;
  }
  const std::scoped_lock lock(mutex_);
  const bool enough = stopping_ || threads_.size() - away_ >= size_;
  if (enough || queue_.unclaimed() == 0) {
    return;
  }
  try {
    start_thread();
  } catch (const std::system_error&) {
    // The machine has no more threads: the work waits for one of those there are.
  }
}

void WorkerPool::leave() {
  {
    const std::scoped_lock lock(mutex_);
    ++away_;
  }
  stand_in();
}

void WorkerPool::come_back() {
  const std::scoped_lock lock(mutex_);
  --away_;
}

// Whether the calling thread, which is at the end of its work, is one too many. It joins the one
// that was that before it.
bool WorkerPool::is_surplus() {
  std::jthread before;
  const std::scoped_lock lock(mutex_);
  if (stopping_ || threads_.size() - away_ <= size_) {
    return false;
  }
  auto own = threads_.extract(std::this_thread::get_id());
  before = std::exchange(ended_, std::move(own.mapped()));
  return true;
}

std::size_t WorkerPool::threads() const {
  const std::scoped_lock lock(mutex_);
  return threads_.size();
}

void WorkerPool::stop() {
  queue_.close();
  std::map<std::thread::id, std::jthread> threads;
  std::jthread ended;
  const std::scoped_lock lock(mutex_);
  stopping_ = true;  // from now on there are no others
  threads.swap(threads_);
  ended.swap(ended_);
}

WorkerPool::Away::Away() : pool_(is_away ? nullptr : own_pool) {
  if (pool_ != nullptr) {
    is_away = true;
    pool_->leave();
  }
}

WorkerPool::Away::~Away() {
  if (pool_ != nullptr) {
    pool_->come_back();
    is_away = false;
  }
}

void name_this_thread(const std::string& name) {
  ::pthread_setname_np(::pthread_self(), name.substr(0, 15).c_str());
}

std::size_t usable_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::size_t cores = 1;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
    cores = static_cast<std::size_t>(CPU_COUNT(&allowed));
  }
  std::ifstream quota("/sys/fs/cgroup/cpu.max");
  std::string limit;
  double period = 0;
  if (quota >> limit >> period && limit != "max" && period > 0) {
    const auto whole = static_cast<std::size_t>(std::stod(limit) / period);
    cores = std::min(cores, std::max<std::size_t>(whole, 1));
  }
  return std::max<std::size_t>(cores, 1);
}

}  // namespace sluice

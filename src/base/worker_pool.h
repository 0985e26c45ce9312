// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/bounded_queue.h"

namespace sluice {

// A fixed number of threads that run short pieces of blocking work. A full queue refuses: the
// caller answers "unavailable" instead of growing. The destructor finishes what was accepted.
class WorkerPool {
 public:
  using Work = std::function<void()>;

  WorkerPool(std::string name, std::size_t threads, std::size_t queue_capacity);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False when the queue is full or the pool is stopping.
  bool submit(Work work);

  // Refuses new work, finishes the accepted work and joins the threads. Idempotent.
  void stop();

 private:
  BoundedQueue<Work> queue_;
  std::vector<std::jthread> threads_;
};

// Names the calling thread in ps, top and gdb (at most 15 characters are kept).
void name_this_thread(const std::string& name);

// Cores this process may really use: its affinity and its cgroup's quota, never less than one.
std::size_t usable_cores();

}  // namespace sluice

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "base/bounded_queue.h"

namespace sluice {

// A fixed number of threads that run short pieces of blocking work. A full queue refuses: the
// caller answers "unavailable" instead of growing. The destructor finishes what was accepted.
//
// A thread may be Away, for others whose answer may itself need a thread of this pool, or may take
// long: then work that comes gets another one, made when there is such work and gone soon after.
class WorkerPool {
 public:
  using Work = std::function<void()>;

  WorkerPool(std::string name, std::size_t threads, std::size_t queue_capacity);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False when the queue is full or the pool is stopping.
  bool submit(Work work);

  // As long as it lives, the calling thread waits elsewhere and is not counted among those of its
  // pool, if it is of one. Whoever uses it bounds how many are away. Nests.
  class Away {
   public:
    Away();
    ~Away();
    Away(const Away&) = delete;
    Away& operator=(const Away&) = delete;

   private:
    WorkerPool* const pool_;
  };

  // How many threads there are, away or not.
  std::size_t threads() const;

  // Refuses new work, finishes the accepted work and joins the threads. Idempotent.
  void stop();

 private:
  void run();
  void start_thread();
  void stand_in();
  void leave();
  void come_back();
  bool is_surplus();

  const std::string name_;
  const std::size_t size_;  // so many that are not away
  BoundedQueue<Work> queue_;
  mutable std::mutex mutex_;
  std::map<std::thread::id, std::jthread> threads_;
  std::jthread ended_;  // the last that was one too many, to be joined
  std::atomic<std::size_t> away_ = 0;
  bool stopping_ = false;
};

// Names the calling thread in ps, top and gdb (at most 15 characters are kept).
void name_this_thread(const std::string& name);

// Cores this process may really use: its affinity and its cgroup's quota, never less than one.
std::size_t usable_cores();

}  // namespace sluice

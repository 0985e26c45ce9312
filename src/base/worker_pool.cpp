// SPDX-License-Identifier: Apache-2.0
#include "base/worker_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <fstream>

namespace sluice {

WorkerPool::WorkerPool(std::string name, std::size_t threads, std::size_t queue_capacity)
    : queue_(queue_capacity) {
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    threads_.emplace_back([this, name] {
      name_this_thread(name);
      while (auto work = queue_.pop()) {
        (*work)();
      }
    });
  }
}

WorkerPool::~WorkerPool() {
  stop();
}

bool WorkerPool::submit(Work work) {
  return queue_.try_push(std::move(work));
}

void WorkerPool::stop() {
  queue_.close();
  threads_.clear();
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/unique_fd.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"

namespace sluice::kubelet {

// Wakes whoever follows a growing file: by inotify where the file is written on this machine, and
// once a second for files on a shared file system, of which the kernel hears nothing. Sleeps while
// nobody follows. Thread-safe.
class LogWaker final : public runtime::Runnable {
 public:
  explicit LogWaker(Clock& clock);
  ~LogWaker() override;

  using Ticket = std::uint64_t;
  // `wake` may be called from any thread, also late by one call that is under way.
  Ticket follow(const std::filesystem::path& path, std::function<void()> wake);
  void leave(Ticket ticket);
  void wake_all();

  std::string name() const override { return "log waker"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  struct Follower {
    int watch = -1;  // inotify's
    std::function<void()> wake;
  };

  void run();
  void wake_changed();
  void interrupt() const;

  UniqueFd inotify_;
  UniqueFd interrupt_;
  std::mutex mutex_;
  std::map<Ticket, Follower> followers_;
  Ticket next_ = 1;
  bool stopping_ = false;
  runtime::ThreadGroup threads_;
};

}  // namespace sluice::kubelet

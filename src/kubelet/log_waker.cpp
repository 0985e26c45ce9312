// SPDX-License-Identifier: Apache-2.0
#include "kubelet/log_waker.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <vector>

#include "base/files.h"

namespace sluice::kubelet {
namespace {

constexpr int kSharedFileInterval = 1000;  // milliseconds

}  // namespace

LogWaker::LogWaker(Clock& clock)
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      interrupt_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      threads_(clock) {}

LogWaker::~LogWaker() {
  request_stop();
}

LogWaker::Ticket LogWaker::follow(const std::filesystem::path& path, std::function<void()> wake) {
  const std::scoped_lock lock(mutex_);
  const int watch = ::inotify_add_watch(inotify_.get(), path.c_str(), IN_MODIFY);
  followers_[next_] = {watch, std::move(wake)};
  interrupt();
  return next_++;
}

void LogWaker::leave(Ticket ticket) {
  const std::scoped_lock lock(mutex_);
  const auto found = followers_.find(ticket);
  if (found == followers_.end()) {
    return;
  }
  const int watch = found->second.watch;
  followers_.erase(found);
  // Several followers of one file share the kernel's watch.
  const bool shared = std::any_of(followers_.begin(), followers_.end(),
                                  [&](const auto& entry) { return entry.second.watch == watch; });
  if (watch >= 0 && !shared) {
    ::inotify_rm_watch(inotify_.get(), watch);
  }
}

// The lock is held while waking, so that a follower that left is not called any more.
void LogWaker::wake_all() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [ticket, follower] : followers_) {
    follower.wake();
  }
}

Result<void> LogWaker::start() {
  if (!inotify_.valid() || !interrupt_.valid()) {
    return tl::unexpected(errno_error("watching container logs"));
  }
  threads_.run("logs", [this] { run(); });
  return {};
}

void LogWaker::request_stop() {
  const std::scoped_lock lock(mutex_);
  stopping_ = true;
  interrupt();
}

void LogWaker::interrupt() const {
  ::eventfd_write(interrupt_.get(), 1);
}

void LogWaker::run() {
  while (true) {
    bool idle = false;
    {
      const std::scoped_lock lock(mutex_);
      if (stopping_) {
        return;
      }
      idle = followers_.empty();
    }
    std::array<pollfd, 2> fds{pollfd{inotify_.get(), POLLIN, 0},
                              pollfd{interrupt_.get(), POLLIN, 0}};
    const int ready = ::poll(fds.data(), fds.size(), idle ? -1 : kSharedFileInterval);
    eventfd_t ignored = 0;
    ::eventfd_read(interrupt_.get(), &ignored);
    if (ready == 0) {
      wake_all();
    } else if (fds[0].revents != 0) {
      wake_changed();
    }
  }
}

void LogWaker::wake_changed() {
  alignas(inotify_event) std::array<char, 4096> buffer;
  std::set<int> changed;
  ssize_t got = 0;
  while ((got = ::read(inotify_.get(), buffer.data(), buffer.size())) > 0) {
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      changed.insert(event.wd);
      at += sizeof event + event.len;
    }
  }
  const std::scoped_lock lock(mutex_);
  for (const auto& [ticket, follower] : followers_) {
    if (changed.contains(follower.watch)) {
      follower.wake();
    }
  }
}

}  // namespace sluice::kubelet

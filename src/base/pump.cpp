// SPDX-License-Identifier: Apache-2.0
//
// Every link is looked at when its descriptor is ready or one of its pipes has changed: it moves
// what it can, then says what it waits for. Descriptors are armed for one event at a time, so that
// a link that waits for a pipe costs nothing. Links belong to the loop's thread; other threads
// leave their wishes in a queue and ring the bell.
#include "base/pump.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <vector>

#include "base/worker_pool.h"

namespace sluice {

namespace {

constexpr std::size_t kBufferSize = 16 * 1024;
constexpr std::uint64_t kBell = 0;  // the event that is no link's

// One link, while it runs.
class Running {
 public:
  explicit Running(Pump::Link link) : link_(std::move(link)) {
    reading_ = link_.from_end != nullptr;
    writing_ = link_.to_end != nullptr;
  }
  ~Running() {
    if (link_.from_end != nullptr) {
      link_.from_end->end();
    }
    if (link_.to_end != nullptr) {
      link_.to_end->abandon();
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  Pump::Link& link() { return link_; }
  std::uint32_t waits_for() const { return waits_for_; }

  // Moves what can be moved; true when it is over. Who has nothing more to say is taken not to
  // listen either: that is how servers close connections.
  Result<bool> step() {
    waits_for_ = 0;
    while (true) {
      TRY_ASSIGN(const bool written, move_out());
      TRY_ASSIGN(const bool received, move_in());
      if (ended_ || (!reading_ && !writing_)) {
        return true;
      }
      if (!written && !received) {
        return false;
      }
    }
  }

 private:
  // True: a piece was moved, there may be more.
  Result<bool> move_out() {
    if (!writing_) {
      return false;
    }
    if (unsent_.empty()) {
      const auto state = link_.to_end->read(unsent_, kBufferSize);
      if (state == Stream::State::kEnd) {
        writing_ = false;
        link_.end->end_write();
      }
      if (state != Stream::State::kData) {
        return false;
      }
    }
    TRY_ASSIGN(const auto progress, link_.end->write(unsent_));
    unsent_.erase(0, progress.bytes);
    return note(progress);
  }

  Result<bool> move_in() {
    if (!reading_) {
      return false;
    }
    if (link_.from_end->abandoned()) {
      reading_ = false;
      return false;
    }
    std::array<char, kBufferSize> buffer;
    const std::size_t room = std::min(link_.from_end->room(), buffer.size());
    if (room == 0) {
      return false;
    }
    TRY_ASSIGN(const auto progress, link_.end->read({buffer.data(), room}));
    link_.from_end->write({buffer.data(), progress.bytes});
    if (progress.next == PumpEnd::Next::kEnd) {
      reading_ = false;
      ended_ = true;
      link_.from_end->end();
    }
    return note(progress);
  }

  bool note(const PumpEnd::Progress& progress) {
    if (progress.next == PumpEnd::Next::kWaitRead) {
      waits_for_ |= EPOLLIN;
    } else if (progress.next == PumpEnd::Next::kWaitWrite) {
      waits_for_ |= EPOLLOUT;
    }
    return progress.next == PumpEnd::Next::kMoved;
  }

  Pump::Link link_;
  std::string unsent_;
  bool reading_ = false;
  bool writing_ = false;
  bool ended_ = false;  // the end outside
  std::uint32_t waits_for_ = 0;
};

}  // namespace

class Pump::Loop {
 public:
  Loop() : epoll_(::epoll_create1(EPOLL_CLOEXEC)), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    CHECK(epoll_.valid() && bell_.valid());
    epoll_event event{.events = EPOLLIN, .data = {.u64 = kBell}};
    CHECK(::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, bell_.get(), &event) == 0);
  }

  std::uint64_t add(Link link) {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t id = ++last_id_;
    arrivals_.emplace_back(id, std::make_unique<Running>(std::move(link)));
    ring();
    return id;
  }
  void wake(std::uint64_t id) {
    const std::scoped_lock lock(mutex_);
    woken_.push_back(id);
    ring();
  }
  void drop(std::uint64_t id) {
    const std::scoped_lock lock(mutex_);
    dropped_.push_back(id);
    ring();
  }
  void stop() {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    ring();
  }

  void run() {
    std::array<epoll_event, 64> events{};
    while (take_wishes()) {
      const int count = ::epoll_wait(epoll_.get(), events.data(), events.size(), -1);
      for (int i = 0; i < count; ++i) {
        if (events[static_cast<std::size_t>(i)].data.u64 != kBell) {
          step(events[static_cast<std::size_t>(i)].data.u64);
        }
      }
    }
    links_.clear();
  }

 private:
  void ring() {
    const std::uint64_t one = 1;
    static_cast<void>(::write(bell_.get(), &one, sizeof(one)));
  }

  // False when it is time to stop.
  bool take_wishes() {
    decltype(arrivals_) arrivals;
    std::vector<std::uint64_t> woken;
    std::vector<std::uint64_t> dropped;
    {
      const std::scoped_lock lock(mutex_);
      std::uint64_t rings = 0;
      static_cast<void>(::read(bell_.get(), &rings, sizeof(rings)));
      arrivals.swap(arrivals_);
      woken.swap(woken_);
      dropped.swap(dropped_);
      if (stopping_) {
        return false;
      }
    }
    for (auto& [id, link] : arrivals) {
      links_[id] = std::move(link);
      woken.push_back(id);
    }
    for (const std::uint64_t id : dropped) {
      links_.erase(id);
    }
    for (const std::uint64_t id : woken) {
      step(id);
    }
    return true;
  }

  void step(std::uint64_t id) {
    const auto found = links_.find(id);
    if (found == links_.end()) {
      return;
    }
    const auto over = found->second->step();
    if (over && !*over) {
      arm(id, *found->second);
      return;
    }
    const auto done = std::move(found->second->link().done);
    links_.erase(found);  // ends the pipes before anybody hears of it
    if (done) {
      done(over ? Result<void>() : tl::unexpected(over.error()));
    }
  }

  void arm(std::uint64_t id, Running& link) {
    if (link.waits_for() == 0) {
      return;
    }
    epoll_event event{.events = link.waits_for() | EPOLLONESHOT, .data = {.u64 = id}};
    const int fd = link.link().end->fd();
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event) != 0) {
      ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
    }
  }

  UniqueFd epoll_;
  UniqueFd bell_;
  std::map<std::uint64_t, std::unique_ptr<Running>> links_;  // the loop's thread only
  std::mutex mutex_;
  std::uint64_t last_id_ = kBell;
  std::vector<std::pair<std::uint64_t, std::unique_ptr<Running>>> arrivals_;
  std::vector<std::uint64_t> woken_;
  std::vector<std::uint64_t> dropped_;
  bool stopping_ = false;
};

Pump::Pump()
    : loop_(std::make_shared<Loop>()), thread_([loop = loop_] {
        name_this_thread("pump");
        loop->run();
      }) {}

Pump::~Pump() {
  loop_->stop();
}

std::shared_ptr<void> Pump::run(Link link) {
  const auto to_end = link.to_end;
  const auto from_end = link.from_end;
  const std::uint64_t id = loop_->add(std::move(link));
  // The pipes may outlive the pump: what they ring is kept by them.
  if (to_end != nullptr) {
    to_end->set_readable([loop = loop_, id] { loop->wake(id); });
  }
  if (from_end != nullptr) {
    from_end->set_writable([loop = loop_, id] { loop->wake(id); });
  }
  loop_->wake(id);
  return {nullptr, [loop = loop_, id](void*) { loop->drop(id); }};
}

}  // namespace sluice

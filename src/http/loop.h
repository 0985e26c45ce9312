// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_set>

#include "base/result.h"
#include "base/unique_fd.h"
#include "base/worker_pool.h"
#include "http/openssl.h"
#include "http/server.h"

namespace sluice::http {

namespace asio = boost::asio;
template <class T>
using Awaitable = asio::awaitable<Result<T>>;

class Channel;
class Wakeup;

// Under which certificate new connections are accepted; may change. Thread-safe.
class ServerTls {
 public:
  explicit ServerTls(SslContextPtr context) : context_(std::move(context)) {}

  SslContextPtr current() const {
    const std::scoped_lock lock(mutex_);
    SSL_CTX_up_ref(context_.get());
    return SslContextPtr(context_.get());
  }
  void replace(SslContextPtr context) {
    const std::scoped_lock lock(mutex_);
    context_ = std::move(context);
  }

 private:
  mutable std::mutex mutex_;
  SslContextPtr context_;
};

// What all connections of one server share. Outlives them.
struct Service {
  Handler handler;
  ServerTls tls;
  std::size_t max_body;
  IsQuick is_quick;  // may be empty
  Refuse refuse;     // never empty
  WorkerPool workers;
};

// One I/O thread and the connections pinned to it. Connections are touched by that thread only, so
// they need no locks. Deadlines are counted in ticks of one second by a single timer, which runs
// only while there are connections.
class Loop {
 public:
  explicit Loop(Service& service) : service_(service), ticker_(io_) {}
  ~Loop();

  void start();
  asio::io_context& io() { return io_; }
  Service& service() { return service_; }

  // From any thread: serves the connection until it ends.
  void adopt(UniqueFd fd);

  // From any thread: delivers the wake-up soon. Thousands may come at once, when an event is for
  // thousands of watches: they are delivered a few at a time, and requests come between.
  void deliver_soon(std::shared_ptr<Wakeup> wakeup);

  // From any thread: lets requests in flight finish and ends the rest; the thread ends with the
  // last connection.
  void drain();
  void join();

  // For channels, on the loop's thread.
  void enter(Channel& channel);
  void leave(Channel& channel);
  std::uint64_t tick() const { return tick_; }
  bool draining() const { return draining_; }
  // For what is put together and sent without waiting: one warm buffer instead of one in every
  // connection.
  std::string& scratch() { return scratch_; }

 private:
  void schedule_tick();
  void on_tick();
  void deliver_some();

  Service& service_;
  asio::io_context io_{1};
  asio::steady_timer ticker_;
  std::unordered_set<Channel*> channels_;
  std::mutex woken_mutex_;
  std::deque<std::shared_ptr<Wakeup>> woken_;  // while not empty, deliver_some() is on its way
  std::string scratch_;
  std::uint64_t tick_ = 0;
  std::atomic<bool> draining_ = false;  // workers look too
  bool ticking_ = false;
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> keep_running_;
  std::jthread thread_;
};

// The way back into a connection from other threads: workers that finished, streams with news.
// Shared between the connection and whoever may still call it afterwards; wake-ups of a connection
// that is gone do nothing, and several in a row cost one.
class Wakeup : public std::enable_shared_from_this<Wakeup> {
 public:
  Wakeup(Channel* channel, Loop& loop) : channel_(channel), loop_(loop) {}
  void wake();             // any thread
  void deliver();          // the connection's thread, once after wake()
  void socket_readable();  // the connection's thread
  void socket_writable();  // the connection's thread
  void disconnect();       // the connection's thread, at its end

 private:
  std::mutex mutex_;
  Channel* channel_;  // null once the connection is gone; only then may loop_ be gone too
  Loop& loop_;
  bool posted_ = false;
};

// The error of a connection whose peer has gone.
inline tl::unexpected<Error> closed_by_peer() {
  return fail(Code::kCancelled, "closed by the peer");
}

}  // namespace sluice::http

// TRY for coroutines, on a result that has a name already: co_await stands alone (g++ 12).
#define CO_TRY(result)                                     \
  do {                                                     \
    if (!(result).has_value()) {                           \
      co_return tl::unexpected(std::move(result).error()); \
    }                                                      \
  } while (false)

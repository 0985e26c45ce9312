// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>

#include <memory>
#include <string>

#include "http/loop.h"
#include "http/parser.h"
#include "http/tls.h"
#include "http/wire.h"

namespace sluice::http {

// One connection: handshake, then requests one after the other. Lives in its coroutine's frame on
// its loop's thread.
class Session {
 public:
  Session(Loop& loop, TlsSocket socket);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Awaitable<void> run();

  // From the loop: the deadline has passed, or the server stops.
  bool overdue(std::uint64_t tick) const { return deadline_ != 0 && tick >= deadline_; }
  void abort();
  void drain();

  // From Wakeup: something changed; look again.
  void notify();
  void on_readable();
  void on_writable();

 private:
  enum class Phase { kIdle, kReading, kHandling, kWriting, kStreaming };

  // References passed to these name objects in the frames of their callers, which wait for them.
  Awaitable<void> handshake();
  Awaitable<bool> read_request(MessageParser& parser);
  Awaitable<void> read_more();
  Result<TlsSocket::Next> receive();
  Awaitable<void> send_continue(MessageParser& parser, bool& sent);
  Awaitable<void> answer(MessageParser& parser);
  Awaitable<void> refuse(int status, std::string message);
  Awaitable<void> linger();
  Awaitable<Response> handle(Request request);
  Awaitable<void> send(Response response, bool head_only);
  Awaitable<void> send_stream(Response response, bool chunked);
  Awaitable<void> await_stream();
  struct UpgradeFlow;
  Awaitable<void> run_upgrade(Response response);
  Awaitable<void> await_flow(UpgradeFlow& flow);
  Result<bool> move_output(UpgradeFlow& flow);
  Result<bool> move_input(UpgradeFlow& flow);
  Awaitable<void> write_all(std::string_view bytes);
  Awaitable<void> await_socket(TlsSocket::Next next);
  Awaitable<void> await_notice();
  void watch_socket();
  void watch_writable();
  bool drain_input();
  void set_deadline(std::uint64_t seconds);
  void clear_deadline() { deadline_ = 0; }

  Loop& loop_;
  TlsSocket socket_;
  asio::posix::stream_descriptor descriptor_;  // waits on the socket; socket_ owns it
  asio::steady_timer notice_;                  // never expires; cancelled to wake the coroutine
  std::shared_ptr<Wakeup> wakeup_;
  Peer peer_;
  std::string input_;  // received but not yet parsed
  Phase phase_ = Phase::kIdle;
  std::uint64_t deadline_ = 0;  // tick; 0: none
  bool noticed_ = false;
  bool watching_ = false;           // a read wait is pending while a stream runs
  bool watching_writable_ = false;  // the same for writing, while an upgrade runs
  bool aborted_ = false;
  bool peer_closed_ = false;
  bool keep_alive_ = true;
};

// The whole life of one connection. `loop` outlives it.
Awaitable<void> serve_connection(Loop& loop, UniqueFd fd);

}  // namespace sluice::http

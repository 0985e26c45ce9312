// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "http/loop.h"
#include "http/tls.h"

namespace sluice::http {

// One accepted TLS connection and how its coroutine waits: for the socket, or for a notice from
// elsewhere, never past its deadline. A session (HTTP/1.1 or HTTP/2) speaks over it. Lives in its
// coroutine's frame on its loop's thread; after an error nothing but destruction is left.
class Channel {
 public:
  Channel(Loop& loop, TlsSocket socket);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  Loop& loop() { return loop_; }
  Service& service() { return loop_.service(); }
  TlsSocket& socket() { return socket_; }
  const std::shared_ptr<Wakeup>& wakeup() const { return wakeup_; }
  const Peer& peer() const { return peer_; }  // known after the handshake

  // What a stopping server interrupts: at once, after some seconds, or not at all.
  enum class Phase { kIdle, kMoving, kHandling };
  void set_phase(Phase phase) { phase_ = phase; }
  Phase phase() const { return phase_; }

  // A missed deadline aborts the connection, or, if asked so, is only noticed.
  enum class Missed { kAborts, kIsNoticed };
  void set_deadline(std::uint64_t seconds, Missed missed = Missed::kAborts);
  void clear_deadline() { deadline_ = 0; }

  Awaitable<void> handshake();

  // Until the socket may go on.
  Awaitable<void> await_socket(TlsSocket::Next next);

  // Until notify(): something may have changed; look again.
  Awaitable<void> await_notice();

  // While it is set, a wake-up from elsewhere is offered to the reflex first; true: that was all,
  // the coroutine sleeps on. An event for thousands of watches is spared thousands of ways through
  // the scheduler. Must not end the connection.
  void set_reflex(std::function<bool()> reflex) { reflex_ = std::move(reflex); }

  // Asks for one notice when the socket has something to read (usually the peer's goodbye), or
  // takes bytes again. Asking twice is asking once.
  void watch_readable();
  void watch_writable();
  bool watching_readable() const { return watching_read_; }

  // Receives once what is there and appends it to input(); does not wait.
  Result<TlsSocket::Next> receive();
  // Waits until something was appended to input() or the peer has closed. kLater: nothing is
  // expected to be there yet, so the socket is not asked before it says so.
  enum class Expect { kNow, kLater };
  Awaitable<void> read_more(Expect expect = Expect::kNow);
  std::string& input() { return input_; }  // received but not yet parsed
  bool peer_closed() const { return peer_closed_; }

  Awaitable<void> write_all(std::string_view bytes);

  // Says goodbye, then throws away what still comes for a while: closing while the peer still sends
  // would reset the connection and could destroy the last answer on its way.
  Awaitable<void> linger();

  // From the loop.
  void on_tick(std::uint64_t tick);
  void drain();

  // From Wakeup.
  void on_wakeup();
  void on_readable();
  void on_writable();

 private:
  void abort();
  void notify();

  Loop& loop_;
  TlsSocket socket_;
  asio::posix::stream_descriptor descriptor_;  // waits on the socket; socket_ owns it
  asio::steady_timer notice_;                  // never expires; cancelled to wake the coroutine
  std::shared_ptr<Wakeup> wakeup_;
  Peer peer_;
  std::string input_;
  std::function<bool()> reflex_;
  std::uint64_t deadline_ = 0;  // tick; 0: none
  Phase phase_ = Phase::kIdle;
  Missed missed_ = Missed::kAborts;
  bool noticed_ = false;
  bool watching_read_ = false;
  bool watching_write_ = false;
  bool aborted_ = false;
  bool peer_closed_ = false;
};

}  // namespace sluice::http

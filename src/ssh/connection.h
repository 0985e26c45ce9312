// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/command.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "ssh/endpoint.h"

namespace sluice::ssh {

struct ConnectionLimits {
  Duration login = std::chrono::seconds(15);      // to connect and authenticate
  Duration keepalive = std::chrono::seconds(15);  // of silence, then the host is asked for a sign
  Duration busy_keepalive = std::chrono::seconds(8);  // the same while commands run there
  Duration first_retry = std::chrono::milliseconds(500);
  Duration longest_retry = std::chrono::seconds(30);
  Duration after_refusal = std::chrono::seconds(10);  // at least: logins are often counted
  Duration longest_after_refusal = std::chrono::minutes(5);
  std::size_t channels = 8;         // at a time; sshd allows ten
  std::size_t output = 64U << 20U;  // of one command, in bytes
};

// Commands on another machine: one login for any number of callers and commands at a time. Logs in
// when it is first needed and again after it was lost, with back-off: until then calls fail at once
// with what went wrong, all but the one that tries. So a host that stalls holds up few.
// Thread-safe; one thread of its own talks to the host.
class Connection final : public CommandRunner {
 public:
  Connection(Endpoint endpoint, Clock& clock, ConnectionLimits limits = {});
  ~Connection() override;  // calls in progress fail
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // In addition to what every runner says: Unavailable (no connection, or it broke: nobody knows
  // what became of the command), Unauthorized, Forbidden (the host's key), as Session::login().
  Result<CommandOutput> run(const Command& command) override;

  const Endpoint& endpoint() const { return endpoint_; }
  std::uint64_t logins() const { return logins_; }  // so far
  bool tries() const;                               // to log in, at the moment

 private:
  struct Call;
  class Line;  // a login with its channels
  static Error timed_out(const Call& call);

  void serve();
  void wait_for_calls();
  void drain_wakes();
  Result<void> log_in();
  std::optional<Error> outage() const;
  void set_outage(std::optional<Error> outage);
  void take_calls(Line& line);
  void drop_line(const Error& why);
  void refuse_waiting(const Error& why);
  void answer(Call& call, Result<CommandOutput> result);
  bool stopping() const;

  const Endpoint endpoint_;
  Clock& clock_;
  const ConnectionLimits limits_;
  UniqueFd wake_;
  std::atomic<std::uint64_t> logins_ = 0;

  // Used by the serving thread only.
  std::unique_ptr<Line> line_;
  SteadyTime next_login_{};
  Duration retry_{0};

  mutable std::mutex mutex_;
  std::condition_variable answered_;
  std::deque<Call*> waiting_;    // owned by their callers, who wait
  std::optional<Error> outage_;  // why there is no line since the last one, or the last try
  bool trying_ = false;          // to log in
  bool stopping_ = false;
  std::jthread thread_;  // last: it uses the rest
};

}  // namespace sluice::ssh

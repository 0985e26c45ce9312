// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/pump.h"
#include "http/psk.h"
#include "kubelet/doorbell.h"
#include "kubelet/relay.h"
#include "kubelet/session.h"

namespace sluice::kubelet {

// Where sessions and runners meet. A runner is asked through the doorbell and connects to our port;
// one that does not come within kPatience is fetched by a relay, through Slurm. Nothing is kept of
// pods nobody wants something of. One thread of its own and the pump's; thread-safe.
class SessionDesk {
 public:
  SessionDesk(Clock& clock, const Doorbell& doorbell, RelayCommand relay);
  ~SessionDesk() { stop(); }
  SessionDesk(const SessionDesk&) = delete;
  SessionDesk& operator=(const SessionDesk&) = delete;

  // The port may be any when the one asked for is taken: runners are told.
  Result<void> start(const std::string& address, std::uint16_t port);
  void stop();  // idempotent; what runs is cut off

  // Where the runner can be reached, if the doorbell does not know it, and its job.
  struct Whereabouts {
    Doorbell::AskAddress address;
    std::uint32_t job_id = 0;
  };
  // Returns at once; what happens is told to the session, which lives as long as the caller wants.
  std::shared_ptr<Session> open(SessionPlan plan, const Whereabouts& whereabouts);

  static constexpr Duration kPatience = std::chrono::seconds(2);
  static constexpr Duration kRelayPatience = std::chrono::seconds(30);
  static constexpr std::size_t kMostStrangers = 256;  // connections that have not said who they are
  static constexpr Duration kStrangersStay = std::chrono::seconds(15);

 private:
  // A session whose runner has not come yet.
  struct Expected {
    std::weak_ptr<Session> session;
    std::string identity;
    Whereabouts whereabouts;
    Duration pause;
    SteadyTime ask_again;
    SteadyTime give_up;
    std::unique_ptr<Relay> relay;
  };
  // A connection that has not said who it is.
  struct Stranger {
    std::shared_ptr<pod::FrameLink> link;
    SteadyTime since;
  };
  // What connections' events may still use when the desk has gone.
  struct Book {
    std::mutex mutex;
    std::map<std::string, std::weak_ptr<Session>> sessions;  // expected ones, by identity
    std::map<std::uint64_t, Stranger> strangers;
    std::uint64_t strangers_so_far = 0;
  };
  // What the events of one connection share.
  struct Visit {
    std::shared_ptr<Book> book;
    std::uint64_t number = 0;
    std::shared_ptr<const std::string> identity;
    std::weak_ptr<Session> session;

    void take(const pod::Frame& frame);
    void introduce();
    void closed(const Result<void>& outcome);
  };

  void run(const std::stop_token& stop);
  int time_to_next();
  void accept_all();
  void welcome(UniqueFd fd);
  bool waits_for_somebody();
  void send_strangers_away();
  void tend();
  bool tend(Expected& expected, SteadyTime now);  // false: it is settled
  bool use_relay(Expected& expected, Session& session);
  void wake();

  Clock& clock_;
  const Doorbell& doorbell_;
  const RelayCommand relay_;
  const std::shared_ptr<Book> book_ = std::make_shared<Book>();
  std::unique_ptr<http::PskAcceptor> acceptor_;
  UniqueFd listener_;
  UniqueFd bell_;
  std::uint16_t port_ = 0;
  std::mutex mutex_;
  std::list<Expected> expected_;
  std::vector<std::unique_ptr<Relay>> working_relays_;  // this desk's thread only
  std::unique_ptr<Pump> pump_;
  std::jthread thread_;  // last: uses everything above
};

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
//
// A session is expected from open() on: it stands in the book, where the handshake of a connection
// finds its key and the first frame finds the session itself, and in a list, whose entries are
// asked for again and again until the runner has come, then fetched by a relay, then given up.
#include "kubelet/session_desk.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <array>

#include "base/log.h"
#include "base/poll_timeout.h"
#include "base/worker_pool.h"
#include "http/sockets.h"
#include "http/tls_end.h"

namespace sluice::kubelet {
namespace {

constexpr Duration kFirstPause = std::chrono::milliseconds(50);
constexpr Duration kLookAtRelays = std::chrono::milliseconds(200);

Error never_came() {
  return {Code::kTimeout, "the pod's runner cannot be reached"};
}

}  // namespace

SessionDesk::SessionDesk(Clock& clock, const Doorbell& doorbell, RelayCommand relay)
    : clock_(clock), doorbell_(doorbell), relay_(std::move(relay)) {}

Result<void> SessionDesk::start(const std::string& address, std::uint16_t port) {
  TRY_ASSIGN(acceptor_, http::PskAcceptor::make([book = book_](const std::string& identity)
                                                    -> std::optional<std::string> {
               const std::scoped_lock lock(book->mutex);
               const auto found = book->sessions.find(identity);
               const auto session = found != book->sessions.end() ? found->second.lock() : nullptr;
               return session != nullptr ? std::optional(session->plan().key) : std::nullopt;
             }));
  auto listener = http::listen_on(address, port);
  if (!listener && port != 0) {
    listener = http::listen_on(address, 0);
  }
  TRY_ASSIGN(listener_, std::move(listener));
  port_ = http::local_port(listener_.get());
  bell_ = UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  pump_ = std::make_unique<Pump>();
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  return {};
}

void SessionDesk::stop() {
  if (thread_.joinable()) {
    thread_.request_stop();
    wake();
    thread_.join();
    pump_.reset();
    working_relays_.clear();
    expected_.clear();
  }
}

void SessionDesk::wake() {
  ::eventfd_write(bell_.get(), 1);
}

std::shared_ptr<Session> SessionDesk::open(SessionPlan plan, const Whereabouts& whereabouts) {
  auto session = std::make_shared<Session>(std::move(plan));
  const SteadyTime now = clock_.steady();
  {
    const std::scoped_lock lock(book_->mutex);
    book_->sessions[session->identity()] = session;
  }
  const bool asked =
      doorbell_.ask(session->plan().attempt, whereabouts.address, {session->id(), port_});
  {
    const std::scoped_lock lock(mutex_);
    expected_.push_back({.session = session,
                         .identity = session->identity(),
                         .whereabouts = whereabouts,
                         .pause = kFirstPause,
                         .ask_again = now + kFirstPause,
                         .give_up = asked ? now + kPatience : now});
  }
  wake();
  return session;
}

void SessionDesk::run(const std::stop_token& stop) {
  name_this_thread("sessions");
  while (!stop.stop_requested()) {
    std::array<pollfd, 2> fds{{{listener_.get(), POLLIN, 0}, {bell_.get(), POLLIN, 0}}};
    ::poll(fds.data(), fds.size(), time_to_next());
    eventfd_t rings = 0;
    ::eventfd_read(bell_.get(), &rings);
    accept_all();
    tend();
  }
}

// Nothing is due unless somebody is expected.
int SessionDesk::time_to_next() {
  if (!waits_for_somebody()) {
    return -1;
  }
  const std::scoped_lock lock(mutex_);
  SteadyTime next = clock_.steady() + kLookAtRelays;
  for (const Expected& expected : expected_) {
    next = std::min({next, expected.ask_again, expected.give_up});
  }
  return poll_timeout(next, clock_);
}

void SessionDesk::accept_all() {
  while (true) {
    auto fd = http::accept_from(listener_.get());
    if (!fd) {
      log::warning("a runner's connection could not be taken", {{"error", fd.error().message}});
      return;
    }
    if (!fd->valid()) {
      return;
    }
    welcome(std::move(*fd));
  }
}

// Until its first frame a connection is a stranger's and belongs to the book. The book stays closed
// until it is written down: no handshake can come to its end before.
void SessionDesk::welcome(UniqueFd fd) {
  auto accepted = acceptor_->accept(std::move(fd));
  const std::scoped_lock lock(book_->mutex);
  if (!accepted || book_->strangers.size() >= kMostStrangers) {
    return;
  }
  const auto visit = std::make_shared<Visit>(
      Visit{.book = book_, .number = ++book_->strangers_so_far, .identity = accepted->identity});
  auto link = pod::FrameLink::open(
      *pump_, std::make_unique<http::TlsEnd>(std::move(accepted->socket)),
      {.frame = [visit](pod::FrameLink&, const pod::Frame& frame) { visit->take(frame); },
       .closed = [visit](const Result<void>& outcome) { visit->closed(outcome); }});
  book_->strangers[visit->number] = {std::move(link), clock_.steady()};
}

void SessionDesk::Visit::take(const pod::Frame& frame) {
  if (const auto known = session.lock()) {
    known->take(frame);
  } else if (frame.kind == pod::FrameKind::kHello) {
    introduce();
  }
}

// Who has shaken hands holds the key of the session it names. Whom nobody wants any more is let go.
void SessionDesk::Visit::introduce() {
  std::shared_ptr<Session> wanted;
  Stranger stranger;
  {
    const std::scoped_lock lock(book->mutex);
    if (const auto found = book->strangers.extract(number)) {
      stranger = found.mapped();
    }
    if (const auto found = book->sessions.extract(*identity)) {
      wanted = found.mapped().lock();
    }
  }
  session = wanted;
  if (wanted != nullptr && stranger.link != nullptr) {
    wanted->connect(std::move(stranger.link));
  }
}

void SessionDesk::Visit::closed(const Result<void>& outcome) {
  if (const auto known = session.lock()) {
    known->fail(outcome ? Error{Code::kUnavailable, "the connection to the pod was lost"}
                        : outcome.error());
    return;
  }
  Stranger stranger;  // goes without the lock
  const std::scoped_lock lock(book->mutex);
  if (const auto found = book->strangers.extract(number)) {
    stranger = found.mapped();
  }
}

void SessionDesk::send_strangers_away() {
  std::vector<Stranger> gone;  // without the lock
  const SteadyTime now = clock_.steady();
  const std::scoped_lock lock(book_->mutex);
  for (auto at = book_->strangers.begin(); at != book_->strangers.end();) {
    if (now - at->second.since < kStrangersStay) {
      ++at;
      continue;
    }
    gone.push_back(at->second);
    at = book_->strangers.erase(at);
  }
}

bool SessionDesk::waits_for_somebody() {
  const std::scoped_lock lock(mutex_, book_->mutex);
  return !expected_.empty() || !working_relays_.empty() || !book_->strangers.empty();
}

void SessionDesk::tend() {
  send_strangers_away();
  std::erase_if(working_relays_,
                [](const std::unique_ptr<Relay>& relay) { return relay->ended().has_value(); });
  std::list<Expected> expected;
  {
    const std::scoped_lock lock(mutex_);
    expected.swap(expected_);
  }
  const SteadyTime now = clock_.steady();
  expected.remove_if([&](Expected& entry) {
    const bool settled = !tend(entry, now);
    if (settled) {
      const std::scoped_lock lock(book_->mutex);
      book_->sessions.erase(entry.identity);
    }
    return settled;
  });
  const std::scoped_lock lock(mutex_);
  expected_.splice(expected_.end(), expected);
}

bool SessionDesk::tend(Expected& expected, SteadyTime now) {
  const auto session = expected.session.lock();
  if (session == nullptr || session->connected()) {
    if (expected.relay != nullptr) {
      working_relays_.push_back(std::move(expected.relay));
    }
    return false;
  }
  if (expected.relay != nullptr) {
    const auto exit_code = expected.relay->ended();
    if (exit_code || now >= expected.give_up) {
      const std::string complaint = expected.relay->complaint();
      session->fail(with_context(never_came(), complaint.empty() ? "srun" : complaint));
      return false;
    }
    return true;
  }
  if (now >= expected.give_up) {
    return use_relay(expected, *session);
  }
  if (now >= expected.ask_again) {
    doorbell_.ask(session->plan().attempt, expected.whereabouts.address, {session->id(), port_});
    expected.pause *= 2;
    expected.ask_again = now + expected.pause;
  }
  return true;
}

bool SessionDesk::use_relay(Expected& expected, Session& session) {
  auto relay = Relay::start(
      relay_, {.attempt = session.plan().attempt, .job_id = expected.whereabouts.job_id},
      {session.id(), port_});
  if (!relay) {
    session.fail(with_context(never_came(), relay.error().message));
    return false;
  }
  log::info("a pod's runner is reached through Slurm",
            {{"job", std::to_string(expected.whereabouts.job_id)}});
  welcome((*relay)->take_connection());
  expected.relay = std::move(*relay);
  expected.ask_again = expected.give_up = clock_.steady() + kRelayPatience;
  return true;
}

}  // namespace sluice::kubelet

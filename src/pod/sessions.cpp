// SPDX-License-Identifier: Apache-2.0
#include "pod/sessions.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/earliest.h"
#include "base/log.h"
#include "pod/side_door.h"

namespace sluice::pod {

Sessions::Sessions(const SessionSetting& setting, const Clock& clock)
    : setting_(setting), clock_(clock) {
  auto door = open_side_door(setting.spec.attempt);
  if (door) {
    door_ = std::move(*door);
  } else {
    log::warning("the pod cannot be reached by relays", {{"error", door.error().message}});
  }
}

void Sessions::open(const Ask& ask) {
  const bool known = std::any_of(sessions_.begin(), sessions_.end(),
                                 [&](const Session& session) { return session.id == ask.session; });
  if (!known) {
    start(ask, UniqueFd());
  }
}

void Sessions::start(Ask ask, UniqueFd relay) {
  std::array<int, 2> ends{};
  if (sessions_.size() >= kMost ||
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return;
  }
  UniqueFd ours(ends[0]);
  UniqueFd theirs(ends[1]);
  const std::string id = relay.valid() ? "" : ask.session;
  const pid_t pid = ::fork();
  if (pid < 0) {
    log::error("a session could not be started", {{"error", std::to_string(errno)}});
    return;
  }
  if (pid == 0) {
    run_session(setting_, {std::move(ask), std::move(relay), std::move(theirs)});
  }
  sessions_.push_back(
      {id, pid, std::make_unique<Attachment>(std::move(ours), setting_.containers, clock_)});
}

void Sessions::add_polls(std::vector<pollfd>& fds) const {
  fds.push_back({door_.get(), POLLIN, 0});
  for (const Session& session : sessions_) {
    session.attachment->add_polls(fds);
  }
}

void Sessions::move() {
  accept();
  for (Session& session : sessions_) {
    session.attachment->move();
  }
}

void Sessions::accept() {
  while (door_.valid() && sessions_.size() < kMost) {
    UniqueFd relay = accept_relay(door_.get());
    if (!relay.valid()) {
      return;
    }
    start({}, std::move(relay));
  }
}

std::optional<SteadyTime> Sessions::deadline() const {
  std::optional<SteadyTime> first;
  for (const Session& session : sessions_) {
    first = earlier(first, session.attachment->deadline());
  }
  return first;
}

void Sessions::reaped(pid_t pid) {
  sessions_.remove_if([pid](const Session& session) { return session.pid == pid; });
}

std::vector<pid_t> Sessions::processes() const {
  std::vector<pid_t> pids;
  for (const Session& session : sessions_) {
    pids.push_back(session.pid);
  }
  return pids;
}

}  // namespace sluice::pod

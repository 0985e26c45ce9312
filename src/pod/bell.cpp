// SPDX-License-Identifier: Apache-2.0
#include "pod/bell.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include "base/log.h"
#include "http/sockets.h"

namespace sluice::pod {
namespace {

constexpr Duration kFirstPause = std::chrono::milliseconds(50);
constexpr std::size_t kMostAsks = 64;  // at once; the kubelet repeats those that were lost

UniqueFd connect_to(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (host.empty() || ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found)) {
    return {};
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    UniqueFd fd(::socket(entry->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (fd.valid() && ::connect(fd.get(), entry->ai_addr, entry->ai_addrlen) == 0) {
      return fd;
    }
  }
  return {};
}

}  // namespace

Bell::Bell(const std::string& host, std::uint16_t port, const Clock& clock)
    : clock_(clock), socket_(connect_to(host, port)) {
  if (!host.empty() && !socket_.valid()) {
    log::warning("the kubelet's host is not to be found", {{"host", host}});
  }
}

void Bell::ring(Ring ring) {
  if (!socket_.valid()) {
    return;
  }
  text_ = to_text(ring);
  state_ = State::kRinging;
  pause_ = kFirstPause;
  give_up_ = clock_.steady() + kPatience;
  send();
}

void Bell::tend() {
  take_mail();
  if (state_ != State::kRinging || clock_.steady() < next_try_) {
    return;
  }
  if (clock_.steady() >= give_up_) {
    state_ = State::kGivenUp;
    return;
  }
  send();
}

std::string Bell::host() const {
  return socket_.valid() ? http::local_host(socket_.get()) : "";
}

std::uint16_t Bell::port() const {
  return socket_.valid() ? http::local_port(socket_.get()) : std::uint16_t{0};
}

std::optional<SteadyTime> Bell::next_try() const {
  return state_ == State::kRinging ? std::optional(next_try_) : std::nullopt;
}

void Bell::send() {
  next_try_ = clock_.steady() + pause_;
  pause_ *= 2;
  if (::send(socket_.get(), text_.data(), text_.size(), 0) < 0 && errno == ECONNREFUSED) {
    state_ = State::kGivenUp;
  }
}

// ECONNREFUSED says that nobody listens: a kubelet that comes back reads every status file anyway.
void Bell::take_mail() {
  std::array<char, std::max(kLongestRing, kLongestAsk)> buffer;
  while (socket_.valid()) {
    const ssize_t n = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (n >= 0) {
      take({buffer.data(), static_cast<std::size_t>(n)});
    } else if (errno == ECONNREFUSED && state_ == State::kRinging) {
      state_ = State::kGivenUp;
    } else if (errno != EINTR && errno != ECONNREFUSED) {
      return;
    }
  }
}

void Bell::take(std::string_view mail) {
  if (state_ == State::kRinging && mail == text_) {
    state_ = State::kAnswered;
  } else if (const auto ask = ask_from_text(mail); ask && asks_.size() < kMostAsks) {
    asks_.push_back(*ask);
  }
}

}  // namespace sluice::pod

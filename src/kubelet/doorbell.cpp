// SPDX-License-Identifier: Apache-2.0
#include "kubelet/doorbell.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <memory>

#include "base/files.h"
#include "base/worker_pool.h"

namespace sluice::kubelet {
namespace {

constexpr int kReceiveBuffer = 1 << 20;  // a burst of a few thousand pods that end together

Result<UniqueFd> bind_to(const std::string& address, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_flags = AI_NUMERICSERV | AI_PASSIVE;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failed != 0) {
    return fail(Code::kInvalid, "address " + address + ": " + ::gai_strerror(failed));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  UniqueFd fd(::socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd.valid() || ::bind(fd.get(), found->ai_addr, found->ai_addrlen) != 0) {
    return tl::unexpected(errno_error("using " + address + " port " + std::to_string(port)));
  }
  ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVBUF, &kReceiveBuffer, sizeof kReceiveBuffer);
  return fd;
}

std::uint16_t port_of(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

// 0: it is none.
socklen_t numeric_address(const Doorbell::AskAddress& from, sockaddr_storage& into) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (from.port == 0 ||
      ::getaddrinfo(from.host.c_str(), std::to_string(from.port).c_str(), &hints, &found) != 0) {
    return 0;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  std::memcpy(&into, found->ai_addr, found->ai_addrlen);
  return found->ai_addrlen;
}

}  // namespace

Result<void> Doorbell::start(const std::string& address, std::uint16_t port) {
  TRY_ASSIGN(socket_, bind_to(address, port));
  port_ = port_of(socket_.get());
  stop_event_ = UniqueFd(::eventfd(0, EFD_CLOEXEC));
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  return {};
}

void Doorbell::stop() {
  if (thread_.joinable()) {
    thread_.request_stop();
    ::eventfd_write(stop_event_.get(), 1);
    thread_.join();
  }
}

void Doorbell::expect(const pod::Attempt& attempt) {
  const std::scoped_lock lock(mutex_);
  Caller& caller = callers_[attempt.uid];
  if (caller.attempt != attempt) {
    caller = Caller{.attempt = attempt};
  }
}

void Doorbell::forget(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  callers_.erase(uid);
}

std::int64_t Doorbell::sequence(const pod::Attempt& attempt) const {
  const std::scoped_lock lock(mutex_);
  const auto found = callers_.find(attempt.uid);
  return found != callers_.end() && found->second.attempt == attempt ? found->second.sequence : 0;
}

void Doorbell::run(const std::stop_token& stop) {
  name_this_thread("doorbell");
  while (!stop.stop_requested()) {
    std::array<pollfd, 2> fds{{{socket_.get(), POLLIN, 0}, {stop_event_.get(), POLLIN, 0}}};
    ::poll(fds.data(), fds.size(), -1);
    answer_all();
  }
}

// Answered before it is looked into: the runner waits. What is no ring of ours gets no answer, so
// that nobody can use us to multiply traffic or to learn who lives here.
void Doorbell::answer_all() {
  std::array<char, pod::kLongestRing> buffer;
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  ssize_t n = 0;
  while ((n = ::recvfrom(socket_.get(), buffer.data(), buffer.size(), MSG_TRUNC,
                         reinterpret_cast<sockaddr*>(&from), &size)) >= 0) {
    const auto length = static_cast<std::size_t>(n);
    if (length <= buffer.size()) {
      const auto ring = pod::ring_from_text({buffer.data(), length});
      if (ring && note(*ring, from, size)) {
        ::sendto(socket_.get(), buffer.data(), length, 0, reinterpret_cast<sockaddr*>(&from), size);
        rung_(ring->attempt.uid);
      }
    }
    size = sizeof from;
  }
}

bool Doorbell::ask(const pod::Attempt& attempt, const AskAddress& otherwise,
                   const pod::Ask& ask) const {
  sockaddr_storage to{};
  socklen_t size = 0;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = callers_.find(attempt.uid);
    if (found != callers_.end() && found->second.attempt == attempt) {
      to = found->second.address;
      size = found->second.address_size;
    }
  }
  if (size == 0) {
    size = numeric_address(otherwise, to);
  }
  if (size == 0 || !socket_.valid()) {
    return false;
  }
  const std::string text = to_text(ask);
  ::sendto(socket_.get(), text.data(), text.size(), 0, reinterpret_cast<sockaddr*>(&to), size);
  return true;
}

bool Doorbell::note(const pod::Ring& ring, const sockaddr_storage& from, socklen_t size) {
  const std::scoped_lock lock(mutex_);
  const auto found = callers_.find(ring.attempt.uid);
  if (found == callers_.end() || found->second.attempt != ring.attempt) {
    return false;
  }
  found->second.sequence = std::max(found->second.sequence, ring.sequence);
  found->second.address = from;
  found->second.address_size = size;
  return true;
}

}  // namespace sluice::kubelet

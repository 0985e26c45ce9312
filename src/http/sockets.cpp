// SPDX-License-Identifier: Apache-2.0
#include "http/sockets.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/poll_timeout.h"

namespace sluice::http {

namespace {

constexpr int kBacklog = 1024;

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

std::string endpoint(const std::string& host, std::uint16_t port) {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<Addresses> resolve(const std::string& host, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* list = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (code != 0) {
    return fail(Code::kUnavailable, "resolving " + host + ": " + ::gai_strerror(code));
  }
  return Addresses(list);
}

UniqueFd new_socket(int family) {
  return UniqueFd(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

void set_option(int fd, int level, int option) {
  const int on = 1;
  ::setsockopt(fd, level, option, &on, sizeof(on));
}

Result<UniqueFd> connect_one(const addrinfo& address, SteadyTime deadline) {
  UniqueFd fd = new_socket(address.ai_family);
  if (!fd.valid()) {
    return fail(Code::kUnavailable, std::strerror(errno));
  }
  set_option(fd.get(), IPPROTO_TCP, TCP_NODELAY);
  set_option(fd.get(), SOL_SOCKET, SO_KEEPALIVE);
  if (::connect(fd.get(), address.ai_addr, address.ai_addrlen) == 0) {
    return fd;
  }
  if (errno != EINPROGRESS) {
    return fail(Code::kUnavailable, std::strerror(errno));
  }
  TRY(wait_for(fd.get(), POLLOUT, deadline));
  int error = 0;
  socklen_t size = sizeof(error);
  ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) {
    return fail(Code::kUnavailable, std::strerror(error));
  }
  return fd;
}

Result<UniqueFd> connect_to_file(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) {
    return fail(Code::kInvalid, "the path of a Unix socket has at most " +
                                    std::to_string(sizeof(address.sun_path) - 1) +
                                    " bytes: " + path);
  }
  path.copy(address.sun_path, path.size());
  UniqueFd fd = new_socket(AF_UNIX);
  if (!fd.valid() ||
      ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    return fail(Code::kUnavailable, "connecting to " + path + ": " + std::strerror(errno));
  }
  return fd;
}

}  // namespace

Result<UniqueFd> listen_on(const std::string& address, std::uint16_t port) {
  TRY_ASSIGN(const Addresses found, resolve(address, port, AI_PASSIVE));
  UniqueFd fd = new_socket(found->ai_family);
  if (fd.valid()) {
    set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR);
    if (::bind(fd.get(), found->ai_addr, found->ai_addrlen) == 0 &&
        ::listen(fd.get(), kBacklog) == 0) {
      return fd;
    }
  }
  return fail(Code::kUnavailable,
              "listening on " + endpoint(address, port) + ": " + std::strerror(errno));
}

std::uint16_t local_port(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  return address.ss_family == AF_INET6 ? ntohs(reinterpret_cast<sockaddr_in6*>(&address)->sin6_port)
                                       : ntohs(reinterpret_cast<sockaddr_in*>(&address)->sin_port);
}

std::string local_host(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  char text[INET6_ADDRSTRLEN] = "";
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0) {
    const void* bytes =
        address.ss_family == AF_INET6
            ? static_cast<void*>(&reinterpret_cast<sockaddr_in6*>(&address)->sin6_addr)
            : &reinterpret_cast<sockaddr_in*>(&address)->sin_addr;
    ::inet_ntop(address.ss_family, bytes, text, sizeof(text));
  }
  return text;
}

Result<UniqueFd> accept_from(int listener) {
  UniqueFd fd(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (fd.valid()) {
    set_option(fd.get(), IPPROTO_TCP, TCP_NODELAY);
    set_option(fd.get(), SOL_SOCKET, SO_KEEPALIVE);
    return fd;
  }
  if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
    return fail(Code::kUnavailable, std::strerror(errno));
  }
  return UniqueFd();  // nobody there, or gone again
}

std::string peer_address(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  char text[INET6_ADDRSTRLEN] = "";
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return "";
  }
  if (address.ss_family == AF_INET6) {
    const auto* v6 = reinterpret_cast<sockaddr_in6*>(&address);
    ::inet_ntop(AF_INET6, &v6->sin6_addr, text, sizeof(text));
    return endpoint(text, ntohs(v6->sin6_port));
  }
  const auto* v4 = reinterpret_cast<sockaddr_in*>(&address);
  ::inet_ntop(AF_INET, &v4->sin_addr, text, sizeof(text));
  return endpoint(text, ntohs(v4->sin_port));
}

Result<UniqueFd> connect_to(const std::string& host, std::uint16_t port, SteadyTime deadline) {
  if (host.starts_with('/')) {
    return connect_to_file(host);
  }
  // A literal address needs no resolver, whose configuration files cost more than the connection.
  auto literal = resolve(host, port, AI_NUMERICHOST);
  TRY_ASSIGN(const Addresses addresses,
             literal ? std::move(literal) : resolve(host, port, AI_ADDRCONFIG));
  Error last{Code::kUnavailable, "no address"};
  for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
    auto fd = connect_one(*address, deadline);
    if (fd) {
      return fd;
    }
    last = std::move(fd).error();
  }
  return tl::unexpected(with_context(std::move(last), "connecting to " + endpoint(host, port)));
}

Result<void> wait_for(int fd, short events, SteadyTime deadline) {
  while (true) {
    pollfd entry{.fd = fd, .events = events, .revents = 0};
    const int ready = ::poll(&entry, 1, poll_timeout(deadline, RealClock()));
    if (ready > 0) {
      return {};
    }
    if (ready == 0) {
      return fail(Code::kTimeout, "timed out");
    }
    if (errno != EINTR) {
      return fail(Code::kUnavailable, std::strerror(errno));
    }
  }
}

}  // namespace sluice::http

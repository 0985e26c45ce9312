// SPDX-License-Identifier: Apache-2.0
#include "http/own_address.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <memory>

#include "base/unique_fd.h"

namespace sluice::http {
namespace {

constexpr const char* kAnywhere = "192.0.2.1";  // reserved for documentation

// Connecting a datagram socket sends nothing, but the kernel chooses the address it would use.
std::string address_for(const addrinfo& there) {
  const UniqueFd fd(::socket(there.ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_storage here{};
  socklen_t size = sizeof(here);
  std::array<char, NI_MAXHOST> text{};
  if (::connect(fd.get(), there.ai_addr, there.ai_addrlen) != 0 ||
      ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&here), &size) != 0 ||
      ::getnameinfo(reinterpret_cast<const sockaddr*>(&here), size, text.data(), text.size(),
                    nullptr, 0, NI_NUMERICHOST) != 0) {
    return {};
  }
  return text.data();
}

std::string address_towards(const char* host, int family) {
  addrinfo hints{};
  hints.ai_family = family;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host, "9", &hints, &found) != 0) {
    return {};
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> all(found, ::freeaddrinfo);
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    if (std::string address = address_for(*one); !address.empty()) {
      return address;
    }
  }
  return {};
}

}  // namespace

std::string own_address() {
  const std::string found = address_towards(kAnywhere, AF_INET);
  return found.empty() ? "127.0.0.1" : found;
}

std::string own_address_towards(const std::string& host) {
  const std::string found = address_towards(host.c_str(), AF_UNSPEC);
  return found.empty() ? own_address() : found;
}

std::string OwnAddress::now() {
  if (std::string found = address_towards(host_.c_str(), AF_UNSPEC); !found.empty()) {
    last_ = std::move(found);
  }
  return last_.empty() ? own_address() : last_;
}

}  // namespace sluice::http

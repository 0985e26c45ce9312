// SPDX-License-Identifier: Apache-2.0
#include "http/own_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>

#include "base/unique_fd.h"

namespace sluice::http {

// Connecting a datagram socket sends nothing, but the kernel chooses the address it would use.
std::string own_address() {
  const std::string none = "127.0.0.1";
  const UniqueFd fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  ::inet_pton(AF_INET, "192.0.2.1", &address.sin_addr);  // reserved for documentation
  socklen_t size = sizeof(address);
  if (::connect(fd.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return none;
  }
  std::array<char, INET_ADDRSTRLEN> text{};
  const char* found = ::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
  return found != nullptr ? found : none;
}

}  // namespace sluice::http

// SPDX-License-Identifier: Apache-2.0
#include "pod/host.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <unistd.h>

#include <array>
#include <memory>

namespace sluice::pod {
namespace {

bool is_candidate(const ifaddrs& entry) {
  return entry.ifa_addr != nullptr && entry.ifa_addr->sa_family == AF_INET &&
         (entry.ifa_flags & IFF_LOOPBACK) == 0 && (entry.ifa_flags & IFF_UP) != 0;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> buffer{};
  if (::gethostname(buffer.data(), buffer.size() - 1) != 0) {
    return "localhost";
  }
  return buffer.data();
}

std::string host_address() {
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) {
    return "127.0.0.1";
  }
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(first, &::freeifaddrs);
  for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
    if (is_candidate(*entry)) {
      std::array<char, INET_ADDRSTRLEN> text{};
      const auto* address = reinterpret_cast<const sockaddr_in*>(entry->ifa_addr);
      ::inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size());
      return text.data();
    }
  }
  return "127.0.0.1";
}

}  // namespace sluice::pod

// SPDX-License-Identifier: Apache-2.0
#include "lab/ports.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>

#include "base/random.h"
#include "base/unique_fd.h"

namespace sluice::lab {
namespace {

constexpr std::int64_t kLowest = 12000;
constexpr std::int64_t kHighest = 32000;

sockaddr_in tcp_address(const std::string& address, std::int64_t port) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, address.c_str(), &result.sin_addr);
  return result;
}

bool is_free(std::int64_t port) {
  const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const sockaddr_in any = tcp_address("0.0.0.0", port);
  return ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0 &&
         ::listen(fd.get(), 1) == 0;
}

}  // namespace

Result<std::vector<std::int64_t>> free_ports(std::int64_t count) {
  std::uint32_t seed = 0;
  const std::string bytes = random_bytes(sizeof seed);
  std::memcpy(&seed, bytes.data(), sizeof seed);
  constexpr std::int64_t kRange = kHighest - kLowest;
  std::vector<std::int64_t> ports;
  for (std::int64_t i = 0; i < kRange && std::ssize(ports) < count; ++i) {
    const std::int64_t port = kLowest + (seed + i) % kRange;
    if (is_free(port)) {
      ports.push_back(port);
    }
  }
  if (std::ssize(ports) < count) {
    return fail(Code::kUnavailable, "not enough free TCP ports between " + std::to_string(kLowest) +
                                        " and " + std::to_string(kHighest));
  }
  return ports;
}

bool accepts(const std::string& address, std::int64_t port) {
  const UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in to = tcp_address(address, port);
  return ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

bool accepts(const std::filesystem::path& unix_socket) {
  const UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  const std::string path = unix_socket.string();
  if (path.size() >= sizeof to.sun_path) {
    return false;
  }
  std::memcpy(to.sun_path, path.data(), path.size());
  return ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

}  // namespace sluice::lab

// SPDX-License-Identifier: Apache-2.0
#include "pod/side_door.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <future>

#include "base/files.h"
#include "base/pump.h"

namespace sluice::pod {
namespace {

constexpr int kBacklog = 16;

struct Address {
  sockaddr_un value{};
  socklen_t size = 0;
};

// Abstract: the first byte is zero, and the name goes with its last owner.
Result<Address> address_of(const Attempt& attempt) {
  const std::string name = "sluice/" + attempt.uid + "/" + std::to_string(attempt.number);
  Address address;
  address.value.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.value.sun_path) {
    return fail(Code::kInvalid, "uid: too long for a socket's name");
  }
  std::copy(name.begin(), name.end(), address.value.sun_path + 1);
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return address;
}

bool is_ours(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

Result<void> send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (n < 0) {
      return tl::unexpected(errno_error("writing to the pod's runner"));
    }
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

}  // namespace

Result<UniqueFd> open_side_door(const Attempt& attempt) {
  TRY_ASSIGN(const Address address, address_of(attempt));
  UniqueFd door(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!door.valid() ||
      ::bind(door.get(), reinterpret_cast<const sockaddr*>(&address.value), address.size) != 0 ||
      ::listen(door.get(), kBacklog) != 0) {
    return tl::unexpected(errno_error("opening the side door"));
  }
  return door;
}

UniqueFd accept_relay(int door) {
  while (true) {
    UniqueFd relay(::accept4(door, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!relay.valid() || is_ours(relay.get())) {
      return relay;
    }
  }
}

Result<void> run_relay(const Attempt& attempt, const Ask& ask) {
  TRY_ASSIGN(const Address address, address_of(attempt));
  UniqueFd runner(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!runner.valid() || ::connect(runner.get(), reinterpret_cast<const sockaddr*>(&address.value),
                                   address.size) != 0) {
    return tl::unexpected(errno_error("the pod's runner is not on this machine"));
  }
  if (!is_ours(runner.get())) {
    return fail(Code::kForbidden, "the pod's runner is another user's");
  }
  TRY(send_all(runner.get(), to_text(ask) + "\n"));
  const auto in = std::make_shared<BytePipe>();
  const auto out = std::make_shared<BytePipe>();
  const auto written = std::make_shared<std::promise<void>>();  // shared with the pump's report
  Pump pump;
  const auto input = pump.run({make_pump_end(UniqueFd(::dup(STDIN_FILENO))), nullptr, in, nullptr});
  const auto session = pump.run({make_pump_end(std::move(runner)), in, out, nullptr});
  const auto output = pump.run({make_pump_end(UniqueFd(::dup(STDOUT_FILENO))), out, nullptr,
                                [written](const Result<void>&) { written->set_value(); }});
  written->get_future().wait();
  return {};
}

}  // namespace sluice::pod

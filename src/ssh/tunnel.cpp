// SPDX-License-Identifier: Apache-2.0
//
// Two pipes between the channel and a pair of sockets, each with at most one piece under way: who
// does not take its piece is not sent another.
#include "ssh/tunnel.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "base/worker_pool.h"
#include "ssh/session.h"

namespace sluice::ssh {
namespace {

constexpr std::size_t kPiece = 32768;

struct Piece {
  std::array<char, kPiece> bytes;
  std::size_t begin = 0;
  std::size_t end = 0;

  bool empty() const { return begin == end; }
  std::size_t size() const { return end - begin; }
  const char* data() const { return bytes.data() + begin; }
  void fill(std::size_t size) {
    begin = 0;
    end = size;
  }
};

}  // namespace

class Tunnel::Channel {
 public:
  Channel(const Library& library, Session session)
      : library_(library),
        session_(std::move(session)),
        channel_(library.new_channel(session_.get())) {}
  ~Channel() {
    if (channel_ != nullptr) {
      library_.free_channel(channel_);
    }
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  Result<void> open(const Endpoint& target) {
    library_.set_blocking(session_.get(), 1);
    const bool opened =
        channel_ != nullptr &&
        library_.open_forward(channel_, target.host.c_str(), target.port, "127.0.0.1", 0) == SSH_OK;
    library_.set_blocking(session_.get(), 0);
    if (!opened) {
      return fail(Code::kUnavailable, "no way on to " + target.host + ":" +
                                          std::to_string(target.port) + ": " + session_.error());
    }
    return {};
  }

  // Moves what can be moved; false: an end has closed.
  bool pass(int socket) {
    while (true) {
      bool moved = false;
      if (!take(socket, moved) || !give(socket, moved)) {
        return false;
      }
      if (!moved) {
        library_.flush(session_.get(), 0);
        return session_.connected();
      }
    }
  }

  std::array<pollfd, 2> waits(int socket) const {
    const bool unsent = (library_.poll_flags(session_.get()) & SSH_WRITE_PENDING) != 0;
    return {pollfd{library_.get_fd(session_.get()),
                   static_cast<short>(POLLIN | (unsent ? POLLOUT : 0)), 0},
            pollfd{socket,
                   static_cast<short>((outward_.empty() ? POLLIN : 0) |
                                      (inward_.empty() ? 0 : POLLOUT)),
                   0}};
  }

 private:
  // From there to here.
  bool take(int socket, bool& moved) {
    if (inward_.empty()) {
      const int n = library_.read_nonblocking(channel_, inward_.bytes.data(), kPiece, 0);
      if (n == SSH_ERROR || (n <= 0 && library_.is_eof(channel_) != 0)) {
        return false;
      }
      inward_.fill(n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    if (!inward_.empty()) {
      const ssize_t n = ::send(socket, inward_.data(), inward_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (n < 0) {
        return errno == EAGAIN || errno == EINTR;
      }
      inward_.begin += static_cast<std::size_t>(n);
      moved = true;
    }
    return true;
  }

  // From here to there.
  bool give(int socket, bool& moved) {
    if (outward_.empty()) {
      const ssize_t n = ::recv(socket, outward_.bytes.data(), kPiece, MSG_DONTWAIT);
      if (n < 0) {
        return errno == EAGAIN || errno == EINTR;
      }
      if (n == 0) {
        return false;
      }
      outward_.fill(static_cast<std::size_t>(n));
    }
    const int n =
        library_.write(channel_, outward_.data(), static_cast<std::uint32_t>(outward_.size()));
    if (n < 0 && n != SSH_AGAIN) {
      return false;
    }
    if (n > 0) {
      outward_.begin += static_cast<std::size_t>(n);
      moved = true;
    }
    return true;
  }

  const Library& library_;
  Session session_;
  ssh_channel channel_;
  Piece inward_;
  Piece outward_;
};

Result<std::unique_ptr<Tunnel>> Tunnel::open(const Library& library, const Endpoint& jump,
                                             const Endpoint& target, Duration patience) {
  auto session = Session::login(library, jump, patience);
  if (!session) {
    return tl::unexpected(with_context(std::move(session).error(), "jump host"));
  }
  auto channel = std::make_unique<Channel>(library, std::move(*session));
  if (auto opened = channel->open(target); !opened) {
    return tl::unexpected(with_context(std::move(opened).error(), "jump host " + to_string(jump)));
  }
  std::array<int, 2> ends{-1, -1};
  const bool paired = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0;
  UniqueFd near(ends[0]);
  UniqueFd far(ends[1]);
  UniqueFd stop(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!paired || !stop.valid()) {
    return fail(Code::kUnavailable, "no more files can be opened");
  }
  return std::unique_ptr<Tunnel>(
      new Tunnel(std::move(channel), std::move(near), std::move(far), std::move(stop)));
}

Tunnel::Tunnel(std::unique_ptr<Channel> channel, UniqueFd near, UniqueFd far, UniqueFd stop)
    : channel_(std::move(channel)),
      near_(std::move(near)),
      far_(std::move(far)),
      stop_(std::move(stop)),
      thread_([this] { serve(); }) {}

Tunnel::~Tunnel() {
  ::eventfd_write(stop_.get(), 1);
}

void Tunnel::serve() {
  name_this_thread("ssh tunnel");
  while (channel_->pass(far_.get())) {
    const auto [there, here] = channel_->waits(far_.get());
    std::array<pollfd, 3> all{there, here, pollfd{stop_.get(), POLLIN, 0}};
    ::poll(all.data(), all.size(), -1);
    if ((all[2].revents & POLLIN) != 0) {
      return;
    }
  }
  ::shutdown(far_.get(), SHUT_RDWR);
}

}  // namespace sluice::ssh

// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

#include "base/files.h"
#include "base/pump.h"

namespace sluice {

namespace {

class FdEnd final : public PumpEnd {
 public:
  explicit FdEnd(UniqueFd fd) : fd_(std::move(fd)) {
    ::fcntl(fd_.get(), F_SETFL, ::fcntl(fd_.get(), F_GETFL) | O_NONBLOCK);
  }

  int fd() const override { return fd_.get(); }

  Result<Progress> read(std::span<char> into) override {
    ssize_t got = read_some(into);
    if (got < 0 && errno == EIO) {
      // A terminal whose other side is closed. What was written between the kernel's look for bytes
      // and its look at the other side is there only for the next call.
      got = read_some(into);
    }
    if (got == 0 || (got < 0 && errno == EIO)) {
      return Progress{Next::kEnd};
    }
    return got < 0 ? blocked(Next::kWaitRead, "reading") : moved(got);
  }

  // Sockets first: they must not raise SIGPIPE.
  Result<Progress> write(std::string_view bytes) override {
    ssize_t sent = 0;
    do {
      sent = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == ENOTSOCK) {
        sent = ::write(fd_.get(), bytes.data(), bytes.size());
      }
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? blocked(Next::kWaitWrite, "writing") : moved(sent);
  }

  void end_write() override { ::shutdown(fd_.get(), SHUT_WR); }

 private:
  ssize_t read_some(std::span<char> into) {
    ssize_t got = 0;
    do {
      got = ::read(fd_.get(), into.data(), into.size());
    } while (got < 0 && errno == EINTR);
    return got;
  }
  static Result<Progress> moved(ssize_t bytes) {
    return Progress{Next::kMoved, static_cast<std::size_t>(bytes)};
  }
  static Result<Progress> blocked(Next wait, const char* doing) {
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return Progress{wait};
    }
    return tl::unexpected(errno_error(doing));
  }

  UniqueFd fd_;
};

}  // namespace

std::unique_ptr<PumpEnd> make_pump_end(UniqueFd fd) {
  return std::make_unique<FdEnd>(std::move(fd));
}

}  // namespace sluice

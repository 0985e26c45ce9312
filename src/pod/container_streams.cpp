// SPDX-License-Identifier: Apache-2.0
#include "pod/container_streams.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/files.h"
#include "base/log.h"
#include "base/pipe.h"

namespace sluice::pod {
namespace {

constexpr std::size_t kReadSize = 64 * 1024;  // what a pipe holds

void make_nonblocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

// A terminal whose other side is closed says EIO; what was written just before that is there only
// for the next call.
ssize_t read_some(int fd, std::string& into) {
  ssize_t n = 0;
  int tries = 2;
  do {
    n = ::read(fd, into.data(), into.size());
  } while (n < 0 && (errno == EINTR || (errno == EIO && --tries > 0)));
  return n;
}

}  // namespace

Result<ContainerStreams::Ends> ContainerStreams::open() {
  const std::filesystem::path log = log_path(attempt_dir_, spec_.name);
  if (log_ || resumes_) {
    keep_as_previous(log, previous_log_path(attempt_dir_, spec_.name));
  }
  TRY_ASSIGN(log_, CriLogWriter::open(log, clock_));
  tail_.clear();
  Ends ends;
  if (spec_.terminal) {
    return ends;
  }
  TRY_ASSIGN(Pipe out, make_pipe());
  TRY_ASSIGN(Pipe err, make_pipe());
  if (spec_.input) {
    TRY_ASSIGN(Pipe in, make_pipe());
    ends.in = std::move(in.read);
    input_ = std::move(in.write);
    make_nonblocking(input_.get());
  }
  ends.out = std::move(out.write);
  ends.err = std::move(err.write);
  outputs_ = {std::move(out.read), std::move(err.read)};
  make_nonblocking(outputs_[0].get());
  make_nonblocking(outputs_[1].get());
  return ends;
}

void ContainerStreams::started(UniqueFd terminal) {
  if (!terminal.valid()) {
    return;
  }
  make_nonblocking(terminal.get());
  if (spec_.input) {
    input_ = UniqueFd(::fcntl(terminal.get(), F_DUPFD_CLOEXEC, 0));
  }
  outputs_ = {std::move(terminal), UniqueFd()};
}

void ContainerStreams::close() {
  input_.reset();
  outputs_ = {};
}

bool ContainerStreams::held() const {
  return std::any_of(listeners_.begin(), listeners_.end(),
                     [](const OutputListener* listener) { return listener->full(); });
}

int ContainerStreams::output_fd(OutputStream stream) const {
  return held() ? -1 : outputs_[static_cast<std::size_t>(stream)].get();
}

void ContainerStreams::read(OutputStream stream) {
  UniqueFd& fd = output(stream);
  std::string buffer(kReadSize, '\0');
  while (fd.valid() && !held()) {
    const ssize_t n = read_some(fd.get(), buffer);
    if (n < 0 && errno == EAGAIN) {
      return;
    }
    if (n > 0) {
      pass_on(stream, std::string_view(buffer).substr(0, static_cast<std::size_t>(n)));
      continue;
    }
    log_result(log_->finish(stream));
    fd.reset();
  }
}

void ContainerStreams::pass_on(OutputStream stream, std::string_view bytes) {
  log_result(log_->append(stream, bytes));
  if (spec_.lifecycle.message_from_log) {
    tail_.add(bytes);
  }
  for (OutputListener* listener : listeners_) {
    listener->printed(stream, bytes);
  }
}

void ContainerStreams::log_result(const Result<void>& written) const {
  if (!written) {
    log::error("container output was lost",
               {{"container", spec_.name}, {"error", written.error().message}});
  }
}

// A pipe without a writer holds little: listeners take it even when they are full.
void ContainerStreams::finish(int exit_code) {
  std::vector<OutputListener*> listeners = listeners_;
  for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
    std::string rest(kReadSize, '\0');
    UniqueFd& fd = output(stream);
    ssize_t n = 0;
    while (fd.valid() && (n = read_some(fd.get(), rest)) > 0) {
      pass_on(stream, std::string_view(rest).substr(0, static_cast<std::size_t>(n)));
    }
    if (fd.valid()) {
      log_result(log_->finish(stream));
      fd.reset();
    }
  }
  input_.reset();
  for (OutputListener* listener : listeners) {
    listener->ended(exit_code);
  }
}

std::size_t ContainerStreams::write_input(std::string_view bytes) {
  if (!input_.valid()) {
    return bytes.size();
  }
  const ssize_t n = ::write(input_.get(), bytes.data(), bytes.size());
  if (n >= 0) {
    return static_cast<std::size_t>(n);
  }
  if (errno == EAGAIN || errno == EINTR) {
    return 0;
  }
  input_.reset();
  return bytes.size();
}

void ContainerStreams::resize(SessionSize size) const {
  if (spec_.terminal && outputs_[0].valid()) {
    resize_terminal(outputs_[0].get(), size);
  }
}

void resize_terminal(int terminal, SessionSize size) {
  const winsize window{.ws_row = size.height, .ws_col = size.width, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(terminal, TIOCSWINSZ, &window);
}

}  // namespace sluice::pod

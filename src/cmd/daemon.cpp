// SPDX-License-Identifier: Apache-2.0
#include "cmd/daemon.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/files.h"

namespace sluice::cmd {
namespace {

// The line carries one byte of verdict, then the message.
constexpr char kReady = '+';
constexpr char kFailed = '-';

void say(UniqueFd& line, char verdict, const std::string& message) {
  const std::string text = verdict + message;
  [[maybe_unused]] const ssize_t written = ::write(line.get(), text.data(), text.size());
  line.reset();
}

Result<Fork> listen(int line, const std::filesystem::path& log) {
  std::string heard;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t n = ::read(line, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n <= 0) {
      break;
    }
    heard.append(buffer.data(), static_cast<std::size_t>(n));
  }
  if (heard.empty()) {
    return fail(Code::kInternal, "the background process died while starting; see " + log.string());
  }
  if (heard[0] == kFailed) {
    return fail(Code::kInternal, heard.substr(1));
  }
  Fork parent;
  parent.message = heard.substr(1);
  return parent;
}

Result<void> leave_terminal(const std::filesystem::path& log) {
  ::setsid();
  const UniqueFd out(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!out.valid()) {
    return tl::unexpected(errno_error("opening " + log.string()));
  }
  const UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  ::dup2(null.get(), STDIN_FILENO);
  ::dup2(out.get(), STDOUT_FILENO);
  ::dup2(out.get(), STDERR_FILENO);
  return {};
}

}  // namespace

void Daemon::ready(const std::string& message) {
  say(line_, kReady, message);
}

void Daemon::failed(const std::string& message) {
  say(line_, kFailed, message);
}

Result<Fork> Fork::into_background(const std::filesystem::path& log) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(errno_error("making a pipe"));
  }
  UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) {
    return tl::unexpected(errno_error("forking"));
  }
  if (child > 0) {
    writer.reset();
    return listen(reader.get(), log);
  }
  reader.reset();
  Fork in_background;
  in_background.daemon = Daemon(std::move(writer));
  if (const auto left = leave_terminal(log); !left) {
    in_background.daemon.failed(left.error().message);
    ::_exit(1);
  }
  return in_background;
}

}  // namespace sluice::cmd

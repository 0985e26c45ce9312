// SPDX-License-Identifier: Apache-2.0
#include "base/command.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/exec_words.h"
#include "base/files.h"
#include "base/pipe.h"
#include "base/text.h"
#include "base/unique_fd.h"

namespace sluice {
namespace {

std::vector<std::string> merged_environment(const Command& command) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr && !command.only_this_environment; ++entry) {
    const std::string_view line(*entry);
    const std::string_view name = line.substr(0, line.find('='));
    bool overridden = false;
    for (const auto& [key, value] : command.environment) {
      overridden = overridden || key == name;
    }
    if (!overridden) {
      merged.emplace_back(line);
    }
  }
  for (const auto& [key, value] : command.environment) {
    merged.push_back(key + "=" + value);
  }
  return merged;
}

// How soon a command that may be told to stop ends; others wait for what happens only.
constexpr std::int64_t kBetweenLooksMs = 100;

// Feeds stdin and collects both outputs until the child has closed them, time is up or it shall
// stop.
class Conversation {
 public:
  Conversation(UniqueFd input, UniqueFd out, UniqueFd err, std::string_view to_write)
      : input_(std::move(input)), out_(std::move(out)), err_(std::move(err)), to_write_(to_write) {
    ::fcntl(input_.get(), F_SETFL, O_NONBLOCK);
    if (to_write_.empty()) {
      input_.reset();
    }
  }

  // False when `deadline` passed first, or it shall stop.
  bool run(SteadyTime deadline, const std::stop_token& stop, CommandOutput& output) {
    const RealClock clock;
    while (out_.valid() || err_.valid()) {
      const std::int64_t left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock.steady()).count();
      if (left <= 0 || stop.stop_requested()) {
        return false;
      }
      std::array<pollfd, 3> fds{pollfd{input_.get(), POLLOUT, 0}, pollfd{out_.get(), POLLIN, 0},
                                pollfd{err_.get(), POLLIN, 0}};
      const std::int64_t wait = stop.stop_possible() ? std::min(left, kBetweenLooksMs) : left;
      if (::poll(fds.data(), fds.size(), static_cast<int>(wait)) < 0) {
        continue;  // EINTR
      }
      if (fds[0].revents != 0) {
        feed();
      }
      if (fds[1].revents != 0) {
        drain(out_, output.out);
      }
      if (fds[2].revents != 0) {
        drain(err_, output.err);
      }
    }
    return true;
  }

 private:
  void feed() {
    const ssize_t n = ::write(input_.get(), to_write_.data(), to_write_.size());
    if (n > 0) {
      to_write_.remove_prefix(static_cast<std::size_t>(n));
    }
    if ((n < 0 && errno != EAGAIN) || to_write_.empty()) {
      input_.reset();
    }
  }

  static void drain(UniqueFd& fd, std::string& into) {
    std::array<char, 65536> buffer;
    const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
    if (n > 0) {
      into.append(buffer.data(), static_cast<std::size_t>(n));
    } else if (n == 0 || errno != EINTR) {
      fd.reset();
    }
  }

  UniqueFd input_;
  UniqueFd out_;
  UniqueFd err_;
  std::string_view to_write_;
};

}  // namespace

ProcessRunner::ProcessRunner() {
  ::signal(SIGPIPE, SIG_IGN);
}

Result<CommandOutput> ProcessRunner::run(const Command& command) {
  CHECK(!command.argv.empty());
  TRY_ASSIGN(Pipe in, make_pipe());
  TRY_ASSIGN(Pipe out, make_pipe());
  TRY_ASSIGN(Pipe err, make_pipe());
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none;
  ::sigemptyset(&none);
  sigset_t pipe_signal = none;
  ::sigaddset(&pipe_signal, SIGPIPE);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &pipe_signal);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(
      &attributes,
      static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP));

  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = merged_environment(command);
  pid_t child = -1;
  const int spawned = ::posix_spawnp(&child, arguments[0].c_str(), &actions, &attributes,
                                     exec_words(arguments).data(), exec_words(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (spawned != 0) {
    errno = spawned;
    return tl::unexpected(errno_error("starting " + arguments[0]));
  }
  in.read.reset();
  out.write.reset();
  err.write.reset();

  CommandOutput output;
  Conversation conversation(std::move(in.write), std::move(out.read), std::move(err.read),
                            command.input);
  const bool finished =
      conversation.run(RealClock().steady() + command.timeout, command.stop, output);
  if (!finished) {
    ::kill(-child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!finished && command.stop.stop_requested()) {
    return fail(Code::kCancelled, arguments[0] + " was told to stop");
  }
  if (!finished) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(command.timeout).count();
    return fail(Code::kTimeout,
                arguments[0] + " did not finish within " + std::to_string(seconds) + " s");
  }
  output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

std::optional<std::string> find_program(std::string_view program) {
  const char* path = std::getenv("PATH");
  const std::string searched = std::string(path != nullptr ? path : "") +
                               ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  for (const std::string_view directory : split(searched, ':')) {
    std::string candidate = std::string(directory) + "/" + std::string(program);
    if (!directory.empty() && ::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return std::nullopt;
}

}  // namespace sluice

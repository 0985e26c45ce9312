// SPDX-License-Identifier: Apache-2.0
#include "kubelet/relay.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/exec_words.h"
#include "base/files.h"
#include "base/pipe.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

std::vector<std::string> full_environment(const RelayCommand& command) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    all.emplace_back(*entry);
  }
  for (const auto& [name, value] : command.environment) {
    std::erase_if(all, [&](const std::string& entry) { return entry.starts_with(name + "="); });
    all.push_back(name + "=" + value);
  }
  return all;
}

// A group of its own: an interrupt typed at our terminal is not for it.
Result<pid_t> spawn(const RelayCommand& command, const std::vector<std::string>& arguments, int io,
                    int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, io, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, io, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const std::vector<std::string> environment = full_environment(command);
  pid_t pid = 0;
  const int failed = ::posix_spawnp(&pid, arguments.front().c_str(), &actions, &attributes,
                                    exec_words(arguments).data(), exec_words(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (failed != 0) {
    errno = failed;
    return tl::unexpected(errno_error("starting " + arguments.front()));
  }
  return pid;
}

}  // namespace

// On the job's first node, where the runner is. Unbuffered: what has no line end would be held back
// otherwise.
std::vector<std::string> relay_arguments(const RelayCommand& command, const Relay::Target& target,
                                         const pod::Ask& ask) {
  std::vector<std::string> words;
  if (!command.srun.empty()) {
    words = {command.srun,   "--jobid=" + std::to_string(target.job_id),
             "--overlap",    "--relative=0",
             "--nodes=1",    "--ntasks=1",
             "--unbuffered", "--input=all",
             "--mpi=none",   "--chdir=/"};
  }
  for (const std::string& word :
       {command.sluice_binary.string(), std::string("relay"), "--pod=" + target.attempt.uid,
        "--attempt=" + std::to_string(target.attempt.number), "--session=" + ask.session}) {
    words.push_back(word);
  }
  return words;
}

Result<std::unique_ptr<Relay>> Relay::start(const RelayCommand& command, const Target& target,
                                            const pod::Ask& ask) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return tl::unexpected(errno_error("making a socket"));
  }
  UniqueFd ours(ends[0]);
  const UniqueFd theirs(ends[1]);
  TRY_ASSIGN(Pipe errors, make_pipe());
  TRY_ASSIGN(const pid_t pid, spawn(command, relay_arguments(command, target, ask), theirs.get(),
                                    errors.write.get()));
  ::fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(errors.read.get(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Relay>(new Relay(pid, std::move(ours), std::move(errors.read)));
}

Relay::~Relay() {
  if (!ended()) {
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

std::optional<int> Relay::ended() {
  int status = 0;
  if (pid_ != 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
    pid_ = 0;
    exit_code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  return pid_ == 0 ? std::optional(exit_code_) : std::nullopt;
}

std::string Relay::complaint() {
  std::array<char, 1024> buffer;
  const ssize_t n = ::read(errors_.get(), buffer.data(), buffer.size());
  std::string text(trim({buffer.data(), n > 0 ? static_cast<std::size_t>(n) : 0}));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#include "base/processes.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// glibc 2.36 forgot to say that these are functions of C.
extern "C" {
#include <sys/pidfd.h>
}

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>

#include "base/child_processes.h"
#include "base/exec_words.h"
#include "base/files.h"
#include "base/text.h"
#include "base/unique_fd.h"

namespace sluice {
namespace {

struct Stat {
  char state = 'Z';
  pid_t parent = 0;
  std::int64_t start = 0;
};

// /proc/<pid>/stat: "12 (any name) S 1 ..."; the name may contain anything, so look behind its end.
std::optional<Stat> read_stat(pid_t pid) {
  const auto text = read_file("/proc/" + std::to_string(pid) + "/stat");
  if (!text) {
    return std::nullopt;
  }
  const std::size_t end = text->rfind(") ");
  if (end == std::string::npos) {
    return std::nullopt;
  }
  const auto fields = split(std::string_view(*text).substr(end + 2), ' ');
  constexpr std::size_t kParent = 1;
  constexpr std::size_t kStart = 19;
  if (fields.size() <= kStart || fields[0].size() != 1) {
    return std::nullopt;
  }
  return Stat{fields[0][0], static_cast<pid_t>(parse_int(fields[kParent]).value_or(0)),
              parse_int(fields[kStart]).value_or(0)};
}

// Everything the child needs, made before fork: after it only async-signal-safe calls are allowed.
struct Prepared {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::vector<char*> argv;
  std::vector<char*> envp;
  const char* directory;
  int log;
  int report;
};

[[noreturn]] void become_daemon(const Prepared& prepared) {
  ::setsid();
  const pid_t second = ::fork();
  if (second != 0) {
    ::_exit(second > 0 ? 0 : 1);
  }
  const pid_t self = ::getpid();
  (void)!::write(prepared.report, &self, sizeof self);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const int null = ::open("/dev/null", O_RDONLY);
  ::dup2(null, STDIN_FILENO);
  ::dup2(prepared.log, STDOUT_FILENO);
  ::dup2(prepared.log, STDERR_FILENO);
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  ::umask(022);
  if (::chdir(prepared.directory) == 0) {
    ::execve(prepared.argv[0], prepared.argv.data(), prepared.envp.data());
  }
  const int error = errno;
  (void)!::write(prepared.report, &error, sizeof error);
  ::_exit(127);
}

// Stops a process tree from growing: what forks all the time is faster than who kills one process
// after the other. A few looks suffice, for what is stopped makes no more, and what it is allowed
// to have is used up.
std::set<pid_t> stop_descendants(const std::vector<pid_t>& children) {
  constexpr int kLooks = 100;
  std::set<pid_t> stopped;
  bool grows = true;
  for (int look = 0; grows && look < kLooks; ++look) {
    grows = false;
    std::vector<pid_t> all = children;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (stopped.insert(all[i]).second) {
        ::kill(all[i], SIGSTOP);
        grows = true;
      }
      const std::vector<pid_t> below = children_of(all[i]);
      all.insert(all.end(), below.begin(), below.end());
    }
  }
  return stopped;
}

}  // namespace

Result<ProcessId> start_detached(const DaemonCommand& command) {
  const UniqueFd log(::open(command.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!log.valid()) {
    return tl::unexpected(errno_error("opening " + command.log.string()));
  }
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(errno_error("making a pipe"));
  }
  const UniqueFd report_read(ends[0]);
  UniqueFd report_write(ends[1]);

  Prepared prepared;
  prepared.arguments = command.argv;
  for (const auto& [key, value] : command.environment) {
    prepared.environment.push_back(key + "=" + value);
  }
  prepared.argv = exec_words(prepared.arguments);
  prepared.envp = exec_words(prepared.environment);
  prepared.directory = command.directory.c_str();
  prepared.log = log.get();
  prepared.report = report_write.get();
  const pid_t first = ::fork();
  if (first < 0) {
    return tl::unexpected(errno_error("starting " + command.argv[0]));
  }
  if (first == 0) {
    become_daemon(prepared);
  }
  report_write.reset();
  while (::waitpid(first, nullptr, 0) < 0 && errno == EINTR) {
  }

  // The pid comes first; then end of file when exec closed the pipe, or errno when it failed.
  pid_t pid = 0;
  int error = 0;
  if (::read(report_read.get(), &pid, sizeof pid) != sizeof pid) {
    return fail(Code::kInternal, "starting " + command.argv[0] + ": cannot fork");
  }
  if (::read(report_read.get(), &error, sizeof error) == sizeof error) {
    errno = error;
    return tl::unexpected(errno_error("starting " + command.argv[0]));
  }
  return process_id(pid);
}

bool is_running(const ProcessId& process) {
  const auto stat = process.pid > 0 ? read_stat(process.pid) : std::nullopt;
  return stat && stat->start == process.start && stat->state != 'Z' && stat->state != 'X';
}

ProcessId process_id(pid_t pid) {
  const auto stat = read_stat(pid);
  return {pid, stat ? stat->start : 0};
}

UniqueFd watch_process(const ProcessId& process) {
  UniqueFd watched(process.pid > 0 ? ::pidfd_open(process.pid, 0) : -1);
  return is_running(process) ? std::move(watched) : UniqueFd();
}

bool send_signal(const ProcessId& process, int signal_number) {
  const UniqueFd watched = watch_process(process);
  return watched.valid() && ::pidfd_send_signal(watched.get(), signal_number, nullptr, 0) == 0;
}

std::vector<ProcessEntry> list_processes() {
  std::vector<ProcessEntry> entries;
  const auto names = list_directory("/proc");
  for (const std::string& name : names ? *names : std::vector<std::string>{}) {
    const auto pid = parse_int(name);
    const auto stat = pid ? read_stat(static_cast<pid_t>(*pid)) : std::nullopt;
    if (!stat || stat->state == 'Z' || stat->state == 'X') {
      continue;
    }
    ProcessEntry entry{{static_cast<pid_t>(*pid), stat->start}, stat->parent, {}, {}, {}};
    entry.command_line = read_file("/proc/" + name + "/cmdline").value_or("");
    if (const auto environment = read_file("/proc/" + name + "/environ")) {
      for (const std::string_view line : split(*environment, '\0')) {
        entry.environment.emplace_back(line);
      }
    }
    std::error_code unreadable;
    entry.working_directory =
        std::filesystem::read_symlink("/proc/" + name + "/cwd", unreadable).string();
    entries.push_back(std::move(entry));
  }
  return entries;
}

void kill_descendants(std::span<const pid_t> spared) {
  // Killing a child hands its own children to us: repeat until none is left.
  while (true) {
    std::vector<pid_t> children = children_of(::getpid());
    for (const pid_t kept : spared) {
      std::erase(children, kept);
    }
    if (children.empty()) {
      break;
    }
    for (const pid_t process : stop_descendants(children)) {
      ::kill(process, SIGKILL);
    }
    for (const pid_t child : children) {
      ::waitpid(child, nullptr, 0);
    }
  }
  for (const pid_t kept : spared) {
    for (const pid_t process : children_of(kept)) {
      ::kill(process, SIGKILL);
    }
  }
}

}  // namespace sluice

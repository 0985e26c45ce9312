// SPDX-License-Identifier: Apache-2.0
#include "containers/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <filesystem>

#include "base/files.h"
#include "containers/program.h"

namespace sluice::containers {
namespace {

constexpr int kFirstPrivate = 3;
constexpr mode_t kMask = 022;

// A copy above the standard descriptors, which are about to be replaced.
Result<UniqueFd> out_of_the_way(int fd, int flags) {
  UniqueFd given(fd >= 0 ? ::fcntl(fd, F_DUPFD_CLOEXEC, kFirstPrivate)
                         : ::open("/dev/null", flags | O_CLOEXEC));
  if (given.valid() && given.get() < kFirstPrivate) {
    given = UniqueFd(::fcntl(given.get(), F_DUPFD_CLOEXEC, kFirstPrivate));
  }
  if (!given.valid()) {
    return tl::unexpected(errno_error("connecting the container's input and output"));
  }
  return given;
}

// struct sigaction as the kernel has it; all zero is the default action.
struct KernelAction {
  void (*handler)(int) = SIG_DFL;
  unsigned long flags = 0;
  void (*restorer)() = nullptr;
  std::uint64_t mask = 0;
};

Result<std::string> open_terminal(const Terminal& terminal, const Channel& channel) {
  const UniqueFd master(::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
  int unlocked = 0;
  int number = 0;
  if (!master.valid() || ::ioctl(master.get(), TIOCSPTLCK, &unlocked) != 0 ||
      ::ioctl(master.get(), TIOCGPTN, &number) != 0) {
    return tl::unexpected(errno_error("opening a terminal"));
  }
  const std::string name = "/dev/pts/" + std::to_string(number);
  const UniqueFd slave(::open(name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  const winsize size{.ws_row = terminal.rows, .ws_col = terminal.columns};
  if (!slave.valid() || ::ioctl(slave.get(), TIOCSWINSZ, &size) != 0 ||
      ::ioctl(slave.get(), TIOCSCTTY, 0) != 0) {
    return tl::unexpected(errno_error("taking the terminal " + name));
  }
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::dup2(slave.get(), fd) < 0) {
      return tl::unexpected(errno_error("connecting the terminal"));
    }
  }
  channel.say(Word::kTerminal, name, master.get());
  return name;
}

}  // namespace

void become_a_plain_process() {
  ::setsid();
  // By the kernel's own call: the C library keeps two signals for itself, and whoever was started
  // by its posix_spawn ignores them.
  const KernelAction by_default{};
  for (int number = 1; number < NSIG; ++number) {
    ::syscall(SYS_rt_sigaction, number, &by_default, nullptr, sizeof by_default.mask);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::umask(kMask);
}

Result<void> connect_descriptors(const Launch& launch) {
  TRY_ASSIGN(const UniqueFd in, out_of_the_way(launch.stdin_fd, O_RDONLY));
  TRY_ASSIGN(const UniqueFd out, out_of_the_way(launch.stdout_fd, O_WRONLY));
  TRY_ASSIGN(const UniqueFd err, out_of_the_way(launch.stderr_fd, O_WRONLY));
  if (::dup2(in.get(), STDIN_FILENO) < 0 || ::dup2(out.get(), STDOUT_FILENO) < 0 ||
      ::dup2(err.get(), STDERR_FILENO) < 0) {
    return tl::unexpected(errno_error("connecting the container's input and output"));
  }
  return {};
}

Result<std::string> connect(const Launch& launch, const Channel& channel) {
  become_a_plain_process();
  if (launch.terminal) {
    return open_terminal(*launch.terminal, channel);
  }
  TRY(connect_descriptors(launch));
  return std::string();
}

void die_with_starter(const Channel& channel) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (channel.abandoned()) {
    ::_exit(127);
  }
}

void keep_descriptors_private(const std::vector<int>& inherited) {
  if (::close_range(kFirstPrivate, UINT_MAX, CLOSE_RANGE_CLOEXEC) != 0) {
    std::error_code ignored;  // kernels before 5.11
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
      const int fd = std::atoi(entry.path().filename().c_str());
      if (fd >= kFirstPrivate) {
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
      }
    }
  }
  for (const int fd : inherited) {
    ::fcntl(fd, F_SETFD, 0);
  }
}

Result<void> enter_directory(const std::string& directory) {
  const std::string wanted = directory.empty() ? "/" : directory;
  if (::chdir(wanted.c_str()) != 0) {
    const int error = errno;
    std::error_code unknown;
    if (error == EACCES && std::filesystem::current_path(unknown) == wanted) {
      return {};
    }
    errno = error;
    return fail(Code::kInvalid, "working directory \"" + wanted + "\": " + cause_of(errno));
  }
  return {};
}

Error finish(const Launch& launch, const Channel& channel) {
  const Result<void> entered = enter_directory(launch.working_directory);
  if (!entered) {
    return entered.error();
  }
  keep_descriptors_private(launch.inherited);
  die_with_starter(channel);
  return run_program(launch.argv, launch.environment);
}

}  // namespace sluice::containers

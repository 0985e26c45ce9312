// SPDX-License-Identifier: Apache-2.0
#include "containers/guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/unique_fd.h"

namespace sluice::containers {
namespace {

UniqueFd watch(pid_t process) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

// Between fork and _exit: only system calls, other threads may have held any lock.
[[noreturn]] void guard(int first, int then) {
  ::setsid();  // signals to our group are not meant for it
  ::signal(SIGTERM, SIG_IGN);
  constexpr int kFirst = 0;
  constexpr int kThen = 1;
  const int moved = ::fcntl(then, F_DUPFD, 3);
  if (::dup2(first, kFirst) < 0 || ::dup2(moved, kThen) < 0) {
    ::_exit(1);
  }
  ::syscall(SYS_close_range, 2U, ~0U, 0U);
  pollfd ends[] = {{kFirst, POLLIN, 0}, {kThen, POLLIN, 0}};
  while (::poll(ends, 2, -1) < 0) {
  }
  ::syscall(SYS_pidfd_send_signal, kThen, SIGKILL, nullptr, 0);
  ::_exit(0);
}

}  // namespace

void kill_after(pid_t first, pid_t then) {
  const UniqueFd first_end = watch(first);
  const UniqueFd then_end = watch(then);
  if (first_end.valid() && then_end.valid() && ::fork() == 0) {
    guard(first_end.get(), then_end.get());
  }
}

}  // namespace sluice::containers

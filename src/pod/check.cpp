// SPDX-License-Identifier: Apache-2.0
#include "pod/check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/files.h"
#include "base/go_text.h"
#include "base/pipe.h"
#include "base/text.h"
#include "pod/host.h"

namespace sluice::pod {
namespace {

// What asks over the network keeps its own time and says better what it waited for; this is how
// much later it is killed all the same.
constexpr Duration kMargin = std::chrono::seconds(1);
constexpr Duration kVeryLong = std::chrono::hours(24 * 365);

void write_out(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(0, written)));
  }
}

}  // namespace

Check::Check(const Action& action, const Container& container, Purpose purpose,
             std::optional<Duration> timeout, const Clock& clock)
    : action_(action), clock_(clock), timeout_(timeout) {
  if (!action.error.empty()) {
    finish({Outcome::kError, action.error});
    return;
  }
  if (timeout) {
    const bool asks_itself = action.kind != ActionKind::kExec && purpose == Purpose::kProbe;
    deadline_ = clock.steady() + *timeout + (asks_itself ? kMargin : Duration(0));
  }
  const auto process = begin(container, purpose);
  if (!process) {
    finish({Outcome::kError, process.error().message});
    return;
  }
  pid_ = *process;
}

Check::~Check() {
  kill();
}

Result<pid_t> Check::begin(const Container& container, Purpose purpose) {
  TRY_ASSIGN(Pipe pipe, make_pipe());
  ::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK);
  output_ = std::move(pipe.read);
  return action_.kind == ActionKind::kExec ? container.execute(action_.command, pipe.write.get())
                                           : fork_off(pipe.write.get(), purpose);
}

Result<pid_t> Check::fork_off(int output, Purpose purpose) const {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    return tl::unexpected(errno_error("starting a process"));
  }
  if (child > 0) {
    return child;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const pid_t now = ::getppid();  // 0 where the child has a process namespace of its own
  if (now != parent && now != 0) {
    ::_exit(static_cast<int>(Outcome::kError));
  }
  ::setsid();
  const CheckResult result = do_network_check({.action = action_,
                                               .pod_address = host_address(),
                                               .purpose = purpose,
                                               .timeout = timeout_.value_or(kVeryLong)});
  write_out(output, result.text);
  ::_exit(static_cast<int>(result.outcome));
}

void Check::read_output() {
  std::array<char, 4096> buffer{};
  while (output_.valid()) {
    const ssize_t got = ::read(output_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return;  // nothing more for now
    }
    if (got == 0) {
      output_.reset();
    }
    const std::size_t room = kMostOutput - text_.size();
    text_.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
  }
}

bool Check::reaped(pid_t pid, int wait_status) {
  if (pid_ == 0 || pid != pid_) {
    return false;
  }
  kill();  // what it left behind
  pid_ = 0;
  if (result_) {
    return true;  // was too late
  }
  read_output();
  const int code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
  const bool known =
      action_.kind != ActionKind::kExec && code >= 0 && code <= static_cast<int>(Outcome::kError);
  const Outcome outcome = known       ? static_cast<Outcome>(code)
                          : code == 0 ? Outcome::kSuccess
                                      : Outcome::kFailure;
  finish({outcome, text_});
  return true;
}

void Check::tend() {
  if (!result_ && deadline_ && clock_.steady() >= *deadline_) {
    kill();
    finish({Outcome::kFailure, too_late()});
  }
}

std::string Check::too_late() const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*timeout_).count();
  const std::string after = " timed out after " + std::to_string(seconds) + "s";
  return "command timed out: " + go_quoted(join(action_.command, " ")) + after;
}

void Check::finish(CheckResult result) {
  result_ = std::move(result);
  output_.reset();
}

void Check::kill() const {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // before it leads its own group
  }
}

}  // namespace sluice::pod

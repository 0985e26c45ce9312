// SPDX-License-Identifier: Apache-2.0
#include "containers/host_runtime.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "containers/process.h"
#include "containers/spawn.h"

namespace sluice::containers {
namespace {

bool is_another(const Identity& identity) {
  return identity.uid != ::geteuid() || identity.gid != ::getegid();
}

// Only root may become somebody else.
Result<void> take_identity(const Launch& launch) {
  if (!launch.identity || ::geteuid() != 0) {
    return {};
  }
  result.push_back(nullptr);
  return result;
}

struct Prepared {
  const char* directory;
  std::vector<char*> argv;
  std::vector<char*> environment;
  int in;
  int out;
  int err;
  bool terminal;
  int report;
  pid_t parent;
};

struct TerminalPair {
  UniqueFd ours;
  UniqueFd theirs;
};

Result<TerminalPair> open_terminal(const Terminal& size) {
  TerminalPair pair;
  pair.ours = UniqueFd(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  std::array<char, 128> name{};
  if (!pair.ours.valid() || ::grantpt(pair.ours.get()) != 0 || ::unlockpt(pair.ours.get()) != 0 ||
      ::ptsname_r(pair.ours.get(), name.data(), name.size()) != 0) {
    return tl::unexpected(errno_error("making a terminal"));
  }
  pair.theirs = UniqueFd(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!pair.theirs.valid()) {
    return tl::unexpected(errno_error("opening a terminal"));
  }
  const winsize window{.ws_row = size.rows, .ws_col = size.columns, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(pair.ours.get(), TIOCSWINSZ, &window);
  return pair;
}

[[noreturn]] void give_up(int report, Step step) {
  const Failure failure{step, errno};
  [[maybe_unused]] const ssize_t written = ::write(report, &failure, sizeof failure);
  ::_exit(127);
}

void become_a_plain_process() {
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);  // what main() ignores is not the container's choice
  ::signal(SIGXFSZ, SIG_DFL);
}

[[noreturn]] void run_child(const Prepared& prepared) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != prepared.parent) {
    ::_exit(127);  // the parent died before its death could reach us
  }
  return {};
}

Result<void> prepare(const Launch& launch, const Channel& channel) {
  become_a_plain_process();
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const auto connect = [&](int fd, int as) { return ::dup2(fd >= 0 ? fd : nothing, as) >= 0; };
  if (!connect(prepared.in, STDIN_FILENO) || !connect(prepared.out, STDOUT_FILENO) ||
      !connect(prepared.err, STDERR_FILENO) ||
      (prepared.terminal && ::ioctl(STDIN_FILENO, TIOCSCTTY, 0) != 0)) {
    give_up(prepared.report, Step::kOutput);
  }
  TRY(take_identity(launch));
  if (launch.privileges.no_new_privileges) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  }
  return {};
}

Notes differences(const Launch& launch) {
  Notes notes;
  if (launch.identity && ::geteuid() != 0 && is_another(*launch.identity)) {
    notes.push_back("runs as user " + std::to_string(::geteuid()) + ", not " +
                    std::to_string(launch.identity->uid) +
                    ": only root may change the user in the host runtime");
  }
  if (launch.read_only_root || !launch.privileges.drop.empty()) {
    notes.emplace_back("the host runtime neither protects the root nor drops capabilities");
  }
  if (!launch.mounts.empty()) {
    std::vector<std::string> targets;
    for (const Mount& mount : launch.mounts) {
      targets.push_back(mount.target);
    }
    notes.push_back("the host runtime mounts nothing: " + join(targets, ", "));
  }
  return notes;
}

}  // namespace

Result<Notes> HostRuntime::enter(const Sandbox& sandbox) {
  Notes notes;
  if (!sandbox.hostname.empty()) {
    notes.push_back("the host runtime leaves the machine its name; the pod's would be " +
                    sandbox.hostname);
  }
  if (!sandbox.sysctls.empty()) {
    notes.emplace_back("the host runtime sets no sysctls");
  }
  return notes;
}

Result<Started> HostRuntime::start(const Launch& launch) {
  if (launch.argv.empty()) {
    return fail(Code::kInvalid,
                "container has no command; the host runtime does not know the image's entrypoint");
  }
  Launch here = launch;
  if (here.working_directory.empty()) {
    std::error_code ignored;
    here.working_directory = std::filesystem::current_path(ignored);
  }
  UniqueFd listen(ends[0]);
  UniqueFd report(ends[1]);
  TerminalPair terminal;
  if (launch.terminal) {
    TRY_ASSIGN(terminal, open_terminal(*launch.terminal));
  }
  const Prepared prepared{
      .directory = launch.working_directory.empty() ? nullptr : launch.working_directory.c_str(),
      .argv = pointers(launch.argv),
      .environment = pointers(launch.environment),
      .in = launch.terminal ? terminal.theirs.get() : launch.stdin_fd,
      .out = launch.terminal ? terminal.theirs.get() : launch.stdout_fd,
      .err = launch.terminal ? terminal.theirs.get() : launch.stderr_fd,
      .terminal = launch.terminal.has_value(),
      .report = report.get(),
      .parent = ::getpid()};
  const pid_t child = ::fork();
  if (child < 0) {
    return tl::unexpected(errno_error("starting a process"));
  }
  if (child == 0) {
    run_child(prepared);
  }
  report.reset();
  Failure failure{};
  ssize_t got = 0;
  do {
    got = ::read(listen.get(), &failure, sizeof failure);
  } while (got < 0 && errno == EINTR);
  if (got == static_cast<ssize_t>(sizeof failure)) {
    ::waitpid(child, nullptr, 0);
    return tl::unexpected(explain(failure, launch));
  }
  return Started{.pid = child, .terminal = std::move(terminal.ours)};
}

}  // namespace sluice::containers

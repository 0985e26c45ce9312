// SPDX-License-Identifier: Apache-2.0
// fork, then exec. The child tells through a close-on-exec pipe which step failed and why; the pipe
// closing without a word means that the program runs. Between fork and exec only calls that are
// safe in the child of a threaded process are made: everything is prepared before.
#include "containers/host_runtime.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/files.h"
#include "base/unique_fd.h"

namespace sluice::containers {
namespace {

enum class Step : int { kDirectory, kOutput, kExec };

struct Failure {
  Step step;
  int error;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) {
    result.push_back(const_cast<char*>(word.c_str()));
  }
  result.push_back(nullptr);
  return result;
}

struct Prepared {
  const char* directory;
  std::vector<char*> argv;
  std::vector<char*> environment;
  int out;
  int err;
  int report;
  pid_t parent;
};

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
  become_a_plain_process();
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(prepared.out, STDOUT_FILENO) < 0 ||
      ::dup2(prepared.err, STDERR_FILENO) < 0) {
    give_up(prepared.report, Step::kOutput);
  }
  if (prepared.directory != nullptr && ::chdir(prepared.directory) != 0) {
    give_up(prepared.report, Step::kDirectory);
  }
  ::environ = const_cast<char**>(prepared.environment.data());
  ::execvp(prepared.argv[0], prepared.argv.data());
  give_up(prepared.report, Step::kExec);
}

Error explain(const Failure& failure, const Launch& launch) {
  const std::string cause = std::strerror(failure.error);
  switch (failure.step) {
    case Step::kDirectory:
      return {Code::kInvalid, "working directory " + launch.working_directory + ": " + cause};
    case Step::kOutput:
      return {Code::kInternal, "connecting the container's output: " + cause};
    case Step::kExec:
      return {Code::kInvalid, "exec: \"" + launch.argv[0] + "\": " + cause};
  }
  return {Code::kInternal, cause};
}

}  // namespace

Result<Notes> HostRuntime::enter(const Sandbox&) {
  return Notes{};
}

Result<Started> HostRuntime::execute(pid_t, const Launch& launch) {
  return start(launch);
}

Result<Started> HostRuntime::start(const Launch& launch) {
  if (launch.argv.empty()) {
    return fail(Code::kInvalid,
                "container has no command; the host runtime does not know the image's entrypoint");
  }
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(errno_error("creating a pipe"));
  }
  UniqueFd listen(ends[0]);
  UniqueFd report(ends[1]);
  const Prepared prepared{
      .directory = launch.working_directory.empty() ? nullptr : launch.working_directory.c_str(),
      .argv = pointers(launch.argv),
      .environment = pointers(launch.environment),
      .out = launch.stdout_fd,
      .err = launch.stderr_fd,
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
  return Started{.pid = child};
}

}  // namespace sluice::containers

// SPDX-License-Identifier: Apache-2.0
#include "cmd/allocation.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/command.h"
#include "base/log.h"
#include "base/text.h"
#include "base/unique_fd.h"
#include "cmd/site.h"
#include "cmd/variable.h"
#include "slurm/cli.h"
#include "slurm/native.h"

namespace sluice::cmd {
namespace {

constexpr std::array kOfWholeSteps{SIGTERM, SIGINT, SIGHUP, SIGURG};
constexpr int kNotStarted = 71;  // EX_OSERR
constexpr int kConnectMilliseconds = 1000;

slurm::JobId own_job() {
  return static_cast<slurm::JobId>(parse_int(variable("SLURM_JOB_ID")).value_or(0));
}

// The srun of this step waits for it at the port it gave us.
bool srun_listens() {
  const std::string host = variable("SLURM_SRUN_COMM_HOST");
  const auto number = parse_int(variable("SLURM_SRUN_COMM_PORT")).value_or(0);
  sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(static_cast<std::uint16_t>(number))};
  if (number <= 0 || number > 65535 ||
      ::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
    return false;
  }
  const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  pollfd connected{socket.get(), POLLOUT, 0};
  return ::poll(&connected, 1, kConnectMilliseconds) == 1 &&
         (connected.revents & (POLLERR | POLLHUP)) == 0;
}

int await_exit(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<void> complete_by_library(const slurm::ConnectOptions& options, slurm::JobId id,
                                 int exit_code) {
  TRY_ASSIGN(const auto native, slurm::load_native(options.module_path, options.slurm_conf));
  return native->complete(id, exit_code);
}

// In a process of its own: libslurm ends the one it is in when it cannot read its configuration.
bool is_completed_by_library(const slurm::ConnectOptions& options, slurm::JobId id, int exit_code) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(complete_by_library(options, id, exit_code) ? 0 : 1);
  }
  return child > 0 && await_exit(child) == 0;
}

void release(int exit_code) {
  if (srun_listens()) {
    return;
  }
  const slurm::JobId id = own_job();
  const auto options = slurm_options("", "native");
  if (id == 0 || !options || is_completed_by_library(*options, id, exit_code)) {
    return;
  }
  ProcessRunner runner;
  const auto cancelled =
      slurm::make_cli(runner, {.slurm_conf = options->slurm_conf})->complete(id, exit_code);
  if (!cancelled) {
    log::error("the allocation could not be given back", {{"error", cancelled.error().message}});
  }
}

}  // namespace

int run_in_allocation(const std::function<int()>& work) {
  for (const int number : kOfWholeSteps) {
    ::signal(number, SIG_IGN);
  }
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int number : kOfWholeSteps) {
      ::signal(number, SIG_DFL);
    }
    ::_exit(work());
  }
  const int exit_code = child > 0 ? await_exit(child) : kNotStarted;
  release(exit_code);
  return exit_code;
}

}  // namespace sluice::cmd

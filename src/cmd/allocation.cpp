// SPDX-License-Identifier: Apache-2.0
#include "cmd/allocation.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/command.h"
#include "base/log.h"
#include "base/text.h"
#include "cmd/site.h"
#include "cmd/variable.h"
#include "pod/protocol.h"
#include "slurm/cli.h"
#include "slurm/native.h"

namespace sluice::cmd {
namespace {

constexpr std::array kOfWholeSteps{SIGTERM, SIGINT, SIGHUP, SIGURG};
constexpr int kNotStarted = 71;  // EX_OSERR

// How a question to Slurm ended; also the exit code of the process that asked.
enum class Answer { kDone = 0, kNotOurs = 1, kNone = 2 };

using Question = std::function<Result<void>(slurm::Slurm&)>;

Answer ask(slurm::Slurm& slurm, const Question& question) {
  const auto answer = question(slurm);
  if (!answer) {
    log::warning("the pod's allocation", {{"error", answer.error().message}});
  }
  return answer                                   ? Answer::kDone
         : answer.error().code == Code::kNotFound ? Answer::kNotOurs
                                                  : Answer::kNone;
}

int await_exit(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// In a process of its own: libslurm ends the one it is in when it cannot read its configuration.
Answer ask_library(const slurm::ConnectOptions& options, const Question& question) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto native = slurm::find_configuration(options).and_then(
        [&](const std::string& conf) { return slurm::load_native(options.module_path, conf); });
    ::_exit(static_cast<int>(native ? ask(**native, question) : Answer::kNone));
  }
  const int code = child > 0 ? await_exit(child) : -1;
  return code == static_cast<int>(Answer::kDone)      ? Answer::kDone
         : code == static_cast<int>(Answer::kNotOurs) ? Answer::kNotOurs
                                                      : Answer::kNone;
}

// By the library, else by the commands.
Answer ask_slurm(const Question& question) {
  const auto options = slurm_options("", "native");
  if (!options) {
    return Answer::kNone;
  }
  const Answer answer = ask_library(*options, question);
  if (answer != Answer::kNone) {
    return answer;
  }
  ProcessRunner runner;
  return ask(*slurm::make_cli(runner, {.slurm_conf = options->slurm_conf}), question);
}

slurm::JobId own_job() {
  return static_cast<slurm::JobId>(parse_int(variable("SLURM_JOB_ID")).value_or(0));
}

}  // namespace

int run_in_allocation(const std::string& comment, const std::function<int()>& work) {
  for (const int number : kOfWholeSteps) {
    ::signal(number, SIG_IGN);
  }
  const slurm::JobId id = own_job();
  const bool in_slurm = id != 0;
  const Question is_ours = [&](slurm::Slurm& slurm) { return check_own(slurm, id, comment); };
  if (in_slurm && ask_slurm(is_ours) != Answer::kDone) {
    return pod::kExitLostClaim;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int number : kOfWholeSteps) {
      ::signal(number, SIG_DFL);
    }
    ::_exit(work());
  }
  const int exit_code = child > 0 ? await_exit(child) : kNotStarted;
  if (in_slurm) {
    ask_slurm([&](slurm::Slurm& slurm) -> Result<void> {
      TRY(is_ours(slurm));
      return slurm.complete(id, exit_code);
    });
  }
  return exit_code;
}

}  // namespace sluice::cmd

// SPDX-License-Identifier: Apache-2.0
#include "pod/container.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "base/environment.h"
#include "pod/hearing.h"
#include "pod/tasks.h"

namespace sluice::pod {
namespace {

constexpr int kStartErrorExitCode = 128;

}  // namespace

Container::Container(const ContainerSpec& spec, const ContainerSurroundings& surroundings,
                     bool as_tasks)
    : spec_(spec),
      surroundings_(surroundings),
      as_tasks_(as_tasks && surroundings.tasks != nullptr),
      streams_(spec, surroundings.sandbox.attempt_dir(), surroundings.clock) {
  status_.name = spec.name;
}

void Container::start(pid_t target) {
  remember_run();
  status_.started = surroundings_.clock.now();
  measured_cpu_ = {};
  measured_at_ = surroundings_.clock.steady();
  Result<containers::Started> started = launch(target);
  if (!started) {
    failed_to_start(started.error());
    return;
  }
  streams_.started(std::move(started->terminal));
  notes_ = std::move(started->notes);
  pid_ = started->pid;
  status_.state = ContainerState::kRunning;
}

void Container::resume(const ContainerStatus& before, const std::optional<WallTime>& interrupted) {
  if (before.state == ContainerState::kWaiting && !before.last) {
    return;  // it never ran
  }
  const bool had_to_end = before.state == ContainerState::kRunning ||
                          (interrupted && before.finished && *before.finished >= *interrupted);
  status_.restarts = before.restarts;
  status_.last = before.last;
  if (before.state != ContainerState::kWaiting) {
    status_.last = Termination{
        .exit_code = before.state == ContainerState::kRunning ? 128 + SIGKILL : before.exit_code,
        .signal = before.signal,
        .reason = had_to_end ? "Requeued" : before.reason,
        .message = before.message,
        .started = before.started,
        .finished = before.finished ? before.finished : interrupted};
  }
  ran_before_ = true;
  streams_.resume();
}

void Container::remember_run() {
  if (ran_before_) {
    if (status_.state == ContainerState::kTerminated) {
      wait_for("", "");
    }
    ++status_.restarts;
  }
  ran_before_ = true;
  status_ = {.name = spec_.name, .restarts = status_.restarts, .last = status_.last};
}

Result<containers::Started> Container::launch(pid_t target) {
  memory_kills_ = surroundings_.memory_kills();
  if (!spec_.processes_of.empty() && target == 0) {
    return fail(Code::kInvalid, "unable to find target container " + spec_.processes_of);
  }
  TRY_ASSIGN(const ContainerStreams::Ends ends, streams_.open());
  auto started = start_process(target, ends);
  if (!started) {
    streams_.close();
  }
  return started;
}

Result<containers::Started> Container::start_process(pid_t target,
                                                     const ContainerStreams::Ends& ends) {
  if (as_tasks_) {
    forget_tasks(surroundings_.sandbox.attempt_dir(), spec_.name);
    TRY_ASSIGN(const pid_t srun,
               surroundings_.tasks->start(ends.in.get(), ends.out.get(), ends.err.get()));
    return containers::Started{.pid = srun};
  }
  TRY_ASSIGN(containers::Launch first, surroundings_.sandbox.launch(spec_));
  first.processes_of = target;
  if (spec_.terminal) {
    use_terminal(first);
  }
  first.stdin_fd = ends.in.get();
  first.stdout_fd = ends.out.get();
  first.stderr_fd = ends.err.get();
  return surroundings_.sandbox.runtime().start(first);
}

// srun is outside of it; one of its tasks is on this node, with the runner.
pid_t Container::inside() const {
  return running() && as_tasks_ ? surroundings_.sandbox.noted_task() : pid_;
}

containers::Launch Container::command(std::vector<std::string> argv, bool terminal) const {
  containers::Launch launch = surroundings_.sandbox.process(spec_);
  launch.argv = std::move(argv);
  if (terminal) {
    use_terminal(launch);
  }
  return launch;
}

void Container::use_terminal(containers::Launch& launch) const {
  launch.terminal.emplace();
  const bool named = std::any_of(spec_.environment.begin(), spec_.environment.end(),
                                 [](const EnvVar& variable) { return variable.name == "TERM"; });
  if (!named) {
    std::erase_if(launch.environment,
                  [](const std::string& entry) { return is_variable(entry, "TERM"); });
    launch.environment.emplace_back("TERM=xterm");
  }
}

Result<pid_t> Container::execute(const std::vector<std::string>& command, int output) const {
  containers::Launch launch = this->command(command, /*terminal=*/false);
  launch.stdout_fd = launch.stderr_fd = output;
  TRY_ASSIGN(const containers::Started started,
             surroundings_.sandbox.runtime().execute(inside(), launch));
  return started.pid;
}

// Bare processes have no files of their own: there the message is where the path says.
std::string Container::termination_message() const {
  if (as_tasks_) {
    return read_message(message_file(surroundings_.sandbox.attempt_dir(), spec_.name));
  }
  const Lifecycle& lifecycle = spec_.lifecycle;
  const auto file = surroundings_.sandbox.termination_log(spec_);
  std::string message =
      file ? read_message(*file)
      : lifecycle.termination_message_path.starts_with('/')
          ? read_message(lifecycle.termination_message_path, status_.started.value_or(WallTime{}))
          : "";
  const bool from_log = message.empty() && lifecycle.message_from_log && status_.exit_code != 0;
  return from_log ? streams_.tail().text() : message;
}

void Container::failed_to_start(const Error& error) {
  status_.state = ContainerState::kTerminated;
  status_.exit_code = kStartErrorExitCode;
  status_.reason = "StartError";
  status_.message = error.message;
  status_.finished = surroundings_.clock.now();
}

// srun knows only the greatest of all codes; the first task that failed says why the others did.
void Container::take_failure() {
  const auto failure = told_failure(surroundings_.sandbox.attempt_dir(), spec_.name);
  if (!failure) {
    return;
  }
  status_.exit_code = failure->exit_code;
  status_.signal = failure->signal;
  status_.reason = failure->reason;
  status_.message = failure->message.empty()
                        ? "rank " + std::to_string(failure->rank) + " ended with exit code " +
                              std::to_string(failure->exit_code)
                        : failure->message;
}

// The kernel tells only that somebody in the job had to die since this run began. Who died by a
// signal that nobody here sent, or says of itself that a child did so, is taken for it.
bool Container::ran_out_of_memory() const {
  return status_.exit_code == 128 + SIGKILL && surroundings_.memory_kills() > memory_kills_;
}

void Container::ended(int wait_status) {
  if (!as_tasks_) {
    kill();  // what the first process left behind would keep the output open
  }
  pid_ = 0;
  status_.usage.reset();
  status_.state = ContainerState::kTerminated;
  status_.signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  status_.exit_code = WIFSIGNALED(wait_status) ? 128 + status_.signal : WEXITSTATUS(wait_status);
  status_.reason = status_.exit_code == 0 ? "Completed"
                   : ran_out_of_memory()  ? "OOMKilled"
                                          : "Error";
  streams_.finish(status_.exit_code);
  status_.message = termination_message();
  if (as_tasks_ && status_.exit_code != 0) {
    take_failure();
  }
  status_.finished = surroundings_.clock.now();
}

// srun passes on no more than two signals; the others end it, and all tasks, at once.
void Container::signal(int number) const {
  if (running() && as_tasks_) {
    ask_tasks_to_stop(surroundings_.sandbox.attempt_dir(), spec_.name);
    ::kill(pid_, SIGUSR2);
  } else if (running()) {
    ::kill(pid_, number);
  }
}

bool Container::hears(int number) const {
  return !running() || as_tasks_ || pod::hears(pid_, number);
}

void Container::kill() const {
  if (running()) {
    as_tasks_ ? ::kill(pid_, SIGQUIT) : ::kill(-pid_, SIGKILL);
  }
}

// Processes that ended as orphans take their time with them: the sum may shrink.
void Container::measured(const TreeUsage& usage) {
  const SteadyTime now = surroundings_.clock.steady();
  const Duration window = now - measured_at_;
  const Duration spent = std::max(Duration(0), usage.cpu - measured_cpu_);
  if (!running() || window <= Duration(0)) {
    return;
  }
  const double cores = static_cast<double>(spent.count()) / static_cast<double>(window.count());
  status_.usage =
      Usage{surroundings_.clock.now(), window, std::llround(cores * 1e9), usage.resident_bytes};
  measured_cpu_ = usage.cpu;
  measured_at_ = now;
}

void Container::wait_for(std::string reason, std::string message) {
  if (status_.state == ContainerState::kTerminated) {
    status_.last = Termination{.exit_code = status_.exit_code,
                               .signal = status_.signal,
                               .reason = status_.reason,
                               .message = status_.message,
                               .started = status_.started,
                               .finished = status_.finished};
  }
  status_ = {.name = spec_.name,
             .reason = std::move(reason),
             .message = std::move(message),
             .restarts = status_.restarts,
             .last = status_.last};
}

}  // namespace sluice::pod

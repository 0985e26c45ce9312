// SPDX-License-Identifier: Apache-2.0
// Task 0 prints through srun, which gives it to the runner, and reads what srun gives it. The
// others print into logs of their own, unless all go through srun. PMI and PMIx come as variables
// and, of PMI, a descriptor: the container has both.
#include "pod/task.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "base/environment.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "base/unique_fd.h"
#include "pod/container_streams.h"
#include "pod/read_spec.h"
#include "pod/sandbox.h"
#include "pod/tasks.h"
#include "pod/termination_message.h"

namespace sluice::pod {
namespace {

constexpr int kStartErrorExitCode = 128;

UniqueFd take_over_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD}) {
    sigaddset(&set, number);
  }
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

std::vector<int> manager_descriptors(const std::vector<std::string>& environment) {
  const auto fd = parse_int(find_variable(environment, "PMI_FD").value_or(""));
  return fd && *fd > 2 ? std::vector<int>{static_cast<int>(*fd)} : std::vector<int>{};
}

class Task {
 public:
  // `spec`: of the container, under the name of this task.
  Task(const TaskOptions& options, const PodSpec& pod, ContainerSpec spec, std::int64_t rank)
      : options_(options),
        pod_(pod),
        spec_(std::move(spec)),
        rank_(rank),
        streams_(spec_, options.attempt_dir, clock_) {}

  int run(containers::Runtime& runtime);

 private:
  bool prints_through_srun() const { return rank_ == 0 || pod_.tasks.all_output; }
  Result<void> start(containers::Runtime& runtime);
  int await();  // its wait status
  void read_output();
  void handle_signals();
  int failed_to_start(const Error& error);
  int finish(int wait_status);
  std::string message(bool failed) const;

  const TaskOptions& options_;
  const PodSpec& pod_;
  const ContainerSpec spec_;
  const std::int64_t rank_;
  RealClock clock_;
  ContainerStreams streams_;
  UniqueFd signals_ = take_over_signals();
  std::unique_ptr<Sandbox> sandbox_;
  WallTime started_at_{};
  pid_t pid_ = 0;
};

Result<void> Task::start(containers::Runtime& runtime) {
  TRY_ASSIGN(sandbox_, Sandbox::share(pod_, runtime, {options_.attempt_dir, options_.environment}));
  TRY_ASSIGN(containers::Launch launch, sandbox_->launch(spec_));
  launch.shares_users = true;
  launch.inherited = manager_descriptors(options_.environment);
  started_at_ = clock_.now();
  ContainerStreams::Ends ends;
  if (prints_through_srun()) {
    launch.stdin_fd = STDIN_FILENO;
    launch.stdout_fd = STDOUT_FILENO;
    launch.stderr_fd = STDERR_FILENO;
  } else {
    TRY_ASSIGN(ends, streams_.open());
    launch.stdout_fd = ends.out.get();
    launch.stderr_fd = ends.err.get();
  }
  TRY_ASSIGN(const containers::Started started, runtime.start(launch));
  pid_ = started.pid;
  if (find_variable(options_.environment, "SLURM_LOCALID") == "0") {
    sandbox_->note_task(pid_);
  }
  return {};
}

int Task::run(containers::Runtime& runtime) {
  const auto started = start(runtime);
  return started ? finish(await()) : failed_to_start(started.error());
}

int Task::await() {
  while (true) {
    std::vector<pollfd> fds{{signals_.get(), POLLIN, 0}};
    for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
      if (streams_.output_fd(stream) >= 0) {
        fds.push_back({streams_.output_fd(stream), POLLIN, 0});
      }
    }
    ::poll(fds.data(), fds.size(), -1);
    read_output();
    handle_signals();
    int status = 0;
    for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) {
      if (pid == pid_) {
        ::kill(-pid_, SIGKILL);  // what the first process left behind would keep the output open
        return status;
      }
    }
  }
}

void Task::read_output() {
  for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
    if (streams_.output_fd(stream) >= 0) {
      streams_.read(stream);
    }
  }
}

void Task::handle_signals() {
  signalfd_siginfo info{};
  while (::read(signals_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    const int number = static_cast<int>(info.ssi_signo);
    const bool is_stop =
        number == SIGUSR2 && are_tasks_to_stop(options_.attempt_dir, options_.container);
    if (number != SIGCHLD) {
      ::kill(pid_, is_stop ? spec_.lifecycle.stop_signal : number);
    }
  }
}

int Task::failed_to_start(const Error& error) {
  log::error("a task could not be started", {{"error", error.message}});
  tell_failure(options_.attempt_dir, options_.container,
               {.rank = rank_,
                .exit_code = kStartErrorExitCode,
                .reason = "StartError",
                .message = error.message});
  return kStartErrorExitCode;
}

std::string Task::message(bool failed) const {
  const Lifecycle& lifecycle = spec_.lifecycle;
  const auto file = sandbox_->termination_log(spec_);
  std::string text = file ? read_message(*file)
                     : lifecycle.termination_message_path.starts_with('/')
                         ? read_message(lifecycle.termination_message_path, started_at_)
                         : "";
  return text.empty() && failed && lifecycle.message_from_log ? streams_.tail().text() : text;
}

// One that failed does not wait for those who share its sandbox: they are to end.
int Task::finish(int wait_status) {
  const int signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  const int code = signal != 0 ? 128 + signal : WEXITSTATUS(wait_status);
  if (!prints_through_srun()) {
    streams_.finish(code);
  }
  const std::string text = message(code != 0);
  if (code != 0) {
    tell_failure(
        options_.attempt_dir, options_.container,
        {.rank = rank_, .exit_code = code, .signal = signal, .reason = "Error", .message = text});
    return code;
  }
  if (rank_ == 0 && !text.empty()) {
    const auto told =
        write_file_replacing(message_file(options_.attempt_dir, options_.container), text);
    if (!told) {
      log::warning("the termination message is lost", {{"error", told.error().message}});
    }
  }
  sandbox_->leave();
  return code;
}

}  // namespace

int run_task(const TaskOptions& options) {
  const auto pod = read_spec(options.attempt_dir);
  if (!pod) {
    log::error("there is no pod to run", {{"error", pod.error().message}});
    return kExitBadSpec;
  }
  const auto found =
      std::find_if(pod->containers.begin(), pod->containers.end(),
                   [&](const ContainerSpec& spec) { return spec.name == options.container; });
  auto runtime = runtime_for(*pod, options.environment);
  if (found == pod->containers.end() || !runtime) {
    log::error("the task cannot run here",
               {{"error", runtime ? "there is no such container" : runtime.error().message}});
    return kExitBadSpec;
  }
  const std::int64_t rank =
      parse_int(find_variable(options.environment, "SLURM_PROCID").value_or("")).value_or(0);
  ContainerSpec spec = *found;
  spec.name = rank_name(spec.name, rank);
  return Task(options, *pod, std::move(spec), rank).run(**runtime);
}

}  // namespace sluice::pod

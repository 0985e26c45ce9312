// SPDX-License-Identifier: Apache-2.0
//
// The script's process exists before the claim, because the claim names it, and waits for a byte
// from us before it becomes the script. Should we be killed, it is told to stop (PDEATHSIG); then
// whoever reads the claim sees that it lives on without a keeper.
#include "slurm/local/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "base/child_processes.h"
#include "base/exec_words.h"
#include "base/files.h"
#include "base/log.h"
#include "base/pipe.h"
#include "base/poll_timeout.h"
#include "base/processes.h"
#include "base/unique_fd.h"
#include "slurm/local/job_files.h"
#include "slurm/request.h"

namespace sluice::slurm {
namespace {

constexpr int kCannotRun = 127;
constexpr Duration kLastMoment = std::chrono::milliseconds(200);  // for who ends with the script

UniqueFd take_over_signals() {
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGTERM);
  ::sigaddset(&set, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

std::vector<std::string> environment_of(const JobRecord& record) {
  std::vector<std::string> all;
  for (const auto& [name, value] : job_environment(record.request)) {
    all.push_back(name + "=" + value);
  }
  all.push_back("SLUICE_JOB_ID=" + std::to_string(record.id));
  all.push_back("SLUICE_JOB_MARK=" + record.mark);
  return all;
}

[[noreturn]] void cannot_run(const std::string& what) {
  log::error("the job's script does not run", {{"error", errno_error(what).message}});
  ::_exit(kCannotRun);
}

// In the script's process.
[[noreturn]] void become_script(const JobRecord& record, const JobFiles& files, pid_t keeper,
                                int go) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::setsid();
  char byte = 0;
  if (::read(go, &byte, 1) != 1 || ::getppid() != keeper) {
    ::_exit(kCannotRun);  // not ours to run, or the keeper died before we listened to that
  }
  if (const auto entered = enter_group(record.group); !entered) {
    log::error("the job's script does not run", {{"error", entered.error().message}});
    ::_exit(kCannotRun);
  }
  const std::string& output = record.request.output;
  const UniqueFd out(::open(output.empty() ? "/dev/null" : output.c_str(),
                            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!out.valid()) {
    cannot_run("opening " + output);
  }
  if (::chdir(record.request.working_directory.c_str()) != 0) {
    cannot_run("entering " + record.request.working_directory);
  }
  const std::vector<std::string> environment = environment_of(record);
  std::string program = files.script().string();
  char* const argv[] = {program.data(), nullptr};
  ::dup2(out.get(), STDOUT_FILENO);
  ::dup2(out.get(), STDERR_FILENO);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(program.c_str(), argv, exec_words(environment).data());
  cannot_run("executing " + program);
}

class Keeper {
 public:
  Keeper(JobRecord record, JobFiles files, const KeeperOptions& options, UniqueFd signals)
      : record_(std::move(record)),
        files_(std::move(files)),
        options_(options),
        signals_(std::move(signals)) {}

  Result<void> run();

 private:
  Result<bool> start();
  void await_script();
  void await_descendants();
  void take_signals();
  void ask_to_end(const Order& order);
  int milliseconds_left() const;
  End end() const;

  const JobRecord record_;
  const JobFiles files_;
  const KeeperOptions options_;
  UniqueFd signals_;
  RealClock clock_;
  pid_t script_ = 0;
  std::optional<int> status_;  // of the script, when it is over
  std::optional<Order> order_;
  std::optional<SteadyTime> time_is_up_;
  std::optional<SteadyTime> kill_at_;
};

// False: another keeper has the job, or it is not to start any more.
Result<bool> Keeper::start() {
  TRY_ASSIGN(Pipe go, make_pipe());
  const pid_t self = ::getpid();
  script_ = ::fork();
  if (script_ < 0) {
    return tl::unexpected(errno_error("starting the job's script"));
  }
  if (script_ == 0) {
    go.write.reset();
    become_script(record_, files_, self, go.read.get());
  }
  const auto claimed = files_.claim({.host = this_host(),
                                     .boot = this_boot(),
                                     .keeper = process_id(self),
                                     .script = process_id(script_),
                                     .started = clock_.now()});
  if (!claimed) {
    return claimed.error().code == Code::kAlreadyExists
               ? Result<bool>(false)
               : tl::unexpected(with_context(claimed.error(), "claiming the job"));
  }
  if (record_.request.time_limit_seconds > 0) {
    time_is_up_ = clock_.steady() + std::chrono::seconds(record_.request.time_limit_seconds);
  }
  if (const auto made = make_group(record_.group, record_.request.limits); !made) {
    log::error("the job does not start without its limits", {{"error", made.error().message}});
    return true;  // nobody tells the script to begin: it ends
  }
  const char byte = 1;
  if (::write(go.write.get(), &byte, 1) != 1) {
    log::error("the job's script was gone before it began");
  }
  return true;
}

int Keeper::milliseconds_left() const {
  const auto& next = kill_at_ ? kill_at_ : time_is_up_;
  return next ? poll_timeout(*next, clock_) : -1;
}

void Keeper::take_signals() {
  signalfd_siginfo info{};
  while (::read(signals_.get(), &info, sizeof info) == sizeof info) {
    if (info.ssi_signo == SIGTERM) {
      ask_to_end(files_.order().value_or(Order{}));
    }
  }
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    if (ended == script_) {
      status_ = status;
    }
  }
}

void Keeper::ask_to_end(const Order& order) {
  if (!order_ && !status_) {
    order_ = order;
    kill_at_ = clock_.steady() + options_.kill_wait;
    ::kill(script_, SIGTERM);
  }
}

void Keeper::await_script() {
  while (!status_) {
    pollfd signalled{signals_.get(), POLLIN, 0};
    ::poll(&signalled, 1, milliseconds_left());
    take_signals();
    if (status_) {
      return;
    }
    if (kill_at_ && clock_.steady() >= *kill_at_) {
      ::kill(script_, SIGKILL);
      int status = 0;
      ::waitpid(script_, &status, 0);
      status_ = status;
    } else if (!kill_at_ && time_is_up_ && clock_.steady() >= *time_is_up_) {
      ask_to_end({.state = JobState::kTimeout});
    }
  }
}

void Keeper::await_descendants() {
  const SteadyTime until = clock_.steady() + kLastMoment;
  while (!children_of(::getpid()).empty() && clock_.steady() < until) {
    pollfd signalled{signals_.get(), POLLIN, 0};
    ::poll(&signalled, 1, 10);
    take_signals();
  }
}

End Keeper::end() const {
  End end{.ended = clock_.now()};
  if (WIFSIGNALED(*status_)) {
    end.signal = WTERMSIG(*status_);
  } else {
    end.exit_code = WEXITSTATUS(*status_);
  }
  if (order_) {
    end.state = order_->state;
    if (order_->state == JobState::kCompleted) {
      end.exit_code = order_->exit_code;
      end.signal = 0;
    }
  } else {
    end.state = *status_ == 0                      ? JobState::kCompleted
                : ran_out_of_memory(record_.group) ? JobState::kOutOfMemory
                                                   : JobState::kFailed;
  }
  return end;
}

Result<void> Keeper::run() {
  TRY_ASSIGN(const bool ours, start());
  if (ours) {
    await_script();
    await_descendants();
    kill_descendants();
    const End how = end();
    remove_group(record_.group);
    return files_.end(how);
  }
  return {};
}

Result<void> keep(const std::filesystem::path& directory, const KeeperOptions& options) {
  UniqueFd signals = take_over_signals();
  JobFiles files(directory);
  TRY_ASSIGN(JobRecord record, files.read());
  return Keeper(std::move(record), std::move(files), options, std::move(signals)).run();
}

}  // namespace

int keep_job(const std::filesystem::path& directory, const KeeperOptions& options) {
  const auto kept = keep(directory, options);
  if (!kept) {
    log::error("the job cannot be kept", {{"error", kept.error().message}});
  }
  return kept ? 0 : 1;
}

}  // namespace sluice::slurm

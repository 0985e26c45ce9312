// SPDX-License-Identifier: Apache-2.0
// The poll loop around PodContainers. stopping_ marks that the pod is to end (SIGTERM, a stop file
// of the kubelet, deadline): its containers end within the grace period.
// One thread, one poll loop. Nothing is started before the claim is won.
#include "pod/runner.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "base/environment.h"
#include "base/files.h"
#include "base/log.h"
#include "base/poll_timeout.h"
#include "base/processes.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "base/unique_fd.h"
#include "pod/host.h"
#include "pod/ownership.h"
#include "pod/pod_containers.h"
#include "pod/protocol.h"
#include "pod/read_spec.h"
#include "pod/reporter.h"
#include "pod/sessions.h"
#include "pod/tasks.h"
#include "pod/time_limit.h"
#include "pod/volume_limits.h"

namespace sluice::pod {
namespace {

// After the pod's end, for sessions to tell how it was.
constexpr Duration kSessionsEndWithin = std::chrono::seconds(5);
constexpr std::int64_t kEvictedWithin = 1;  // seconds, as upstream's kubelet gives
constexpr int kRingEveryBeats = 6;          // the kubelet hears of an unchanged pod once a minute

// Of the job; 0 where there is none.
std::int64_t number(const std::vector<std::string>& environment, std::string_view variable) {
  return parse_int(find_variable(environment, variable).value_or("")).value_or(0);
}

// Slurm's, or that of who runs jobs here without Slurm.
std::uint32_t job_id(const std::vector<std::string>& environment) {
  const std::int64_t id = number(environment, "SLURM_JOB_ID");
  return static_cast<std::uint32_t>(id != 0 ? id : number(environment, "SLUICE_JOB_ID"));
}

std::int64_t restarts(const std::vector<std::string>& environment) {
  return number(environment, "SLURM_RESTART_COUNT");
}

UniqueFd take_over_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGTERM, SIGINT, SIGURG, SIGCHLD}) {
    sigaddset(&set, number);
  }
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

PodReport first_report(const RunnerOptions& options, const PodSpec& spec) {
  PodReport report;
  report.attempt = spec.attempt;
  report.host = host_name();
  report.host_ip = host_address();
  report.job_id = job_id(options.environment);
  report.restarts = restarts(options.environment);
  return report;
}

class Runner {
 public:
  // `spec` and `sandbox` outlive it.
  // `tasks` may be a null pointer.
  Runner(const RunnerOptions& options, const PodSpec& spec, Sandbox& sandbox, UniqueFd signals,
         const Outside* tasks);
  void resume(const Ownership& ownership);
  int run();

 private:
  void await_events();
  int time_to_next() const;
  void handle_signals();
  void reap();
  void tend_timers();
  void beat(SteadyTime now);
  void stop(std::int64_t grace_seconds);
  void stop_for(std::string reason, std::string message, std::int64_t grace_seconds);
  void note_interruption();
  void look_at_limit();
  void tend_limit();
  void warn_of_limit();
  void end_before_limit();
  void take_changes();
  void set_deadline(std::int64_t seconds);  // after the start; 0: leaves it as it is
  std::optional<std::int64_t> asked_to_stop() const;
  void publish(bool tell);
  void await_sessions();
  int finish();

  const RunnerOptions& options_;
  const PodSpec& spec_;
  Sandbox& sandbox_;
  RealClock clock_;
  UniqueFd signals_;
  ContainerSurroundings surroundings_;
  PodContainers containers_;
  PodReport report_;
  Reporter reporter_;
  Sessions sessions_;
  VolumeLimits volume_limits_;
  int beats_ = 0;
  const SteadyTime started_;
  SteadyTime next_beat_;
  std::optional<SteadyTime> deadline_;
  LimitWatch limit_;
  std::int64_t place_ = 0;  // of our claim
  bool stopping_ = false;
};

Runner::Runner(const RunnerOptions& options, const PodSpec& spec, Sandbox& sandbox,
               UniqueFd signals, const Outside* tasks)
    : options_(options),
      spec_(spec),
      sandbox_(sandbox),
      signals_(std::move(signals)),
      surroundings_{sandbox, clock_, tasks},
      containers_(spec_, surroundings_, options.restart),
      report_(first_report(options, spec)),
      reporter_(options.attempt_dir, spec_, clock_),
      sessions_({spec_, containers_, sandbox.runtime()}, clock_),
      volume_limits_(sandbox.limited_volumes(), clock_),
      started_(clock_.steady()),
      next_beat_(started_ + options.heartbeat),
      limit_(spec.limit_warning_seconds, spec.grace_period_seconds) {
  report_.ask_host = reporter_.bell().host();
  report_.ask_port = reporter_.bell().port();
  set_deadline(spec_.active_deadline_seconds);
  if (const auto limit = limit_in(options.environment)) {
    limit_.set(*limit);
  }
}

void Runner::resume(const Ownership& ownership) {
  place_ = ownership.place;
  if (ownership.before) {
    report_.sequence = ownership.before->sequence;
    containers_.resume(*ownership.before);
  }
}

int Runner::run() {
  containers_.advance();
  while (!containers_.over()) {
    if (containers_.take_changed()) {
      publish(/*tell=*/true);
    }
    await_events();
    reap();
    tend_timers();
    containers_.advance();
  }
  return finish();
}

void Runner::await_events() {
  std::vector<pollfd> fds{{signals_.get(), POLLIN, 0}, {reporter_.bell().fd(), POLLIN, 0}};
  std::vector<std::function<void()>> sources;
  containers_.for_each_source([&](int fd, std::function<void()> read) {
    fds.push_back({fd, POLLIN, 0});
    sources.push_back(std::move(read));
  });
  sessions_.add_polls(fds);
  if (::poll(fds.data(), fds.size(), time_to_next()) <= 0) {
    return;
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (fds[i + 2].revents != 0) {
      sources[i]();
    }
  }
  handle_signals();
}

int Runner::time_to_next() const {
  SteadyTime next = next_beat_;
  if (deadline_ && !stopping_) {
    next = std::min(next, *deadline_);
  }
  if (const auto limit = limit_.next(); limit && !stopping_) {
    next = std::min(next, clock_.steady() + (*limit - clock_.now()));
  }
  next = std::min(next, containers_.next().value_or(next));
  next = std::min(next, reporter_.bell().next_try().value_or(next));
  next = std::min(next, sessions_.deadline().value_or(next));
  return poll_timeout(next, clock_);
}

void Runner::handle_signals() {
  signalfd_siginfo info{};
  while (::read(signals_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    const auto asked = asked_to_stop();
    if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGINT) {
      if (!asked) {
        note_interruption();
      }
      stop(asked.value_or(spec_.grace_period_seconds));
    } else if (asked && info.ssi_signo == SIGURG) {
      stop(*asked);  // every process of the step got it: it says nothing by itself
    }
  }
}

void Runner::reap() {
  int status = 0;
  for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    containers_.reaped(pid, status);
    sessions_.reaped(pid);
  }
}

void Runner::tend_timers() {
  reporter_.bell().tend();
  for (const Ask& ask : reporter_.bell().take_asks()) {
    if (ask.session == kLook) {
      take_changes();
    } else {
      sessions_.open(ask);
    }
  }
  sessions_.move();
  const SteadyTime now = clock_.steady();
  if (deadline_ && now >= *deadline_ && !stopping_) {
    stop_for("DeadlineExceeded", "Pod was active on the node longer than the specified deadline",
             spec_.grace_period_seconds);
  }
  tend_limit();
  if (now >= next_beat_) {
    beat(now);
  }
}

void Runner::beat(SteadyTime now) {
  next_beat_ = now + options_.heartbeat;
  if (is_superseded(options_.attempt_dir, place_)) {
    log::error("somebody else has the pod now: everything of it here is killed");
    kill_descendants();
    sandbox_.leave();
    ::_exit(kExitLostClaim);
  }
  const auto asked = asked_to_stop();
  if (asked && !stopping_) {
    stop(*asked);
  }
  if (const auto overfull = stopping_ ? std::nullopt : volume_limits_.look()) {
    stop_for("Evicted", *overfull, kEvictedWithin);
  }
  take_changes();
  look_at_limit();
  containers_.measure();
  const bool changed = containers_.take_changed();
  publish(/*tell=*/changed || ++beats_ % kRingEveryBeats == 0);
}

std::optional<std::int64_t> Runner::asked_to_stop() const {
  return read_stop(options_.attempt_dir).value_or(std::nullopt);
}

void Runner::stop(std::int64_t grace_seconds) {
  stopping_ = true;
  containers_.stop(std::chrono::seconds(std::max<std::int64_t>(0, grace_seconds)));
}

// The pod has failed, whatever its containers say.
void Runner::stop_for(std::string reason, std::string message, std::int64_t grace_seconds) {
  report_.reason = std::move(reason);
  report_.message = std::move(message);
  containers_.events().add({.warning = report_.reason != "DeadlineExceeded",
                            .reason = report_.reason,
                            .message = report_.message});
  stop(grace_seconds);
}

// Somebody other than the kubelet ends the pod; one that has ended by itself is not interrupted.
void Runner::note_interruption() {
  if (!stopping_ && !containers_.ending()) {
    report_.interrupted = clock_.now();
  }
}

void Runner::look_at_limit() {
  const auto limit = read_limit(options_.attempt_dir);
  if (!limit) {
    log::warning("the time limit cannot be read", {{"error", limit.error().message}});
  } else if (*limit && (*limit)->restarts == report_.restarts) {
    limit_.set(**limit);
  }
}

void Runner::tend_limit() {
  if (stopping_ || containers_.ending()) {
    return;
  }
  for (auto step = limit_.step(clock_.now()); step != LimitWatch::Step::kNothing;
       step = limit_.step(clock_.now())) {
    report_.limit_near = step != LimitWatch::Step::kRelax;
    if (step == LimitWatch::Step::kWarn) {
      warn_of_limit();
    } else if (step == LimitWatch::Step::kStop) {
      end_before_limit();
    }
    publish(/*tell=*/true);
  }
}

void Runner::warn_of_limit() {
  containers_.events().add(
      {.warning = true,
       .reason = "TimeLimitNear",
       .message = "The time limit of the pod's job is " + format_rfc3339(limit_.limit()->ends) +
                  "; its containers are told to end at " + format_rfc3339(limit_.stop_at())});
}

void Runner::end_before_limit() {
  const WallTime end = limit_.limit()->ends;
  if (deadline_ && clock_.now() + (*deadline_ - clock_.steady()) < end) {
    return;  // the pod's own deadline comes first
  }
  note_interruption();
  const auto left = std::chrono::floor<std::chrono::seconds>(end - clock_.now());
  stop_for("TimeLimitExceeded",
           "The pod ended before the time limit of its job, " + format_rfc3339(end),
           std::min<std::int64_t>(spec_.grace_period_seconds, left.count() - 1));
}

void Runner::take_changes() {
  const auto changes = read_changes(options_.attempt_dir);
  if (!changes) {
    log::warning("changes of the pod cannot be read", {{"error", changes.error().message}});
    return;
  }
  containers_.add_ephemeral(changes->ephemeral_containers);
  set_deadline(changes->active_deadline_seconds);
}

void Runner::set_deadline(std::int64_t seconds) {
  if (seconds > 0) {
    deadline_ = started_ + std::chrono::seconds(seconds);
  }
}

void Runner::publish(bool tell) {
  containers_.fill(report_);
  reporter_.publish(report_, tell);
}

// They have seen their processes killed, and tell it. The pod does not wait: its end is published.
void Runner::await_sessions() {
  const SteadyTime deadline = clock_.steady() + kSessionsEndWithin;
  while (!sessions_.processes().empty() && clock_.steady() < deadline) {
    std::vector<pollfd> fds{{signals_.get(), POLLIN, 0}};
    sessions_.add_polls(fds);
    ::poll(fds.data(), fds.size(), poll_timeout(deadline, clock_));
    handle_signals();
    reap();
    sessions_.move();
  }
}

int Runner::finish() {
  kill_descendants(sessions_.processes());
  sandbox_.leave();  // before anybody hears that the pod is over
  containers_.fill(report_);
  reporter_.publish_end(report_);
  await_sessions();
  kill_descendants();
  const bool good = containers_.succeeded() && report_.reason.empty() && !report_.interrupted;
  return good ? 0 : 1;
}

// Null pointer: no container of the pod runs as tasks.
Result<std::unique_ptr<Outside>> prepare_tasks(const PodSpec& spec, const RunnerOptions& options) {
  if (spec.tasks.container.empty()) {
    return nullptr;
  }
  std::error_code unknown;
  const std::vector<std::string> argv = srun_command(
      spec.tasks, {.sluice = std::filesystem::read_symlink("/proc/self/exe", unknown),
                   .attempt_dir = options.attempt_dir,
                   .cpus_per_task = std::string(
                       find_variable(options.environment, "SLURM_CPUS_PER_TASK").value_or(""))});
  auto outside = Outside::make(argv, options.environment);
  if (!outside) {
    return tl::unexpected(
        with_context(outside.error(), "starting the tasks of container " + spec.tasks.container));
  }
  return outside;
}

// The pod cannot have what it needs here: say so, and that it is over.
int give_up(const RunnerOptions& options, const PodSpec& spec, const Error& error) {
  log::error("the pod cannot run here", {{"error", error.message}});
  PodReport report = first_report(options, spec);
  report.reason = "FailedCreatePodSandBox";
  report.message = error.message;
  const RealClock clock;
  Reporter(options.attempt_dir, spec, clock).publish_end(report);
  return 1;
}

}  // namespace

int run(const RunnerOptions& options) {
  auto spec = read_spec(options.attempt_dir);
  if (!spec) {
    log::error("there is no pod to run", {{"error", spec.error().message}});
    return kExitBadSpec;
  }
  auto runtime = runtime_for(*spec, options.environment);
  if (!runtime) {
    log::error("the pod cannot run here", {{"error", runtime.error().message}});
    return kExitBadSpec;
  }
  UniqueFd signals = take_over_signals();
  const RealClock clock;
  const auto owned = own_attempt(options.attempt_dir,
                                 {.owner = "runner",
                                  .host = host_name(),
                                  .pid = ::getpid(),
                                  .job_id = job_id(options.environment),
                                  .restarts = restarts(options.environment)},
                                 {clock, signals.get(), options.earlier_run_silent});
  if (!owned) {
    log::warning("this attempt is not ours to run", {{"error", owned.error().message}});
    return kExitLostClaim;
  }
  const auto tasks = prepare_tasks(*spec, options);
  if (!tasks) {
    return give_up(options, *spec, tasks.error());
  }
  const auto sandbox = Sandbox::enter(*spec, **runtime, {options.attempt_dir, options.environment});
  if (!sandbox) {
    return give_up(options, *spec, sandbox.error());
  }
  Runner runner(options, *spec, **sandbox, std::move(signals), tasks->get());
  runner.resume(*owned);
  return runner.run();
}

}  // namespace sluice::pod

// SPDX-License-Identifier: Apache-2.0
// A run: start -> postStart hook -> probes -> [ending_: preStop hook -> turn -> signal -> force] ->
// reaped -> restart_at_ or over. Every reason to end a run early goes through begin_end(). Checks
// and hooks never outlive the run they belong to.
#include "pod/container_life.h"

#include <signal.h>

#include <utility>

#include "base/earliest.h"

namespace sluice::pod {
namespace {

std::string pod_text(const PodSpec& pod) {
  return pod.name + "_" + pod.ns + "(" + pod.attempt.uid + ")";
}

// As Go writes durations of whole seconds: "40s", "2m40s", "5m0s".
std::string duration_text(Duration time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  const std::string rest = std::to_string(seconds % 60) + "s";
  return seconds < 60 ? rest : std::to_string(seconds / 60) + "m" + rest;
}

std::string lower(std::string_view word) {
  std::string text(word);
  text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

ContainerLife::ContainerLife(const ContainerSpec& spec, Role role,
                             const LifeSurroundings& surroundings)
    : spec_(spec),
      role_(role),
      surroundings_(surroundings),
      clock_(surroundings.container.clock),
      container_(spec, surroundings.container,
                 role == Role::kMain && spec.name == surroundings.pod.tasks.container),
      probing_(container_, clock_,
               [this](ProbeKind kind, const CheckResult& result) { tell_result(kind, result); }) {}

void ContainerLife::tell(bool warning, std::string reason, std::string message) {
  surroundings_.events.add({.warning = warning,
                            .reason = std::move(reason),
                            .message = std::move(message),
                            .container = spec_.name});
  changed_ = true;
}

void ContainerLife::start(pid_t target) {
  fresh_ = false;
  restart_at_.reset();
  probe_killed_ = false;
  started_at_ = clock_.steady();
  container_.start(target);
  changed_ = true;
  if (!container_.running()) {
    tell(true, "Failed", "Error: " + container_.status().message);
    ended();
    return;
  }
  tell(false, "Created", "Container created");
  tell(false, "Started", "Container started");
  for (const std::string& note : container_.notes()) {
    tell(true, std::string(kNotAsAsked), note);
  }
  hook_opens_ = spec_.lifecycle.post_start.kind != ActionKind::kNone;
  if (hook_opens_) {
    hook_.emplace(spec_.lifecycle.post_start, container_, Purpose::kHook, std::nullopt, clock_);
    tend_hook();
  } else {
    began();
  }
}

void ContainerLife::began() {
  hook_opens_ = false;
  probing_.begin();
  note_health();
  changed_ = true;
}

void ContainerLife::tend() {
  if (restart_at_ && clock_.steady() >= *restart_at_) {
    start();
  }
  if (!running()) {
    return;
  }
  probing_.tend();
  note_health();
  if (const auto kind = probing_.probes().killer(); kind && !ending_) {
    killed_by(*kind);
  }
  tend_hook();
  tend_end();
}

void ContainerLife::tell_result(ProbeKind kind, const CheckResult& result) {
  const std::string name(to_string(kind));
  if (result.outcome == Outcome::kWarning) {
    tell(true, "ProbeWarning", name + " probe warning: " + result.text);
  } else if (result.outcome == Outcome::kFailure) {
    tell(true, "Unhealthy", name + " probe failed: " + result.text);
  } else {
    tell(true, "Unhealthy", name + " probe errored and resulted in unknown state: " + result.text);
  }
}

void ContainerLife::killed_by(ProbeKind kind) {
  probe_killed_ = true;
  const auto grace = probing_.probes().spec(kind).grace_period_seconds.value_or(
      surroundings_.pod.grace_period_seconds);
  const bool again = wants_restart({.restart_policy = spec_.lifecycle.restart_policy}, role_,
                                   surroundings_.pod.restart_policy, {.killed_by_probe = true});
  const bool is_init = role_ == Role::kSidecar;
  begin_end(std::chrono::seconds(grace), (is_init ? "Init container " : "Container ") + spec_.name +
                                             " failed " + lower(to_string(kind)) + " probe" +
                                             (again && !is_init ? ", will be restarted" : ""));
}

void ContainerLife::tend_hook() {
  if (!hook_) {
    return;
  }
  hook_->tend();
  const auto result = hook_->result();
  if (!result) {
    return;
  }
  hook_.reset();
  const bool failed = result->outcome != Outcome::kSuccess;
  if (ending_) {
    ending_->hook_done();
    if (failed && clock_.steady() < ending_->force()) {
      tell(true, "FailedPreStopHook", "PreStopHook failed");
    }
  } else if (failed) {
    // The hook's words stay here: they may hold secrets.
    tell(true, "FailedPostStartHook", "PostStartHook failed");
    began();
    begin_end(std::chrono::seconds(surroundings_.pod.grace_period_seconds), "FailedPostStartHook");
  } else {
    began();
  }
}

void ContainerLife::begin_end(Duration grace, std::string message) {
  tell(false, "Killing", std::move(message));
  probing_.stop_killing();
  hook_opens_ = false;
  hook_.reset();
  const bool has_hook = spec_.lifecycle.pre_stop.kind != ActionKind::kNone && grace > Duration(0);
  ending_.emplace(clock_.steady(), grace, has_hook);
  if (has_hook) {
    hook_.emplace(spec_.lifecycle.pre_stop, container_, Purpose::kHook, grace, clock_);
  }
}

void ContainerLife::end(Duration grace) {
  last_ = true;
  if (restart_at_.has_value()) {
    restart_at_.reset();
    changed_ = true;
  }
  if (!running()) {
    return;
  }
  if (ending_) {
    ending_->hasten(clock_.steady(), grace);
  } else {
    begin_end(grace, "Stopping container " + spec_.name);
  }
}

void ContainerLife::set_turn(bool turn) {
  if (ending_) {
    ending_->set_turn(turn);
  }
}

void ContainerLife::tend_end() {
  if (!ending_) {
    return;
  }
  for (auto step = ending_->step(clock_.steady()); step != Ending::Step::kWait;
       step = ending_->step(clock_.steady())) {
    if (step == Ending::Step::kKill) {
      container_.kill();
      continue;
    }
    // Nobody is told twice: some take the second time for impatience.
    if (step == Ending::Step::kSignal || container_.hears(spec_.lifecycle.stop_signal)) {
      container_.signal(spec_.lifecycle.stop_signal);
    }
    if (!container_.hears(spec_.lifecycle.stop_signal)) {
      ending_->not_heard(clock_.steady());
    }
  }
}

bool ContainerLife::reaped(pid_t pid, int wait_status) {
  if (running() && container_.pid() == pid) {
    container_.ended(wait_status);
    ended();
    return true;
  }
  return probing_.reaped(pid, wait_status) || (hook_ && hook_->reaped(pid, wait_status));
}

void ContainerLife::ended() {
  changed_ = true;
  probing_.end();
  hook_.reset();
  hook_opens_ = false;
  ending_.reset();
  was_up_ = was_ready_ = false;
  const RunEnd end{container_.status().exit_code, probe_killed_};
  if (!last_ && wants_restart(spec_.lifecycle, role_, surroundings_.pod.restart_policy, end)) {
    schedule_restart();
  }
}

void ContainerLife::schedule_restart() {
  const SteadyTime now = clock_.steady();
  if (now - started_at_ >= surroundings_.restart.forgiven_after) {
    ends_ = 0;
  }
  const Duration delay = surroundings_.restart.delay(ends_++);
  restart_at_ = now + delay;
  if (delay == Duration(0)) {
    return;
  }
  const std::string pod = pod_text(surroundings_.pod);
  container_.wait_for("CrashLoopBackOff", "back-off " + duration_text(delay) +
                                              " restarting failed container=" + spec_.name +
                                              " pod=" + pod);
  tell(true, "BackOff", "Back-off restarting failed container " + spec_.name + " in pod " + pod);
}

void ContainerLife::note_health() {
  const bool ready = probing_.probes().ready();
  if (up() != was_up_ || ready != was_ready_) {
    was_up_ = up();
    was_ready_ = ready;
    changed_ = true;
  }
}

ContainerStatus ContainerLife::status() const {
  ContainerStatus status = container_.status();
  if (starting()) {
    // Upstream shows a container as running only when its postStart hook is done.
    status = {.name = status.name,
              .reason = "ContainerCreating",
              .restarts = status.restarts,
              .last = status.last};
  }
  status.up = up();
  status.ready = up() && probing_.probes().ready();
  return status;
}

bool ContainerLife::take_changed() {
  return std::exchange(changed_, false);
}

std::optional<SteadyTime> ContainerLife::next() const {
  if (!running()) {
    return restart_at_;
  }
  std::optional<SteadyTime> next = earlier(restart_at_, probing_.next());
  next = earlier(next, hook_ ? hook_->deadline() : std::nullopt);
  return earlier(next, ending_ ? std::optional(ending_->next()) : std::nullopt);
}

void ContainerLife::for_each_source(const Visit& visit) {
  for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
    if (const int fd = container_.streams().output_fd(stream); fd >= 0) {
      visit(fd, [this, stream] { container_.streams().read(stream); });
    }
  }
  const auto offer = [&](std::optional<Check>& check) {
    if (check && check->fd() >= 0) {
      visit(check->fd(), [&check] { check->read_output(); });
    }
  };
  probing_.for_each_check(offer);
  offer(hook_);
}

}  // namespace sluice::pod

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/clock.h"
#include "pod/check.h"
#include "pod/container.h"
#include "pod/ending.h"
#include "pod/event_log.h"
#include "pod/probing.h"
#include "pod/protocol.h"
#include "pod/restart.h"

namespace sluice::pod {

// What the lives of a pod's containers share. Owned by PodContainers.
struct LifeSurroundings {
  const ContainerSurroundings& container;
  const PodSpec& pod;
  const RestartRule& restart;
  EventLog& events;
};

// One container of a pod through all its runs: the postStart hook that belongs to its start, its
// probes while it runs, its orderly end, its restarts and the events all this makes. It decides
// what follows from its own fate; when it may start for the first time and when its turn to end
// comes is the pod's affair. Used by the runner's thread only; does not move.
class ContainerLife {
 public:
  ContainerLife(const ContainerSpec& spec, Role role, const LifeSurroundings& surroundings);
  ContainerLife(const ContainerLife&) = delete;
  ContainerLife& operator=(const ContainerLife&) = delete;

  void start(pid_t target = 0);  // see Container::start()
  void tend();                   // whatever time or the result of a check makes due, also a restart
  bool reaped(pid_t pid, int wait_status);  // false: not ours

  // Ends the run orderly and for good; again: sooner. What does not run is never started again.
  void end(Duration grace);
  void set_turn(bool turn);

  Container& container() { return container_; }
  const Container& container() const { return container_; }
  Role role() const { return role_; }
  bool fresh() const { return fresh_; }                       // never started
  bool running() const { return container_.running(); }       // its first process does
  bool starting() const { return running() && hook_opens_; }  // postStart is not done
  bool over() const { return !running() && !restart_at_ && (!fresh_ || last_); }
  bool up() const { return !starting() && probing_.probes().up(); }
  bool succeeded() const { return container_.succeeded(); }

  ContainerStatus status() const;
  bool take_changed();                     // since the last call
  std::optional<SteadyTime> next() const;  // when tend() has something to do at the latest

  // Every descriptor to read from, and how.
  using Visit = std::function<void(int fd, std::function<void()> read)>;
  void for_each_source(const Visit& visit);

 private:
  void tell(bool warning, std::string reason, std::string message);
  void began();
  void ended();
  void schedule_restart();
  void tell_result(ProbeKind kind, const CheckResult& result);
  void killed_by(ProbeKind kind);
  void tend_hook();
  void begin_end(Duration grace, std::string message);
  void tend_end();
  void note_health();

  const ContainerSpec& spec_;
  const Role role_;
  const LifeSurroundings& surroundings_;
  const Clock& clock_;
  Container container_;
  Probing probing_;
  std::optional<Check> hook_;  // postStart, or preStop once ending_
  std::optional<Ending> ending_;
  std::optional<SteadyTime> restart_at_;
  SteadyTime started_at_{};
  std::int64_t ends_ = 0;  // since the record was last clear
  bool fresh_ = true;
  bool last_ = false;        // no further run
  bool hook_opens_ = false;  // the start waits for postStart
  bool probe_killed_ = false;
  bool was_up_ = false;
  bool was_ready_ = false;
  bool changed_ = false;
};

}  // namespace sluice::pod

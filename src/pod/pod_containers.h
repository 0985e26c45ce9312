// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "pod/container.h"
#include "pod/container_life.h"
#include "pod/event_log.h"
#include "pod/protocol.h"
#include "pod/restart.h"

namespace sluice::pod {

// The containers of one pod and the order of their lives: init containers one after the other, of
// which sidecars stay; then all others, each as soon as the one before it has had its postStart
// hook. Sidecars end last, the latest first. After stop(), or when no main container will run any
// more, nothing is started. Used by the runner's thread only; `spec` and `surroundings` must
// outlive it.
class PodContainers {
 public:
  PodContainers(const PodSpec& spec, const ContainerSurroundings& surroundings, RestartRule rule);
  PodContainers(const PodContainers&) = delete;
  PodContainers& operator=(const PodContainers&) = delete;

  // Before the first advance(): an earlier run of the pod, whose job was requeued, came so far.
  // Everything is run again, as restarts.
  void resume(const PodReport& before);

  // Does whatever may be done now: starts, restarts, probes, hooks, ends.
  void advance();

  // A process was reaped; one that is nobody's is ignored.
  void reaped(pid_t pid, int wait_status);

  // Looks at what the containers' processes use, and puts it into their statuses.
  void measure();

  // Ends everything within the grace period; again: sooner.
  void stop(Duration grace);

  // Starts those of them that are new. They live beside the pod and never keep it alive.
  void add_ephemeral(const std::vector<ContainerSpec>& containers);

  Container* find(std::string_view name);  // null: there is none of that name

  bool ending() const { return ending_; }  // all are done, or were told to stop
  bool over() const;                       // nothing runs and nothing will
  bool succeeded() const;                  // meaningful when over
  std::optional<SteadyTime> next() const;  // when advance() has something to do at the latest

  // Whether a status changed or an event came since the last call.
  bool take_changed();

  EventLog& events() { return events_; }
  void fill(PodReport& report) const;
  void for_each_source(const ContainerLife::Visit& visit);

 private:
  using Lives = std::deque<ContainerLife>;  // which do not move

  bool init_done();
  bool main_done() const;
  bool init_failed() const;
  void start_main();
  void end_all(Duration grace);
  void give_turns();
  std::vector<Container*> running();
  template <class Visit>
  void for_each(const Visit& visit);

  const PodSpec& spec_;
  const RestartRule rule_;
  EventLog events_;
  LifeSurroundings surroundings_;
  std::deque<ContainerSpec> ephemeral_specs_;
  Lives init_;
  Lives main_;
  Lives ephemeral_;
  std::size_t init_index_ = 0;  // the first init container that does not let the next one start
  std::size_t main_index_ = 0;  // the first main container not started yet
  bool ending_ = false;         // nothing is started any more
};

}  // namespace sluice::pod

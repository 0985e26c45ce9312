// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <deque>
#include <functional>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "pod/container.h"
#include "pod/protocol.h"
#include "pod/restart.h"

namespace sluice::pod {

// The containers of one pod and the order of their lives: init containers one after the other, then
// all others together, each restarted as the pod's policy says; after stop() nothing is started any
// more. Used by the runner's thread only; `spec` and `surroundings` must outlive it.
class PodContainers {
 public:
  PodContainers(const PodSpec& spec, const ContainerSurroundings& surroundings, RestartRule rule);

  // Starts whatever may start now, also restarts that are due.
  void advance();

  // A process was reaped; one that is no container's is ignored.
  void reaped(pid_t pid, int wait_status);

  // Looks at what the containers' processes use, and puts it into their statuses.
  void measure();

  // Asks everything to end, then makes it end.
  void stop();
  void kill();

  bool any_running() const;
  bool over() const;       // nothing runs and nothing will
  bool succeeded() const;  // meaningful when over
  std::optional<SteadyTime> next_restart() const;

  // Whether a status changed since the last call.
  bool take_changed() { return std::exchange(changed_, false); }

  void fill(PodReport& report) const;
  void for_each_output(const std::function<void(Container&, OutputStream)>& visit);

 private:
  struct Slot {
    Container container;
    std::optional<SteadyTime> restart_at = std::nullopt;
    std::int64_t failures = 0;
    SteadyTime started_at{};
  };

  bool init_done();
  void start(Slot& slot, std::string_view policy);
  void restart_due(std::deque<Slot>& slots, std::string_view policy);
  void ended(Slot& slot, std::string_view policy);
  std::vector<Container*> running();
  bool any(const std::function<bool(const Slot&)>& test) const;

  const PodSpec& spec_;
  const Clock& clock_;
  const RestartRule rule_;
  std::deque<Slot> init_;
  std::deque<Slot> main_;
  std::size_t init_index_ = 0;  // the first init container that has not succeeded
  bool main_started_ = false;
  bool stopping_ = false;
  bool changed_ = false;
};

}  // namespace sluice::pod

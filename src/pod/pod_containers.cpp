// SPDX-License-Identifier: Apache-2.0
#include "pod/pod_containers.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

namespace sluice::pod {

PodContainers::PodContainers(const PodSpec& spec, const ContainerSurroundings& surroundings,
                             RestartRule rule)
    : spec_(spec), clock_(surroundings.clock), rule_(rule) {
  for (const ContainerSpec& container : spec.init_containers) {
    init_.push_back({.container = Container(container, surroundings)});
    init_.back().container.wait_for("PodInitializing", "");
  }
  for (const ContainerSpec& container : spec.containers) {
    main_.push_back({.container = Container(container, surroundings)});
    main_.back().container.wait_for(init_.empty() ? "ContainerCreating" : "PodInitializing", "");
  }
}

void PodContainers::advance() {
  if (stopping_) {
    return;
  }
  restart_due(init_, init_policy(spec_.restart_policy));
  restart_due(main_, spec_.restart_policy);
  if (main_started_ || !init_done()) {
    return;
  }
  main_started_ = true;
  for (Slot& slot : main_) {
    start(slot, spec_.restart_policy);
  }
}

bool PodContainers::init_done() {
  while (init_index_ < init_.size()) {
    Slot& slot = init_[init_index_];
    if (slot.container.succeeded()) {
      ++init_index_;
      continue;
    }
    const bool fresh =
        slot.container.status().state == ContainerState::kWaiting && !slot.restart_at;
    if (!fresh) {
      return false;
    }
    start(slot, init_policy(spec_.restart_policy));
  }
  return true;
}

void PodContainers::start(Slot& slot, std::string_view policy) {
  slot.restart_at.reset();
  slot.started_at = clock_.steady();
  slot.container.start();
  changed_ = true;
  if (!slot.container.running()) {
    ended(slot, policy);
  }
}

void PodContainers::restart_due(std::deque<Slot>& slots, std::string_view policy) {
  for (Slot& slot : slots) {
    if (slot.restart_at && clock_.steady() >= *slot.restart_at) {
      start(slot, policy);
    }
  }
}

// Decides what follows the end of a run.
void PodContainers::ended(Slot& slot, std::string_view policy) {
  changed_ = true;
  if (stopping_) {
    return;
  }
  if (clock_.steady() - slot.started_at >= rule_.forgiven_after) {
    slot.failures = 0;
  }
  const auto delay = rule_.delay(policy, slot.container.status().exit_code, slot.failures);
  if (!delay) {
    return;
  }
  ++slot.failures;
  slot.restart_at = clock_.steady() + *delay;
  if (*delay > Duration(0)) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*delay).count();
    slot.container.wait_for("CrashLoopBackOff",
                            "back-off " + std::to_string(seconds) +
                                "s restarting failed container=" + slot.container.status().name);
  }
}

void PodContainers::reaped(pid_t pid, int wait_status) {
  for (std::deque<Slot>* slots : {&init_, &main_}) {
    const auto slot = std::find_if(slots->begin(), slots->end(), [&](const Slot& candidate) {
      return candidate.container.running() && candidate.container.pid() == pid;
    });
    if (slot != slots->end()) {
      slot->container.ended(wait_status);
      ended(*slot, slots == &init_ ? init_policy(spec_.restart_policy) : spec_.restart_policy);
      return;
    }
  }
}

std::vector<Container*> PodContainers::running() {
  std::vector<Container*> all;
  for (std::deque<Slot>* slots : {&init_, &main_}) {
    for (Slot& slot : *slots) {
      if (slot.container.running()) {
        all.push_back(&slot.container);
      }
    }
  }
  return all;
}

// What lost its parent is a child of ours: it belongs to the container whose process group it is
// in, or to the only one there is.
void PodContainers::measure() {
  const std::vector<Container*> containers = running();
  std::vector<pid_t> orphans = children_of(::getpid());
  for (const Container* container : containers) {
    std::erase(orphans, container->pid());
  }
  for (Container* container : containers) {
    std::vector<pid_t> roots{container->pid()};
    std::copy_if(orphans.begin(), orphans.end(), std::back_inserter(roots), [&](pid_t orphan) {
      return containers.size() == 1 || ::getpgid(orphan) == container->pid();
    });
    container->measured(tree_usage(roots));
  }
}

void PodContainers::stop() {
  stopping_ = true;
  for (std::deque<Slot>* slots : {&init_, &main_}) {
    for (Slot& slot : *slots) {
      slot.restart_at.reset();
      slot.container.signal(SIGTERM);
    }
  }
}

void PodContainers::kill() {
  for (std::deque<Slot>* slots : {&init_, &main_}) {
    for (Slot& slot : *slots) {
      slot.container.kill();
    }
  }
}

bool PodContainers::any(const std::function<bool(const Slot&)>& test) const {
  return std::any_of(init_.begin(), init_.end(), test) ||
         std::any_of(main_.begin(), main_.end(), test);
}

bool PodContainers::any_running() const {
  return any([](const Slot& slot) { return slot.container.running(); });
}

bool PodContainers::over() const {
  if (any([](const Slot& slot) { return slot.container.running() || slot.restart_at; })) {
    return false;
  }
  const bool init_failed =
      init_index_ < init_.size() &&
      init_[init_index_].container.status().state == ContainerState::kTerminated &&
      !init_[init_index_].container.succeeded();
  return stopping_ || main_started_ || init_failed;
}

bool PodContainers::succeeded() const {
  return std::all_of(main_.begin(), main_.end(),
                     [](const Slot& slot) { return slot.container.succeeded(); });
}

std::optional<SteadyTime> PodContainers::next_restart() const {
  std::optional<SteadyTime> next;
  for (const std::deque<Slot>* slots : {&init_, &main_}) {
    for (const Slot& slot : *slots) {
      if (slot.restart_at && (!next || *slot.restart_at < *next)) {
        next = slot.restart_at;
      }
    }
  }
  return next;
}

void PodContainers::fill(PodReport& report) const {
  report.init_containers.clear();
  report.containers.clear();
  for (const Slot& slot : init_) {
    report.init_containers.push_back(slot.container.status());
  }
  for (const Slot& slot : main_) {
    report.containers.push_back(slot.container.status());
  }
}

void PodContainers::for_each_output(const std::function<void(Container&, OutputStream)>& visit) {
  for (std::deque<Slot>* slots : {&init_, &main_}) {
    for (Slot& slot : *slots) {
      for (const OutputStream stream : {OutputStream::kStdout, OutputStream::kStderr}) {
        if (slot.container.output_fd(stream) >= 0) {
          visit(slot.container, stream);
        }
      }
    }
  }
}

}  // namespace sluice::pod

// SPDX-License-Identifier: Apache-2.0
#include "pod/pod_containers.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "base/child_processes.h"
#include "base/earliest.h"

namespace sluice::pod {
namespace {

Role init_role(const ContainerSpec& container) {
  return container.lifecycle.restart_policy == "Always" ? Role::kSidecar : Role::kInit;
}

void fill_statuses(const std::deque<ContainerLife>& lives, std::vector<ContainerStatus>& into) {
  into.clear();
  for (const ContainerLife& life : lives) {
    into.push_back(life.status());
  }
}

}  // namespace

PodContainers::PodContainers(const PodSpec& spec, const ContainerSurroundings& surroundings,
                             RestartRule rule)
    : spec_(spec),
      rule_(rule),
      events_(surroundings.clock),
      surroundings_{surroundings, spec_, rule_, events_} {
  for (const std::string& note : surroundings.sandbox.notes()) {
    events_.add({.warning = true, .reason = std::string(kNotAsAsked), .message = note});
  }
  const bool has_init = !spec.init_containers.empty();
  for (const ContainerSpec& container : spec.init_containers) {
    init_.emplace_back(container, init_role(container), surroundings_);
  }
  for (const ContainerSpec& container : spec.containers) {
    main_.emplace_back(container, Role::kMain, surroundings_);
  }
  for_each([&](ContainerLife& life) {
    life.container().wait_for(has_init ? "PodInitializing" : "ContainerCreating", "");
  });
}

void PodContainers::resume(const PodReport& before) {
  events_.resume(before.events);
  for_each([&](ContainerLife& life) {
    if (const ContainerStatus* status = find_status(before, life.container().spec().name)) {
      life.container().resume(*status, before.interrupted);
    }
  });
}

template <class Visit>
void PodContainers::for_each(const Visit& visit) {
  for (Lives* lives : {&init_, &main_, &ephemeral_}) {
    std::for_each(lives->begin(), lives->end(), visit);
  }
}

void PodContainers::advance() {
  give_turns();
  for_each([](ContainerLife& life) { life.tend(); });
  if (ending_) {
    return;
  }
  if (init_done()) {
    start_main();
  }
  if (init_failed() || main_done()) {
    end_all(std::chrono::seconds(spec_.grace_period_seconds));
  }
}

bool PodContainers::init_done() {
  for (; init_index_ < init_.size(); ++init_index_) {
    ContainerLife& life = init_[init_index_];
    if (life.fresh()) {
      life.start();
    }
    const bool lets_go_on = life.role() == Role::kSidecar ? life.up() : life.succeeded();
    if (!lets_go_on) {
      return false;
    }
  }
  return true;
}

// A postStart hook holds back the containers that come after it.
void PodContainers::start_main() {
  while (main_index_ < main_.size() && (main_index_ == 0 || !main_[main_index_ - 1].starting())) {
    main_[main_index_++].start();
  }
}

bool PodContainers::init_failed() const {
  return init_index_ < init_.size() && init_[init_index_].over() && !init_[init_index_].succeeded();
}

bool PodContainers::main_done() const {
  return main_index_ == main_.size() &&
         std::all_of(main_.begin(), main_.end(),
                     [](const ContainerLife& life) { return life.over(); });
}

void PodContainers::stop(Duration grace) {
  end_all(grace);
}

void PodContainers::end_all(Duration grace) {
  ending_ = true;
  for_each([&](ContainerLife& life) { life.end(grace); });
  give_turns();
  for_each([](ContainerLife& life) { life.tend(); });
}

// A sidecar waits for all main containers and for the sidecars after it. One that is killed while
// the pod goes on waits for nobody.
void PodContainers::give_turns() {
  bool turn = !ending_ || std::none_of(main_.begin(), main_.end(),
                                       [](const ContainerLife& life) { return life.running(); });
  for (auto life = init_.rbegin(); life != init_.rend(); ++life) {
    if (life->role() == Role::kSidecar) {
      life->set_turn(turn);
      turn = turn && (!ending_ || !life->running());
    }
  }
}

void PodContainers::reaped(pid_t pid, int wait_status) {
  for (Lives* lives : {&init_, &main_, &ephemeral_}) {
    if (std::any_of(lives->begin(), lives->end(),
                    [&](ContainerLife& life) { return life.reaped(pid, wait_status); })) {
      return;
    }
  }
}

void PodContainers::add_ephemeral(const std::vector<ContainerSpec>& containers) {
  for (const ContainerSpec& container : containers) {
    const bool known =
        std::any_of(ephemeral_specs_.begin(), ephemeral_specs_.end(),
                    [&](const ContainerSpec& spec) { return spec.name == container.name; });
    if (!known && !ending_) {
      const Container* target = find(container.processes_of);
      ephemeral_specs_.push_back(container);
      ephemeral_.emplace_back(ephemeral_specs_.back(), Role::kEphemeral, surroundings_)
          .start(target == nullptr ? 0 : target->inside());
    }
  }
}

Container* PodContainers::find(std::string_view name) {
  Container* found = nullptr;
  for_each([&](ContainerLife& life) {
    if (life.container().spec().name == name) {
      found = &life.container();
    }
  });
  return found;
}

std::vector<Container*> PodContainers::running() {
  std::vector<Container*> all;
  for_each([&](ContainerLife& life) {
    if (life.running()) {
      all.push_back(&life.container());
    }
  });
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

bool PodContainers::over() const {
  const auto still = [](const ContainerLife& life) { return life.running(); };
  return ending_ && std::none_of(init_.begin(), init_.end(), still) &&
         std::none_of(main_.begin(), main_.end(), still) &&
         std::none_of(ephemeral_.begin(), ephemeral_.end(), still);
}

bool PodContainers::succeeded() const {
  return std::all_of(main_.begin(), main_.end(),
                     [](const ContainerLife& life) { return life.succeeded(); });
}

std::optional<SteadyTime> PodContainers::next() const {
  std::optional<SteadyTime> next;
  for (const Lives* lives : {&init_, &main_, &ephemeral_}) {
    for (const ContainerLife& life : *lives) {
      next = earlier(next, life.next());
    }
  }
  return next;
}

bool PodContainers::take_changed() {
  bool changed = false;
  for_each([&](ContainerLife& life) { changed = life.take_changed() || changed; });
  return changed;
}

void PodContainers::fill(PodReport& report) const {
  fill_statuses(init_, report.init_containers);
  fill_statuses(main_, report.containers);
  fill_statuses(ephemeral_, report.ephemeral_containers);
  report.events = events_.events();
}

void PodContainers::for_each_source(const ContainerLife::Visit& visit) {
  for_each([&](ContainerLife& life) { life.for_each_source(visit); });
}

}  // namespace sluice::pod

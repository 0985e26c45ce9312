// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/scheduler.h"

#include <memory>
#include <utility>

#include "controllers/scheduler/fit.h"
#include "controllers/volumes/claims.h"
#include "controllers/volumes/in_use.h"
#include "controllers/volumes/match.h"
#include "controllers/writes.h"

namespace sluice::controllers {

namespace {

using scheduler::Attempt;
using scheduler::Events;
using scheduler::Placement;
using scheduler::PodFacts;
using scheduler::Victims;
namespace event = scheduler::event;

// Should something that helps a pod ever be missed, it is not missed for long.
constexpr std::chrono::minutes kLongest{5};

std::shared_ptr<PodFacts> facts_of(const client::Object& pod) {
  return std::make_shared<PodFacts>(scheduler::read_pod(pod));
}

bool is_waiting(const client::ObjectPtr& pod) {
  return pod != nullptr && scheduler::is_waiting(*pod);
}

bool occupies(const client::ObjectPtr& pod) {
  return pod != nullptr && scheduler::occupies(*pod);
}

const std::string& nomination(const client::Object& pod) {
  return pod.at("status", "nominatedNodeName").as_string();
}

Events news_of(const client::ObjectPtr& before, const client::Object& node) {
  if (before == nullptr) {
    return event::kNode | event::kRoom;
  }
  const auto differs = [&](auto... path) { return !(before->at(path...) == node.at(path...)); };
  const bool other_shape = differs("metadata", "labels") || differs("spec");
  const bool other_room = differs("status", "allocatable") || differs("metadata", "annotations");
  return (other_shape ? event::kNode : 0) | (other_room ? event::kRoom : 0);
}

}  // namespace

Scheduler::Scheduler(const Setting& setting)
    : pods_(setting.informers.of(api::kinds::pod())),
      nodes_(setting.informers.of(api::kinds::node())),
      namespaces_(setting.informers.of(api::kinds::namespace_())),
      claims_(setting.informers.of(api::kinds::persistent_volume_claim())),
      volumes_(setting.informers.of(api::kinds::persistent_volume())),
      classes_(setting.informers.of(api::kinds::storage_class())),
      budgets_(setting.informers.of(api::kinds::pod_disruption_budget())),
      clock_(setting.clock),
      acts_(setting) {
  volumes::index_by_claim(pods_);
  volumes::index_by_class(volumes_);
}

void Scheduler::connect(runtime::Controller& controller) {
  queue_ = &controller.queue();
  queue_->rank_by([this](const api::Key& key) -> std::int64_t {
    const client::ObjectPtr pod = pods_.get(key);
    return pod == nullptr ? 0 : pod->at("spec", "priority").as_int();
  });
  pods_.on_change([this](const runtime::Change& change) { follow_pod(change); });
  nodes_.on_change([this](const runtime::Change& change) { follow_node(change); });
  namespaces_.on_change([this](const runtime::Change& change) { follow_namespace(change); });
  claims_.on_change([this](const runtime::Change& change) { follow_claim(change.object()); });
  volumes_.on_change([this](const runtime::Change& change) { follow_volume(change); });
  classes_.on_change([this](const runtime::Change&) {
    const std::scoped_lock lock(mutex_);
    wake(event::kVolume);
  });
}

void Scheduler::wake(Events events) {
  for (const auto& [pod, after] : waiting_room_.call(events, clock_.steady())) {
    queue_->add_after(pod, after);
  }
}

void Scheduler::follow_pod(const runtime::Change& change) {
  const std::scoped_lock lock(mutex_);
  const api::Key key = api::key(change.object());
  const bool was_there = occupies(change.before);
  if (is_waiting(change.after)) {
    follow_waiting(change.before, *change.after);
    return;
  }
  waiting_room_.leave(key);
  if (!occupies(change.after)) {
    cluster_.remove(key);
    if (was_there || (change.before != nullptr && !nomination(*change.before).empty())) {
      wake(event::kPodLeft);
    }
  } else if (!was_there || !scheduler::same_facts(*change.before, *change.after)) {
    cluster_.place(facts_of(*change.after));
    wake(event::kPodCame | (was_there ? event::kPodLeft : 0));
  }
}

void Scheduler::follow_waiting(const client::ObjectPtr& before, const client::Object& pod) {
  const api::Key key = api::key(pod);
  const bool lost_nomination =
      before != nullptr && !nomination(*before).empty() && nomination(pod).empty();
  if (nomination(pod).empty()) {
    cluster_.dismiss(key);
  } else if (!cluster_.is_assumed(key)) {
    cluster_.nominate(facts_of(pod));
  }
  if (!is_waiting(before) || lost_nomination || !scheduler::same_chances(*before, pod)) {
    waiting_room_.leave(key);
    queue_->add(key);
  }
}

void Scheduler::follow_node(const runtime::Change& change) {
  const std::scoped_lock lock(mutex_);
  if (change.after == nullptr) {
    cluster_.remove_node(api::name(*change.before));
    wake(event::kNode);
    return;
  }
  cluster_.set_node(change.after);
  wake(news_of(change.before, *change.after));
}

void Scheduler::follow_namespace(const runtime::Change& change) {
  const std::scoped_lock lock(mutex_);
  const std::string& name = api::name(change.object());
  if (change.after == nullptr) {
    cluster_.remove_namespace(name);
  } else if (cluster_.set_namespace(name, change.after->at("metadata", "labels"))) {
    wake(event::kPodCame);
  }
}

void Scheduler::follow_claim(const client::Object& claim) {
  const std::scoped_lock lock(mutex_);
  for (const client::ObjectPtr& pod : volumes::pods_with(pods_, claim)) {
    if (const auto caller = waiting_room_.call(api::key(*pod), event::kVolume, clock_.steady())) {
      queue_->add_after(caller->pod, caller->after);
    }
  }
}

// A volume that a claim has concerns only that one, whose own change follows.
void Scheduler::follow_volume(const runtime::Change& change) {
  const bool is_free = volumes::claim_of(change.object()).name.empty();
  if (is_free || change.before == nullptr || change.after == nullptr) {
    const std::scoped_lock lock(mutex_);
    wake(event::kVolume);
  }
}

Result<runtime::Requeue> Scheduler::reconcile(const api::Key& key) {
  const client::ObjectPtr pod = pods_.get(key);
  if (!is_waiting(pod)) {
    return runtime::Requeue{};
  }
  Decision decision;
  {
    const std::scoped_lock lock(mutex_);
    if (cluster_.is_assumed(key)) {
      return runtime::Requeue{};
    }
    decision = decide(*pod);
  }
  TRY(carry_out(*pod, decision));
  return decision.is_bound() ? runtime::Requeue{} : runtime::Requeue{kLongest};
}

Scheduler::Decision Scheduler::decide(const client::Object& pod) {
  const Attempt attempt =
      scheduler::prepare(cluster_, pod, scheduler::read_volumes(pod, sources()));
  Placement placement = scheduler::place(cluster_, attempt);
  Decision decision;
  if (placement.node.empty()) {
    decide_on_victims(decision, attempt, placement);
    waiting_room_.enter(attempt.facts.key, placement.helped_by, clock_.steady());
    return decision;
  }
  decision.node = placement.node;
  if (!attempt.volumes.waiting.empty()) {
    decision.volumes =
        scheduler::plan_volumes(attempt.volumes, *cluster_.nodes().at(placement.node).object);
    waiting_room_.enter(attempt.facts.key, event::kVolume | event::kNode, clock_.steady());
    return decision;
  }
  auto facts = std::make_shared<PodFacts>(attempt.facts);
  facts->node = placement.node;
  waiting_room_.leave(facts->key);
  cluster_.assume(std::move(facts));
  return decision;
}

void Scheduler::decide_on_victims(Decision& decision, const Attempt& attempt,
                                  const Placement& placement) {
  if (cluster_.size() == 0) {
    decision.message = "no nodes available to schedule pods";
    return;
  }
  decision.message = scheduler::explain(placement.diagnosis);
  decision.victims = scheduler::find_victims(
      cluster_, attempt, placement, [this] { return scheduler::read_budgets(budgets_.list()); });
  const Victims& victims = decision.victims;
  if (victims.node.empty()) {
    decision.message += " preemption: " + victims.message;
    decision.nominated = victims.keeps_nomination ? attempt.facts.nominated : "";
    return;
  }
  decision.nominated = victims.node;
  for (const auto& [key, other] : cluster_.nodes().at(victims.node).nominated) {
    if (other->priority < attempt.facts.priority) {
      decision.displaced.push_back(key);
    }
  }
  auto facts = std::make_shared<PodFacts>(attempt.facts);
  facts->nominated = victims.node;
  cluster_.nominate(std::move(facts));
}

Result<void> Scheduler::carry_out(const client::Object& pod, const Decision& decision) {
  if (decision.is_bound()) {
    return bind(pod, decision.node);
  }
  if (!decision.node.empty()) {
    return acts_.prepare_volumes(decision.volumes, decision.node);
  }
  TRY(done_or_gone(acts_.report(pod, decision.message, decision.nominated)));
  return make_room(pod, decision);
}

Result<void> Scheduler::bind(const client::Object& pod, const std::string& node) {
  const Result<void> bound = acts_.bind(pod, node);
  if (bound) {
    return {};
  }
  const std::scoped_lock lock(mutex_);
  cluster_.forget(api::key(pod));
  wake(event::kPodLeft);
  // Gone, bound or held back meanwhile: nothing is left to do, and whoever did it has told
  // everyone.
  const Code code = bound.error().code;
  return code == Code::kNotFound || code == Code::kConflict ? Result<void>() : bound;
}

// The nomination stands already: whatever of this is done twice is done to the same pods.
Result<void> Scheduler::make_room(const client::Object& pod, const Decision& decision) {
  for (const scheduler::PodFactsPtr& facts : decision.victims.pods) {
    const client::ObjectPtr victim = pods_.get(facts->key);
    if (victim != nullptr && api::uid(*victim) == facts->uid && !api::is_being_deleted(*victim)) {
      TRY(acts_.preempt(*victim, pod, decision.victims.node));
    }
  }
  for (const api::Key& key : decision.displaced) {
    if (const client::ObjectPtr other = pods_.get(key); is_waiting(other)) {
      TRY(acts_.withdraw_nomination(*other));
    }
  }
  return {};
}

scheduler::VolumeSources Scheduler::sources() const {
  return {.claim = [this](const api::Key& key) { return claims_.get(key); },
          .volume =
              [this](const std::string& name) {
                return volumes_.get({"", name});
              },
          .storage_class =
              [this](const std::string& name) {
                return classes_.get({"", name});
              },
          .volumes_of_class =
              [this](const std::string& name) { return volumes::of_class(volumes_, name); }};
}

}  // namespace sluice::controllers

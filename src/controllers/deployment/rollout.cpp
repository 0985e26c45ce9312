// SPDX-License-Identifier: Apache-2.0
// While a deployment rolls there are never more than replicas + surge pods, and never fewer than
// replicas - unavailable of them available. Every step is computed from what the replica sets
// report now; the next report brings the next step.
#include "controllers/deployment/rollout.h"

#include <algorithm>
#include <cmath>

namespace sluice::controllers::deployment {

Rollout::Rollout(const client::Object& deployment, const std::vector<client::ObjectPtr>& sets)
    : deployment_(deployment), limits_(deployment::limits(deployment)) {
  for (const auto& set : sets) {
    sets_.emplace_back(*set);
  }
  std::sort(sets_.begin(), sets_.end(), is_older);
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const ReplicaSet& set) {
    return has_template_of(set.object(), deployment_);
  });
  current_ = static_cast<std::size_t>(found - sets_.begin());
}

std::vector<ReplicaSet*> Rollout::old(bool active_only) {
  std::vector<ReplicaSet*> result;
  for (ReplicaSet& set : sets_) {
    if (&set != current() && (!active_only || set.replicas() > 0)) {
      result.push_back(&set);
    }
  }
  return result;
}

std::int64_t Rollout::total() const {
  std::int64_t sum = 0;
  for (const ReplicaSet& set : sets_) {
    sum += set.replicas();
  }
  return sum;
}

// With pods that a set has been told to give up and still has.
std::int64_t Rollout::there() const {
  std::int64_t sum = 0;
  for (const ReplicaSet& set : sets_) {
    sum += std::max(set.replicas(), set.counted("replicas"));
  }
  return sum;
}

bool Rollout::is_resized() const {
  return std::any_of(sets_.begin(), sets_.end(), [&](const ReplicaSet& set) {
    const std::int64_t desired = set.number(kDesiredReplicas);
    return set.replicas() > 0 && desired >= 0 && desired != limits_.replicas;
  });
}

void Rollout::ensure_current(bool create) {
  std::int64_t latest = 0;
  for (const ReplicaSet* set : old(false)) {
    latest = std::max(latest, set->number(kRevision));
  }
  if (has_current()) {
    follow_annotations(sets_[current_], deployment_, latest + 1);
    sets_[current_].set_min_ready_seconds(deployment_.at("spec", "minReadySeconds"));
  } else if (create) {
    ReplicaSet fresh(new_replica_set(deployment_));
    follow_annotations(fresh, deployment_, latest + 1);
    set_size(fresh, room_for_current(0));
    sets_.push_back(std::move(fresh));  // becomes sets_[current_]
  }
}

// The size of the current set that fills what is free, when it has `replicas` now.
std::int64_t Rollout::room_for_current(std::int64_t replicas) const {
  if (deployment_.at("spec", "strategy", "type").as_string() == "Recreate") {
    return limits_.replicas;
  }
  const std::int64_t free = std::max<std::int64_t>(limits_.replicas + limits_.surge - there(), 0);
  return replicas + std::min(free, limits_.replicas - replicas);
}

void Rollout::set_size(ReplicaSet& set, std::int64_t replicas) {
  const std::int64_t before = set.replicas();
  set.resize(replicas, limits_);
  if (replicas != before) {
    notes_.push_back({.reason = "ScalingReplicaSet",
                      .message = std::string("Scaled ") + (replicas > before ? "up" : "down") +
                                 " replica set " + set.name() + " from " + std::to_string(before) +
                                 " to " + std::to_string(replicas)});
  }
}

void Rollout::resize() {
  ReplicaSet* current = has_current() ? &sets_[current_] : nullptr;
  std::vector<ReplicaSet*> active = old(true);
  const bool saturated = current != nullptr && current->replicas() == limits_.replicas &&
                         current->number(kDesiredReplicas) == limits_.replicas &&
                         current->available() == limits_.replicas;
  if (current != nullptr && (current->replicas() > 0 || active.empty())) {
    active.push_back(current);
  }
  if (active.empty() && !sets_.empty()) {
    active.push_back(&*std::max_element(sets_.begin(), sets_.end(), is_older));
  }
  if (active.size() == 1) {
    set_size(*active.front(), limits_.replicas);
  } else if (saturated) {
    for (ReplicaSet* set : old(true)) {
      set_size(*set, 0);
    }
  } else if (deployment_.at("spec", "strategy", "type").as_string() != "Recreate") {
    resize_in_proportion();
  }
}

void Rollout::resize_in_proportion() {
  std::vector<ReplicaSet*> active;
  for (ReplicaSet& set : sets_) {
    if (set.replicas() > 0) {
      active.push_back(&set);
    }
  }
  const std::int64_t most = limits_.replicas > 0 ? limits_.replicas + limits_.surge : 0;
  const std::int64_t change = most - total();
  // The largest come first; of equal ones the newer grow and the older shrink.
  std::sort(active.begin(), active.end(), [&](const ReplicaSet* a, const ReplicaSet* b) {
    if (a->replicas() != b->replicas()) {
      return a->replicas() > b->replicas();
    }
    return change > 0 ? is_older(*b, *a) : is_older(*a, *b);
  });
  std::vector<std::int64_t> sizes;
  std::int64_t spent = 0;
  for (const ReplicaSet* set : active) {
    const std::int64_t size = set->replicas();
    const std::int64_t before = set->number(kMaxReplicas);
    const auto base =
        static_cast<double>(before > 0 ? before : deployment_.at("status", "replicas").as_int());
    const std::int64_t wish =
        limits_.replicas == 0 || base == 0
            ? -size
            : std::llround(static_cast<double>(size * (limits_.replicas + limits_.surge)) / base) -
                  size;
    const std::int64_t left = change - spent;
    const std::int64_t share = change > 0 ? std::min(wish, left) : std::max(wish, left);
    spent += change == 0 ? 0 : share;
    sizes.push_back(size + (change == 0 ? 0 : share));
  }
  for (std::size_t i = 0; i < active.size(); ++i) {
    const std::int64_t rest = i == 0 ? change - spent : 0;
    set_size(*active[i], std::max<std::int64_t>(sizes[i] + rest, 0));
  }
}

bool Rollout::roll() {
  return grow_current() || shrink_old();
}

bool Rollout::grow_current() {
  ReplicaSet& current = sets_[current_];
  const std::int64_t size = current.replicas();
  if (size == limits_.replicas) {
    return false;
  }
  const std::int64_t wanted = size > limits_.replicas ? limits_.replicas : room_for_current(size);
  if (wanted != size) {
    set_size(current, wanted);
  }
  return wanted != size;
}

bool Rollout::shrink_old() {
  const ReplicaSet& current = sets_[current_];
  const std::int64_t missing = std::max<std::int64_t>(current.replicas() - current.available(), 0);
  const std::int64_t most = total() - (limits_.replicas - limits_.unavailable) - missing;
  if (old(true).empty() || most <= 0) {
    return false;
  }
  const std::int64_t unhealthy = drop_unhealthy(most);
  return unhealthy + drop_healthy() > 0;
}

// Pods that are not available are no loss.
std::int64_t Rollout::drop_unhealthy(std::int64_t most) {
  std::int64_t dropped = 0;
  for (ReplicaSet* set : old(true)) {
    const std::int64_t number = std::min(most - dropped, set->replicas() - set->available());
    if (number > 0) {
      set_size(*set, set->replicas() - number);
      dropped += number;
    }
  }
  return dropped;
}

std::int64_t Rollout::drop_healthy() {
  std::int64_t spare = -(limits_.replicas - limits_.unavailable);
  for (const ReplicaSet& set : sets_) {
    spare += std::min(set.available(), set.replicas());  // the others are about to go
  }
  std::int64_t dropped = 0;
  for (ReplicaSet* set : old(true)) {
    const std::int64_t number = std::min(spare - dropped, set->replicas());
    if (number > 0) {
      set_size(*set, set->replicas() - number);
      dropped += number;
    }
  }
  return dropped;
}

bool Rollout::stop_old() {
  const std::vector<ReplicaSet*> active = old(true);
  for (ReplicaSet* set : active) {
    set_size(*set, 0);
  }
  return !active.empty();
}

void Rollout::start_current() {
  if (sets_[current_].replicas() != limits_.replicas) {
    set_size(sets_[current_], limits_.replicas);
  }
}

std::vector<client::Object> Rollout::forgettable() const {
  const json::Value* limit = deployment_.find("spec", "revisionHistoryLimit");
  std::vector<const ReplicaSet*> old;
  for (const ReplicaSet& set : sets_) {
    if (&set != current() && !api::is_being_deleted(set.object())) {
      old.push_back(&set);
    }
  }
  std::vector<client::Object> result;
  if (limit == nullptr || std::ssize(old) <= limit->as_int()) {
    return result;
  }
  std::stable_sort(old.begin(), old.end(), [](const ReplicaSet* a, const ReplicaSet* b) {
    return a->number(kRevision) < b->number(kRevision);
  });
  old.resize(old.size() - static_cast<std::size_t>(limit->as_int()));
  for (const ReplicaSet* set : old) {
    const bool settled =
        set->counted("observedGeneration") >= set->object().at("metadata", "generation").as_int();
    if (settled && set->replicas() == 0 && set->counted("replicas") == 0) {
      result.push_back(set->object());
    }
  }
  return result;
}

}  // namespace sluice::controllers::deployment

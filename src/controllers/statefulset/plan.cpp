// SPDX-License-Identifier: Apache-2.0
// Pods have numbers. Unless the policy is Parallel, pod n + 1 is created only when 0 … n are
// available, the highest goes first when there are too many, and one thing happens at a time. An
// update replaces pods from the highest number down to the partition.
#include "controllers/statefulset/plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include "controllers/owned/amount.h"
#include "controllers/owned/revisions.h"
#include "controllers/statefulset/identity.h"
#include "controllers/writes.h"

namespace sluice::controllers::statefulset {
namespace {

using PodPtr = client::ObjectPtr;

class Planner {
 public:
  Planner(const client::Object& set, const owned::Pods& pods,
          const std::vector<client::ObjectPtr>& revisions, const Rest& rest, WallTime now)
      : set_(set),
        spec_(set.at("spec")),
        rest_(rest),
        now_(now),
        start_(spec_.at("ordinals", "start").as_int()),
        replicas_(spec_.at("replicas").as_int(1)),
        min_ready_(spec_.at("minReadySeconds").as_int()),
        ordered_(spec_.at("podManagementPolicy").as_string() != "Parallel"),
        update_(revisions.back()),
        current_(revisions.back()) {
    for (const auto& revision : revisions) {
      if (api::name(*revision) == set.at("status", "currentRevision").as_string()) {
        current_ = revision;
      }
    }
    for (const auto& pod : pods) {
      if (const auto ordinal = ordinal_of(set, *pod)) {
        const bool wanted = *ordinal >= start_ && *ordinal < start_ + replicas_;
        (wanted ? replicas_by_ordinal_ : surplus_)[*ordinal] = pod;
      }
    }
  }

  Plan run() {
    for (const auto& [ordinal, pod] : surplus_) {
      plan_.surplus.push_back(pod);
    }
    if (!api::is_being_deleted(set_) && fill() && shrink()) {
      update();
    }
    store_status();
    return std::move(plan_);
  }

 private:
  bool is_available(const PodPtr& pod) {
    const auto wait = owned::until_available(*pod, min_ready_, now_);
    if (!wait || api::is_being_deleted(*pod)) {
      return false;
    }
    look_again_after(*wait);
    return *wait == Duration::zero();
  }

  void look_again_after(Duration wait) {
    if (wait > Duration::zero()) {
      plan_.again = std::min(plan_.again.value_or(wait), wait);
    }
  }

  const std::string& revision_of(const PodPtr& pod) const {
    return api::label(*pod, owned::kRevisionHash);
  }

  std::int64_t partition() const {
    return spec_.at("updateStrategy", "rollingUpdate", "partition").as_int();
  }
  bool is_rolling() const { return spec_.at("updateStrategy", "type").as_string() != "OnDelete"; }

  // False: the rest has to wait.
  bool fill() {
    for (std::int64_t ordinal = start_; ordinal < start_ + replicas_; ++ordinal) {
      const auto found = replicas_by_ordinal_.find(ordinal);
      if (found == replicas_by_ordinal_.end()) {
        const bool keeps = is_rolling() && ordinal < start_ + partition();
        plan_.create.push_back({ordinal, keeps ? current_ : update_});
        if (ordered_) {
          return false;
        }
        continue;
      }
      const PodPtr& pod = found->second;
      if (owned::is_finished(*pod)) {
        replace_finished(pod);
        return false;
      }
      if (pod->at("status", "phase").as_string() == "Pending") {
        plan_.pending.push_back(ordinal);
      }
      if (ordered_ && !is_available(pod)) {
        return false;
      }
      if (!has_identity(*pod)) {
        plan_.repair.push_back(pod);
      }
    }
    return true;
  }

  void replace_finished(const PodPtr& pod) {
    const Duration rest = rest_(api::name(*pod));
    look_again_after(rest);
    if (!api::is_being_deleted(*pod) && rest == Duration::zero()) {
      plan_.remove.push_back(pod);
      plan_.failed.push_back(api::name(*pod));
      plan_.notes.push_back({"Warning", "RecreatingFailedPod",
                             "StatefulSet " + api::to_string(api::key(set_)) +
                                 " is recreating failed Pod " + api::name(*pod)});
    }
  }

  bool shrink() {
    const PodPtr unhealthy = lowest_unhealthy();
    for (auto it = surplus_.rbegin(); it != surplus_.rend(); ++it) {
      const PodPtr& pod = it->second;
      if (!api::is_being_deleted(*pod)) {
        if (ordered_ && !is_available(pod) && pod != unhealthy) {
          return false;
        }
        plan_.remove.push_back(pod);
      }
      if (ordered_) {
        return false;
      }
    }
    return true;
  }

  PodPtr lowest_unhealthy() {
    for (const auto* pods : {&replicas_by_ordinal_, &surplus_}) {
      for (const auto& [ordinal, pod] : *pods) {
        if (!is_available(pod)) {
          return pod;
        }
      }
    }
    return nullptr;
  }

  void update() {
    if (!is_rolling()) {
      return;
    }
    std::int64_t allowed = max_unavailable();
    const bool one_by_one = allowed == 1;
    if (!one_by_one) {
      allowed -= replicas_ - static_cast<std::int64_t>(replicas_by_ordinal_.size());
      allowed -= std::count_if(replicas_by_ordinal_.begin(), replicas_by_ordinal_.end(),
                               [&](const auto& entry) { return !is_available(entry.second); });
    }
    for (std::int64_t ordinal = start_ + replicas_ - 1; ordinal >= start_ + partition();
         --ordinal) {
      const auto found = replicas_by_ordinal_.find(ordinal);
      if (found == replicas_by_ordinal_.end() && one_by_one) {
        return;  // it is on its way, as with Parallel
      }
      if (found == replicas_by_ordinal_.end()) {
        continue;
      }
      const PodPtr& pod = found->second;
      const bool old = revision_of(pod) != api::name(*update_) && !api::is_being_deleted(*pod);
      if (old && (is_available(pod) || one_by_one)) {
        if (--allowed < 0) {
          return;
        }
        plan_.remove.push_back(pod);
      } else if (old) {
        plan_.remove.push_back(pod);  // costs nothing
      }
      if (one_by_one && (old || !is_available(pod))) {
        return;
      }
    }
  }

  std::int64_t max_unavailable() const {
    const json::Value* given = spec_.find("updateStrategy", "rollingUpdate", "maxUnavailable");
    const std::int64_t number =
        given == nullptr ? 1 : owned::resolve_amount(*given, replicas_, owned::Rounding::kUp);
    return std::max<std::int64_t>(number, 1);
  }

  void store_status() {
    std::int64_t replicas = 0, ready = 0, available = 0, current = 0, updated = 0;
    for (const auto* pods : {&replicas_by_ordinal_, &surplus_}) {
      for (const auto& [ordinal, pod] : *pods) {
        ++replicas;
        ready += owned::is_ready(*pod) ? 1 : 0;
        available += is_available(pod) ? 1 : 0;
        if (!api::is_being_deleted(*pod)) {
          current += revision_of(pod) == api::name(*current_) ? 1 : 0;
          updated += revision_of(pod) == api::name(*update_) ? 1 : 0;
        }
      }
    }
    const bool complete =
        is_rolling() && updated == replicas_ && ready == replicas_ && replicas == replicas_;
    json::Value& status = plan_.status;
    status = set_.at("status");
    status["observedGeneration"] = set_.at("metadata", "generation").as_int();
    status["replicas"] = replicas;
    set_count(status, "readyReplicas", ready);
    set_count(status, "currentReplicas", complete ? updated : current);
    set_count(status, "updatedReplicas", updated);
    status["availableReplicas"] = available;
    status["currentRevision"] = api::name(complete ? *update_ : *current_);
    status["updateRevision"] = api::name(*update_);
    status["collisionCount"] = status.at("collisionCount").as_int();
  }

  const client::Object& set_;
  const json::Value& spec_;
  const Rest& rest_;
  const WallTime now_;
  const std::int64_t start_;
  const std::int64_t replicas_;
  const std::int64_t min_ready_;
  const bool ordered_;
  const client::ObjectPtr update_;
  client::ObjectPtr current_;
  std::map<std::int64_t, PodPtr> replicas_by_ordinal_;
  std::map<std::int64_t, PodPtr> surplus_;
  Plan plan_;
};

}  // namespace

Plan plan(const client::Object& set, const owned::Pods& pods,
          const std::vector<client::ObjectPtr>& revisions, const Rest& rest, WallTime now) {
  return Planner(set, pods, revisions, rest, now).run();
}

}  // namespace sluice::controllers::statefulset

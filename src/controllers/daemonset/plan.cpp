// SPDX-License-Identifier: Apache-2.0
// Every fitting node has one pod. A rolling update replaces so many pods at once that no more than
// maxUnavailable nodes are without an available one; with maxSurge the new pod comes first and the
// old one goes when the new one is available.
#include "controllers/daemonset/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/timestamp.h"
#include "controllers/daemonset/daemon_pod.h"
#include "controllers/owned/amount.h"
#include "controllers/owned/revisions.h"
#include "controllers/writes.h"

namespace sluice::controllers::daemonset {
namespace {

using PodPtr = client::ObjectPtr;

class Planner {
 public:
  Planner(const client::Object& set, const View& view, WallTime now)
      : set_(set), view_(view), now_(now), min_ready_(set.at("spec", "minReadySeconds").as_int()) {
    for (const auto& pod : view.pods) {
      by_node_[node_of(*pod)].push_back(pod);
    }
    for (auto& [node, pods] : by_node_) {
      std::sort(pods.begin(), pods.end(), [](const PodPtr& a, const PodPtr& b) {
        const auto age = [](const PodPtr& pod) {
          return std::pair(pod->at("metadata", "creationTimestamp").as_string(), api::name(*pod));
        };
        return age(a) < age(b);
      });
    }
    for (const auto& node : view.nodes) {
      fits_[api::name(*node)] = fit(set, *node);
    }
    desired_ = std::count_if(fits_.begin(), fits_.end(),
                             [](const auto& entry) { return entry.second.run; });
    find_limits();
  }

  Plan run() {
    if (!api::is_being_deleted(set_)) {
      match_nodes();
      if (set_.at("spec", "updateStrategy", "type").as_string() != "OnDelete") {
        surge_ > 0 ? update_with_surge() : update();
      }
    }
    store_status();
    return std::move(plan_);
  }

 private:
  void find_limits() {
    const json::Value& rolling = set_.at("spec", "updateStrategy", "rollingUpdate");
    surge_ = owned::resolve_amount(rolling.at("maxSurge"), desired_, owned::Rounding::kUp);
    unavailable_ =
        owned::resolve_amount(rolling.at("maxUnavailable"), desired_, owned::Rounding::kUp);
    if (surge_ == 0 && unavailable_ == 0) {
      unavailable_ = 1;
    }
  }

  const owned::Pods& pods_on(const std::string& node) const {
    static const owned::Pods kNone;
    const auto found = by_node_.find(node);
    return found == by_node_.end() ? kNone : found->second;
  }

  bool is_new(const PodPtr& pod) const {
    return api::label(*pod, owned::kRevisionHash) == view_.hash;
  }

  bool is_available(const PodPtr& pod) {
    const auto wait = owned::until_available(*pod, min_ready_, now_);
    if (wait && *wait > Duration::zero()) {
      look_again(*wait);
    }
    return wait == Duration::zero() && !api::is_being_deleted(*pod);
  }

  void look_again(Duration after) { plan_.again = std::min(plan_.again.value_or(after), after); }

  void remove(const PodPtr& pod) {
    if (!api::is_being_deleted(*pod) && removed_.insert(api::uid(*pod)).second) {
      plan_.remove.push_back(pod);
    }
  }

  void match_nodes() {
    for (const auto& [node, fit] : fits_) {
      const owned::Pods& pods = pods_on(node);
      if (fit.run && pods.empty()) {
        plan_.create.push_back(node);
      } else if (fit.stay) {
        keep_one(node, pods);
      } else {
        std::for_each(pods.begin(), pods.end(), [&](const PodPtr& pod) { remove(pod); });
      }
    }
    for (const auto& [node, pods] : by_node_) {
      if (!fits_.contains(node)) {
        std::for_each(pods.begin(), pods.end(), [&](const PodPtr& pod) { remove(pod); });
      }
    }
  }

  // The oldest stays; while pods surge, one of the old and one of the new template.
  void keep_one(const std::string& node, const owned::Pods& pods) {
    bool has_old = false;
    bool has_new = false;
    for (const PodPtr& pod : pods) {
      if (owned::is_finished(*pod)) {
        bury(node, pod);
      } else if (!api::is_being_deleted(*pod)) {
        bool& has = surge_ > 0 && is_new(pod) ? has_new : has_old;
        if (std::exchange(has, true)) {
          remove(pod);
        }
      }
    }
  }

  // One that always fails must not keep everyone busy.
  void bury(const std::string& node, const PodPtr& pod) {
    if (api::is_being_deleted(*pod)) {
      return;
    }
    const bool failed = pod->at("status", "phase").as_string() == "Failed";
    const Duration left = failed ? view_.rest(node) : Duration::zero();
    if (left > Duration::zero()) {
      look_again(left);
      return;
    }
    if (failed) {
      plan_.failed.push_back(node);
    }
    plan_.notes.push_back({failed ? "Warning" : "Normal",
                           failed ? "FailedDaemonPod" : "SucceededDaemonPod",
                           std::string("Found ") + (failed ? "failed" : "succeeded") +
                               " daemon pod " + api::to_string(api::key(*pod)) + " on node " +
                               node + ", will try to " + (failed ? "kill" : "delete") + " it"});
    remove(pod);
  }

  void update() {
    std::int64_t missing = 0;
    owned::Pods replaceable;
    for (const auto& [node, fit] : fits_) {
      if (!fit.run) {
        continue;
      }
      const owned::Pods& pods = pods_on(node);
      const bool any = std::any_of(pods.begin(), pods.end(),
                                   [&](const PodPtr& pod) { return is_available(pod); });
      missing += any ? 0 : 1;
      for (const PodPtr& pod : pods) {
        if (!is_new(pod) && !owned::is_finished(*pod)) {
          any ? replaceable.push_back(pod) : remove(pod);  // an unavailable one is no loss
        }
      }
    }
    for (const PodPtr& pod : replaceable) {
      if (missing++ >= unavailable_) {
        return;
      }
      remove(pod);
    }
  }

  void update_with_surge() {
    std::int64_t surging = 0;
    std::vector<std::string> waiting;
    for (const auto& [node, fit] : fits_) {
      if (!fit.run) {
        continue;
      }
      PodPtr old_pod, new_pod;
      for (const PodPtr& pod : pods_on(node)) {
        if (!owned::is_finished(*pod) && !api::is_being_deleted(*pod)) {
          (is_new(pod) ? new_pod : old_pod) = pod;
        }
      }
      if (old_pod == nullptr) {
        continue;
      }
      if (new_pod == nullptr) {
        if (is_available(old_pod)) {
          waiting.push_back(node);
        } else {
          plan_.create.push_back(node);
        }
      } else if (is_available(new_pod)) {
        remove(old_pod);
      } else {
        ++surging;
      }
    }
    for (const std::string& node : waiting) {
      if (surging++ >= surge_) {
        return;
      }
      plan_.create.push_back(node);
    }
  }

  void store_status() {
    std::int64_t current = 0, misplaced = 0, ready = 0, available = 0, updated = 0;
    for (const auto& [node, fit] : fits_) {
      const owned::Pods& pods = pods_on(node);
      const auto any = [&](auto test) { return std::any_of(pods.begin(), pods.end(), test); };
      if (!fit.run) {
        misplaced += pods.empty() ? 0 : 1;
        continue;
      }
      current += pods.empty() ? 0 : 1;
      ready += any([](const PodPtr& pod) { return owned::is_ready(*pod); }) ? 1 : 0;
      available += any([&](const PodPtr& pod) { return is_available(pod); }) ? 1 : 0;
      updated += any([&](const PodPtr& pod) { return is_new(pod); }) ? 1 : 0;
    }
    json::Value& status = plan_.status;
    status = set_.at("status");
    status["currentNumberScheduled"] = current;
    status["numberMisscheduled"] = misplaced;
    status["desiredNumberScheduled"] = desired_;
    status["numberReady"] = ready;
    status["observedGeneration"] = set_.at("metadata", "generation").as_int();
    set_count(status, "updatedNumberScheduled", updated);
    set_count(status, "numberAvailable", available);
    set_count(status, "numberUnavailable", desired_ - available);
  }

  const client::Object& set_;
  const View& view_;
  const WallTime now_;
  const std::int64_t min_ready_;
  std::map<std::string, owned::Pods> by_node_;  // oldest first
  std::map<std::string, Fit> fits_;             // of every node
  std::int64_t desired_ = 0;
  std::int64_t surge_ = 0;
  std::int64_t unavailable_ = 0;
  std::set<std::string> removed_;
  Plan plan_;
};

}  // namespace

Plan plan(const client::Object& set, const View& view, WallTime now) {
  return Planner(set, view, now).run();
}

}  // namespace sluice::controllers::daemonset

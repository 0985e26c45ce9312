// SPDX-License-Identifier: Apache-2.0
// On every node that other pods keep the pod from, all pods of less priority are taken away; if it
// fits then, they are let back one by one, those that budgets protect and the most important first,
// as long as it still fits. Who cannot come back is a victim.
#include "controllers/scheduler/victims.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "controllers/scheduler/relations.h"

namespace sluice::controllers::scheduler {
namespace {

// A pod that has not started yet is the latest of all.
bool is_more_important(const PodFactsPtr& a, const PodFactsPtr& b) {
  if (a->priority != b->priority) {
    return a->priority > b->priority;
  }
  if (a->started.empty() != b->started.empty()) {
    return b->started.empty();
  }
  return std::tie(a->started, a->key) < std::tie(b->started, b->key);
}

// The node as it would be.
struct Rehearsal {
  const Cluster& cluster;
  const Attempt& attempt;
  const NodeState& node;
  Load load = node.load;
  Relations relations = attempt.relations;

  void remove(const PodFacts& pod) {
    load.remove(pod);
    count(relations, attempt, cluster, pod, node, -1);
  }
  void add(const PodFacts& pod) {
    load.add(pod);
    count(relations, attempt, cluster, pod, node, 1);
  }
  Verdict judge() const { return judge_with_nominated(cluster, attempt, {node, load, relations}); }
};

// Whether the pod's going would break a budget, when those before it go too.
bool breaks(std::vector<Budget>& budgets, const PodFacts& pod) {
  bool broken = false;
  for (Budget& budget : budgets) {
    if (budget.ns == pod.key.ns && !budget.selector.empty() &&
        budget.selector.matches_labels(pod.labels) && !budget.disrupted.contains(pod.key.name)) {
      broken = --budget.allowed < 0 || broken;
    }
  }
  return broken;
}

// Those that are protected first, each group in its order.
std::pair<std::vector<PodFactsPtr>, std::size_t> protected_first(
    const std::vector<PodFactsPtr>& pods, std::vector<Budget> budgets) {
  std::vector<PodFactsPtr> ordered;
  std::vector<PodFactsPtr> others;
  for (const PodFactsPtr& pod : pods) {
    (breaks(budgets, *pod) ? ordered : others).push_back(pod);
  }
  const std::size_t count = ordered.size();
  ordered.insert(ordered.end(), others.begin(), others.end());
  return {std::move(ordered), count};
}

struct Candidate {
  Victims victims;
  Verdict verdict;  // when there are none
};

Candidate rehearse(const Cluster& cluster, const Attempt& attempt, const NodeState& node,
                   const std::function<std::vector<Budget>()>& budgets) {
  Rehearsal rehearsal{cluster, attempt, node};
  std::vector<PodFactsPtr> lesser;
  const bool any =
      !node.priorities.empty() && node.priorities.begin()->first < attempt.facts.priority;
  if (any) {
    for (const auto& [key, pod] : node.pods) {
      if (pod->priority < attempt.facts.priority) {
        lesser.push_back(pod);
        rehearsal.remove(*pod);
      }
    }
  }
  Candidate result;
  if (lesser.empty()) {
    result.verdict = {Fit::kNo, nullptr, {"No preemption victims found for incoming pod"}};
    return result;
  }
  result.verdict = rehearsal.judge();
  if (result.verdict.fit != Fit::kYes) {
    return result;
  }
  std::sort(lesser.begin(), lesser.end(), is_more_important);
  const auto [ordered, guarded] = protected_first(lesser, budgets());
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    rehearsal.add(*ordered[i]);
    if (rehearsal.judge().fit != Fit::kYes) {
      rehearsal.remove(*ordered[i]);
      result.victims.pods.push_back(ordered[i]);
      result.victims.violations += i < guarded ? 1 : 0;
    }
  }
  std::sort(result.victims.pods.begin(), result.victims.pods.end(), is_more_important);
  result.victims.node = node.name;
  return result;
}

// When the most important of them started: the first of those. Nothing yet is later than all.
std::string start_of_important(const Victims& victims) {
  const std::string& started = victims.pods.front()->started;
  return started.empty() ? "~" : started;
}

bool is_better(const Victims& a, const Victims& b) {
  const auto sum = [](const Victims& victims) {
    std::int64_t total = 0;
    for (const PodFactsPtr& pod : victims.pods) {
      total += pod->priority + (std::int64_t{1} << 31);  // more pods always weigh more
    }
    return total;
  };
  const auto cost = [&](const Victims& victims) {
    return std::tuple(victims.violations, victims.pods.front()->priority, sum(victims),
                      victims.pods.size());
  };
  return cost(a) != cost(b) ? cost(a) < cost(b) : start_of_important(a) > start_of_important(b);
}

// Why the pod may not ask for others to go.
std::string ineligibility(const Cluster& cluster, const Attempt& attempt,
                          const Placement& placement) {
  if (attempt.pod.at("spec", "preemptionPolicy").as_string() == "Never") {
    return "not eligible due to preemptionPolicy=Never.";
  }
  const auto node = cluster.nodes().find(attempt.facts.nominated);
  const auto fit = placement.fits.find(attempt.facts.nominated);
  if (node == cluster.nodes().end() || (fit != placement.fits.end() && fit->second == Fit::kNo)) {
    return "";
  }
  const auto& pods = node->second.pods;
  const bool victims_still_leave = std::any_of(pods.begin(), pods.end(), [&](const auto& entry) {
    return entry.second->preempted && entry.second->priority < attempt.facts.priority;
  });
  return victims_still_leave ? "not eligible due to a terminating pod on the nominated node." : "";
}

}  // namespace

std::vector<Budget> read_budgets(const std::vector<client::ObjectPtr>& budgets) {
  std::vector<Budget> result;
  for (const client::ObjectPtr& object : budgets) {
    auto selector = api::LabelSelector::from_object(object->at("spec", "selector"));
    if (!selector) {
      continue;
    }
    Budget budget{api::ns(*object),
                  std::move(*selector),
                  object->at("status", "disruptionsAllowed").as_int(),
                  {}};
    for (const json::Member& pod : object->at("status", "disruptedPods").as_object()) {
      budget.disrupted.insert(pod.key);
    }
    result.push_back(std::move(budget));
  }
  return result;
}

Victims find_victims(const Cluster& cluster, const Attempt& attempt, const Placement& placement,
                     const std::function<std::vector<Budget>()>& budgets) {
  Victims best;
  best.message = ineligibility(cluster, attempt, placement);
  if (!best.message.empty()) {
    best.keeps_nomination = true;
    return best;
  }
  Diagnosis diagnosis{.nodes = cluster.size(), .fault = {}, .reasons = {}};
  std::size_t rehearsed = 0;
  for (const auto& [name, fit] : placement.fits) {
    if (fit != Fit::kNotNow) {
      continue;
    }
    ++rehearsed;
    Candidate candidate = rehearse(cluster, attempt, cluster.nodes().at(name), budgets);
    for (const std::string& reason : candidate.verdict.reasons) {
      ++diagnosis.reasons[reason];
    }
    const bool can_go = !candidate.victims.pods.empty();
    if (can_go && (best.node.empty() || is_better(candidate.victims, best))) {
      best = std::move(candidate.victims);
    }
  }
  if (best.node.empty()) {
    if (rehearsed < cluster.size()) {
      diagnosis.reasons["Preemption is not helpful for scheduling"] +=
          static_cast<int>(cluster.size() - rehearsed);
    }
    best.message = explain(diagnosis);
  }
  return best;
}

}  // namespace sluice::controllers::scheduler

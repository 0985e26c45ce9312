// SPDX-License-Identifier: Apache-2.0
// Names, weights and formulas are those of the plugins of kube-scheduler 1.35, without the images
// on nodes and without the spreading it adds to pods that ask for none.
#include "controllers/scheduler/scores.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "controllers/scheduler/affinity.h"
#include "controllers/scheduler/fit.h"

namespace sluice::controllers::scheduler {
namespace {

constexpr std::int64_t kMost = 100;

enum class Best { kHighest, kLowest };

// Stretches points so that the highest becomes 100.
Points normal(Points points, Best best) {
  const std::int64_t highest = *std::max_element(points.begin(), points.end());
  for (std::int64_t& point : points) {
    point = highest == 0 ? 0 : point * kMost / highest;
    point = best == Best::kHighest ? point : kMost - point;
  }
  return points;
}

Points rate_taints(Cluster& /*cluster*/, const Attempt& attempt, const Nodes& nodes) {
  Points points;
  for (const NodeState* node : nodes) {
    points.push_back(disliked_taints(attempt.pod, *node->object));
  }
  return normal(std::move(points), Best::kLowest);
}

Points rate_preference(Cluster& /*cluster*/, const Attempt& attempt, const Nodes& nodes) {
  Points points;
  for (const NodeState* node : nodes) {
    points.push_back(preference(attempt.pod, *node->object));
  }
  return normal(std::move(points), Best::kHighest);
}

// What a resource of a node is and how much of it would be taken, as pods are thought to take it.
struct Use {
  std::int64_t taken = 0;
  std::int64_t total = 0;
};
using Uses = std::array<Use, 2>;  // of processors and memory

std::int64_t total_of(const NodeState& node, const char* resource, bool milli) {
  const auto found = node.allocatable.find(resource);
  const json::Quantity total = found == node.allocatable.end() ? json::Quantity() : found->second;
  return milli ? total.milli_value() : total.value();
}

Uses shares(const Attempt& attempt, const NodeState& node) {
  return {
      Use{node.load.cpu_share + attempt.facts.cpu_share, total_of(node, "cpu", true)},
      Use{node.load.memory_share + attempt.facts.memory_share, total_of(node, "memory", false)}};
}

std::int64_t free_part(const Use& use) {
  return use.taken > use.total ? 0 : (use.total - use.taken) * kMost / use.total;
}

Points rate_room(Cluster& /*cluster*/, const Attempt& attempt, const Nodes& nodes) {
  Points points;
  for (const NodeState* node : nodes) {
    std::int64_t sum = 0;
    std::int64_t known = 0;
    for (const Use& use : shares(attempt, *node)) {
      if (use.total > 0) {
        sum += free_part(use);
        ++known;
      }
    }
    points.push_back(known == 0 ? 0 : sum / known);
  }
  return points;
}

std::int64_t requested(const api::quota::Amounts& amounts, const char* resource, bool milli) {
  const auto found = amounts.find(resource);
  const json::Quantity amount = found == amounts.end() ? json::Quantity() : found->second;
  return milli ? amount.milli_value() : amount.value();
}

Points rate_balance(Cluster& /*cluster*/, const Attempt& attempt, const Nodes& nodes) {
  const auto& own = attempt.facts.requests;
  const bool asks_for_nothing =
      requested(own, "cpu", true) == 0 && requested(own, "memory", false) == 0;
  Points points;
  for (const NodeState* node : nodes) {
    const auto part = [&](const char* resource, bool milli) {
      const std::int64_t taken =
          requested(node->load.requested, resource, milli) + requested(own, resource, milli);
      const std::int64_t total = total_of(*node, resource, milli);
      return total == 0 ? -1.0
                        : std::min(1.0, static_cast<double>(taken) / static_cast<double>(total));
    };
    const double cpu = part("cpu", true);
    const double memory = part("memory", false);
    const double deviation = cpu < 0 || memory < 0 ? 0 : std::abs(cpu - memory) / 2;
    points.push_back(asks_for_nothing ? 0 : static_cast<std::int64_t>((1 - deviation) * kMost));
  }
  return points;
}

using Domains = std::map<std::string, std::int64_t>;

Domains pods_by_domain(Cluster& cluster, const Attempt& attempt, const SpreadConstraint& constraint,
                       const std::vector<SpreadConstraint>& all) {
  Domains domains;
  const bool counts_pods = constraint.term.selector && !constraint.term.selector->empty();
  if (!counts_pods) {
    return domains;
  }
  for (const auto& [name, pods] : cluster.matching({constraint.term}, true)) {
    const NodeState& node = cluster.nodes().at(name);
    if (node.object != nullptr && has_domains(node, all) &&
        includes(constraint, attempt.pod, node)) {
      domains[node.label(constraint.term.topology_key)->as_string()] += pods;
    }
  }
  return domains;
}

// More places to spread over weigh more.
double weight_of(const SpreadConstraint& constraint, const Nodes& nodes) {
  Domains domains;
  for (const NodeState* node : nodes) {
    if (const json::Value* value = node->label(constraint.term.topology_key)) {
      domains[value->as_string()] = 0;
    }
  }
  return std::log(static_cast<double>(domains.size() + 2));
}

Points rate_crowds(Cluster& cluster, const Attempt& attempt,
                   const std::vector<SpreadConstraint>& constraints, const Nodes& nodes) {
  std::vector<double> crowds(nodes.size(), 0);
  for (const SpreadConstraint& constraint : constraints) {
    const Domains domains = pods_by_domain(cluster, attempt, constraint, constraints);
    const double weight = weight_of(constraint, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (const json::Value* value = nodes[i]->label(constraint.term.topology_key)) {
        const auto pods = domains.find(value->as_string());
        crowds[i] += (pods == domains.end() ? 0 : static_cast<double>(pods->second)) * weight +
                     static_cast<double>(constraint.max_skew - 1);
      }
    }
  }
  Points points;
  std::transform(crowds.begin(), crowds.end(), std::back_inserter(points),
                 [](double crowd) { return std::llround(crowd); });
  return points;
}

Points rate_spread(Cluster& cluster, const Attempt& attempt, const Nodes& nodes) {
  const auto constraints = spread_constraints(attempt.pod, "ScheduleAnyway");
  Points points(nodes.size(), 0);
  if (constraints.empty()) {
    return points;
  }
  const Points crowds = rate_crowds(cluster, attempt, constraints, nodes);
  std::int64_t least = INT64_MAX;
  std::int64_t most = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (has_domains(*nodes[i], constraints)) {
      least = std::min(least, crowds[i]);
      most = std::max(most, crowds[i]);
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (has_domains(*nodes[i], constraints)) {
      points[i] = most == 0 ? kMost : kMost * (most + least - crowds[i]) / most;
    }
  }
  return points;
}

// Topology key to value to sum of weights.
using Sympathies = std::map<std::string, Domains>;

void add_sympathy(Sympathies& sympathies, const Cluster& cluster, const PodTerm& term,
                  const Counts& pods, std::int64_t weight) {
  for (const auto& [name, count] : pods) {
    const NodeState& node = cluster.nodes().at(name);
    const json::Value* value = node.object == nullptr ? nullptr : node.label(term.topology_key);
    if (value != nullptr) {
      sympathies[term.topology_key][value->as_string()] += weight * count;
    }
  }
}

// Of the pod for those there, and of those there for the pod; who must be with it, counts little.
Sympathies sympathies_of(Cluster& cluster, const Attempt& attempt) {
  Sympathies result;
  for (const PodTerm& term : attempt.facts.preferences) {
    add_sympathy(result, cluster, term, cluster.matching({term}, false), term.weight);
  }
  const api::Key& key = attempt.facts.key;
  for (const auto& [text, held] : cluster.held()) {
    if (held.kind != HeldTerm::Kind::kAntiAffinity &&
        held.term.matches(key.ns, cluster.namespace_labels(key.ns), attempt.facts.labels)) {
      const std::int64_t weight = held.kind == HeldTerm::Kind::kAffinity ? 1 : held.term.weight;
      add_sympathy(result, cluster, held.term, held.holders, weight);
    }
  }
  return result;
}

Points rate_company(Cluster& cluster, const Attempt& attempt, const Nodes& nodes) {
  const Sympathies sympathies = sympathies_of(cluster, attempt);
  Points points(nodes.size(), 0);
  for (const auto& [key, domains] : sympathies) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const json::Value* value = nodes[i]->label(key);
      const auto found = value == nullptr ? domains.end() : domains.find(value->as_string());
      points[i] += found == domains.end() ? 0 : found->second;
    }
  }
  const auto [least, most] = std::minmax_element(points.begin(), points.end());
  const std::int64_t low = *least;
  const std::int64_t range = *most - low;
  for (std::int64_t& point : points) {
    point = range == 0 ? 0 : kMost * (point - low) / range;
  }
  return points;
}

constexpr auto kScores = std::to_array<Score>({
    {"TaintToleration", 3, rate_taints},
    {"NodeAffinity", 2, rate_preference},
    {"NodeResourcesFit", 1, rate_room},
    {"PodTopologySpread", 2, rate_spread},
    {"InterPodAffinity", 2, rate_company},
    {"NodeResourcesBalancedAllocation", 1, rate_balance},
});

}  // namespace

std::span<const Score> scores() {
  return kScores;
}

std::string best_node(Cluster& cluster, const Attempt& attempt, const Nodes& nodes) {
  Points total(nodes.size(), 0);
  for (const Score& score : kScores) {
    const Points points = score.rate(cluster, attempt, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      total[i] += score.weight * points[i];
    }
  }
  const auto best = std::max_element(total.begin(), total.end());
  return nodes[static_cast<std::size_t>(best - total.begin())]->name;
}

}  // namespace sluice::controllers::scheduler

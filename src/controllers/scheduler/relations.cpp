// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/relations.h"

#include <algorithm>

namespace sluice::controllers::scheduler {
namespace {

using Domains = std::map<Relations::Domain, std::int64_t>;

void count_at(Domains& domains, const NodeState& node, const std::string& key, std::int64_t by) {
  const json::Value* value = node.object == nullptr ? nullptr : node.label(key);
  if (value == nullptr) {
    return;
  }
  const Relations::Domain domain{key, value->as_string()};
  std::int64_t& count = domains[domain];
  count += by;
  if (count == 0) {
    domains.erase(domain);
  }
}

void count_all(Domains& domains, const Cluster& cluster, const Counts& counts,
               const std::string& key) {
  for (const auto& [name, count] : counts) {
    count_at(domains, cluster.nodes().at(name), key, count);
  }
}

bool is_about(const PodTerm& term, const PodFacts& pod, const Cluster& cluster) {
  return term.matches(pod.key.ns, cluster.namespace_labels(pod.key.ns), pod.labels);
}

bool all_are_about(const std::vector<PodTerm>& terms, const PodFacts& pod, const Cluster& cluster) {
  return !terms.empty() && std::all_of(terms.begin(), terms.end(), [&](const PodTerm& term) {
    return is_about(term, pod, cluster);
  });
}

std::map<std::string, std::int64_t> spread_of(Cluster& cluster, const Attempt& attempt,
                                              const SpreadConstraint& constraint) {
  std::map<std::string, std::int64_t> result;
  // An empty selector is about no pod here, though about the pod itself.
  const bool counts_pods = constraint.term.selector && !constraint.term.selector->empty();
  static const Counts kNone;
  const Counts& counts = counts_pods ? cluster.matching({constraint.term}, true) : kNone;
  for (const auto& [name, node] : cluster.nodes()) {
    if (node.object != nullptr && has_domains(node, attempt.spread) &&
        includes(constraint, attempt.pod, node)) {
      const auto found = counts.find(name);
      result[node.label(constraint.term.topology_key)->as_string()] +=
          found == counts.end() ? 0 : found->second;
    }
  }
  return result;
}

std::int64_t exclusive_claims(const Attempt& attempt, const PodFacts& pod) {
  if (pod.key.ns != attempt.facts.key.ns) {
    return 0;
  }
  const auto& exclusive = attempt.volumes.exclusive;
  return std::count_if(pod.claims.begin(), pod.claims.end(), [&](const std::string& claim) {
    return std::find(exclusive.begin(), exclusive.end(), claim) != exclusive.end();
  });
}

}  // namespace

Relations relate(Cluster& cluster, const Attempt& attempt) {
  Relations result;
  const PodFacts& facts = attempt.facts;
  for (const auto& [text, held] : cluster.held()) {
    if (held.kind == HeldTerm::Kind::kAntiAffinity && is_about(held.term, facts, cluster)) {
      count_all(result.hostile, cluster, held.holders, held.term.topology_key);
    }
  }
  result.wants_itself = all_are_about(facts.affinity, facts, cluster);
  if (!facts.affinity.empty()) {
    const Counts& together = cluster.matching(facts.affinity, false);
    for (const PodTerm& term : facts.affinity) {
      count_all(result.wanted, cluster, together, term.topology_key);
    }
  }
  for (const PodTerm& term : facts.anti_affinity) {
    count_all(result.unwanted, cluster, cluster.matching({term}, false), term.topology_key);
  }
  for (const SpreadConstraint& constraint : attempt.spread) {
    result.spread.push_back(spread_of(cluster, attempt, constraint));
  }
  for (const std::string& claim : attempt.volumes.exclusive) {
    result.exclusive_claims_in_use += cluster.users_of({facts.key.ns, claim});
  }
  return result;
}

void count(Relations& relations, const Attempt& attempt, const Cluster& cluster,
           const PodFacts& pod, const NodeState& node, int by) {
  for (const PodTerm& term : pod.anti_affinity) {
    if (is_about(term, attempt.facts, cluster)) {
      count_at(relations.hostile, node, term.topology_key, by);
    }
  }
  if (all_are_about(attempt.facts.affinity, pod, cluster)) {
    for (const PodTerm& term : attempt.facts.affinity) {
      count_at(relations.wanted, node, term.topology_key, by);
    }
  }
  for (const PodTerm& term : attempt.facts.anti_affinity) {
    if (is_about(term, pod, cluster)) {
      count_at(relations.unwanted, node, term.topology_key, by);
    }
  }
  for (std::size_t i = 0; i < attempt.spread.size(); ++i) {
    const SpreadConstraint& constraint = attempt.spread[i];
    if (is_about(constraint.term, pod, cluster) && has_domains(node, attempt.spread) &&
        includes(constraint, attempt.pod, node)) {
      relations.spread[i][node.label(constraint.term.topology_key)->as_string()] += by;
    }
  }
  relations.exclusive_claims_in_use += by * exclusive_claims(attempt, pod);
}

}  // namespace sluice::controllers::scheduler

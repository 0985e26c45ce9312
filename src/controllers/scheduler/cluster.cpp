// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/cluster.h"

#include <algorithm>
#include <utility>

namespace sluice::controllers::scheduler {
namespace {

// What pods ask about others repeats; when it does not, forgetting everything keeps the cost of a
// pod's coming and going bounded.
constexpr std::size_t kMaxCounters = 64;

void change(Counts& counts, const std::string& node, int by) {
  std::int64_t& count = counts[node];
  count += by;
  if (count == 0) {
    counts.erase(node);
  }
}

}  // namespace

NodeState& Cluster::state(const std::string& name) {
  return nodes_.try_emplace(name, NodeState{.name = name}).first->second;
}

void Cluster::drop_if_empty(const std::string& node) {
  const auto found = nodes_.find(node);
  if (found != nodes_.end() && found->second.object == nullptr && found->second.pods.empty() &&
      found->second.nominated.empty()) {
    nodes_.erase(found);
  }
}

void Cluster::set_node(const client::ObjectPtr& node) {
  NodeState& known = state(api::name(*node));
  size_ += known.object == nullptr ? 1 : 0;
  known.object = node;
  known.allocatable = api::quota::amounts_of(node->at("status", "allocatable"));
  known.queued = read_queued(api::annotation(*node, kQueuedResources));
}

void Cluster::remove_node(const std::string& name) {
  const auto found = nodes_.find(name);
  if (found != nodes_.end() && found->second.object != nullptr) {
    found->second.object = nullptr;
    --size_;
    drop_if_empty(name);
  }
}

bool Cluster::set_namespace(const std::string& name, const json::Value& labels) {
  const auto [known, is_new] = namespaces_.try_emplace(name, labels);
  if (!is_new && known->second == labels) {
    return false;
  }
  known->second = labels;
  counters_.clear();  // some may select namespaces by their labels
  return true;
}

void Cluster::remove_namespace(const std::string& name) {
  namespaces_.erase(name);
}

const json::Value& Cluster::namespace_labels(const std::string& name) const {
  const auto found = namespaces_.find(name);
  return found == namespaces_.end() ? json::Value::null() : found->second;
}

std::int64_t Cluster::users_of(const api::Key& claim) const {
  const auto found = claim_users_.find(claim);
  return found == claim_users_.end() ? 0 : found->second;
}

void Cluster::place(PodFactsPtr pod) {
  remove(pod->key);
  NodeState& node = state(pod->node);
  node.load.add(*pod);
  ++node.priorities[pod->priority];
  node.pods[pod->key] = pod;
  count(*pod, 1);
  pods_[pod->key] = std::move(pod);
}

void Cluster::assume(PodFactsPtr pod) {
  const api::Key key = pod->key;
  place(std::move(pod));
  assumed_.insert(key);
}

void Cluster::forget(const api::Key& pod) {
  if (assumed_.contains(pod)) {
    remove(pod);
  }
}

void Cluster::remove(const api::Key& key) {
  assumed_.erase(key);
  dismiss(key);
  const auto found = pods_.find(key);
  if (found == pods_.end()) {
    return;
  }
  const PodFactsPtr pod = found->second;
  pods_.erase(found);
  NodeState& node = state(pod->node);
  node.load.remove(*pod);
  if (--node.priorities[pod->priority] == 0) {
    node.priorities.erase(pod->priority);
  }
  node.pods.erase(key);
  count(*pod, -1);
  drop_if_empty(pod->node);
}

void Cluster::nominate(PodFactsPtr pod) {
  dismiss(pod->key);
  nominations_[pod->key] = pod->nominated;
  NodeState& node = state(pod->nominated);
  node.nominated[pod->key] = std::move(pod);
}

void Cluster::dismiss(const api::Key& pod) {
  const auto found = nominations_.find(pod);
  if (found != nominations_.end()) {
    const std::string node = found->second;
    nominations_.erase(found);
    state(node).nominated.erase(pod);
    drop_if_empty(node);
  }
}

bool Cluster::counts(const Counter& counter, const PodFacts& pod) const {
  const json::Value& ns_labels = namespace_labels(pod.key.ns);
  return !(counter.staying && pod.leaving) &&
         std::all_of(counter.terms.begin(), counter.terms.end(), [&](const PodTerm& term) {
           return term.matches(pod.key.ns, ns_labels, pod.labels);
         });
}

void Cluster::count(const PodFacts& pod, int by) {
  count_held(pod, by);
  for (const std::string& claim : pod.claims) {
    const auto users = claim_users_.try_emplace({pod.key.ns, claim}).first;
    users->second += by;
    if (users->second == 0) {
      claim_users_.erase(users);
    }
  }
  for (auto& [text, counter] : counters_) {
    if (counts(counter, pod)) {
      change(counter.counts, pod.node, by);
    }
  }
}

void Cluster::count_held(const PodFacts& pod, int by) {
  const auto hold = [&](HeldTerm::Kind kind, const PodTerm& term) {
    const std::string text = std::to_string(static_cast<int>(kind)) + " " +
                             std::to_string(term.weight) + " " + term.topology_key + " " +
                             term.pods;
    HeldTerm& held = held_.try_emplace(text, HeldTerm{kind, term, {}}).first->second;
    change(held.holders, pod.node, by);
    if (held.holders.empty()) {
      held_.erase(text);
    }
  };
  for (const PodTerm& term : pod.affinity) {
    hold(HeldTerm::Kind::kAffinity, term);
  }
  for (const PodTerm& term : pod.anti_affinity) {
    hold(HeldTerm::Kind::kAntiAffinity, term);
  }
  for (const PodTerm& term : pod.preferences) {
    hold(HeldTerm::Kind::kPreference, term);
  }
}

const Counts& Cluster::matching(const std::vector<PodTerm>& terms, bool staying) {
  std::string text = staying ? "staying" : "all";
  for (const PodTerm& term : terms) {
    text.append("\n").append(term.pods);
  }
  if (counters_.size() >= kMaxCounters && !counters_.contains(text)) {
    counters_.clear();
  }
  const auto [entry, is_new] = counters_.try_emplace(text, Counter{terms, staying, {}});
  Counter& counter = entry->second;
  if (is_new) {
    for (const auto& [key, pod] : pods_) {
      if (counts(counter, *pod)) {
        ++counter.counts[pod->node];
      }
    }
  }
  return counter.counts;
}

}  // namespace sluice::controllers::scheduler

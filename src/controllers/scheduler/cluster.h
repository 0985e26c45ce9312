// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "controllers/scheduler/node_state.h"

namespace sluice::controllers::scheduler {

using Counts = std::map<std::string, std::int64_t>;  // of pods, by node

// A rule of pods that are on nodes which others have to respect; equal ones are kept once.
struct HeldTerm {
  enum class Kind { kAffinity, kAntiAffinity, kPreference };
  Kind kind = Kind::kAffinity;
  PodTerm term;
  Counts holders;
};

// All nodes with their pods as the scheduler sees them: what the API says, and what it has decided
// itself and not yet heard of. Every change costs what has changed. Not thread-safe.
class Cluster {
 public:
  void set_node(const client::ObjectPtr& node);
  void remove_node(const std::string& name);
  bool set_namespace(const std::string& name, const json::Value& labels);  // whether they are new
  void remove_namespace(const std::string& name);

  void place(PodFactsPtr pod);       // it is on pod->node
  void assume(PodFactsPtr pod);      // it is about to be: until the next of these calls
  void forget(const api::Key& pod);  // an assumption did not come true
  void remove(const api::Key& pod);  // it is on no node
  bool is_assumed(const api::Key& pod) const { return assumed_.contains(pod); }

  // A waiting pod is (not) expected on pod->nominated.
  void nominate(PodFactsPtr pod);
  void dismiss(const api::Key& pod);

  const std::map<std::string, NodeState>& nodes() const { return nodes_; }  // some without object
  std::size_t size() const { return size_; }                                // those with
  const json::Value& namespace_labels(const std::string& name) const;
  std::int64_t users_of(const api::Key& claim) const;  // pods on nodes

  // How many pods of each node match all of the terms; with `staying` those not being deleted.
  // Counted once, and from then on with every pod that comes and goes.
  const Counts& matching(const std::vector<PodTerm>& terms, bool staying);

  const std::map<std::string, HeldTerm>& held() const { return held_; }

 private:
  struct Counter {
    std::vector<PodTerm> terms;
    bool staying = false;
    Counts counts;
  };

  void count(const PodFacts& pod, int by);
  void count_held(const PodFacts& pod, int by);
  bool counts(const Counter& counter, const PodFacts& pod) const;
  void drop_if_empty(const std::string& node);
  NodeState& state(const std::string& name);

  std::map<std::string, NodeState> nodes_;
  std::size_t size_ = 0;
  std::map<std::string, json::Value> namespaces_;  // labels
  std::map<api::Key, PodFactsPtr> pods_;           // on nodes, assumed ones too
  std::set<api::Key> assumed_;
  std::map<api::Key, std::string> nominations_;  // node
  std::map<api::Key, std::int64_t> claim_users_;
  std::map<std::string, HeldTerm> held_;
  std::map<std::string, Counter> counters_;
};

}  // namespace sluice::controllers::scheduler

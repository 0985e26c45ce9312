// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_keeper.h"

#include <set>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "base/log.h"
#include "kubelet/node_names.h"
#include "runtime/node_lease.h"

namespace sluice::kubelet {

NodeKeeper::NodeKeeper(NodeOptions options, client::Client& client, slurm::Slurm& slurm,
                       Clock& clock, OurNodes& nodes)
    : options_(std::move(options)),
      client_(client),
      slurm_(slurm),
      clock_(clock),
      nodes_(nodes),
      node_(
          {.name = "node", .interval = options_.interval}, [this] { return refresh(); }, clock),
      lease_(
          {.name = "lease", .interval = options_.interval}, [this] { return renew(); }, clock) {
  if (!options_.per_partition) {
    facts_[options_.name] = new_facts(options_.name);
  }
  publish();
}

Result<void> NodeKeeper::adopt() {
  TRY_ASSIGN(const client::ObjectList known, client_.list(api::kinds::node(), {}));
  for (const client::ObjectPtr& node : known.items) {
    const std::string& name = api::name(*node);
    const bool ours = api::label(*node, kKubeletLabel) == options_.name;
    if (facts_.contains(name) || (!ours && name != options_.name)) {
      continue;
    }
    NodeFacts facts = new_facts(name);
    if (name != options_.name) {
      facts.partition_name = api::label(*node, kPartitionLabel);
    }
    // Until Slurm has answered, those of partitions are what they were.
    facts.retired = is_marked_retired(*node) || !options_.per_partition || name == options_.name;
    facts_[name] = std::move(facts);
  }
  publish();
  return {};
}

void NodeKeeper::publish() {
  OurNodes::Partitions nodes;
  std::string main;
  for (const auto& [name, facts] : facts_) {
    nodes[name] = facts.partition_name;
    if (!facts.retired && (main.empty() || facts.preferred)) {
      main = name;
    }
  }
  nodes_.set(std::move(nodes), std::move(main));
}

Result<void> NodeKeeper::start() {
  for (const auto& first : {refresh(), renew()}) {
    if (!first) {
      log::warning("the node could not be registered yet", {{"error", first.error().message}});
    }
  }
  TRY(node_.start());
  return lease_.start();
}

void NodeKeeper::request_stop() {
  node_.request_stop();
  lease_.request_stop();
}

bool NodeKeeper::await_stopped(SteadyTime deadline) {
  return node_.await_stopped(deadline) && lease_.await_stopped(deadline);
}

Result<void> NodeKeeper::refresh() {
  ask_slurm();
  publish();  // before the nodes are there: a pod may be on one at once
  Result<void> all;
  std::vector<std::string> done;
  for (const auto& [name, facts] : facts_) {
    const auto gone = write_node(facts);
    if (!gone) {
      all = tl::unexpected(with_context(gone.error(), "node " + name));
    } else if (*gone) {
      done.push_back(name);
    }
  }
  for (const std::string& name : done) {
    facts_.erase(name);
  }
  publish();
  return all;
}

Result<void> NodeKeeper::renew() {
  Result<void> all;
  for (const std::string& name : nodes_.names()) {
    const auto renewed = runtime::renew_node_lease(client_, name, clock_.now());
    if (!renewed) {
      all = tl::unexpected(renewed.error());
    }
  }
  return all;
}

void NodeKeeper::ask_slurm() {
  const auto partitions = slurm_.partitions();
  if (partitions) {
    learn(*partitions);
    if (slurm_version_.empty()) {
      const auto cluster = slurm_.ping();
      slurm_version_ = cluster ? cluster->version : "";
    }
  }
  for (auto& [name, facts] : facts_) {
    facts.slurm_version = slurm_version_;
    if (!partitions) {
      facts.outage = partitions.error();
    }
  }
}

void NodeKeeper::learn(const Partitions& partitions) {
  std::set<std::string> gres;
  for (const slurm::Partition& partition : partitions) {
    for (const auto& [name, count] : partition.all.gres) {
      gres.insert(name);
    }
  }
  for (auto& [name, facts] : facts_) {
    facts.outage.reset();
    facts.retired = true;  // until somebody wants it
  }
  options_.per_partition ? learn_each(partitions) : learn_single(partitions);
  for (auto& [name, facts] : facts_) {
    facts.gres = gres;
  }
}

void NodeKeeper::learn_single(const Partitions& partitions) {
  NodeFacts& facts = facts_.at(options_.name);
  facts.retired = false;
  const auto chosen = choose_partition(partitions, options_.partition);
  if (chosen) {
    facts.partition = *chosen;
  } else {
    facts.outage = chosen.error();
  }
}

void NodeKeeper::learn_each(const Partitions& partitions) {
  const auto preferred = choose_partition(partitions, options_.partition);
  for (const slurm::Partition& partition : partitions) {
    const bool is_preferred = preferred && preferred->name == partition.name;
    if (partition.hidden && !is_preferred) {
      continue;
    }
    NodeFacts& facts = node_of_partition(partition.name);
    facts.partition = partition;
    facts.preferred = is_preferred;
    facts.retired = false;
  }
}

NodeFacts& NodeKeeper::node_of_partition(const std::string& partition) {
  for (auto& [name, facts] : facts_) {
    if (facts.partition_name == partition) {
      return facts;
    }
  }
  const std::string name =
      partition_node_name(options_.name, partition,
                          [&](const std::string& candidate) { return facts_.contains(candidate); });
  NodeFacts& facts = facts_[name] = new_facts(name);
  facts.partition_name = partition;
  return facts;
}

NodeFacts NodeKeeper::new_facts(const std::string& node) const {
  return {.name = node,
          .kubelet = options_.name,
          .address = options_.address,
          .port = options_.port,
          .executor = options_.executor,
          .reserved = options_.reserved};
}

// True: there is no such node any more.
Result<bool> NodeKeeper::write_node(const NodeFacts& facts) {
  auto node = client_.get(api::kinds::node(), {"", facts.name});
  if (!node && node.error().code == Code::kNotFound) {
    if (facts.retired) {
      return true;
    }
    node = client_.create(api::kinds::node(), build_node(facts));
  }
  TRY(node);
  TRY_ASSIGN(const bool removed, remove_if_done(**node, facts));
  if (removed) {
    return true;
  }
  if (const auto patch = node_patch(**node, facts)) {
    TRY(client_.patch(api::kinds::node(), {"", facts.name}, {client::PatchType::kMerge, *patch}));
  }
  const json::Value status = build_node_status(**node, facts, clock_.now());
  if (status != (*node)->at("status")) {
    TRY(client_.patch(api::kinds::node(), {"", facts.name},
                      {client::PatchType::kMerge, json::Object{{"status", status}}},
                      client::Part::kStatus));
  }
  return false;
}

// Only when its mark has kept the scheduler away since the round before.
Result<bool> NodeKeeper::remove_if_done(const client::Object& node, const NodeFacts& facts) {
  if (!facts.retired || !is_marked_retired(node) || options_.has_pods(facts.name)) {
    return false;
  }
  TRY(done_or_gone(client_.remove(api::kinds::node(), {"", facts.name}, {})));
  log::info("node removed", {{"node", facts.name}});
  return true;
}

}  // namespace sluice::kubelet

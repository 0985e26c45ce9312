// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/node_object.h"
#include "kubelet/our_nodes.h"
#include "runtime/repeated.h"
#include "runtime/runnable.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

struct NodeOptions {
  std::string name;            // of the one node, and the beginning of those of partitions
  std::string partition;       // where pods go that name none; empty: Slurm's default
  bool per_partition = false;  // a node for each partition that is not hidden
  std::string address;
  std::uint16_t port = 0;  // of the kubelet's endpoints there; 0: it has none
  Executor executor = Executor::kSlurm;
  bool reserved = false;  // pods must tolerate its taint
  Duration interval = std::chrono::seconds(10);
  // Whether a pod is on the node: then it stays when its partition goes.
  std::function<bool(const std::string& node)> has_pods = [](const std::string&) { return true; };
};

// Keeps the virtual nodes in the API: registers them, shows Slurm's capacity and whether slurmctld
// answers; and their leases, on a thread of its own, because Slurm may take minutes to answer. A
// node that is not wanted any more (its partition went, or there was another way of having nodes)
// gets no new pods, and goes when its last has. Never gives up: what fails is tried again.
// Thread-safe.
class NodeKeeper final : public runtime::Runnable {
 public:
  NodeKeeper(NodeOptions options, client::Client& client, slurm::Slurm& slurm, Clock& clock,
             OurNodes& nodes);

  void wake() { node_.wake(); }  // look now: slurmctld came or went

  // Takes up the nodes that the API has from earlier days, before start(): their pods are ours,
  // whatever Slurm says now.
  Result<void> adopt();

  std::string name() const override { return "node"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  using Partitions = std::vector<slurm::Partition>;

  // One round: ask Slurm, write what changed. The error is the API's.
  Result<void> refresh();
  void ask_slurm();
  void learn(const Partitions& partitions);
  void learn_single(const Partitions& partitions);
  void learn_each(const Partitions& partitions);
  NodeFacts new_facts(const std::string& node) const;
  NodeFacts& node_of_partition(const std::string& partition);
  void publish();
  Result<bool> write_node(const NodeFacts& facts);
  Result<bool> remove_if_done(const client::Object& node, const NodeFacts& facts);
  Result<void> renew();

  const NodeOptions options_;
  client::Client& client_;
  slurm::Slurm& slurm_;
  Clock& clock_;
  OurNodes& nodes_;
  std::map<std::string, NodeFacts> facts_;  // by node; of the thread of `node_`, after start()
  std::string slurm_version_;
  runtime::Repeated node_;
  runtime::Repeated lease_;
};

}  // namespace sluice::kubelet

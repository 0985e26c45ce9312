// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "controllers/nodes/heartbeats.h"
#include "controllers/nodes/zones.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// For how long a node may be silent before nobody knows how it is. The second is for nodes that
// have never said how they are.
struct NodeGrace {
  Duration silent = std::chrono::seconds(50);
  Duration starting = std::chrono::seconds(60);

  // So many seconds before a node is taken for silent. Invalid when no node could keep up.
  static Result<NodeGrace> of(std::int64_t seconds);
};

// Watches over nodes: one that neither renews its lease nor its status turns Ready=Unknown, and its
// pods are not ready. Keeps the taints of nodes in step with their conditions, so that a node that
// is not ready or is cordoned gets no new pods, and loses those it has when their toleration ends.
// What was before this process began is not held against a node.
class NodeLifecycle final : public runtime::Reconciler {
 public:
  NodeLifecycle(const Setting& setting, NodeGrace grace);

  // Nodes are work: when they or their leases change, and when pods come to one that is silent.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  void take(const runtime::Change& change, runtime::WorkQueue& queue);
  Duration left(const client::Object& node, const client::Object* lease);
  Result<runtime::Requeue> declare_silent(const client::Object& node);
  Result<runtime::Requeue> keep_taints(const client::Object& node);
  Result<void> unready_pods(const client::Object& node);
  Result<void> show_unready(const client::Object& node, const client::Object& pod);
  bool was_shown(const client::Object& node, const client::Object& pod);
  void forget_pods(const std::string& node);

  client::Client& client_;
  runtime::Informer& nodes_;
  runtime::Informer& leases_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  const NodeGrace grace_;
  nodes::Heartbeats heartbeats_;
  nodes::Zones zones_;
  std::mutex mutex_;
  // UIDs of pods that have been shown as not ready, by silent node: a kubelet that knows better is
  // not contradicted twice.
  std::map<std::string, std::set<std::string>> unready_;
};

}  // namespace sluice::controllers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

namespace nodes {

// For how many seconds kubelets may believe what they have read, by the size of the cluster. Steps
// overlap, so that a cluster at a border does not go to and fro.
std::size_t ttl_step(std::size_t current_step, std::size_t nodes);
std::int64_t ttl_seconds(std::size_t step);

}  // namespace nodes

// Keeps the annotation node.alpha.kubernetes.io/ttl on every node.
class NodeTtl final : public runtime::Reconciler {
 public:
  NodeTtl(client::Client& client, runtime::Informers& informers);

  // Nodes are work when they change, and all when the size of the cluster asks for another time.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  runtime::Informer& nodes_;
  std::size_t count_ = 0;  // used by the informer's thread only
  std::atomic<std::size_t> step_ = 0;
};

}  // namespace sluice::controllers

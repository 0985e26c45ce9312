// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

namespace nodes {

// Pods that are over, beyond the `most` that may stay: the evicted first, then the oldest.
std::vector<client::ObjectPtr> surplus(std::vector<client::ObjectPtr> pods, std::size_t most);

// Nobody will ever finish the pod's deletion: it never had a node.
bool goes_nowhere(const client::Object& pod);

}  // namespace nodes

// Deletes pods that nobody else will: those of nodes that are gone, those that are deleted before
// they had a node, and the oldest of very many that are over.
class PodCollector final : public runtime::Reconciler {
 public:
  static constexpr std::size_t kMostThatAreOver = 12500;

  PodCollector(client::Client& client, runtime::Informers& informers, Clock& clock,
               std::size_t most = kMostThatAreOver);

  // Pods are work: at once, or when their node has been gone for a while.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  bool has_lost_its_node(const client::Object& pod) const;
  Result<void> collect_finished();
  Result<void> fail_and_remove(const client::Object& pod);

  client::Client& client_;
  runtime::Informer& pods_;
  runtime::Informer& nodes_;
  Clock& clock_;
  const std::size_t most_;
};

}  // namespace sluice::controllers

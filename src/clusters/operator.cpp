// SPDX-License-Identifier: Apache-2.0
#include "clusters/operator.h"

namespace sluice::clusters {

Operator::Operator(const Parts& parts)
    : kind_(parts.kind),
      clock_(parts.clock),
      clusters_(parts.informers.of(*kind_)),
      events_(parts.client, parts.clock, "slurmcluster-operator"),
      nodes_(parts.client, parts.clock, parts.node_services,
             parts.informers.of(api::kinds::node())),
      reconciler_({parts.client, parts.clock, clusters_, events_, parts.commands, &nodes_}),
      controller_({.name = "slurmclusters", .workers = 2}, reconciler_, parts.clock),
      services_reconciler_(parts.client, parts.clock, parts.informers.of(*parts.node_services)),
      services_controller_({.name = "nodeservices", .workers = 1}, services_reconciler_,
                           parts.clock),
      stale_nodes_({parts.client, parts.clock, clusters_, events_, parts.commands}),
      stale_controller_({.name = "stale-slurm-nodes"}, stale_nodes_, parts.clock) {
  runtime::Informer& services = parts.informers.of(*parts.node_services);
  controller_.watch(clusters_);
  stale_controller_.watch(clusters_);
  controller_.watch_controlled(parts.informers.of(api::kinds::stateful_set()), *kind_);
  controller_.watch_controlled(parts.informers.of(api::kinds::deployment()), *kind_);
  controller_.watch_controlled(services, *kind_);
  controller_.watch(parts.informers.of(api::kinds::node()), [](const runtime::Change& change) {
    const api::Key key = cluster_of(change.object());
    return key.name.empty() ? std::vector<api::Key>() : std::vector{key};
  });
  services_controller_.watch(services);
}

Operator::~Operator() {
  request_stop();
  await_stopped(clock_.steady() + std::chrono::hours(1));
}

Result<void> Operator::start() {
  TRY(events_.start());
  TRY(services_controller_.start());
  TRY(stale_controller_.start());
  return controller_.start();
}

void Operator::request_stop() {
  controller_.request_stop();
  services_controller_.request_stop();
  stale_controller_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return controller_.await_stopped(deadline) && services_controller_.await_stopped(deadline) &&
         stale_controller_.await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::clusters

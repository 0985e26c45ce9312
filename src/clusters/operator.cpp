// SPDX-License-Identifier: Apache-2.0
#include "clusters/operator.h"

namespace sluice::clusters {

Operator::Operator(const api::KindPtr& kind, client::Client& client, Clock& clock,
                   runtime::Informers& informers)
    : kind_(kind),
      clock_(clock),
      clusters_(informers.of(*kind_)),
      events_(client, clock, "slurmcluster-operator"),
      reconciler_({client, clock, clusters_, events_}),
      controller_({.name = "slurmclusters", .workers = 2}, reconciler_, clock) {
  controller_.watch(clusters_);
  controller_.watch_controlled(informers.of(api::kinds::stateful_set()), *kind_);
  controller_.watch_controlled(informers.of(api::kinds::deployment()), *kind_);
}

Operator::~Operator() {
  request_stop();
  await_stopped(clock_.steady() + std::chrono::hours(1));
}

Result<void> Operator::start() {
  TRY(events_.start());
  return controller_.start();
}

void Operator::request_stop() {
  controller_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return controller_.await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::clusters

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "jobs/clusters.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::jobs {

// Says on a SlurmConnection or SlurmClusterConnection whether it works: asks the cluster once in a
// while, over the connection that its jobs share.
class ConnectionReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::Informer& connections;  // of one of the two kinds
    runtime::EventRecorder& events;
    Clusters& clusters;
  };
  explicit ConnectionReconciler(const Parts& parts) : parts_(parts) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  const Parts parts_;
};

}  // namespace sluice::jobs

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "client/pod_access.h"
#include "jobs/clusters.h"
#include "jobs/job_access.h"
#include "jobs/output_reader.h"
#include "jobs/reconciler.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/informers.h"
#include "runtime/runnable.h"

namespace sluice::jobs {

// Makes the connection to a cluster; the default is SSH and Slurm's commands.
using Connect = std::function<std::unique_ptr<Cluster>(const ssh::Endpoint&, Cluster::OnNews)>;

struct OperatorOptions {
  std::size_t workers = 8;  // most of the time they wait for a cluster
  std::string known_hosts;  // hosts that every Secret's user may log in to

  // The node on which pods stand for jobs (empty: there is none yet), and who looks after its other
  // pods; null: no such pods.
  std::function<std::string()> node;
  client::PodAccess* pods = nullptr;

  Connect connect;  // empty: the default
};

// SlurmJobs become jobs of Slurm clusters elsewhere. Construct it before the informers start,
// start() it after they have synced. Stopping leaves every job running; a new start takes them up
// again.
class Operator final : public runtime::Runnable {
 public:
  // `kind` is SlurmJob, see install_definition(); it must outlive this.
  Operator(OperatorOptions options, const api::Kind& kind, client::Client& client, Clock& clock,
           runtime::Informers& informers);
  ~Operator() override;

  // To all pods of that node; null when there is none.
  client::PodAccess* pods() { return access_ ? &*access_ : nullptr; }

  std::string name() const override { return "slurmjobs"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  void look_at(const std::string& uid);

  Clock& clock_;
  runtime::Informer& jobs_;
  runtime::Informer& pods_;
  runtime::EventRecorder events_;
  Clusters clusters_;
  Reconciler reconciler_;
  runtime::Controller controller_;
  OutputReader reader_;
  std::optional<JobAccess> access_;
};

}  // namespace sluice::jobs

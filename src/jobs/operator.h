// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "client/pod_access.h"
#include "jobs/clusters.h"
#include "jobs/connect.h"
#include "jobs/connection_reconciler.h"
#include "jobs/definition.h"
#include "jobs/files_reconciler.h"
#include "jobs/job_access.h"
#include "jobs/job_metrics.h"
#include "jobs/output_reader.h"
#include "jobs/reconciler.h"
#include "jobs/webhook.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/informers.h"
#include "runtime/runnable.h"

namespace sluice::jobs {

struct OperatorOptions {
  // Most of the time they wait for a cluster; those that wait for the same submit together. Enough
  // for two full commands (jobs/submitter) and those who get ready for the next.
  std::size_t workers = 96;
  std::string known_hosts;  // hosts that every Secret's user may log in to

  // Below it the directories with credentials that SlurmClusterConnections name; empty: none.
  std::filesystem::path credentials_dir;

  ReadVault vault;  // for SlurmClusterConnections; empty: there is none

  LocalSlurm local_slurm;  // of this machine, for SlurmClusterConnections; empty: there is none

  // The node on which pods stand for jobs (empty: there is none yet), and who looks after its other
  // pods; null: no such pods.
  std::function<std::string()> node;
  client::PodAccess* pods = nullptr;

  // Where there is no such node: the image, with this program in it, of pods that print what jobs
  // printed; empty: no such pods either.
  std::string result_image;

  Connect connect;  // empty: connect_with()
  Notify notify;    // of webhooks; empty: nobody is told

  bool claims_here = false;  // the directories of claims are on this machine
  Put put;                   // results to URLs; empty: none
};

// SlurmJobs become jobs of Slurm clusters elsewhere. Construct it before the informers start,
// start() it after they have synced. Stopping leaves every job running; a new start takes them up
// again.
class Operator final : public runtime::Runnable {
 public:
  Operator(OperatorOptions options, Kinds kinds, client::Client& client, Clock& clock,
           runtime::Informers& informers);
  ~Operator() override;

  // To all pods of that node; null when there is none.
  client::PodAccess* pods() { return access_ ? &*access_ : nullptr; }

  void write_metrics(Exposition& page) { metrics_.write(jobs_.list(), clusters_.costs(), page); }

  std::string name() const override { return "slurmjobs"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  void look_at(const std::string& uid);
  std::vector<api::Key> waiting_for(const client::Object& other) const;  // before their submission
  std::vector<api::Key> jobs_through(const client::Object& connection) const;

  const Kinds kinds_;
  Clock& clock_;
  runtime::Informer& jobs_;
  runtime::Informer& connections_;
  runtime::Informer& cluster_connections_;
  runtime::Informer& pods_;
  runtime::EventRecorder events_;
  JobMetrics metrics_;
  Clusters clusters_;
  JobPods job_pods_;
  Reconciler reconciler_;
  runtime::Controller controller_;
  FilesReconciler files_reconciler_;
  runtime::Controller files_controller_;
  WebhookReconciler webhook_reconciler_;
  runtime::Controller webhook_controller_;
  ConnectionReconciler connection_reconciler_;
  ConnectionReconciler cluster_connection_reconciler_;
  runtime::Controller connection_controller_;
  runtime::Controller cluster_connection_controller_;
  OutputReader reader_;
  std::optional<JobAccess> access_;
};

}  // namespace sluice::jobs

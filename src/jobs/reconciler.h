// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "jobs/clusters.h"
#include "jobs/job_metrics.h"
#include "jobs/job_pods.h"
#include "jobs/job_spec.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::jobs {

// Makes Slurm and the status of one SlurmJob match its object:
//
//   launch    new, or edited when it was over: the next run is written to the status, then
//             submitted; both may be repeated without a second job. A run before it whose
//             submission nobody knows the end of is withdrawn first
//   follow    until Slurm says it is over; what live fields and annotations ask for is told to it
//   retry     of a failed one when that is due; restart when asked for
//   delete    cancelled first; the finalizer goes when that is done
//
// What was written is not read back: a reconcile that works from an old copy meets a Conflict
// before it acts.
class Reconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::Informer& jobs;
    runtime::EventRecorder& events;
    Clusters& clusters;
    JobMetrics& metrics;
  };
  // `pods` outlives it.
  Reconciler(const Parts& parts, JobPods& pods) : parts_(parts), pods_(pods) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  using Cluster = std::shared_ptr<jobs::Cluster>;

  Result<Cluster> cluster_of(const client::Object& job) {
    return parts_.clusters.use(api::uid(job), job);
  }
  Result<runtime::Requeue> act(const client::Object& job);
  Result<runtime::Requeue> launch(const client::Object& job, std::int64_t attempt = 1);
  Result<runtime::Requeue> restart(const client::Object& job);
  Result<runtime::Requeue> retry(const client::Object& job, WallTime due);
  Result<bool> withdraw(const client::Object& job);
  Result<runtime::Requeue> give_up(const client::Object& job);
  Result<runtime::Requeue> expire(const client::Object& job);
  Result<runtime::Requeue> submit(const client::Object& job, bool first);
  Result<runtime::Requeue> follow(const client::Object& job);
  Result<runtime::Requeue> recall(const client::Object& job, jobs::Cluster& cluster);
  Result<void> clear_away(const client::Object& job);
  Result<runtime::Requeue> finish_deletion(const client::Object& job);
  Result<client::ObjectPtr> set_finalizer(const client::Object& job, bool wanted);

  // What is to be done may have been done, and the copy not know it yet.
  Result<bool> is_latest(const client::Object& job);

  // Writes it when it differs and says so in an event; Conflict when `job` is not the latest.
  Result<client::ObjectPtr> write(const client::Object& job, json::Value status);
  void tell(const client::Object& job, const json::Value& status);

  const Parts parts_;
  JobPods& pods_;
};

}  // namespace sluice::jobs

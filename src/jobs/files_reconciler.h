// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>

#include "base/clock.h"
#include "client/client.h"
#include "jobs/clusters.h"
#include "jobs/file_status.h"
#include "jobs/transfer.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::jobs {

// Brings the files of a SlurmJob to where it will run, before it is submitted, and fetches its
// results when it is over. In a controller of its own: a large file holds up nobody but others like
// it. Which results have arrived stands in the status, and a restart fetches the others; inputs are
// brought from the first on until all are there.
class FilesReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::Informer& jobs;
    runtime::EventRecorder& events;
    Clusters& clusters;
    bool claims_here = false;
    Put put;
  };
  explicit FilesReconciler(Parts parts) : parts_(std::move(parts)) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

  // What is under way ends at its next piece.
  void request_stop() { stopping_ = true; }

 private:
  Result<runtime::Requeue> bring(const client::Object& job);
  Result<std::string> bring_all(const client::Object& job, Runs& runs);
  Result<runtime::Requeue> fetch(const client::Object& job);
  std::vector<Arrival> fetch_all(const client::Object& job, const JobFiles& files);
  Result<void> go_on(const client::Object& job) const;
  Transfer transfer(const client::Object& job, Runs& runs);

  // Changes the status of the object as it is now, unless it is in another run meanwhile, or wants
  // no such change any more.
  using Wanted = bool (*)(const json::Value& now);
  using Change = std::function<json::Value(const client::Object& now)>;
  Result<void> write(const client::Object& job, Wanted wanted, const Change& change);

  const Parts parts_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace sluice::jobs

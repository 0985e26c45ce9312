// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/decide.h"
#include "kubelet/doorbell.h"
#include "kubelet/fact_finder.h"
#include "kubelet/followed_jobs.h"
#include "kubelet/job_tracker.h"
#include "kubelet/pod_acts.h"
#include "kubelet/pod_record.h"
#include "runtime/reconciler.h"

namespace sluice::kubelet {

// Makes one pod's world match: gathers the facts, lets decide() choose, does it, until there is
// nothing left to do now. Keys are pod uids ({"", uid}), because a pod that left the API still has
// a job to end. Called by at most one thread per pod at a time.
class PodSyncer final : public runtime::Reconciler {
 public:
  struct Parts {
    Clock& clock;
    const AttemptFiles& files;
    Doorbell& doorbell;
    FollowedJobs& followed;
    JobTracker& tracker;
    const FactFinder& facts;
    PodActs& acts;
    std::function<client::ObjectPtr(const std::string& uid)> find_pod;  // null: not in the API
    std::function<void(const std::string& uid)> forgotten;  // nothing of the pod is left
  };

  explicit PodSyncer(Parts parts, DecisionLimits limits = {})
      : parts_(std::move(parts)), limits_(limits) {}

  // Takes up every attempt found on disk. Before anything else runs.
  void load();

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  PodRecord& record_of(const std::string& uid);
  void take_up(const PodRecord& record);
  Result<void> forget(const std::string& uid);
  runtime::Requeue next_look(const Decision& decision, const PodRecord& record) const;
  void update_followed(const PodRecord& record);

  Parts parts_;
  const DecisionLimits limits_;
  std::mutex mutex_;  // guards the map, not the records
  std::map<std::string, std::unique_ptr<PodRecord>> records_;
};

}  // namespace sluice::kubelet

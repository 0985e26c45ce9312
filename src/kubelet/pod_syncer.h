// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/attempt_starter.h"
#include "kubelet/decide.h"
#include "kubelet/followed_jobs.h"
#include "kubelet/job_tracker.h"
#include "kubelet/pod_record.h"
#include "kubelet/report_inbox.h"
#include "kubelet/status_writer.h"
#include "runtime/event_recorder.h"
#include "runtime/reconciler.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// Makes one pod's world match: gathers the facts, lets decide() choose, does it, until there is
// nothing left to do now. Keys are pod uids ({"", uid}), because a pod that left the API still has
// a job to end. Called by at most one thread per pod at a time.
class PodSyncer final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    slurm::Slurm& slurm;
    Clock& clock;
    const AttemptFiles& files;
    ReportInbox& inbox;
    FollowedJobs& followed;
    JobTracker& tracker;
    AttemptStarter& starter;
    StatusWriter& statuses;
    runtime::EventRecorder& events;
    std::function<client::ObjectPtr(const std::string& uid)> find_pod;  // null: not in the API
  };

  explicit PodSyncer(Parts parts, DecisionLimits limits = {}) : parts_(parts), limits_(limits) {}

  // Takes up every attempt found on disk. Before anything else runs.
  void load();

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  PodRecord& record_of(const std::string& uid);
  void load(const std::string& uid, PodRecord& record);
  void erase(const std::string& uid);

  void refresh(const client::ObjectPtr& pod, PodRecord& record);
  void refresh_job(PodRecord& record);
  void refresh_report(PodRecord& record);
  AttemptFacts attempt_facts(const PodRecord& record) const;
  PodFacts pod_facts(const client::ObjectPtr& pod, const PodRecord& record) const;
  JobSeen seen(const PodRecord& record) const;

  // True: look again at once.
  Result<bool> act(const Decision& decision, const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> begin(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> revoke(const pod::Claim& claim, PodRecord& record);
  Result<bool> give_up(PodRecord& record);
  Result<bool> conclude(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> lose(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> stop(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> force(PodRecord& record);
  Result<bool> confirm(const client::ObjectPtr& pod);
  Result<bool> show(const client::ObjectPtr& pod, PodRecord& record);
  runtime::Requeue next_look(const Decision& decision, const PodRecord& record) const;
  void update_followed(const PodRecord& record);

  Parts parts_;
  const DecisionLimits limits_;
  std::mutex mutex_;  // guards the map, not the records
  std::map<std::string, std::unique_ptr<PodRecord>> records_;
};

}  // namespace sluice::kubelet

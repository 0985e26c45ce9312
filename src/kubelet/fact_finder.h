// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/decide.h"
#include "kubelet/doorbell.h"
#include "kubelet/job_history.h"
#include "kubelet/job_tracker.h"
#include "kubelet/pod_record.h"

namespace sluice::kubelet {

// Finds out what is true about a pod: its directory, its runner's reports and slurmctld's answers
// go into its record, and the record becomes the facts decide() knows. Changes nothing in the
// world. Thread-safe for different pods.
class FactFinder {
 public:
  FactFinder(Clock& clock, const AttemptFiles& files, const Doorbell& doorbell,
             const JobTracker& tracker, const JobHistory& history)
      : clock_(clock), files_(files), doorbell_(doorbell), tracker_(tracker), history_(history) {}

  PodRecord recall(const std::string& uid) const;  // what the disk knows after a restart
  // What Slurm answers while the record is acted upon is heard at the next look.
  void refresh(const client::ObjectPtr& pod, PodRecord& record) const;

  AttemptFacts attempt_facts(const PodRecord& record) const;
  PodFacts pod_facts(const client::ObjectPtr& pod, const PodRecord& record) const;

 private:
  void recall_images(PodRecord& record) const;
  void refresh_job(const JobSnapshotPtr& answer, PodRecord& record) const;
  void recall_job(const JobSnapshot& answer, PodRecord& record) const;
  void refresh_report(PodRecord& record) const;
  void refresh_claim(PodRecord& record) const;
  JobSeen seen(const JobSnapshotPtr& answer, const PodRecord& record) const;

  Clock& clock_;
  const AttemptFiles& files_;
  const Doorbell& doorbell_;
  const JobTracker& tracker_;
  const JobHistory& history_;
};

// Its runner has ended it because somebody other than the kubelet said so.
bool is_interrupted(const PodRecord& record);

// Slurm has taken its job back since its runner, dead or alive, began.
bool is_requeued(const PodRecord& record);

bool has_live_job(const PodRecord& record);  // slurmctld has it, and not as over

Duration left(SteadyTime until, SteadyTime now);  // never negative

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/attempt_starter.h"
#include "kubelet/decide.h"
#include "kubelet/job_history.h"
#include "kubelet/job_tracker.h"
#include "kubelet/pod_record.h"
#include "kubelet/status_writer.h"
#include "runtime/event_recorder.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// Does what decide() chose for a pod, in Slurm, on disk and in the API. Every act may be repeated
// after a crash. Errors are worth a retry. Thread-safe for different pods.
class PodActs {
 public:
  struct Parts {
    client::Client& client;
    slurm::Slurm& slurm;
    Clock& clock;
    const AttemptFiles& files;
    JobTracker& tracker;
    AttemptStarter& starter;
    StatusWriter& statuses;
    runtime::EventRecorder& events;
    JobHistory& history;
    std::function<std::vector<client::ObjectPtr>()> pods;  // of the node
  };

  explicit PodActs(Parts parts) : parts_(std::move(parts)) {}

  // All but kForget, which ends the record itself. `pod` is null when it is not in the API. True:
  // look again at once.
  Result<bool> take(const Decision& decision, const client::ObjectPtr& pod, PodRecord& record);

 private:
  Result<bool> begin(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> revoke(pod::Claim claim, PodRecord& record);
  Result<bool> try_again(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> give_up(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> conclude(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> lose(PodRecord& record);
  Result<bool> settle(const PodFailure& failure, PodRecord& record);
  Result<void> tell_to_stop(const slurm::Job& job);
  Result<bool> stop(const client::ObjectPtr& pod, PodRecord& record);
  Result<bool> force(PodRecord& record);
  Result<bool> confirm(const client::ObjectPtr& pod);
  Result<bool> follow(const client::ObjectPtr& pod, PodRecord& record);
  Result<void> give_limit(PodRecord& record);
  Result<bool> show(const client::ObjectPtr& pod, PodRecord& record);

  Parts parts_;
};

}  // namespace sluice::kubelet

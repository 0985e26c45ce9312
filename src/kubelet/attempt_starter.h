// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/doorbell.h"
#include "kubelet/followed_jobs.h"
#include "kubelet/images/pod_images.h"
#include "kubelet/our_nodes.h"
#include "kubelet/pod_record.h"
#include "kubelet/start_gate.h"
#include "kubelet/startup.h"
#include "kubelet/volumes/tokens.h"
#include "runtime/event_recorder.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

struct StarterOptions {
  std::string cluster_id;
  std::filesystem::path sluice_binary;
  std::string partition;
  std::string runtime = "host";
  Startup startup = Startup::kBatch;  // of pods that name none
  std::vector<std::pair<std::string, std::string>> job_environment;
  std::int64_t limit_warning_seconds = 0;
  std::int64_t max_processes = 0;
  bool has_steps = true;    // somebody starts the tasks of a job: Slurm
  std::string report_host;  // empty: runners ring nowhere
  std::uint16_t report_port = 0;
};

// Turns a pod into its next attempt: resolves it, writes the intent, submits, writes the job id.
// The order matters: whatever crash comes in between is found again from what was written before
// it. Thread-safe for different pods.
class AttemptStarter {
 public:
  struct Parts {
    client::Client& client;
    slurm::Slurm& slurm;
    Clock& clock;
    const AttemptFiles& files;
    Doorbell& doorbell;
    FollowedJobs& followed;
    StartGate& gate;
    runtime::EventRecorder& events;
    Tokens& tokens;
    const OurNodes& nodes;
    PodImages* images;  // null pointer: the host runtime, which knows none
  };

  AttemptStarter(StarterOptions options, Parts parts)
      : options_(std::move(options)), parts_(parts) {}

  // Where runners report; known once the server listens, before anything is started.
  void set_report_port(std::uint16_t port) { options_.report_port = port; }

  // Afterwards `record` has a new attempt, or `waiting` or `failure` say why not, and `not_before`
  // when to try again. An error is ours (disk, API) and worth a retry.
  Result<void> begin(const json::Value& pod, PodRecord& record);

  // Gives the runner of a running pod what became different in it, ephemeral containers and a
  // deadline, or says in the record why not yet, as begin() does.
  Result<void> give_changes(const json::Value& pod, PodRecord& record);

 private:
  struct Work {
    slurm::JobRequest batch;
    std::string script_at_once;
    Startup startup = Startup::kBatch;
  };

  Result<bool> get_images(PodObjects& objects, PodRecord& record, PodImages::ByReference& into);
  Result<std::optional<pod::PodSpec>> prepare(const json::Value& pod, PodRecord& record);
  Result<std::optional<std::vector<pod::ContainerSpec>>> prepare_ephemeral(const json::Value& pod,
                                                                           PodRecord& record);
  Result<Work> work_of(const json::Value& pod, const pod::Attempt& attempt) const;
  Result<slurm::JobId> hand_over(const Work& work);
  Result<void> submit(const json::Value& pod, PodRecord& record, const Work& work);
  void name_ignored_fields(const json::Value& pod);
  slurm::JobLimits limits_of(const json::Value& pod) const;
  void name_limits_not_kept(const json::Value& pod, const slurm::JobLimits& limits);
  void refused(const json::Value& pod, PodRecord& record, const Error& error, bool has_flags);
  void cannot_resolve(const json::Value& pod, PodRecord& record, const Error& error);
  void cannot_mount(const json::Value& pod, PodRecord& record, const Error& error);
  void fail_pod(const json::Value& pod, PodRecord& record, std::string reason, std::string message);

  StarterOptions options_;
  Parts parts_;
};

}  // namespace sluice::kubelet

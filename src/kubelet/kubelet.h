// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "images/store.h"
#include "kubelet/attempt_files.h"
#include "kubelet/attempt_starter.h"
#include "kubelet/doorbell.h"
#include "kubelet/fact_finder.h"
#include "kubelet/followed_jobs.h"
#include "kubelet/images/image_pruner.h"
#include "kubelet/images/pod_images.h"
#include "kubelet/job_history.h"
#include "kubelet/job_tracker.h"
#include "kubelet/log_waker.h"
#include "kubelet/node_keeper.h"
#include "kubelet/our_nodes.h"
#include "kubelet/pod_access.h"
#include "kubelet/pod_acts.h"
#include "kubelet/pod_logs.h"
#include "kubelet/pod_syncer.h"
#include "kubelet/pod_usage.h"
#include "kubelet/session_desk.h"
#include "kubelet/start_gate.h"
#include "kubelet/startup.h"
#include "kubelet/status_writer.h"
#include "kubelet/volumes/refresher.h"
#include "kubelet/volumes/tokens.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

struct KubeletOptions {
  std::string node_name;
  std::string cluster_id;               // in every job's comment; no colons
  std::filesystem::path home;           // shared with the compute nodes
  std::filesystem::path sluice_binary;  // reachable there as well
  std::string partition;                // empty: Slurm's default
  bool node_per_partition = false;
  Startup startup = Startup::kBatch;                                 // of pods that name none
  std::vector<std::pair<std::string, std::string>> job_environment;  // PATH, HOME, USER, LANG
  std::string node_address = "127.0.0.1";
  std::uint16_t node_port = 0;  // of the kubelet's endpoints there; 0: it has none
  Executor executor = Executor::kSlurm;
  bool reserved = false;  // pods must tolerate the node's taint
  std::size_t workers = 4;
  std::string runtime = "host";  // of containers: "auto", "builtin", "apptainer", "host"
  std::int64_t limit_warning_seconds = 120;  // before a job's time limit; 0: none
  std::int64_t max_processes = 0;            // of a pod; 0: the usual number of its machine
  Duration refresh_volumes = std::chrono::seconds(10);
  images::PrunePolicy prune_images = {};  // of images nobody uses; without limits: none goes
  std::filesystem::path other_pods;       // of another kubelet with the same images, if any
  DecisionLimits limits;

  // Where runners ring: on the port used last time, else any free one.
  std::string report_listen = "127.0.0.1";
  std::string report_host;  // as runners reach it; empty: no bell, news come through Slurm

  // How to start a process beside a runner that cannot reach us.
  std::string srun = "srun";                                          // empty: runners are here
  std::vector<std::pair<std::string, std::string>> srun_environment;  // added to ours
};

// The virtual nodes: pods bound to them become Slurm jobs. Construct it before the informers start,
// start() it after they have synced. Stopping leaves every pod running; a new start takes them up
// again. Thread-safe after start().
class Kubelet final : public runtime::Runnable {
 public:
  // `images` may be a null pointer for the host runtime only.
  Kubelet(KubeletOptions options, client::Client& client, slurm::Slurm& slurm, Clock& clock,
          runtime::Informers& informers, images::ImageStore* images = nullptr);
  ~Kubelet() override;

  PodLogs& logs() { return logs_; }
  client::PodAccess& pods() { return access_; }
  bool has_node(const std::string& node) const { return nodes_.contains(node); }
  std::string main_node() const { return nodes_.main(); }  // empty: there is none yet
  std::vector<client::ObjectPtr> pods_here() const;        // of these nodes, as last heard of
  const client::UsageSource& usage() const { return usage_; }

  std::string name() const override { return "kubelet"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  void watch_pods();
  std::unique_ptr<PodImages> keep_images(images::ImageStore* store);
  client::ObjectPtr find_pod(const std::string& uid) const;
  bool is_ours(const client::Object& pod) const;
  void on_answer(const JobSnapshotPtr& before, const JobSnapshotPtr& now);
  void look_at(const std::string& uid) { controller_.queue().add({"", uid}); }
  Result<void> hang_doorbell();

  const KubeletOptions options_;
  slurm::Slurm& slurm_;
  Clock& clock_;
  runtime::Informer& pods_;
  AttemptFiles files_;
  FollowedJobs followed_;
  StartGate gate_;
  Doorbell doorbell_;
  std::shared_ptr<LogWaker> log_waker_;  // shared with open log streams
  runtime::EventRecorder events_;
  OurNodes nodes_;
  NodeKeeper node_;
  JobTracker tracker_;
  JobHistory history_;
  Tokens tokens_;
  std::unique_ptr<PodImages> images_;  // none for the host runtime
  AttemptStarter starter_;
  StatusWriter statuses_;
  FactFinder facts_;
  PodActs acts_;
  PodSyncer syncer_;
  runtime::Controller controller_;
  PodLogs logs_;
  SessionDesk desk_;
  PodAccess access_;
  PodUsage usage_{files_};
  VolumeRefresher volumes_;
  ImagePruner pruner_;
};

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#include "kubelet/kubelet.h"

#include "api/meta.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

constexpr const char* kUidIndex = "kubelet-uid";  // of pods on any node
constexpr const char* kNodeIndex = "kubelet-node";
constexpr Duration kPruneEvery = std::chrono::minutes(10);

// Pods that stand for SlurmJobs are looked after by their operator.
std::string node_of(const client::Object& pod) {
  const json::Value* owner = api::controller_of(pod);
  const bool stands_for_job = owner != nullptr && owner->at("kind").as_string() == "SlurmJob" &&
                              owner->at("apiVersion").as_string().starts_with("slurmjob.dev/");
  return stands_for_job ? std::string() : pod.at("spec", "nodeName").as_string();
}

}  // namespace

Kubelet::Kubelet(KubeletOptions options, client::Client& client, slurm::Slurm& slurm, Clock& clock,
                 runtime::Informers& informers, images::ImageStore* images)
    : options_(std::move(options)),
      slurm_(slurm),
      clock_(clock),
      pods_(informers.of(api::kinds::pod())),
      files_(options_.home),
      gate_(slurm, clock),
      doorbell_([this](const std::string& uid) {
        look_at(uid);
        log_waker_->wake_all();
      }),
      log_waker_(std::make_shared<LogWaker>(clock)),
      events_(client, clock, "kubelet"),
      node_({.name = options_.node_name,
             .partition = options_.partition,
             .per_partition = options_.node_per_partition,
             .address = options_.node_address,
             .port = options_.node_port,
             .executor = options_.executor,
             .reserved = options_.reserved,
             .has_pods =
                 [this](const std::string& node) {
                   return !pods_.by_index(kNodeIndex, node).empty();
                 }},
            client, slurm, clock, nodes_),
      tracker_(
          slurm, clock, options_.cluster_id,
          [this](const JobSnapshotPtr& before, const JobSnapshotPtr& now) {
            on_answer(before, now);
          },
          [this](const std::optional<Error>&) { node_.wake(); }),
      history_(slurm, clock, options_.cluster_id, [this](const std::string& uid) { look_at(uid); }),
      tokens_(clock),
      images_(keep_images(images)),
      starter_({.cluster_id = options_.cluster_id,
                .sluice_binary = options_.sluice_binary,
                .partition = options_.partition,
                .runtime = options_.runtime,
                .startup = options_.startup,
                .job_environment = options_.job_environment,
                .limit_warning_seconds = options_.limit_warning_seconds,
                .max_processes = options_.max_processes,
                .has_steps = options_.executor == Executor::kSlurm,
                .report_host = options_.report_host},
               {client, slurm, clock, files_, doorbell_, followed_, gate_, events_, tokens_, nodes_,
                images_.get()}),
      statuses_(client, clock, events_),
      facts_(clock, files_, doorbell_, tracker_, history_),
      acts_({client, slurm, clock, files_, tracker_, starter_, statuses_, events_, history_,
             [this] { return pods_here(); }}),
      syncer_({clock, files_, doorbell_, followed_, tracker_, facts_, acts_,
               [this](const std::string& uid) { return find_pod(uid); },
               [this](const std::string& uid) {
                 tokens_.forget(uid);
                 history_.forget(uid);
                 if (images_ != nullptr) {
                   images_->forget(uid);
                 }
               }},
              options_.limits),
      controller_({.name = "kubelet", .workers = options_.workers}, syncer_, clock),
      logs_(client, clock, files_, log_waker_),
      desk_(clock, doorbell_,
            {.srun = options_.srun,
             .sluice_binary = options_.sluice_binary,
             .environment = options_.srun_environment}),
      access_({client, files_, tracker_, logs_, desk_}),
      volumes_({client, clock, files_, tokens_, [this] { return pods_here(); }},
               options_.refresh_volumes),
      pruner_({images,
               clock,
               {options_.home / "pods", options_.other_pods},
               [this] { return images_->held(); }},
              options_.prune_images, kPruneEvery) {
  watch_pods();
}

Kubelet::~Kubelet() {
  // The parts call each other: none may go while a thread of another still runs.
  request_stop();
  await_stopped(clock_.steady() + std::chrono::hours(1));
}

std::unique_ptr<PodImages> Kubelet::keep_images(images::ImageStore* store) {
  if (store == nullptr) {
    return nullptr;
  }
  return std::make_unique<PodImages>(
      PodImages::Parts{*store, clock_, events_, [this](const std::string& uid) { look_at(uid); }});
}

void Kubelet::watch_pods() {
  pods_.add_index(kNodeIndex,
                  [](const client::Object& pod) { return std::vector<std::string>{node_of(pod)}; });
  pods_.add_index(kUidIndex, [](const client::Object& pod) {
    return node_of(pod).empty() ? std::vector<std::string>{}
                                : std::vector<std::string>{api::uid(pod)};
  });
  controller_.watch(pods_, [this](const runtime::Change& change) {
    const client::Object& pod = change.object();
    if (change.before != nullptr && is_ours(pod) &&
        change.before->at("metadata", "annotations") != pod.at("metadata", "annotations")) {
      volumes_.thread().wake();  // as with any kubelet: who is in a hurry touches the pod
    }
    return is_ours(pod) ? std::vector<api::Key>{{"", api::uid(pod)}} : std::vector<api::Key>{};
  });
}

bool Kubelet::is_ours(const client::Object& pod) const {
  return nodes_.contains(node_of(pod));
}

client::ObjectPtr Kubelet::find_pod(const std::string& uid) const {
  const auto found = pods_.by_index(kUidIndex, uid);
  return found.empty() || !is_ours(*found.front()) ? nullptr : found.front();
}

std::vector<client::ObjectPtr> Kubelet::pods_here() const {
  std::vector<client::ObjectPtr> all;
  for (const std::string& node : nodes_.names()) {
    const auto pods = pods_.by_index(kNodeIndex, node);
    all.insert(all.end(), pods.begin(), pods.end());
  }
  return all;
}

// Runs on the tracker's thread.
void Kubelet::on_answer(const JobSnapshotPtr& before, const JobSnapshotPtr& now) {
  gate_.answered(now->asked, now->anyone_waits, now->allocations);
  for (const std::string& uid : followed_.news(before.get(), *now)) {
    look_at(uid);
  }
  for (const slurm::Job& job : followed_.strays(*now, clock_.steady())) {
    const auto cancelled = slurm::cancel_own(slurm_, job);
    log::info("stray job cancelled", {{"job", std::to_string(job.id)},
                                      {"result", cancelled ? "ok" : cancelled.error().message}});
  }
}

// The order is that of trust: first what the disk knows, then what Slurm knows, then what runners
// say.
Result<void> Kubelet::start() {
  TRY(make_directory(options_.home / "pods"));
  TRY(node_.adopt());
  syncer_.load();
  TRY(events_.start());
  TRY(log_waker_->start());
  [[maybe_unused]] const Result<void> asked = tracker_.ask();
  TRY(hang_doorbell());
  TRY(desk_.start(options_.report_listen, doorbell_.port()));
  TRY(tracker_.start());
  TRY(history_.start());
  TRY(controller_.start());
  TRY(volumes_.thread().start());
  TRY(pruner_.start());
  for (const std::string& uid : files_.uids()) {
    look_at(uid);
  }
  for (const client::ObjectPtr& pod : pods_here()) {
    look_at(api::uid(*pod));  // seen before it was known whose its node is
  }
  return node_.start();
}

// Runners of earlier days know the port of their day: use it again when it is free.
Result<void> Kubelet::hang_doorbell() {
  if (options_.report_host.empty()) {
    return {};
  }
  const auto memo = options_.home / "report-port";
  const auto remembered = parse_int(trim(read_file(memo).value_or("")));
  const auto port = static_cast<std::uint16_t>(remembered.value_or(0));
  auto hung = doorbell_.start(options_.report_listen, port);
  if (!hung && port != 0) {
    hung = doorbell_.start(options_.report_listen, 0);
  }
  if (!hung) {
    return tl::unexpected(with_context(hung.error(), "listening for pod runners"));
  }
  starter_.set_report_port(doorbell_.port());
  return write_file_replacing(memo, std::to_string(doorbell_.port()) + "\n");
}

void Kubelet::request_stop() {
  pruner_.request_stop();
  volumes_.thread().request_stop();
  controller_.request_stop();
  tracker_.request_stop();
  history_.request_stop();
  node_.request_stop();
  log_waker_->request_stop();
  events_.request_stop();
}

bool Kubelet::await_stopped(SteadyTime deadline) {
  doorbell_.stop();
  desk_.stop();
  if (images_ != nullptr) {
    images_->stop();
  }
  return pruner_.await_stopped(deadline) && volumes_.thread().await_stopped(deadline) &&
         controller_.await_stopped(deadline) && tracker_.await_stopped(deadline) &&
         history_.await_stopped(deadline) && node_.await_stopped(deadline) &&
         log_waker_->await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::kubelet

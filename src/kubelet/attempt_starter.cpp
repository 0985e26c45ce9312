// SPDX-License-Identifier: Apache-2.0
#include "kubelet/attempt_starter.h"

#include "api/meta.h"
#include "base/files.h"
#include "base/log.h"
#include "base/random.h"
#include "base/text.h"
#include "containers/process_limit.h"
#include "http/psk.h"
#include "kubelet/ignored_fields.h"
#include "kubelet/job_identity.h"
#include "kubelet/job_view.h"
#include "kubelet/mpi.h"
#include "kubelet/pod_resources.h"
#include "kubelet/resolve.h"
#include "kubelet/translate.h"
#include "kubelet/volumes/refresher.h"
#include "kubelet/volumes/resolve_volumes.h"
#include "runtime/backoff.h"

namespace sluice::kubelet {
namespace {

constexpr runtime::BackoffLimits kRefusedBackoff{std::chrono::seconds(10), std::chrono::minutes(5)};
constexpr Duration kResolveAgain = std::chrono::seconds(2);

// A change of the pod brings it back; time alone cannot help.
constexpr Duration kNotByItself = std::chrono::hours(24 * 365);

void wait_for_better_times(const json::Value& pod, PodRecord& record, const Error& error,
                           SteadyTime now) {
  const bool hopeless = error.code == Code::kUnsupported || error.code == Code::kInvalid;
  record.not_before = now + (hopeless ? kNotByItself : kResolveAgain);
  record.hopeless = hopeless ? std::optional(pod) : std::nullopt;
}

}  // namespace

Result<void> AttemptStarter::begin(const json::Value& pod, PodRecord& record) {
  TRY_ASSIGN(std::optional<pod::PodSpec> spec, prepare(pod, record));
  if (!spec) {
    return {};
  }
  auto tasks = tasks_of(pod);
  if (!tasks) {
    fail_pod(pod, record, "InvalidFlags", tasks.error().message);
    return {};
  }
  if (!tasks->container.empty() && !options_.has_steps) {
    fail_pod(pod, record, "InvalidFlags",
             "container " + tasks->container +
                 ": the tasks of a parallel program are started by Slurm, which does not run the "
                 "pods of node " +
                 pod.at("spec", "nodeName").as_string());
    return {};
  }
  spec->tasks = std::move(*tasks);
  auto work = work_of(pod, spec->attempt);
  if (!work) {
    fail_pod(pod, record, "InvalidFlags", work.error().message);
    return {};
  }
  if (!spec->tasks.container.empty()) {
    work->startup = Startup::kBatch;  // its tasks are a step beside the runner
  }
  TRY(parts_.files.write_spec(*spec));
  record = PodRecord{.attempt = spec->attempt,
                     .image_ids = std::move(record.image_ids),
                     .launch_failures = record.launch_failures,
                     .launch_failure = record.launch_failure,
                     .refusals = record.refusals,
                     .written = record.written};
  record.submitted = record.sequence_grew = parts_.clock.steady();
  record.deadline_given = spec->active_deadline_seconds;
  parts_.doorbell.expect(spec->attempt);
  parts_.followed.follow(spec->attempt, /*quiet=*/false, FollowedJobs::kNotYet);
  return submit(pod, record, *work);
}

// False: not yet, and the record says why.
Result<bool> AttemptStarter::get_images(PodObjects& objects, PodRecord& record,
                                        PodImages::ByReference& into) {
  std::string problem;
  TRY_ASSIGN(const images::Credentials credentials, pull_credentials(objects, problem));
  PodImages::Answer answer = parts_.images->ask(objects.pod(), credentials);
  if (answer.not_yet) {
    if (!problem.empty()) {
      parts_.events.record(objects.pod(), {"Warning", "FailedToRetrieveImagePullSecret", problem});
    }
    record.waiting = std::move(answer.not_yet->waiting);
    record.not_before = parts_.clock.steady() + answer.not_yet->again;
    return false;
  }
  into = std::move(answer.images);
  for (const auto& [reference, image] : into) {
    record.image_ids[reference] = image.digest.empty() ? image.id : image.digest;
  }
  return true;
}

// Everything the attempt needs that is not Slurm's, on disk; nothing: not yet, and the record says
// why.
Result<std::optional<pod::PodSpec>> AttemptStarter::prepare(const json::Value& pod,
                                                            PodRecord& record) {
  PodObjects objects(parts_.client, pod);
  PodImages::ByReference images;
  ResolvedVolumes volumes;
  if (parts_.images != nullptr) {
    auto resolved = resolve_volumes(objects, parts_.tokens);
    if (!resolved) {
      cannot_mount(pod, record, resolved.error());
      return std::nullopt;
    }
    volumes = std::move(*resolved);
    TRY_ASSIGN(const bool there, get_images(objects, record, images));
    if (!there) {
      return std::nullopt;
    }
    TRY(volumes.show_images(pod, images));
  }
  auto spec = resolve(objects, parts_.images == nullptr ? nullptr : &images);
  if (!spec) {
    cannot_resolve(pod, record, spec.error());
    return std::nullopt;
  }
  spec->attempt = {api::uid(pod), record.attempt.number + 1};
  spec->report_host = options_.report_host;
  spec->report_port = options_.report_port;
  spec->session_key = random_hex(2 * http::kPskBytes);
  spec->runtime = options_.runtime;
  spec->limit_warning_seconds = options_.limit_warning_seconds;
  spec->sharing.volumes = std::move(volumes.volumes);
  spec->sharing.max_processes = options_.max_processes;
  TRY(write_volumes(parts_.files.directory(spec->attempt), pod, volumes.files));
  return std::move(*spec);
}

// Nothing: not yet, and the record says why.
Result<std::optional<std::vector<pod::ContainerSpec>>> AttemptStarter::prepare_ephemeral(
    const json::Value& pod, PodRecord& record) {
  if (pod.at("spec", "ephemeralContainers").as_array().empty()) {
    return std::vector<pod::ContainerSpec>{};
  }
  PodObjects objects(parts_.client, pod);
  PodImages::ByReference images;
  if (parts_.images != nullptr) {
    TRY_ASSIGN(const bool there, get_images(objects, record, images));
    if (!there) {
      return std::nullopt;
    }
  }
  auto containers = resolve_ephemeral(objects, parts_.images == nullptr ? nullptr : &images);
  if (!containers) {
    cannot_resolve(pod, record, containers.error());
    return std::nullopt;
  }
  return std::move(*containers);
}

// Ephemeral containers can only be added: their number tells whether there are new ones.
Result<void> AttemptStarter::give_changes(const json::Value& pod, PodRecord& record) {
  const std::size_t ephemeral = pod.at("spec", "ephemeralContainers").as_array().size();
  const std::int64_t deadline = pod.at("spec", "activeDeadlineSeconds").as_int();
  if (record.owner != Owner::kRunner || parts_.clock.steady() < record.not_before ||
      (ephemeral == record.ephemeral_given && deadline == record.deadline_given)) {
    return {};
  }
  TRY_ASSIGN(auto containers, prepare_ephemeral(pod, record));
  if (!containers) {
    return {};
  }
  TRY(pod::write_changes(
      parts_.files.directory(record.attempt),
      {.ephemeral_containers = std::move(*containers), .active_deadline_seconds = deadline}));
  record.ephemeral_given = ephemeral;
  record.deadline_given = deadline;
  record.waiting.reset();
  if (record.report) {
    parts_.doorbell.ask(record.attempt, {record.report->ask_host, record.report->ask_port},
                        {.session = std::string(pod::kLook)});
  }
  return {};
}

Result<AttemptStarter::Work> AttemptStarter::work_of(const json::Value& pod,
                                                     const pod::Attempt& attempt) const {
  const JobSurroundings surroundings{
      .comment = job_comment(options_.cluster_id, attempt),
      .attempt_dir = parts_.files.directory(attempt),
      .sluice_binary = options_.sluice_binary,
      .partition = options_.partition,
      .node_partition = parts_.nodes.partition_of(pod.at("spec", "nodeName").as_string()),
      .environment = options_.job_environment};
  Work work{.script_at_once = runner_script(surroundings, /*allocated=*/true)};
  TRY_ASSIGN(work.batch, translate(pod, surroundings));
  if (!options_.has_steps) {
    work.batch.limits = limits_of(pod);
  }
  TRY_ASSIGN(work.startup, startup_of(pod, work.batch.flags, options_.startup));
  return work;
}

// At once where that is wanted and possible, else through the queue. Both carry the same identity;
// should both start, the claim lets one of them run.
Result<slurm::JobId> AttemptStarter::hand_over(const Work& work) {
  if (parts_.gate.enter(work.startup)) {
    slurm::JobRequest request = work.batch;
    request.script = work.script_at_once;
    const auto started = parts_.slurm.start_now(request);
    parts_.gate.leave(!started   ? StartGate::Outcome::kSilence
                      : *started ? StartGate::Outcome::kStarted
                                 : StartGate::Outcome::kRefused);
    if (!started) {
      return tl::unexpected(started.error());
    }
    if (*started) {
      return **started;
    }
    parts_.gate.enter(Startup::kBatch);
  }
  const auto id = parts_.slurm.submit(work.batch);
  parts_.gate.queued();
  return id;
}

Result<void> AttemptStarter::submit(const json::Value& pod, PodRecord& record, const Work& work) {
  const auto id = hand_over(work);
  record.submitted = record.sequence_grew = parts_.clock.steady();
  if (id) {
    record.job_id = *id;
    record.refusals = 0;
    const bool local = parts_.slurm.adapter() == slurm::kLocalAdapter;
    parts_.events.record(pod, {.reason = "Submitted", .message = job_title(*id, local)});
    log::info("pod submitted", {{"pod", api::to_string(api::key(pod))},
                                {"job", std::to_string(*id)},
                                {"attempt", std::to_string(record.attempt.number)}});
    if (record.attempt.number == 1 && parts_.images == nullptr) {
      name_ignored_fields(pod);
    }
    if (record.attempt.number == 1 && !options_.has_steps) {
      name_limits_not_kept(pod, work.batch.limits);
    }
    return parts_.files.write_job(record.attempt, *id);
  }
  if (id.error().code == Code::kInvalid || id.error().code == Code::kForbidden ||
      id.error().code == Code::kBadRequest || id.error().code == Code::kUnsupported) {
    refused(pod, record, id.error(), !work.batch.flags.empty());
    return {};
  }
  // Nobody knows whether slurmctld took the job: the next answer will tell.
  record.waiting = Waiting{"ContainerCreating", "submitting the job: " + id.error().message};
  log::warning("submission without an answer",
               {{"pod", api::to_string(api::key(pod))}, {"error", id.error().message}});
  return {};
}

void AttemptStarter::name_ignored_fields(const json::Value& pod) {
  const std::vector<std::string> fields = ignored_fields(pod);
  if (!fields.empty()) {
    parts_.events.record(pod,
                         {"Warning", "Unsupported", "The pod runs without: " + join(fields, ", ")});
  }
}

// The runner is one of them, and must be able to reach into a pod that is full.
slurm::JobLimits AttemptStarter::limits_of(const json::Value& pod) const {
  constexpr std::int64_t kOfTheRunner = 64;
  slurm::JobLimits limits = pod_limits(pod);
  limits.processes =
      kOfTheRunner + (options_.max_processes > 0
                          ? options_.max_processes
                          : static_cast<std::int64_t>(containers::usual_process_limit()));
  return limits;
}

void AttemptStarter::name_limits_not_kept(const json::Value& pod, const slurm::JobLimits& limits) {
  const auto cluster = parts_.slurm.ping();
  std::vector<std::string> resources;
  std::string reason;
  for (const auto& [resource, why] : cluster ? cluster->not_kept : decltype(cluster->not_kept){}) {
    if ((resource == "memory" && limits.memory_bytes > 0) ||
        (resource == "cpu" && limits.cpu_thousandths > 0)) {
      resources.push_back(resource);
      reason = why;
    }
  }
  if (!resources.empty()) {
    parts_.events.record(
        pod, {"Warning", "NotAsAsked",
              "limits of " + join(resources, " and ") + " are counted, not kept: " + reason});
  }
}

// Slurm has said no, so there is no job: the attempt is undone as if it had never been.
void AttemptStarter::refused(const json::Value& pod, PodRecord& record, const Error& error,
                             bool has_flags) {
  parts_.followed.drop(record.attempt.uid);
  parts_.doorbell.forget(record.attempt.uid);
  const auto removed = remove_tree(parts_.files.directory(record.attempt));
  if (!removed) {
    log::warning("leftover attempt", {{"error", removed.error().message}});
  }
  --record.attempt.number;
  if (record.attempt.number > 0) {
    record.owner = Owner::kKubelet;  // only revoked attempts get a successor
  }
  const Refusal refusal = classify_refusal(error, has_flags);
  if (refusal.fails_the_pod) {
    fail_pod(pod, record, refusal.reason, error.message);
    return;
  }
  record.waiting = Waiting{refusal.reason, error.message};
  record.not_before = parts_.clock.steady() + kRefusedBackoff.after(++record.refusals);
  parts_.events.record(pod, {"Warning", refusal.reason, error.message});
}

void AttemptStarter::cannot_resolve(const json::Value& pod, PodRecord& record, const Error& error) {
  record.waiting = Waiting{"CreateContainerConfigError", error.message};
  wait_for_better_times(pod, record, error, parts_.clock.steady());
  parts_.events.record(pod, {"Warning", "Failed", "Error: " + error.message});
}

void AttemptStarter::cannot_mount(const json::Value& pod, PodRecord& record, const Error& error) {
  record.waiting = Waiting{"ContainerCreating", error.message};
  wait_for_better_times(pod, record, error, parts_.clock.steady());
  parts_.events.record(pod,
                       {"Warning", "FailedMount", "MountVolume.SetUp failed for " + error.message});
}

void AttemptStarter::fail_pod(const json::Value& pod, PodRecord& record, std::string reason,
                              std::string message) {
  parts_.events.record(pod, {"Warning", "FailedSubmit", message});
  record.failure = PodFailure{.reason = std::move(reason), .message = std::move(message)};
}

}  // namespace sluice::kubelet

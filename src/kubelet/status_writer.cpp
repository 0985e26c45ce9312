// SPDX-License-Identifier: Apache-2.0
#include "kubelet/status_writer.h"

#include "api/meta.h"
#include "base/text.h"
#include "kubelet/fact_finder.h"
#include "kubelet/job_view.h"
#include "kubelet/runner_events.h"

namespace sluice::kubelet {
namespace {

// Slurm's reasons change often while a pod waits, and a job that starts is soon overtaken by its
// runner's report: people need to see only what lasts.
constexpr Duration kReasonsThatLast = std::chrono::seconds(3);
constexpr std::string_view kJobAnnotation = "sluice.dev/job-id";

PodSituation situation_of(const PodRecord& record) {
  return {.attempt = record.attempt,
          .job_id = record.job_id,
          .job = record.job,
          .report = record.report,
          .failure = record.failure,
          .waiting = record.waiting,
          .image_ids = record.image_ids,
          .launch_failure = record.launch_failure,
          .requeued = is_requeued(record),
          .unexplained = is_interrupted(record)};
}

// Annotations that the pod does not have like that yet; null takes one away.
json::Value new_annotations(const json::Value& pod, const PodRecord& record) {
  json::Value changes = json::Object{};
  if (!record.job_id) {
    return changes;
  }
  for (const auto& [name, value] : job_annotations(*record.job_id, record.job)) {
    if (api::annotation(pod, name) != value) {
      changes[name] = value.empty() ? json::Value(nullptr) : json::Value(value);
    }
  }
  return changes;
}

json::Value patch_body(const json::Value& pod, const json::Value& status, json::Value annotations) {
  json::Value metadata = json::Object{{"uid", api::uid(pod)}};
  if (!annotations.as_object().empty()) {
    metadata["annotations"] = std::move(annotations);
  }
  json::Value body = json::Object{{"metadata", std::move(metadata)}, {"status", status}};
  for (const json::Member& member : pod.at("status").as_object()) {
    if (status.find(member.key) == nullptr) {
      body["status"][member.key] = nullptr;
    }
  }
  return body;
}

// The pod shows everything as it is, but for what Slurm said since.
bool differs_by_slurm_only(const json::Value& pod, const PodRecord& record, WallTime now) {
  if (!record.written_job || !record.job_id ||
      api::annotation(pod, kJobAnnotation) != std::to_string(*record.job_id)) {
    return false;
  }
  PodSituation earlier = situation_of(record);
  earlier.job = *record.written_job;
  return build_status(pod, earlier, now) == pod.at("status");
}

}  // namespace

const client::ObjectPtr& newest_pod(const client::ObjectPtr& seen,
                                    const client::ObjectPtr& written) {
  if (written == nullptr || api::uid(*written) != api::uid(*seen)) {
    return seen;
  }
  const auto mine = parse_int(api::resource_version(*written));
  const auto theirs = parse_int(api::resource_version(*seen));
  return mine && theirs && *mine > *theirs ? written : seen;
}

Result<Duration> StatusWriter::show(const json::Value& pod, PodRecord& record) {
  tell_runner_events(pod, record, events_);
  const json::Value status = build_status(pod, situation_of(record), clock_.now());
  json::Value annotations = new_annotations(pod, record);
  if (status == pod.at("status") && annotations.as_object().empty()) {
    return Duration(0);
  }
  if (differs_by_slurm_only(pod, record, clock_.now())) {
    const std::optional<slurm::Job>& shown = *record.written_job;
    if (shown.has_value() == record.job.has_value() &&
        (!shown || looks_same(*shown, *record.job))) {
      record.differs_since.reset();
      return Duration(0);
    }
    const SteadyTime now = clock_.steady();
    record.differs_since = record.differs_since.value_or(now);
    const Duration passed = now - *record.differs_since;
    if (passed < kReasonsThatLast) {
      return kReasonsThatLast - passed;
    }
  }
  auto patched =
      client_.patch(api::kinds::pod(), api::key(pod),
                    {client::PatchType::kMerge, patch_body(pod, status, std::move(annotations))},
                    client::Part::kStatus);
  if (!patched &&
      (patched.error().code == Code::kNotFound || patched.error().code == Code::kConflict)) {
    return Duration(0);  // gone, or another pod of that name: the informer will tell
  }
  TRY(patched);
  tell(pod, status);
  record.written = *patched;
  record.differs_since.reset();
  record.written_job = record.job;
  return Duration(0);
}

// What happened to single containers is the runner's to tell.
void StatusWriter::tell(const json::Value& pod, const json::Value& status) {
  const std::string& before = pod.at("status", "phase").as_string();
  const std::string& after = status.at("phase").as_string();
  if (const runtime::Note note = job_note(pod.at("status"), status); !note.reason.empty()) {
    events_.record(pod, note);
  }
  if (after == "Failed" && before != after && status.at("reason").is_string()) {
    events_.record(pod,
                   {"Warning", "Failed",
                    status.at("reason").as_string() + ": " + status.at("message").as_string()});
  }
}

}  // namespace sluice::kubelet

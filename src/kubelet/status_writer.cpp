// SPDX-License-Identifier: Apache-2.0
#include "kubelet/status_writer.h"

#include "api/meta.h"
#include "base/text.h"
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
          .launch_failure = record.launch_failure};
}

// What of Slurm's answer is worth a write: an expected start that moves by seconds is not.
std::string slurm_reason(const PodRecord& record) {
  if (!record.job) {
    return "";
  }
  std::string text(slurm::to_string(record.job->state));
  text += "/" + record.job->reason;
  if (record.job->expected_start) {
    const auto start = record.job->expected_start->time_since_epoch();
    text += "/" + std::to_string(std::chrono::floor<std::chrono::minutes>(start).count());
  }
  return text;
}

json::Value patch_body(const json::Value& pod, const json::Value& status, const PodRecord& record) {
  json::Value metadata = json::Object{{"uid", api::uid(pod)}};
  if (record.job_id) {
    metadata["annotations"][kJobAnnotation] = std::to_string(*record.job_id);
  }
  json::Value body = json::Object{{"metadata", std::move(metadata)}, {"status", status}};
  for (const json::Member& member : pod.at("status").as_object()) {
    if (status.find(member.key) == nullptr) {
      body["status"][member.key] = nullptr;
    }
  }
  return body;
}

// A pod that only waits, as before, for a job it already shows.
bool is_still_waiting(const json::Value& pod, const json::Value& status, const PodRecord& record) {
  return status.at("phase").as_string() == "Pending" && !record.waiting && record.job_id &&
         api::annotation(pod, kJobAnnotation) == std::to_string(*record.job_id) &&
         pod.at("status", "containerStatuses").is_array() && !record.report;
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
  if (status == pod.at("status")) {
    return Duration(0);
  }
  const std::string reason = slurm_reason(record);
  if (is_still_waiting(pod, status, record)) {
    if (reason == record.written_reason) {
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
  auto patched = client_.patch(api::kinds::pod(), api::key(pod),
                               {client::PatchType::kMerge, patch_body(pod, status, record)},
                               client::Part::kStatus);
  if (!patched &&
      (patched.error().code == Code::kNotFound || patched.error().code == Code::kConflict)) {
    return Duration(0);  // gone, or another pod of that name: the informer will tell
  }
  TRY(patched);
  tell(pod, status);
  record.written = *patched;
  record.differs_since.reset();
  record.written_reason = reason;
  return Duration(0);
}

// What happened to single containers is the runner's to tell.
void StatusWriter::tell(const json::Value& pod, const json::Value& status) {
  const std::string& before = pod.at("status", "phase").as_string();
  const std::string& after = status.at("phase").as_string();
  if (after == "Failed" && before != after && status.at("reason").is_string()) {
    events_.record(pod,
                   {"Warning", "Failed",
                    status.at("reason").as_string() + ": " + status.at("message").as_string()});
  }
}

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_view.h"

#include <algorithm>
#include <cctype>

#include "base/timestamp.h"
#include "kubelet/state_meaning.h"

namespace sluice::kubelet {
namespace {

using slurm::JobState;

constexpr std::string_view kJob = "sluice.dev/job-";

bool says_something(const std::string& reason) {
  return !reason.empty() && reason != "None";
}

// Slurm's reasons are words, but some have a text behind them:
// "ReqNodeNotAvail,_UnavailableNodes:n1".
std::string first_word(const std::string& text) {
  const auto end =
      std::find_if(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; });
  return {text.begin(), end};
}

std::string waiting_text(const slurm::Job& job) {
  std::string text;
  if (says_something(job.reason)) {
    text += " (" + job.reason + ")";
  }
  if (job.restarts > 0) {
    text += ", requeued";
  }
  if (job.held) {
    return text + ", held: scontrol release " + std::to_string(job.id) + " lets it start";
  }
  if (job.priority > 0) {
    text += ", priority " + std::to_string(job.priority);
  }
  if (job.expected_start) {
    text += ", expected start " + format_rfc3339(*job.expected_start);
  }
  return text;
}

std::string running_text(const slurm::Job& job) {
  std::string text = job.nodes.empty() ? "" : " on " + job.nodes;
  if (job.must_end) {
    text += " until " + format_rfc3339(*job.must_end) + " at the latest";
  }
  return text;
}

std::int64_t minute_of(const std::optional<WallTime>& time) {
  return time ? std::chrono::floor<std::chrono::minutes>(time->time_since_epoch()).count() : 0;
}

std::string time_text(const std::optional<WallTime>& time) {
  return time ? format_rfc3339(*time) : "";
}

json::Value job_condition_in(const json::Value& status) {
  for (const json::Value& condition : status.at("conditions").as_array()) {
    if (condition.at("type").as_string() == kJobCondition) {
      return condition;
    }
  }
  return {};
}

}  // namespace

bool has_reason(const slurm::Job& job) {
  return says_something(job.reason);
}

std::string job_title(slurm::JobId id, bool local) {
  return (local ? "local job " : "Slurm job ") + std::to_string(id);
}

std::string job_title(const slurm::Job& job) {
  return job_title(job.id, job.local);
}

std::string describe_job(slurm::JobId id, const std::optional<slurm::Job>& job) {
  if (!job) {
    return "job " + std::to_string(id) + " was submitted";
  }
  const std::string text =
      job_title(id, job->local) + " is " + std::string(slurm::to_string(job->state));
  return text + (job->state == JobState::kPending ? waiting_text(*job) : running_text(*job));
}

std::string queue_reason(const std::optional<slurm::Job>& job) {
  if (job && job->held) {
    return std::string(kJobHeld);
  }
  if (job && job->state != JobState::kPending) {
    return "";
  }
  return std::string(job && job->local ? kInLocalQueue : kInSlurmQueue);
}

JobCondition job_condition(const slurm::Job& job) {
  JobCondition condition{.status = job.state == JobState::kRunning ? "True" : "False",
                         .message = describe_job(job.id, job)};
  if (job.state == JobState::kPending) {
    condition.reason = says_something(job.reason) ? first_word(job.reason) : "Pending";
  } else {
    condition.reason = meaning_of(job.state).reason;
  }
  return condition;
}

std::vector<std::pair<std::string, std::string>> job_annotations(
    slurm::JobId id, const std::optional<slurm::Job>& job) {
  std::vector<std::pair<std::string, std::string>> all;
  const auto add = [&](std::string_view name, std::string value) {
    all.emplace_back(std::string(kJob) + std::string(name), std::move(value));
  };
  const slurm::Job none;
  const slurm::Job& shown = job ? *job : none;
  const bool waits = job && job->state == JobState::kPending;
  add("id", std::to_string(id));
  add("state", job ? std::string(slurm::to_string(job->state)) : "");
  add("reason", says_something(shown.reason) ? shown.reason : "");
  add("priority", waits ? std::to_string(shown.priority) : "");
  add("expected-start", waits ? time_text(shown.expected_start) : "");
  add("nodes", shown.nodes);
  add("time-limit", time_text(shown.must_end));
  return all;
}

bool looks_same(const slurm::Job& job, const slurm::Job& other) {
  return job.id == other.id && job.state == other.state && job.held == other.held &&
         job.restarts == other.restarts && job.reason == other.reason && job.nodes == other.nodes &&
         minute_of(job.expected_start) == minute_of(other.expected_start) &&
         minute_of(job.must_end) == minute_of(other.must_end);
}

runtime::Note job_note(const json::Value& before, const json::Value& after) {
  const json::Value was = job_condition_in(before);
  const json::Value is = job_condition_in(after);
  const std::string& reason = is.at("reason").as_string();
  const std::string& message = is.at("message").as_string();
  const bool waits = message.find(" is PENDING") != std::string::npos;
  if (waits && before.at("phase").as_string() == "Running") {
    return {"Warning", "Requeued", message};
  }
  if (is.is_null() || reason == was.at("reason").as_string()) {
    return {};
  }
  if (reason == kSuspended) {
    return {"Warning", std::string(kSuspended), message};
  }
  if (was.at("reason").as_string() == kSuspended && is.at("status").as_string() == "True") {
    return {.reason = "Resumed", .message = message};
  }
  if (waits && reason.starts_with(kJobHeld)) {
    return {"Warning", std::string(kJobHeld), message};
  }
  const bool worth_telling = waits && reason != meaning_of(JobState::kPending).reason;
  const bool local = message.starts_with("local");
  return worth_telling ? runtime::Note{.reason = std::string(local ? kInLocalQueue : kInSlurmQueue),
                                       .message = message}
                       : runtime::Note{};
}

}  // namespace sluice::kubelet

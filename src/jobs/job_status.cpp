// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_status.h"

#include <algorithm>
#include <array>

#include "api/meta.h"
#include "base/timestamp.h"
#include "jobs/file_spec.h"
#include "jobs/job_state.h"
#include "jobs/orders.h"
#include "json/text.h"
#include "runtime/backoff.h"
#include "slurm/digest.h"

namespace sluice::jobs {
namespace {

void set_state(json::Value& status, std::string_view word, WallTime now) {
  if (status.at("state").as_string() != word) {
    status["state"] = word;
    status["timestamp"] = format_rfc3339(now);
  }
}

void set_or_erase(json::Value& status, std::string_view field, const std::string& text) {
  if (text.empty()) {
    status.erase(field);
  } else {
    status[field] = text;
  }
}

void set_time(json::Value& status, std::string_view field, const std::optional<WallTime>& time) {
  set_or_erase(status, field, time ? format_rfc3339(*time) : "");
}

void note(json::Value& status, const api::ConditionUpdate& condition, WallTime now) {
  api::set_condition(status, condition, now);
}

// Fields of the spec that may change while a job waits or runs, and that launch nothing.
constexpr std::array kLive{"suspend", "priority", "retries", "ttlSecondsAfterFinished", "webhook"};

// A fingerprint of what a launch is made of.
std::string launched_text(const json::Value& job) {
  json::Value spec = job.at("spec");
  for (const char* field : kLive) {
    spec.erase(field);
  }
  return std::to_string(slurm::digest(json::write(spec)));
}

// Slurm forgets tasks that ended long ago while others run: their end is kept here.
TaskSets with_forgotten(TaskSets seen, const TaskSets& known) {
  const auto is_seen = [&](std::int64_t task) {
    return std::any_of(kTaskSets.begin(), kTaskSets.end(),
                       [&](const TaskSet& set) { return (seen.*set.tasks).contains(task); });
  };
  TaskSets all = seen;
  for (const auto set : {&TaskSets::completed, &TaskSets::failed, &TaskSets::cancelled}) {
    for (const std::int64_t task : known.*set) {
      if (!is_seen(task)) {
        (all.*set).insert(task);
      }
    }
  }
  return all;
}

std::string indices_field(const TaskSet& set) {
  return std::string(set.name) + "Tasks";
}

void show_tasks(json::Value& status, const TaskSets& tasks) {
  json::Value array = json::Object{};
  for (const TaskSet& set : kTaskSets) {
    array[set.name] = static_cast<std::int64_t>((tasks.*set.tasks).size());
    set_or_erase(array, indices_field(set), indices_text(tasks.*set.tasks));
  }
  status["array"] = std::move(array);
}

// Each attempt waits twice as long as the one before.
void plan_retry(const json::Value& job, json::Value& status, WallTime now) {
  const json::Value& retries = job.at("spec", "retries");
  const runtime::BackoffLimits backoff{
      .first = std::chrono::seconds(retries.at("backoffSeconds").as_int(10)),
      .limit = std::chrono::seconds(retries.at("maxBackoffSeconds").as_int(600))};
  const WallTime due = now + backoff.after(static_cast<unsigned>(attempt(job)));
  const std::string why = status.at("reason").as_string();
  status["retryTime"] = format_rfc3339(due);
  status["reason"] = "Retry";
  status["message"] = "attempt " + std::to_string(attempt(job)) + " of " +
                      std::to_string(retries.at("limit").as_int() + 1) + " failed" +
                      (why.empty() ? "" : " (" + why + ")") + " with exit code " +
                      std::to_string(status.at("exitCode").as_int()) + "; the next is due at " +
                      format_rfc3339(due);
  set_state(status, state::kPending, now);
}

// Slurm waits for the numbers it was told; a SlurmJob that is launched again has another.
constexpr const char* kWaitsInVain =
    "spec.dependsOn: a job of Slurm that this one waits for will not end as it must, or its "
    "SlurmJob "
    "was launched again under another number: the annotation slurmjob.dev/restart submits this one "
    "anew";
bool waits_in_vain(const json::Value& job, const Shown& look) {
  return look.state == state::kPending && look.reason == "DependencyNeverSatisfied" &&
         !job.at("spec", "dependsOn").as_array().empty();
}

constexpr api::ConditionUpdate kAnswers{
    .type = "Connected", .status = "True", .reason = "Answers", .message = "Slurm answers"};

// The codes after which trying again, alone, may help.
bool may_pass(Code code) {
  return code == Code::kUnavailable || code == Code::kTimeout || code == Code::kConflict ||
         code == Code::kTooManyRequests || code == Code::kCancelled;
}

std::string_view reason_of(Code code) {
  switch (code) {
    case Code::kUnauthorized:
      return "Unauthorized";
    case Code::kForbidden:
      return "Forbidden";
    case Code::kNotFound:
      return "NotFound";
    case Code::kInvalid:
      return "Refused";
    default:
      return "Unreachable";
  }
}

// `passes`: without anybody's help.
json::Value not_submitted(const json::Value& job, bool passes, std::string_view reason,
                          const std::string& message, WallTime now) {
  json::Value status = job.at("status");
  set_state(status, passes ? state::kPending : state::kError, now);
  status["reason"] = reason;
  status["message"] = message;
  note(status, {.type = "Submitted", .status = "False", .reason = reason, .message = message}, now);
  return status;
}

}  // namespace

std::string state_of(const json::Value& job) {
  return job.at("status", "state").as_string();
}
std::int64_t run_number(const json::Value& job) {
  return job.at("status", "run").as_int();
}
std::int64_t job_id(const json::Value& job) {
  return job.at("status", "jobId").as_int();
}
std::int64_t generation(const json::Value& job) {
  return job.at("metadata", "generation").as_int();
}
std::int64_t attempt(const json::Value& job) {
  return job.at("status", "attempt").as_int(1);
}
std::string state_in_slurm(const json::Value& job) {
  const std::string& outcome = job.at("status", "outcome").as_string();
  return outcome.empty() ? state_of(job) : outcome;
}
bool is_to_be_submitted(const json::Value& job) {
  const std::string state = state_of(job);
  const bool tried =
      state == state::kPending ||
      (state == state::kError && job.at("status", "reason").as_string() != "Refused");
  return tried && run_number(job) > 0 && job_id(job) == 0 && !retry_time(job);
}
bool is_finished(const json::Value& job) {
  return is_over(state_of(job)) && !is_to_be_submitted(job);
}
bool is_over_in_slurm(const json::Value& job) {
  return !is_to_be_submitted(job) && (retry_time(job) || is_over(state_in_slurm(job)));
}
bool has_news(const json::Value& job) {
  return generation(job) != job.at("status", "observedGeneration").as_int();
}
bool was_edited(const json::Value& job) {
  return has_news(job) && job.at("status", "launched").as_string() != launched_text(job);
}

json::Value launching(const json::Value& job, std::int64_t attempt, WallTime now) {
  json::Value status =
      json::Object{{"run", run_number(job) + 1},     {"attempt", attempt},
                   {"launched", launched_text(job)}, {"observedGeneration", generation(job)},
                   {"name", api::uid(job)},          {"time", elapsed_text({})}};
  if (const json::Value* asked = job.find("status", "asked")) {
    status["asked"] = *asked;
  }
  if (attempt == 1) {
    note_asked(status, job, kRequeueAsked);  // this is it
    note_asked(status, job, kRestartAsked);
  }
  if (job.at("spec", "priority").is_int()) {
    status["priority"] = job.at("spec", "priority");
  }
  if (job.at("spec", "suspend").as_bool()) {
    status["held"] = true;
  }
  set_state(status, state::kPending, now);
  note(
      status,
      {.type = "Submitted", .status = "False", .reason = "Launching", .message = "to be submitted"},
      now);
  return status;
}

json::Value submitted(const json::Value& job, slurm::JobId id, const std::string& user,
                      WallTime now) {
  json::Value status = job.at("status");
  set_state(status, state::kPending, now);
  status["jobId"] = static_cast<std::int64_t>(id);
  status["user"] = user;
  status["submitTime"] = format_rfc3339(now);
  status.erase("reason");
  status.erase("message");
  const std::string message = "Slurm's job " + std::to_string(id);
  note(status, {.type = "Submitted", .status = "True", .reason = "Accepted", .message = message},
       now);
  note(status, kAnswers, now);
  return status;
}

json::Value hindered(const json::Value& job, const Error& why, WallTime now) {
  return not_submitted(job, may_pass(why.code), reason_of(why.code), why.message, now);
}

json::Value blocked(const json::Value& job, const Dependencies& why, WallTime now) {
  return not_submitted(job, why.verdict == Dependencies::Verdict::kWaits, why.reason, why.message,
                       now);
}

TaskSets known_tasks(const json::Value& job) {
  TaskSets tasks;
  for (const TaskSet& set : kTaskSets) {
    const json::Value& text = job.at("status", "array", indices_field(set));
    tasks.*set.tasks = parse_indices(text.as_string()).value_or(IndexSet{});
  }
  return tasks;
}

json::Value observed(const json::Value& job, const SeenRun& run, WallTime now) {
  json::Value status = job.at("status");
  slurm::Job seen = run.job;
  if (!run.tasks.empty()) {
    const TaskSets tasks = with_forgotten(run.tasks, known_tasks(job));
    show_tasks(status, tasks);
    seen.state = overall(tasks);
  }
  const Shown look = shown(seen);
  if (!is_over(look.state)) {
    set_state(status, look.state, now);
    if (sought_since(job)) {
      note(status,
           {.type = "Finished", .status = "False", .reason = "Known", .message = "Slurm knows it"},
           now);
    }
  }
  set_or_erase(status, "reason", look.reason);
  set_or_erase(status, "message", waits_in_vain(job, look) ? kWaitsInVain : "");
  status["jobId"] = static_cast<std::int64_t>(seen.id);
  set_or_erase(status, "partition", seen.partition);
  set_or_erase(status, "user", seen.user);
  set_or_erase(status, "nodes", seen.nodes == "(null)" ? "" : seen.nodes);
  set_time(status, "startTime", seen.started);
  set_time(status, "endTime", seen.ended);
  if (seen.started) {
    status["time"] = elapsed_text(seen.ended.value_or(now + run.clock_ahead) - *seen.started);
  }
  note(status, kAnswers, now);
  const std::int64_t limit = job.at("spec", "retries", "limit").as_int();
  if (look.state == state::kFailed && attempt(job) <= limit && !is_asked(job, kCancelAsked)) {
    status["exitCode"] = seen.exit_code;
    plan_retry(job, status, now);
  } else if (is_over(look.state)) {
    status["exitCode"] = seen.exit_code;
    if (has_results(job) && seen.started) {
      set_state(status, state::kGettingResults, now);
      status["outcome"] = look.state;
    } else {
      set_over(status, look.state, now);
    }
  }
  return status;
}

void set_over(json::Value& status, std::string_view state, WallTime now) {
  set_state(status, state, now);
  note(status,
       {.type = "Finished",
        .status = "True",
        .reason = state,
        .message = "exit code " + std::to_string(status.at("exitCode").as_int())},
       now);
}

json::Value unreachable(const json::Value& job, const Error& why, WallTime now) {
  json::Value status = job.at("status");
  status["message"] = why.message;
  note(status,
       {.type = "Connected",
        .status = "False",
        .reason = reason_of(why.code),
        .message = why.message},
       now);
  return status;
}

json::Value sought(const json::Value& job, WallTime now) {
  json::Value status = job.at("status");
  note(status,
       {.type = "Finished",
        .status = "Unknown",
        .reason = "AskingAccounting",
        .message = "Slurm does not know the job any more; accounting is asked how it ended"},
       now);
  return status;
}

std::optional<WallTime> sought_since(const json::Value& job) {
  const json::Value* finished = api::condition(job, "Finished");
  if (finished == nullptr || finished->at("status").as_string() != "Unknown") {
    return std::nullopt;
  }
  const auto since = parse_rfc3339(finished->at("lastTransitionTime").as_string());
  return since ? std::optional(*since) : std::nullopt;
}

json::Value lost(const json::Value& job, WallTime now) {
  json::Value status = job.at("status");
  set_state(status, state::kError, now);
  status["reason"] = "Forgotten";
  status["message"] = "Slurm does not know the job any more, and how it ended is not known";
  note(status,
       {.type = "Finished",
        .status = "Unknown",
        .reason = "Forgotten",
        .message = status.at("message").as_string()},
       now);
  return status;
}

std::optional<WallTime> retry_time(const json::Value& job) {
  const auto time = parse_rfc3339(job.at("status", "retryTime").as_string());
  return time ? std::optional(*time) : std::nullopt;
}

json::Value given_up(const json::Value& job, WallTime now) {
  json::Value status = job.at("status");
  status.erase("retryTime");
  status.erase("reason");
  status.erase("message");
  note_asked(status, job, kCancelAsked);
  set_state(status, state::kCancelled, now);
  note(status,
       {.type = "Finished",
        .status = "True",
        .reason = state::kCancelled,
        .message = "cancelled before it was submitted"},
       now);
  return status;
}

json::Value cancel_seen(const json::Value& job) {
  json::Value status = job.at("status");
  note_asked(status, job, kCancelAsked);
  return status;
}

json::Value edit_seen(const json::Value& job) {
  json::Value status = job.at("status");
  status["observedGeneration"] = generation(job);
  status["launched"] = launched_text(job);
  return status;
}

std::optional<WallTime> expiry(const json::Value& job) {
  const json::Value& seconds = job.at("spec", "ttlSecondsAfterFinished");
  const auto since = parse_rfc3339(job.at("status", "timestamp").as_string());
  if (!seconds.is_int() || !since || !is_over(state_of(job))) {
    return std::nullopt;
  }
  return *since + std::chrono::seconds(seconds.as_int());
}

}  // namespace sluice::jobs

// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_status.h"

#include "api/meta.h"
#include "base/timestamp.h"
#include "jobs/job_state.h"

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
bool was_edited(const json::Value& job) {
  return generation(job) != job.at("status", "observedGeneration").as_int();
}

json::Value launching(const json::Value& job, WallTime now) {
  json::Value status = json::Object{{"run", run_number(job) + 1},
                                    {"observedGeneration", generation(job)},
                                    {"name", api::uid(job)},
                                    {"time", elapsed_text({})}};
  set_state(status, state::kPending, now);
  note(status,
       {.type = "Submitted",
        .status = "False",
        .reason = "Launching",
        .message = "to be submitted"},
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
  note(status,
       {.type = "Submitted", .status = "True", .reason = "Accepted", .message = message}, now);
  note(status, kAnswers, now);
  return status;
}

json::Value hindered(const json::Value& job, const Error& why, WallTime now) {
  json::Value status = job.at("status");
  set_state(status, may_pass(why.code) ? state::kPending : state::kError, now);
  const std::string_view reason = reason_of(why.code);
  status["reason"] = reason;
  status["message"] = why.message;
  note(status,
       {.type = "Submitted", .status = "False", .reason = reason, .message = why.message}, now);
  return status;
}

json::Value observed(const json::Value& job, const slurm::Job& seen, WallTime now) {
  json::Value status = job.at("status");
  const Shown look = shown(seen);
  set_state(status, look.state, now);
  set_or_erase(status, "reason", look.reason);
  status.erase("message");
  status["jobId"] = static_cast<std::int64_t>(seen.id);
  set_or_erase(status, "partition", seen.partition);
  set_or_erase(status, "user", seen.user);
  set_or_erase(status, "nodes", seen.nodes == "(null)" ? "" : seen.nodes);
  set_time(status, "startTime", seen.started);
  set_time(status, "endTime", seen.ended);
  if (seen.started) {
    status["time"] = elapsed_text(seen.ended.value_or(now) - *seen.started);
  }
  note(status, kAnswers, now);
  if (is_over(look.state)) {
    status["exitCode"] = seen.exit_code;
    note(status,
         {.type = "Finished",
          .status = "True",
          .reason = look.state,
          .message = "exit code " + std::to_string(seen.exit_code)},
         now);
  }
  return status;
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

json::Value edit_ignored(const json::Value& job) {
  json::Value status = job.at("status");
  status["observedGeneration"] = generation(job);
  return status;
}

}  // namespace sluice::jobs

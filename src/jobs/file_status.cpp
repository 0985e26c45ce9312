// SPDX-License-Identifier: Apache-2.0
//
// In the status: `filesDirectory`; `outcome`, how Slurm's job ended, while its results are on their
// way; `results`, what became of each; `resultsAttempts` and `resultsTime`, of the last attempt.
#include "jobs/file_status.h"

#include <algorithm>

#include "api/meta.h"
#include "base/timestamp.h"
#include "jobs/attempts.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"
#include "jobs/orders.h"

namespace sluice::jobs {
namespace {

std::int64_t attempts(const json::Value& job) {
  return job.at("status", "resultsAttempts").as_int();
}

// The codes after which trying again, alone, does not help.
bool is_final(Code code) {
  return code == Code::kInvalid || code == Code::kTooLarge || code == Code::kUnsupported ||
         code == Code::kNotFound || code == Code::kForbidden || code == Code::kUnauthorized;
}

std::string_view word_for(const Arrival& arrival) {
  if (arrival.bytes) {
    return "Copied";
  }
  return arrival.bytes.error().code == Code::kNotFound ? "Missing"
         : is_final(arrival.bytes.error().code)        ? "Failed"
                                                       : "Waiting";
}

json::Value entry_of(const Arrival& arrival) {
  json::Value entry = json::Object{{"path", arrival.result.path},
                                   {"to", to_string(arrival.result.to)},
                                   {"state", word_for(arrival)}};
  if (arrival.bytes) {
    entry["bytes"] = *arrival.bytes;
  } else {
    entry["message"] = arrival.bytes.error().message;
  }
  if (arrival.result.optional && word_for(arrival) == "Missing") {
    entry["optional"] = true;
  }
  return entry;
}

bool is_about(const json::Value& entry, const ResultFile& result) {
  return entry.at("path").as_string() == result.path &&
         entry.at("to").as_string() == to_string(result.to);
}

bool is_good(const json::Value& entry) {
  return entry.at("state").as_string() == "Copied" || entry.at("optional").as_bool();
}

// Over, with what was reached.
void finish(const json::Value& job, json::Value& status, std::string_view reason, WallTime now) {
  const json::Array& results = status.at("results").as_array();
  const auto bad = std::find_if_not(results.begin(), results.end(), is_good);
  const bool good = bad == results.end() && reason.empty();
  const std::string message =
      bad == results.end() ? std::string("all results are where they belong")
                           : bad->at("path").as_string() + " → " + bad->at("to").as_string() +
                                 ": " + bad->at("message").as_string();
  api::set_condition(status,
                     {.type = "ResultsCopied",
                      .status = good ? "True" : "False",
                      .reason = good             ? "Copied"
                                : reason.empty() ? bad->at("state").as_string()
                                                 : reason,
                      .message = message},
                     now);
  status.erase("outcome");
  status.erase("resultsTime");
  set_over(status, state_in_slurm(job), now);
}

}  // namespace

const std::string& files_directory_of(const json::Value& job) {
  return job.at("status", "filesDirectory").as_string();
}

bool awaits_files(const json::Value& job) {
  return has_files(job) && files_directory_of(job).empty();
}

bool wants_files_brought(const json::Value& job) {
  return awaits_files(job) && is_to_be_submitted(job);
}

json::Value files_brought(const json::Value& job, const std::string& directory, WallTime now) {
  json::Value status = job.at("status");
  status["filesDirectory"] = directory;
  const auto count = job.at("spec", "inputs").as_array().size();
  api::set_condition(status,
                     {.type = "FilesReady",
                      .status = "True",
                      .reason = "Copied",
                      .message = std::to_string(count) + " in " + directory},
                     now);
  return status;
}

bool wants_results(const json::Value& job) {
  return state_of(job) == state::kGettingResults;
}

bool is_settled(const json::Value& job, const ResultFile& result) {
  const json::Array& entries = job.at("status", "results").as_array();
  return std::any_of(entries.begin(), entries.end(), [&](const json::Value& entry) {
    return is_about(entry, result) && entry.at("state").as_string() != "Waiting";
  });
}

json::Value after_attempt(const json::Value& job, const std::vector<Arrival>& arrivals,
                          WallTime now) {
  json::Value status = job.at("status");
  json::Array& entries = status["results"].array();
  for (const Arrival& arrival : arrivals) {
    std::erase_if(entries, [&](const json::Value& e) { return is_about(e, arrival.result); });
    entries.push_back(entry_of(arrival));
  }
  const std::int64_t count = attempts(job) + 1;
  status["resultsAttempts"] = count;
  status["resultsTime"] = format_rfc3339(now);
  const auto waiting = std::find_if(entries.begin(), entries.end(), [](const json::Value& e) {
    return e.at("state").as_string() == "Waiting";
  });
  if (waiting == entries.end()) {
    finish(job, status, "", now);
  } else if (count >= kMostAttempts) {
    finish(job, status, "GivenUp", now);
  } else {
    const std::string message = waiting->at("message").as_string();
    api::set_condition(
        status,
        {.type = "ResultsCopied", .status = "False", .reason = "Waiting", .message = message}, now);
  }
  return status;
}

WallTime next_attempt(const json::Value& job) {
  return next_attempt_after(attempts(job), job.at("status", "resultsTime").as_string());
}

json::Value results_given_up(const json::Value& job, const std::string& why, WallTime now) {
  json::Value status = job.at("status");
  note_asked(status, job, kCancelAsked);
  finish(job, status, why, now);
  return status;
}

}  // namespace sluice::jobs

// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/progress.h"

#include <algorithm>
#include <limits>

#include "base/timestamp.h"
#include "controllers/writes.h"

namespace sluice::controllers::deployment {
namespace {

using std::chrono::seconds;

constexpr const char* kProgressing = "Progressing";
constexpr const char* kFailure = "ReplicaFailure";
constexpr const char* kAvailable = "NewReplicaSetAvailable";
constexpr const char* kTimedOut = "ProgressDeadlineExceeded";
constexpr const char* kPaused = "DeploymentPaused";

// The largest number is an old way to say that there is none.
bool has_progress_deadline(const client::Object& deployment) {
  const json::Value* deadline = deployment.find("spec", "progressDeadlineSeconds");
  return deadline != nullptr && deadline->as_int() != std::numeric_limits<std::int32_t>::max();
}

const json::Value* find(const json::Value& status, std::string_view type) {
  const json::Array& all = status.at("conditions").as_array();
  const auto found = std::find_if(all.begin(), all.end(), [&](const json::Value& item) {
    return item.at("type").as_string() == type;
  });
  return found == all.end() ? nullptr : &*found;
}

// The same status and reason as before is no news, unless it is to be written `anew`.
void set(json::Value& status, const api::ConditionUpdate& update, WallTime now, bool anew) {
  const json::Value* before = find(status, update.type);
  std::string changed = format_rfc3339(now);
  if (before != nullptr && before->at("status").as_string() == update.status) {
    if (before->at("reason").as_string() == update.reason && !anew) {
      return;
    }
    changed = before->at("lastTransitionTime").as_string();
  }
  drop_condition(status, update.type);
  status["conditions"].array().push_back(json::Object{{"type", update.type},
                                                      {"status", update.status},
                                                      {"lastUpdateTime", format_rfc3339(now)},
                                                      {"lastTransitionTime", changed},
                                                      {"reason", update.reason},
                                                      {"message", update.message}});
}

}  // namespace

Progress::Progress(const client::Object& deployment, const Rollout& rollout, WallTime now)
    : deployment_(deployment), rollout_(rollout), now_(now), status_(deployment.at("status")) {
  status_.object();
  std::int64_t wanted = 0;
  const auto sum = [&](std::string_view field) {
    std::int64_t result = 0;
    for (const ReplicaSet& set : rollout_.sets()) {
      result += set.counted(field);
    }
    return result;
  };
  for (const ReplicaSet& set : rollout_.sets()) {
    wanted += set.replicas();
  }
  const std::int64_t available = sum("availableReplicas");
  status_["observedGeneration"] = deployment.at("metadata", "generation").as_int();
  set_count(status_, "replicas", sum("replicas"));
  set_count(status_, "updatedReplicas",
            rollout_.current() == nullptr ? 0 : rollout_.current()->counted("replicas"));
  set_count(status_, "readyReplicas", sum("readyReplicas"));
  set_count(status_, "availableReplicas", available);
  set_count(status_, "unavailableReplicas", std::max<std::int64_t>(wanted - available, 0));
  status_["terminatingReplicas"] = sum("terminatingReplicas");
  if (available >= rollout_.limits().replicas - rollout_.limits().unavailable) {
    set_condition(
        {"Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability."});
  } else {
    set_condition({"Available", "False", "MinimumReplicasUnavailable",
                   "Deployment does not have minimum availability."});
  }
}

const json::Value* Progress::condition(std::string_view type) const {
  return find(status_, type);
}

void Progress::set_condition(const api::ConditionUpdate& update, bool anew) {
  set(status_, update, now_, anew);
}

bool Progress::is_complete() const {
  const std::int64_t wanted = rollout_.limits().replicas;
  return count("updatedReplicas") == wanted && count("replicas") == wanted &&
         count("availableReplicas") == wanted;
}

void Progress::note_found(const std::string& set, bool created) {
  if (!has_deadline()) {
    return;
  }
  if (created) {
    set_condition(
        {kProgressing, "True", "NewReplicaSetCreated", "Created new replica set \"" + set + "\""});
  } else if (condition(kProgressing) == nullptr) {
    set_condition(
        {kProgressing, "True", "FoundNewReplicaSet", "Found new replica set \"" + set + "\""});
  }
}

void Progress::note_pause(bool paused) {
  const json::Value* progress = condition(kProgressing);
  const std::string reason = progress == nullptr ? "" : progress->at("reason").as_string();
  if (!has_deadline() || reason == kTimedOut) {
    return;
  }
  if (paused && reason != kPaused) {
    set_condition({kProgressing, "Unknown", kPaused, "Deployment is paused"});
  } else if (!paused && reason == kPaused) {
    set_condition({kProgressing, "Unknown", "DeploymentResumed", "Deployment is resumed"});
  }
}

void Progress::judge() {
  if (has_deadline()) {
    judge_progress();
  } else {
    drop_condition(status_, kProgressing);
  }
  judge_failures();
}

std::string Progress::subject() const {
  return rollout_.current() == nullptr ? "Deployment \"" + api::name(deployment_) + "\""
                                       : "ReplicaSet \"" + rollout_.current()->name() + "\"";
}

void Progress::judge_progress() {
  const json::Value* before = condition(kProgressing);
  const bool was_complete = before != nullptr && before->at("reason").as_string() == kAvailable &&
                            count("replicas") == count("updatedReplicas");
  if (was_complete) {
    return;
  }
  if (is_complete()) {
    set_condition({kProgressing, "True", kAvailable, subject() + " has successfully progressed."});
  } else if (has_progressed()) {
    set_condition({kProgressing, "True", "ReplicaSetUpdated", subject() + " is progressing."},
                  true);
  } else if (is_over_deadline()) {
    set_condition({kProgressing, "False", kTimedOut, subject() + " has timed out progressing."});
  }
}

bool Progress::has_progressed() const {
  const json::Value& before = deployment_.at("status");
  const auto was = [&](const char* field) { return before.at(field).as_int(); };
  return count("updatedReplicas") > was("updatedReplicas") ||
         count("replicas") - count("updatedReplicas") < was("replicas") - was("updatedReplicas") ||
         count("readyReplicas") > was("readyReplicas") ||
         count("availableReplicas") > was("availableReplicas");
}

std::optional<Duration> Progress::until_deadline() const {
  const json::Value* progress = condition(kProgressing);
  if (!has_deadline() || progress == nullptr) {
    return std::nullopt;
  }
  const auto since = parse_rfc3339(progress->at("lastUpdateTime").as_string());
  return since.value_or(now_) +
         seconds(deployment_.at("spec", "progressDeadlineSeconds").as_int()) - now_;
}

bool Progress::is_over_deadline() const {
  const json::Value* progress = condition(kProgressing);
  if (progress == nullptr || progress->at("reason").as_string() == kAvailable) {
    return false;
  }
  return progress->at("reason").as_string() == kTimedOut || *until_deadline() < Duration::zero();
}

std::optional<Duration> Progress::again() const {
  const auto left = until_deadline();
  if (!left || is_complete() || condition(kProgressing)->at("reason").as_string() == kTimedOut) {
    return std::nullopt;
  }
  return std::max<Duration>(*left, Duration::zero()) + seconds(1);
}

// The current set's failure counts more than those of others.
void Progress::judge_failures() {
  const json::Value* failure = nullptr;
  for (const ReplicaSet& set : rollout_.sets()) {
    const json::Value* found = api::condition(set.object(), kFailure);
    if (found != nullptr && (failure == nullptr || &set == rollout_.current())) {
      failure = found;
    }
  }
  if (failure == nullptr) {
    drop_condition(status_, kFailure);
  } else {
    set_condition({kFailure, failure->at("status").as_string(), failure->at("reason").as_string(),
                   failure->at("message").as_string()});
  }
}

bool Progress::has_deadline() const {
  return has_progress_deadline(deployment_);
}

json::Value status_of_failure(const client::Object& deployment, const std::string& message,
                              WallTime now) {
  json::Value status = deployment.at("status");
  if (has_progress_deadline(deployment)) {
    set(status, {kProgressing, "False", "ReplicaSetCreateError", message}, now, false);
  }
  return status;
}

}  // namespace sluice::controllers::deployment

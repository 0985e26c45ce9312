// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_pod.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "jobs/batch.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"

namespace sluice::jobs {
namespace {

constexpr std::string_view kTaskPrefix = "task-";
constexpr std::size_t kMostTasks = 256;  // that have a container
constexpr int kKilled = 137;             // of a job that never gave an exit code

json::Value container_state(const json::Value& job) {
  const json::Value& status = job.at("status");
  const std::string state = state_in_slurm(job);
  if (state == state::kRunning) {
    json::Value running = json::Object{};
    if (const json::Value* started = status.find("startTime")) {
      running["startedAt"] = *started;
    }
    return json::Object{{"running", running}};
  }
  const std::string& reason = status.at("reason").as_string();
  const std::string& message = status.at("message").as_string();
  if (!is_over(state)) {
    json::Value waiting = json::Object{{"reason", reason.empty() ? state : reason}};
    if (!message.empty()) {
      waiting["message"] = message;
    }
    return json::Object{{"waiting", waiting}};
  }
  const bool good = state == state::kCompleted;
  const std::int64_t code = status.at("exitCode").as_int();
  json::Value terminated =
      json::Object{{"exitCode", good || code != 0 ? code : std::int64_t(kKilled)},
                   {"reason", good             ? std::string("Completed")
                              : reason.empty() ? state
                                               : reason}};
  for (const auto& [ours, theirs] :
       {std::pair{"startTime", "startedAt"}, std::pair{"endTime", "finishedAt"}}) {
    if (const json::Value* time = status.find(ours)) {
      terminated[theirs] = *time;
    }
  }
  if (!message.empty()) {
    terminated["message"] = message;
  }
  return json::Object{{"terminated", terminated}};
}

// All of `wanted` is in `stored`, which may have more.
bool contains(const json::Value& stored, const json::Value& wanted) {
  if (wanted.is_object()) {
    const json::Object& members = wanted.as_object();
    return stored.is_object() &&
           std::all_of(members.begin(), members.end(), [&](const json::Member& member) {
             return contains(stored.at(member.key), member.value);
           });
  }
  if (wanted.is_array()) {
    const json::Array& items = wanted.as_array();
    const json::Array& others = stored.as_array();
    return std::equal(others.begin(), others.end(), items.begin(), items.end(), contains);
  }
  return stored == wanted;
}

// The job as if the task were all of it.
json::Value as_task(const json::Value& job, const TaskSets& tasks, std::int64_t task) {
  json::Value alone = job;
  alone["status"]["state"] = tasks.running.contains(task)     ? state::kRunning
                             : tasks.completed.contains(task) ? state::kCompleted
                             : tasks.failed.contains(task)    ? state::kFailed
                             : tasks.cancelled.contains(task) ? state::kCancelled
                             : is_over(state_in_slurm(job))   ? state::kCancelled
                                                              : state::kPending;
  alone["status"].erase("outcome");
  if (tasks.completed.contains(task)) {
    alone["status"]["exitCode"] = 0;
  }
  return alone;
}

std::string_view phase_of(const std::string& state) {
  if (state == state::kRunning) {
    return "Running";
  }
  return !is_over(state) ? "Pending" : state == state::kCompleted ? "Succeeded" : "Failed";
}

}  // namespace

bool is_job_pod(const json::Value& pod) {
  const json::Value* owner = api::controller_of(pod);
  return owner != nullptr && owner->at("kind").as_string() == "SlurmJob" &&
         owner->at("apiVersion").as_string().starts_with("slurmjob.dev/");
}

bool is_pod_of(const json::Value& pod, const json::Value& job) {
  return is_job_pod(pod) && api::controller_of(pod)->at("uid").as_string() == api::uid(job);
}

Task task_of(const std::string& container) {
  return container.starts_with(kTaskPrefix) ? parse_int(container.substr(kTaskPrefix.size()))
                                            : std::nullopt;
}

json::Value pod_metadata(const json::Value& job) {
  return json::Object{{"name", api::name(job)},
                      {"namespace", api::ns(job)},
                      {"labels", json::Object{{"slurmjob.dev/name", api::name(job)}}},
                      {"annotations", json::Object{{kPodRun, std::to_string(run_number(job))}}},
                      {"ownerReferences", json::Array{api::controller_reference(job)}}};
}

std::vector<std::string> pod_containers(const json::Value& job) {
  const auto tasks = array_of(job);
  if (!tasks) {
    return {kPodContainer};
  }
  std::vector<std::string> names;
  for (const std::int64_t task : *tasks) {
    if (names.size() < kMostTasks) {
      names.push_back(std::string(kTaskPrefix) + std::to_string(task));
    }
  }
  return names;
}

json::Value make_pod(const json::Value& job, const std::string& node) {
  const json::Value& connection = job.at("spec", "connection");
  json::Array containers;
  for (const std::string& name : pod_containers(job)) {
    containers.push_back(
        json::Object{{"name", name},
                     {"image", "slurm.invalid/" + connection.at("host").as_string()},
                     {"command", json::Array{"sbatch"}}});
  }
  return json::Object{
      {"apiVersion", "v1"},
      {"kind", "Pod"},
      {"metadata", pod_metadata(job)},
      {"spec", json::Object{{"nodeName", node},
                            {"restartPolicy", "Never"},
                            {"automountServiceAccountToken", false},
                            {"enableServiceLinks", false},
                            {"tolerations", json::Array{json::Object{{"operator", "Exists"}}}},
                            {"containers", std::move(containers)}}}};
}

bool shows(const json::Value& pod, const json::Value& status) {
  return contains(pod.at("status"), status);
}

json::Value pod_status(const json::Value& pod, const json::Value& job, WallTime now) {
  const std::string state = state_in_slurm(job);
  const bool runs = state == state::kRunning;
  json::Value status = pod.at("status");
  status["phase"] = phase_of(state);
  if (const json::Value* submitted = job.find("status", "submitTime")) {
    status["startTime"] = *submitted;
  }
  const TaskSets tasks = known_tasks(job);
  json::Array containers;
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    const Task task = task_of(container.at("name").as_string());
    const json::Value shown =
        task ? container_state(as_task(job, tasks, *task)) : container_state(job);
    const bool up = shown.find("running") != nullptr;
    containers.push_back(json::Object{{"name", container.at("name")},
                                      {"image", container.at("image")},
                                      {"imageID", ""},
                                      {"ready", up},
                                      {"started", up},
                                      {"restartCount", 0},
                                      {"state", shown}});
  }
  status["containerStatuses"] = std::move(containers);
  for (const char* type : {"Ready", "ContainersReady"}) {
    api::set_condition(status,
                       {.type = type,
                        .status = runs ? "True" : "False",
                        .reason = is_over(state) ? "PodCompleted" : "",
                        .message = ""},
                       now);
  }
  return status;
}

}  // namespace sluice::jobs

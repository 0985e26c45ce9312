// SPDX-License-Identifier: Apache-2.0
#include "kubelet/container_status.h"

#include "base/timestamp.h"

namespace sluice::kubelet {
namespace {

using pod::ContainerState;
using pod::ContainerStatus;

void put_time(json::Value& into, std::string_view name, const std::optional<WallTime>& time) {
  if (time) {
    into[name] = format_rfc3339(*time);
  }
}

template <class Run>
json::Value terminated(const Run& run, const std::string& container_id) {
  json::Value state = json::Object{{"exitCode", run.exit_code}, {"reason", run.reason}};
  if (run.signal != 0) {
    state["signal"] = run.signal;
  }
  if (!run.message.empty()) {
    state["message"] = run.message;
  }
  put_time(state, "startedAt", run.started);
  put_time(state, "finishedAt", run.finished);
  state["containerID"] = container_id;
  return json::Object{{"terminated", std::move(state)}};
}

json::Value waiting(const std::string& reason, const std::string& message) {
  json::Value state = json::Object{{"reason", reason}};
  if (!message.empty()) {
    state["message"] = message;
  }
  return json::Object{{"waiting", std::move(state)}};
}

// Before any runner spoke: what the pod waits for.
json::Value waiting_for_slurm(const PodSituation& situation, bool after_init) {
  if (situation.waiting) {
    return waiting(situation.waiting->reason, situation.waiting->message);
  }
  const std::string reason = after_init ? "PodInitializing" : "ContainerCreating";
  std::string message =
      situation.job_id ? describe_job(*situation.job_id, situation.job) : std::string();
  if (!situation.launch_failure.empty()) {
    message += (message.empty() ? "" : "; ") + ("earlier: " + situation.launch_failure);
  }
  return waiting(reason, message);
}

class Builder {
 public:
  explicit Builder(const PodSituation& situation) : situation_(situation) {}

  json::Value status(const json::Value& container, const ContainerStatus* known, bool is_init,
                     bool after_init) const {
    const std::string& name = container.at("name").as_string();
    const std::string id = "sluice://" + situation_.attempt.uid + "/" +
                           std::to_string(situation_.attempt.number) + "/" + name;
    const bool running =
        known != nullptr && known->state == ContainerState::kRunning && !situation_.failure;
    const bool done = is_init && known != nullptr && known->reason == "Completed";
    json::Value result = json::Object{{"name", name},
                                      {"state", state(known, id, after_init)},
                                      {"lastState", json::Object{}},
                                      {"ready", running ? !is_init : done},
                                      {"restartCount", known == nullptr ? 0 : known->restarts},
                                      {"image", container.at("image").as_string()},
                                      {"imageID", ""},
                                      {"started", running}};
    if (known != nullptr && known->last) {
      result["lastState"] = terminated(*known->last, id);
    }
    if (known != nullptr && known->state != ContainerState::kWaiting) {
      result["containerID"] = id;
    }
    return result;
  }

 private:
  json::Value state(const ContainerStatus* known, const std::string& id, bool after_init) const {
    if (known == nullptr) {
      return waiting_for_slurm(situation_, after_init);
    }
    if (known->state == ContainerState::kTerminated) {
      return terminated(*known, id);
    }
    if (known->state == ContainerState::kWaiting) {
      return waiting(known->reason, known->message);
    }
    if (!situation_.failure) {
      json::Value running = json::Object{};
      put_time(running, "startedAt", known->started);
      return json::Object{{"running", std::move(running)}};
    }
    // Its runner died with it; when exactly, nobody saw.
    ContainerStatus lost = *known;
    lost.exit_code = situation_.failure->container_exit_code;
    lost.reason = situation_.failure->container_reason;
    lost.message = situation_.failure->message;
    lost.finished = situation_.job ? situation_.job->ended : std::nullopt;
    return terminated(lost, id);
  }

  const PodSituation& situation_;
};

const ContainerStatus* find(const std::vector<ContainerStatus>& statuses, const std::string& name) {
  for (const ContainerStatus& status : statuses) {
    if (status.name == name) {
      return &status;
    }
  }
  return nullptr;
}

}  // namespace

ContainerStatuses container_statuses(const json::Value& pod, const PodSituation& situation) {
  const Builder builder(situation);
  const json::Array& init = pod.at("spec", "initContainers").as_array();
  ContainerStatuses result;
  for (const json::Value& container : init) {
    const std::string& name = container.at("name").as_string();
    const auto* known = situation.report ? find(situation.report->init_containers, name) : nullptr;
    result.init.array().push_back(builder.status(container, known, true, false));
  }
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    const std::string& name = container.at("name").as_string();
    const auto* known = situation.report ? find(situation.report->containers, name) : nullptr;
    result.main.array().push_back(builder.status(container, known, false, !init.empty()));
  }
  return result;
}

}  // namespace sluice::kubelet

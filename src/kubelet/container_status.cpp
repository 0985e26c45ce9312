// SPDX-License-Identifier: Apache-2.0
#include "kubelet/container_status.h"

#include <algorithm>

#include "api/pod_containers.h"
#include "base/timestamp.h"
#include "kubelet/job_view.h"

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

// Before any runner spoke: what the pod waits for, or why it waits for ever, which `kubectl get`
// shows. Of a pod with init containers clients expect PodInitializing until one of them has run:
// that it waits in the queue is the message, and the pod's reason.
json::Value waiting_for_slurm(const PodSituation& situation, const std::string& container,
                              bool has_init) {
  if (situation.failure) {
    return waiting(situation.failure->reason, situation.failure->message);
  }
  std::string reason = has_init ? "PodInitializing" : "ContainerCreating";
  if (situation.waiting) {
    const std::string& who = situation.waiting->container;
    return who.empty() || who == container
               ? waiting(situation.waiting->reason, situation.waiting->message)
               : waiting(reason, "");
  }
  const std::string in_queue = situation.job_id ? queue_reason(situation.job) : "";
  if (!has_init && !in_queue.empty()) {
    reason = in_queue;
  }
  std::string message =
      situation.job_id ? describe_job(*situation.job_id, situation.job) : std::string();
  if (!situation.launch_failure.empty()) {
    message += (message.empty() ? "" : "; ") + ("earlier: " + situation.launch_failure);
  }
  return waiting(reason, message);
}

enum class Role { kInit, kSidecar, kMain, kEphemeral };

class Builder {
 public:
  Builder(const PodSituation& situation, bool has_init)
      : situation_(situation), has_init_(has_init) {}

  json::Value status(const json::Value& container, const ContainerStatus* known, Role role) const {
    const std::string& name = container.at("name").as_string();
    const bool shown_waiting =
        known == nullptr || situation_.requeued || known->state == ContainerState::kWaiting;
    json::Value result = json::Object{{"name", name},
                                      {"state", state(known, name)},
                                      {"lastState", json::Object{}},
                                      {"ready", is_ready(known, role)},
                                      {"restartCount", known == nullptr ? 0 : known->restarts},
                                      {"image", container.at("image").as_string()},
                                      {"imageID", image_id(container.at("image").as_string())}};
    if (role != Role::kEphemeral) {
      result["started"] = known != nullptr && known->up && goes_on();
    }
    if (situation_.requeued && known != nullptr && known->state != ContainerState::kWaiting) {
      result["lastState"] =
          terminated(known->state == ContainerState::kTerminated ? *known : lost(*known),
                     id(name, known->restarts));
    } else if (known != nullptr && known->last) {
      result["lastState"] = terminated(*known->last, id(name, last_run(*known)));
    }
    if (!shown_waiting) {
      result["containerID"] = id(name, known->restarts);
    } else if (known != nullptr && known->last) {
      result["containerID"] = id(name, last_run(*known));
    }
    return result;
  }

 private:
  std::string image_id(const std::string& reference) const {
    const auto known = situation_.image_ids.find(reference);
    return known == situation_.image_ids.end() ? "" : known->second;
  }

  // Every run is a container of its own to those who look.
  std::string id(const std::string& name, std::int64_t run) const {
    return "sluice://" + situation_.attempt.uid + "/" + std::to_string(situation_.attempt.number) +
           "/" + name + "/" + std::to_string(run);
  }
  // A restart is counted when it happens: until then the last run has the present number.
  static std::int64_t last_run(const ContainerStatus& known) {
    return known.state == ContainerState::kWaiting ? known.restarts
                                                   : std::max<std::int64_t>(0, known.restarts - 1);
  }

  bool is_ready(const ContainerStatus* known, Role role) const {
    if (known == nullptr || role == Role::kEphemeral) {
      return false;
    }
    if (role == Role::kInit && !situation_.requeued) {
      return known->state == ContainerState::kTerminated && known->exit_code == 0;
    }
    return known->ready && goes_on();
  }
  bool goes_on() const { return !situation_.failure && !situation_.requeued; }

  // A container that ended because its pod had to shows why: its own exit says only how.
  ContainerStatus explained(ContainerStatus ended) const {
    const auto& since = situation_.report->interrupted;
    const std::string& why =
        situation_.failure ? situation_.failure->container_reason : situation_.report->reason;
    if (since && ended.finished && *ended.finished >= *since && !why.empty()) {
      ended.reason = why;
    }
    return ended;
  }

  json::Value state(const ContainerStatus* known, const std::string& name) const {
    if (known == nullptr || situation_.requeued) {
      return waiting_for_slurm(situation_, name, has_init_);
    }
    const std::string own_id = id(name, known->restarts);
    if (known->state == ContainerState::kTerminated) {
      return terminated(explained(*known), own_id);
    }
    if (known->state == ContainerState::kWaiting) {
      return waiting(known->reason, known->message);
    }
    if (!situation_.failure) {
      json::Value running = json::Object{};
      put_time(running, "startedAt", known->started);
      return json::Object{{"running", std::move(running)}};
    }
    return terminated(lost(*known), own_id);
  }

  // Its runner died with it; when exactly, nobody saw.
  ContainerStatus lost(ContainerStatus status) const {
    const PodFailure unknown;
    const PodFailure& failure = situation_.failure ? *situation_.failure : unknown;
    status.exit_code = failure.container_exit_code;
    status.reason = failure.container_reason;
    status.message = failure.message;
    status.finished = situation_.job ? situation_.job->ended : std::nullopt;
    return status;
  }

  const PodSituation& situation_;
  const bool has_init_;
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
  const json::Value& spec = pod.at("spec");
  const json::Array& inits = spec.at("initContainers").as_array();
  const Builder builder(situation, !inits.empty());
  const pod::PodReport none;
  const pod::PodReport& report = situation.report ? *situation.report : none;
  const auto status = [&](const json::Value& container,
                          const std::vector<ContainerStatus>& statuses, Role role) {
    return builder.status(container, find(statuses, container.at("name").as_string()), role);
  };
  ContainerStatuses result;
  for (const json::Value& container : inits) {
    const Role role = api::is_sidecar(container) ? Role::kSidecar : Role::kInit;
    result.init.array().push_back(status(container, report.init_containers, role));
  }
  for (const json::Value& container : spec.at("containers").as_array()) {
    result.main.array().push_back(status(container, report.containers, Role::kMain));
  }
  for (const json::Value& container : spec.at("ephemeralContainers").as_array()) {
    result.ephemeral.array().push_back(
        status(container, report.ephemeral_containers, Role::kEphemeral));
  }
  return result;
}

}  // namespace sluice::kubelet

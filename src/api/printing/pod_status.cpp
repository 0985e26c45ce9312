// SPDX-License-Identifier: Apache-2.0
#include "api/printing/pod_status.h"

#include <optional>

#include "api/meta.h"
#include "api/printing/human_duration.h"
#include "base/timestamp.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Value;

const Value& item_named(const Value& list, const std::string& name) {
  for (const Value& item : list.as_array()) {
    if (item.at("name").as_string() == name) {
      return item;
    }
  }
  return Value::null();
}

bool is_sidecar(const Value& pod, const std::string& name) {
  return item_named(pod.at("spec", "initContainers"), name).at("restartPolicy").as_string() ==
         "Always";
}

std::string termination_reason(const Value& terminated) {
  if (!terminated.at("reason").as_string().empty()) {
    return terminated.at("reason").as_string();
  }
  if (terminated.at("signal").as_int() != 0) {
    return "Signal:" + std::to_string(terminated.at("signal").as_int());
  }
  return "ExitCode:" + std::to_string(terminated.at("exitCode").as_int());
}

struct Restarts {
  std::int64_t count = 0;
  std::optional<WallTime> last;

  void add(const Value& status) {
    count += status.at("restartCount").as_int();
    const auto finished =
        parse_rfc3339(status.at("lastState", "terminated", "finishedAt").as_string());
    if (finished && (!last || *last < *finished)) {
      last = *finished;
    }
  }

  std::string text(WallTime now) const {
    std::string text = std::to_string(count);
    return count > 0 && last ? text + " (" + human_duration(now - *last) + " ago)" : text;
  }
};

// Why initialization is not over: "Init:ErrImagePull", "Init:1/2"; empty when the container is
// done.
std::string init_status(const Value& pod, const Value& status, std::size_t index) {
  const Value& terminated = status.at("state", "terminated");
  const std::string& waiting = status.at("state", "waiting", "reason").as_string();
  if (terminated.is_object() && terminated.at("exitCode").as_int() == 0) {
    return "";
  }
  if (is_sidecar(pod, status.at("name").as_string()) && status.at("started").as_bool()) {
    return "";
  }
  if (terminated.is_object()) {
    return "Init:" + termination_reason(terminated);
  }
  if (!waiting.empty() && waiting != "PodInitializing") {
    return "Init:" + waiting;
  }
  return "Init:" + std::to_string(index) + "/" +
         std::to_string(pod.at("spec", "initContainers").as_array().size());
}

struct Reading {
  PodSummary summary;
  Restarts restarts;
  bool initializing = false;
};

void read_init_containers(const Value& pod, Reading& reading) {
  const Array& statuses = pod.at("status", "initContainerStatuses").as_array();
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    const bool sidecar = is_sidecar(pod, statuses[i].at("name").as_string());
    reading.restarts.add(statuses[i]);
    reading.summary.containers += sidecar ? 1 : 0;
    reading.summary.ready += sidecar && statuses[i].at("ready").as_bool() ? 1 : 0;
    if (reading.initializing) {
      continue;
    }
    if (const std::string status = init_status(pod, statuses[i], i); !status.empty()) {
      reading.initializing = true;
      reading.summary.status = status;
    }
  }
}

// The containers' own words, the first container's winning; then what the pod as a whole shows.
void read_containers(const Value& pod, Reading& reading) {
  bool running = false;
  const Array& statuses = pod.at("status", "containerStatuses").as_array();
  for (auto status = statuses.rbegin(); status != statuses.rend(); ++status) {
    reading.restarts.add(*status);
    const Value& terminated = status->at("state", "terminated");
    const std::string& waiting = status->at("state", "waiting", "reason").as_string();
    const bool is_running = status->at("state", "running").is_object();
    if (!waiting.empty()) {
      reading.summary.status = waiting;
    } else if (terminated.is_object()) {
      reading.summary.status = termination_reason(terminated);
    } else if (status->at("ready").as_bool() && is_running) {
      running = true;
      ++reading.summary.ready;
    }
  }
  if (reading.summary.status == "Completed" && running) {
    reading.summary.status = has_condition(pod, "Ready") ? "Running" : "NotReady";
  }
}

}  // namespace

PodSummary summarize_pod(const Value& pod, WallTime now) {
  Reading reading;
  const Value& status = pod.at("status");
  PodSummary& summary = reading.summary;
  summary.status = status.at("reason").as_string().empty() ? status.at("phase").as_string()
                                                           : status.at("reason").as_string();
  summary.containers = static_cast<std::int64_t>(pod.at("spec", "containers").as_array().size());
  const Value* scheduled = condition(pod, "PodScheduled");
  if (scheduled != nullptr && scheduled->at("reason").as_string() == "SchedulingGated") {
    summary.status = "SchedulingGated";
  }
  read_init_containers(pod, reading);
  if (!reading.initializing || has_condition(pod, "Initialized")) {
    read_containers(pod, reading);
  }
  const std::string& phase = status.at("phase").as_string();
  if (is_being_deleted(pod) && status.at("reason").as_string() == "NodeLost") {
    summary.status = "Unknown";
  } else if (is_being_deleted(pod) && phase != "Succeeded" && phase != "Failed") {
    summary.status = "Terminating";
  }
  summary.restarts = reading.restarts.text(now);
  return summary;
}

}  // namespace sluice::api

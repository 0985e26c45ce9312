// SPDX-License-Identifier: Apache-2.0
// PodReport as JSON: a line of the status file and the body of a report to the kubelet.
#include "base/timestamp.h"
#include "pod/protocol.h"

namespace sluice::pod {
namespace {

constexpr std::string_view kStateNames[] = {"waiting", "running", "terminated"};

void put_time(json::Value& into, std::string_view name, const std::optional<WallTime>& time) {
  if (time) {
    into[name] = format_rfc3339_nano(*time);
  }
}

Result<std::optional<WallTime>> take_time(const json::Value& text) {
  if (!text.is_string()) {
    return std::nullopt;
  }
  TRY_ASSIGN(const WallTime time, parse_rfc3339(text.as_string()));
  return time;
}

// Termination and ContainerStatus share how a run ended.
template <class Run>
void put_run(json::Value& into, const Run& run) {
  into["exitCode"] = run.exit_code;
  into["signal"] = run.signal;
  into["reason"] = run.reason;
  into["message"] = run.message;
  put_time(into, "started", run.started);
  put_time(into, "finished", run.finished);
}

template <class Run>
Result<void> take_run(const json::Value& from, Run& run) {
  run.exit_code = static_cast<int>(from.at("exitCode").as_int());
  run.signal = static_cast<int>(from.at("signal").as_int());
  run.reason = from.at("reason").as_string();
  run.message = from.at("message").as_string();
  TRY_ASSIGN(run.started, take_time(from.at("started")));
  TRY_ASSIGN(run.finished, take_time(from.at("finished")));
  return {};
}

json::Value usage_json(const Usage& usage) {
  return json::Object{{"time", format_rfc3339_nano(usage.time)},
                      {"windowNanoseconds", usage.window.count()},
                      {"cpuNanocores", usage.cpu_nanocores},
                      {"memoryBytes", usage.memory_bytes}};
}

Result<Usage> usage_from(const json::Value& from) {
  TRY_ASSIGN(const WallTime time, parse_rfc3339(from.at("time").as_string()));
  return Usage{time, Duration(from.at("windowNanoseconds").as_int()),
               from.at("cpuNanocores").as_int(), from.at("memoryBytes").as_int()};
}

json::Value statuses_json(const std::vector<ContainerStatus>& statuses) {
  json::Array items;
  for (const ContainerStatus& status : statuses) {
    json::Value item = json::Object{{"name", status.name},
                                    {"state", kStateNames[static_cast<std::size_t>(status.state)]},
                                    {"restarts", status.restarts},
                                    {"up", status.up},
                                    {"ready", status.ready}};
    put_run(item, status);
    if (status.last) {
      put_run(item["last"], *status.last);
    }
    if (status.usage) {
      item["usage"] = usage_json(*status.usage);
    }
    items.push_back(std::move(item));
  }
  return items;
}

Result<ContainerStatus> status_from(const json::Value& item) {
  ContainerStatus status;
  status.name = item.at("name").as_string();
  status.restarts = item.at("restarts").as_int();
  status.up = item.at("up").as_bool();
  status.ready = item.at("ready").as_bool();
  const std::string& state = item.at("state").as_string();
  if (state == kStateNames[1]) {
    status.state = ContainerState::kRunning;
  } else if (state == kStateNames[2]) {
    status.state = ContainerState::kTerminated;
  } else if (state != kStateNames[0]) {
    return fail(Code::kInvalid, "state: \"" + state + "\" is not waiting, running or terminated");
  }
  TRY(take_run(item, status));
  if (const json::Value* last = item.find("last")) {
    TRY(take_run(*last, status.last.emplace()));
  }
  if (const json::Value* usage = item.find("usage")) {
    TRY_ASSIGN(status.usage, usage_from(*usage));
  }
  return status;
}

Result<std::vector<ContainerStatus>> statuses_from(const json::Value& items) {
  std::vector<ContainerStatus> statuses;
  for (const json::Value& item : items.as_array()) {
    TRY_ASSIGN(ContainerStatus status, status_from(item));
    statuses.push_back(std::move(status));
  }
  return statuses;
}

}  // namespace

bool is_settled(const PodReport& report) {
  return report.finished && (!report.interrupted || !report.reason.empty());
}

const ContainerStatus* find_status(const PodReport& report, std::string_view container) {
  for (const auto* list :
       {&report.containers, &report.init_containers, &report.ephemeral_containers}) {
    for (const ContainerStatus& status : *list) {
      if (status.name == container) {
        return &status;
      }
    }
  }
  return nullptr;
}

json::Value to_json(const PodReport& report) {
  json::Value document = json::Object{{"uid", report.attempt.uid},
                                      {"attempt", report.attempt.number},
                                      {"sequence", report.sequence},
                                      {"jobId", report.job_id},
                                      {"restarts", report.restarts},
                                      {"host", report.host},
                                      {"hostIp", report.host_ip},
                                      {"askHost", report.ask_host},
                                      {"askPort", static_cast<int>(report.ask_port)},
                                      {"finished", report.finished},
                                      {"reason", report.reason},
                                      {"message", report.message},
                                      {"limitNear", report.limit_near},
                                      {"initContainers", statuses_json(report.init_containers)},
                                      {"containers", statuses_json(report.containers)},
                                      {"events", to_json(report.events)}};
  document["ephemeralContainers"] = statuses_json(report.ephemeral_containers);
  put_time(document, "interrupted", report.interrupted);
  return document;
}

Result<PodReport> pod_report_from_json(const json::Value& document) {
  PodReport report;
  report.attempt = {document.at("uid").as_string(), document.at("attempt").as_int()};
  if (report.attempt.uid.empty() || report.attempt.number < 1) {
    return fail(Code::kInvalid, "uid and attempt: a pod uid and a number from 1 are required");
  }
  report.sequence = document.at("sequence").as_int();
  report.job_id = static_cast<std::uint32_t>(document.at("jobId").as_int());
  report.restarts = document.at("restarts").as_int();
  report.host = document.at("host").as_string();
  report.host_ip = document.at("hostIp").as_string();
  report.ask_host = document.at("askHost").as_string();
  report.ask_port = static_cast<std::uint16_t>(document.at("askPort").as_int());
  report.finished = document.at("finished").as_bool();
  report.reason = document.at("reason").as_string();
  report.message = document.at("message").as_string();
  report.limit_near = document.at("limitNear").as_bool();
  TRY_ASSIGN(report.interrupted, take_time(document.at("interrupted")));
  TRY_ASSIGN(report.init_containers, statuses_from(document.at("initContainers")));
  TRY_ASSIGN(report.containers, statuses_from(document.at("containers")));
  TRY_ASSIGN(report.ephemeral_containers, statuses_from(document.at("ephemeralContainers")));
  TRY_ASSIGN(report.events, pod_events_from_json(document.at("events")));
  return report;
}

}  // namespace sluice::pod

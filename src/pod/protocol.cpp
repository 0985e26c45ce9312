// SPDX-License-Identifier: Apache-2.0
#include "pod/protocol.h"

#include "base/files.h"
#include "base/timestamp.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::pod {
namespace {

json::Value container_json(const ContainerSpec& container) {
  json::Array environment;
  for (const EnvVar& variable : container.environment) {
    environment.push_back(json::Object{{"name", variable.name}, {"value", variable.value}});
  }
  return json::Object{{"name", container.name},
                      {"image", container.image},
                      {"argv", json::from_strings(container.argv)},
                      {"environment", std::move(environment)},
                      {"workingDirectory", container.working_directory},
                      {"input", container.input},
                      {"inputOnce", container.input_once},
                      {"terminal", container.terminal},
                      {"processesOf", container.processes_of},
                      {"lifecycle", to_json(container.lifecycle)},
                      {"isolation", to_json(container.isolation)}};
}

json::Value containers_json(const std::vector<ContainerSpec>& containers) {
  json::Array items;
  for (const ContainerSpec& container : containers) {
    items.push_back(container_json(container));
  }
  return items;
}

std::vector<ContainerSpec> containers_from(const json::Value& items) {
  std::vector<ContainerSpec> containers;
  for (const json::Value& item : items.as_array()) {
    ContainerSpec& container = containers.emplace_back();
    container.name = item.at("name").as_string();
    container.image = item.at("image").as_string();
    container.working_directory = item.at("workingDirectory").as_string();
    container.input = item.at("input").as_bool();
    container.input_once = item.at("inputOnce").as_bool();
    container.terminal = item.at("terminal").as_bool();
    container.argv = json::to_strings(item.at("argv"));
    for (const json::Value& variable : item.at("environment").as_array()) {
      container.environment.push_back(
          {variable.at("name").as_string(), variable.at("value").as_string()});
    }
    container.processes_of = item.at("processesOf").as_string();
    container.lifecycle = lifecycle_from_json(item.at("lifecycle"));
    container.isolation = isolation_from_json(item.at("isolation"));
  }
  return containers;
}

Result<Attempt> attempt_from(const json::Value& document) {
  Attempt attempt{document.at("uid").as_string(), document.at("attempt").as_int()};
  if (attempt.uid.empty() || attempt.number < 1) {
    return fail(Code::kInvalid, "uid and attempt: a pod uid and a number from 1 are required");
  }
  return attempt;
}

Result<json::Value> read_document(const std::filesystem::path& path) {
  TRY_ASSIGN(const std::string text, read_file(path));
  auto document = json::parse(text);
  if (!document) {
    return tl::unexpected(with_context(document.error(), path.string()));
  }
  return document;
}

std::filesystem::path claim_path(const std::filesystem::path& attempt_dir, std::int64_t place) {
  return attempt_dir / (place == 0 ? "claim" : "claim." + std::to_string(place));
}

}  // namespace

std::filesystem::path attempt_directory(const std::filesystem::path& home, const Attempt& attempt) {
  return home / "pods" / attempt.uid / std::to_string(attempt.number);
}

Result<void> write_claim(const std::filesystem::path& attempt_dir, const Claim& claim) {
  const json::Value document = json::Object{{"owner", claim.owner},
                                            {"host", claim.host},
                                            {"pid", claim.pid},
                                            {"jobId", claim.job_id},
                                            {"reason", claim.reason},
                                            {"message", claim.message},
                                            {"restarts", claim.restarts},
                                            {"disruption", claim.disruption},
                                            {"launchFailures", claim.launch_failures}};
  return create_file_exclusive(claim_path(attempt_dir, claim.place), json::write(document));
}

bool is_superseded(const std::filesystem::path& attempt_dir, std::int64_t place) {
  std::error_code error;
  return std::filesystem::exists(claim_path(attempt_dir, place + 1), error);
}

Result<std::optional<Claim>> read_claim(const std::filesystem::path& attempt_dir) {
  std::int64_t place = 0;
  while (is_superseded(attempt_dir, place)) {
    ++place;
  }
  auto document = read_document(claim_path(attempt_dir, place));
  if (!document && document.error().code == Code::kNotFound) {
    return std::nullopt;
  }
  TRY(document);
  return Claim{.owner = document->at("owner").as_string(),
               .host = document->at("host").as_string(),
               .pid = document->at("pid").as_int(),
               .job_id = static_cast<std::uint32_t>(document->at("jobId").as_int()),
               .restarts = document->at("restarts").as_int(),
               .reason = document->at("reason").as_string(),
               .message = document->at("message").as_string(),
               .launch_failures = document->at("launchFailures").as_int(),
               .disruption = document->at("disruption").as_bool(),
               .place = place};
}

Result<void> write_stop(const std::filesystem::path& attempt_dir, std::int64_t grace_seconds) {
  const json::Value document = json::Object{{"gracePeriodSeconds", grace_seconds}};
  return write_file_replacing(attempt_dir / "stop.json", json::write(document));
}

Result<std::optional<std::int64_t>> read_stop(const std::filesystem::path& attempt_dir) {
  auto document = read_document(attempt_dir / "stop.json");
  if (!document && document.error().code == Code::kNotFound) {
    return std::nullopt;
  }
  TRY(document);
  return document->at("gracePeriodSeconds").as_int();
}

Result<void> write_changes(const std::filesystem::path& attempt_dir, const PodChanges& changes) {
  const json::Value document =
      json::Object{{"ephemeralContainers", containers_json(changes.ephemeral_containers)},
                   {"activeDeadlineSeconds", changes.active_deadline_seconds}};
  return write_file_replacing(attempt_dir / "changes.json", json::write(document));
}

Result<PodChanges> read_changes(const std::filesystem::path& attempt_dir) {
  auto document = read_document(attempt_dir / "changes.json");
  if (!document && document.error().code == Code::kNotFound) {
    return PodChanges{};
  }
  TRY(document);
  return PodChanges{.ephemeral_containers = containers_from(document->at("ephemeralContainers")),
                    .active_deadline_seconds = document->at("activeDeadlineSeconds").as_int()};
}

json::Value to_json(const PodSpec& spec) {
  return json::Object{{"namespace", spec.ns},
                      {"name", spec.name},
                      {"uid", spec.attempt.uid},
                      {"attempt", spec.attempt.number},
                      {"restartPolicy", spec.restart_policy},
                      {"gracePeriodSeconds", spec.grace_period_seconds},
                      {"activeDeadlineSeconds", spec.active_deadline_seconds},
                      {"limitWarningSeconds", spec.limit_warning_seconds},
                      {"runtime", spec.runtime},
                      {"initContainers", containers_json(spec.init_containers)},
                      {"containers", containers_json(spec.containers)},
                      {"reportHost", spec.report_host},
                      {"reportPort", static_cast<int>(spec.report_port)},
                      {"sessionKey", spec.session_key},
                      {"names", to_json(spec.names)},
                      {"sharing", to_json(spec.sharing)},
                      {"tasks", json::Object{{"container", spec.tasks.container},
                                             {"flags", json::from_strings(spec.tasks.flags)},
                                             {"allOutput", spec.tasks.all_output}}}};
}

Result<PodSpec> pod_spec_from_json(const json::Value& document) {
  PodSpec spec;
  TRY_ASSIGN(spec.attempt, attempt_from(document));
  spec.ns = document.at("namespace").as_string();
  spec.name = document.at("name").as_string();
  spec.restart_policy = document.at("restartPolicy").as_string();
  spec.grace_period_seconds = document.at("gracePeriodSeconds").as_int(30);
  spec.active_deadline_seconds = document.at("activeDeadlineSeconds").as_int();
  spec.limit_warning_seconds = document.at("limitWarningSeconds").as_int();
  spec.runtime = document.at("runtime").as_string();
  spec.init_containers = containers_from(document.at("initContainers"));
  spec.containers = containers_from(document.at("containers"));
  spec.report_host = document.at("reportHost").as_string();
  spec.report_port = static_cast<std::uint16_t>(document.at("reportPort").as_int());
  spec.session_key = document.at("sessionKey").as_string();
  spec.names = names_from_json(document.at("names"));
  spec.sharing = sharing_from_json(document.at("sharing"));
  const json::Value& tasks = document.at("tasks");
  spec.tasks = {.container = tasks.at("container").as_string(),
                .flags = json::to_strings(tasks.at("flags")),
                .all_output = tasks.at("allOutput").as_bool()};
  if (spec.containers.empty()) {
    return fail(Code::kInvalid, "containers: a pod has at least one container");
  }
  return spec;
}

}  // namespace sluice::pod

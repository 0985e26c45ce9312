// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_text.h"

#include <cctype>
#include <filesystem>

#include "api/meta.h"
#include "base/text.h"
#include "cmd/job_files.h"
#include "cmd/table.h"
#include "jobs/job_spec.h"
#include "jobs/job_state.h"
#include "jobs/job_status.h"

namespace sluice::cmd {
namespace {

constexpr std::string_view kForAll = "slurmclusterconnection/";
constexpr std::size_t kLongestName = 50;

void set(json::Value& part, const char* field, const std::string& text) {
  if (!text.empty()) {
    part[field] = text;
  }
}

// Numbers as numbers: the schema tells "2" from 2 where it takes both.
void set_number_or_text(json::Value& part, const char* field, const std::string& text) {
  if (const auto number = parse_int(text)) {
    part[field] = *number;
  } else {
    set(part, field, text);
  }
}

Result<void> set_cluster(json::Value& spec, const JobArguments& arguments) {
  if (arguments.cluster.empty()) {
    return fail(Code::kInvalid,
                "--cluster is missing: expected HOST[:PORT] with --secret, or the name of a "
                "SlurmConnection");
  }
  if (arguments.secret.empty()) {
    const bool for_all = arguments.cluster.starts_with(kForAll);
    spec["connectionRef"] = json::Object{
        {"kind", for_all ? jobs::kClusterConnectionKind : jobs::kConnectionKind},
        {"name", for_all ? arguments.cluster.substr(kForAll.size()) : arguments.cluster}};
    return {};
  }
  const std::size_t colon = arguments.cluster.rfind(':');
  const auto port = colon == std::string::npos ? std::optional<std::int64_t>(22)
                                               : parse_int(arguments.cluster.substr(colon + 1));
  if (!port || *port < 1 || *port > 65535) {
    return fail(Code::kInvalid,
                "--cluster: expected HOST or HOST:PORT, got \"" + arguments.cluster + "\"");
  }
  spec["connection"] = json::Object{{"host", arguments.cluster.substr(0, colon)},
                                    {"port", std::to_string(*port)},
                                    {"secretName", arguments.secret}};
  return {};
}

Result<void> set_environment(json::Value& job, const std::vector<std::string>& variables) {
  for (const std::string& variable : variables) {
    const std::size_t equals = variable.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return fail(Code::kInvalid, "--env: expected NAME=value, got \"" + variable + "\"");
    }
    job["env"].array().push_back(
        json::Object{{"name", variable.substr(0, equals)}, {"value", variable.substr(equals + 1)}});
  }
  return {};
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

}  // namespace

std::string name_of_script(const std::string& path) {
  std::string name;
  for (const char raw : std::filesystem::path(path).stem().string()) {
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(raw)));
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain || (!name.empty() && name.back() != '-')) {
      name += plain ? c : '-';
    }
  }
  name = name.substr(0, kLongestName);
  while (name.ends_with('-')) {
    name.pop_back();
  }
  return name.empty() ? "job" : name;
}

Result<client::Object> job_manifest(const JobArguments& arguments, const std::string& script) {
  json::Value job = json::Object{{"scriptCode", script}};
  set(job, "partition", arguments.partition);
  set(job, "account", arguments.account);
  set(job, "qos", arguments.qos);
  set_number_or_text(job, "time", arguments.time);
  set_number_or_text(job, "nodes", arguments.nodes);
  set(job, "memory", arguments.memory);
  set_number_or_text(job, "gpus", arguments.gpus);
  set(job, "workingDirectory", arguments.directory);
  set(job, "array", arguments.array);
  if (arguments.tasks != 0) {
    job["tasks"] = arguments.tasks;
  }
  if (arguments.cpus_per_task != 0) {
    job["cpusPerTask"] = arguments.cpus_per_task;
  }
  TRY(set_environment(job, arguments.environment));
  json::Value spec = json::Object{{"job", std::move(job)}};
  TRY(set_cluster(spec, arguments));
  for (const std::string& name : arguments.after) {
    spec["dependsOn"].array().push_back(json::Object{{"name", name}});
  }
  for (const std::string& text : arguments.inputs) {
    TRY_ASSIGN(json::Value input, input_of(text));
    spec["inputs"].array().push_back(std::move(input));
  }
  for (const std::string& text : arguments.results) {
    TRY_ASSIGN(json::Value result, result_of(text));
    spec["results"].array().push_back(std::move(result));
  }
  if (arguments.retries != 0) {
    spec["retries"] = json::Object{{"limit", arguments.retries}};
  }
  if (arguments.ttl >= 0) {
    spec["ttlSecondsAfterFinished"] = arguments.ttl;
  }
  if (arguments.hold) {
    spec["suspend"] = true;
  }
  return json::Object{{"apiVersion", "slurmjob.dev/v1"},
                      {"kind", "SlurmJob"},
                      {"metadata", json::Object{{"name", arguments.name}}},
                      {"spec", std::move(spec)}};
}

std::string state_line(const client::Object& job) {
  const json::Value& status = job.at("status");
  const std::string state = jobs::state_of(job);
  std::string line = state.empty() ? "NEW" : state;
  if (const std::string& reason = status.at("reason").as_string(); !reason.empty()) {
    line += " (" + reason + ")";
  }
  if (const std::int64_t id = jobs::job_id(job); id != 0) {
    line += ", job " + std::to_string(id);
  }
  if (const std::string& nodes = status.at("nodes").as_string(); !nodes.empty()) {
    line += " on " + nodes;
  }
  if (jobs::is_over(state) && status.at("exitCode").is_int()) {
    line += ", exit code " + std::to_string(status.at("exitCode").as_int());
  }
  if (const std::string& message = status.at("message").as_string(); !message.empty()) {
    line += ": " + message;
  }
  return line;
}

int exit_status(const client::Object& job) {
  const std::int64_t code = job.at("status", "exitCode").as_int();
  const bool completed = jobs::state_of(job) == jobs::state::kCompleted;
  return completed ? 0 : code > 0 && code < 256 ? static_cast<int>(code) : 1;
}

std::string job_table(const std::vector<client::ObjectPtr>& jobs, bool with_namespace) {
  std::vector<std::vector<std::string>> rows{
      {"NAMESPACE", "NAME", "STATUS", "JOBID", "PARTITION", "TIME", "EXIT", "REASON"}};
  for (const client::ObjectPtr& job : jobs) {
    const json::Value& status = job->at("status");
    const std::int64_t id = jobs::job_id(*job);
    rows.push_back(
        {api::ns(*job), api::name(*job), or_dash(jobs::state_of(*job)),
         id == 0 ? "-" : std::to_string(id), or_dash(status.at("partition").as_string()),
         or_dash(status.at("time").as_string()),
         status.at("exitCode").is_int() ? std::to_string(status.at("exitCode").as_int()) : "-",
         or_dash(status.at("reason").as_string())});
  }
  if (!with_namespace) {
    for (auto& row : rows) {
      row.erase(row.begin());
    }
  }
  return table_text(rows);
}

}  // namespace sluice::cmd

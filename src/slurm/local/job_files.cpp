// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/job_files.h"

#include <sys/utsname.h>

#include "base/files.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "json/text.h"
#include "json/value.h"
#include "slurm/job_state.h"

namespace sluice::slurm {
namespace {

constexpr const char* kRecord = "job.json";
constexpr const char* kClaim = "claim.json";
constexpr const char* kOrder = "order.json";
constexpr const char* kEnd = "end.json";

json::Value to_json(const ProcessId& process) {
  return json::Object{{"pid", process.pid}, {"start", process.start}};
}

ProcessId process_from(const json::Value& document) {
  return {static_cast<pid_t>(document.at("pid").as_int()), document.at("start").as_int()};
}

WallTime time_from(const json::Value& text) {
  return parse_rfc3339(text.as_string()).value_or(WallTime());
}

json::Value to_json(const JobRecord& record) {
  const JobRequest& request = record.request;
  json::Array environment;
  for (const auto& [name, value] : request.environment) {
    environment.push_back(json::Object{{"name", name}, {"value", value}});
  }
  json::Value document = json::Object{{"id", record.id},
                                      {"batch", record.batch},
                                      {"mark", record.mark},
                                      {"submitted", format_rfc3339_micro(record.submitted)},
                                      {"name", request.name},
                                      {"comment", request.comment},
                                      {"script", request.script},
                                      {"partition", request.partition},
                                      {"workingDirectory", request.working_directory},
                                      {"output", request.output},
                                      {"environment", std::move(environment)},
                                      {"cpus", request.cpus},
                                      {"memoryMib", request.memory_mib},
                                      {"timeLimitSeconds", request.time_limit_seconds}};
  if (request.cpu_thousandths) {
    document["cpuThousandths"] = *request.cpu_thousandths;
  }
  document["limits"] = json::Object{{"cpuThousandths", request.limits.cpu_thousandths},
                                    {"memoryBytes", request.limits.memory_bytes},
                                    {"processes", request.limits.processes}};
  json::Value group = json::Object{{"unified", record.group.unified}};
  for (const auto& [controller, directory] : record.group.directories) {
    group["directories"][controller] = directory.string();
  }
  document["group"] = std::move(group);
  return document;
}

JobRecord record_from(const json::Value& document) {
  JobRecord record{.id = static_cast<JobId>(document.at("id").as_int()),
                   .batch = document.at("batch").as_bool(true),
                   .mark = document.at("mark").as_string(),
                   .submitted = time_from(document.at("submitted"))};
  JobRequest& request = record.request;
  request.name = document.at("name").as_string();
  request.comment = document.at("comment").as_string();
  request.script = document.at("script").as_string();
  request.partition = document.at("partition").as_string();
  request.working_directory = document.at("workingDirectory").as_string();
  request.output = document.at("output").as_string();
  for (const json::Value& variable : document.at("environment").as_array()) {
    request.environment.emplace_back(variable.at("name").as_string(),
                                     variable.at("value").as_string());
  }
  request.cpus = document.at("cpus").as_int(1);
  request.memory_mib = document.at("memoryMib").as_int();
  request.time_limit_seconds = document.at("timeLimitSeconds").as_int();
  if (const json::Value* thousandths = document.find("cpuThousandths")) {
    request.cpu_thousandths = thousandths->as_int();
  }
  const json::Value& limits = document.at("limits");
  request.limits = {.cpu_thousandths = limits.at("cpuThousandths").as_int(),
                    .memory_bytes = limits.at("memoryBytes").as_int(),
                    .processes = limits.at("processes").as_int()};
  record.group.unified = document.at("group", "unified").as_bool();
  for (const json::Member& member : document.at("group", "directories").as_object()) {
    record.group.directories[member.key] = member.value.as_string();
  }
  return record;
}

// What cannot be read is as good as not there: whoever writes these writes them whole.
std::optional<json::Value> read_document(const std::filesystem::path& path) {
  const auto text = read_file(path);
  auto document = text ? json::parse(*text) : tl::unexpected(text.error());
  return document ? std::optional(std::move(*document)) : std::nullopt;
}

}  // namespace

Result<void> JobFiles::write(const JobRecord& record) const {
  const std::string text = json::write(to_json(record));
  if (const auto readable = json::parse(text); !readable) {
    return fail(Code::kInvalid, "name, comment, script, paths and environment: expected UTF-8: " +
                                    readable.error().message);
  }
  TRY(make_directory(directory_));
  TRY(write_file_replacing(script(), record.request.script, 0700));
  return write_file_replacing(directory_ / kRecord, text);
}

Result<JobRecord> JobFiles::read() const {
  TRY_ASSIGN(const std::string text, read_file(directory_ / kRecord));
  const auto document = json::parse(text);
  if (!document) {
    return tl::unexpected(with_context(document.error(), (directory_ / kRecord).string()));
  }
  return record_from(*document);
}

Result<void> JobFiles::claim(const Claim& claim) const {
  const json::Value document = json::Object{{"host", claim.host},
                                            {"boot", claim.boot},
                                            {"keeper", to_json(claim.keeper)},
                                            {"script", to_json(claim.script)},
                                            {"started", format_rfc3339_micro(claim.started)}};
  return create_file_exclusive(directory_ / kClaim, json::write(document));
}

std::optional<Claim> JobFiles::claim() const {
  const auto document = read_document(directory_ / kClaim);
  if (!document) {
    return std::nullopt;
  }
  return Claim{.host = document->at("host").as_string(),
               .boot = document->at("boot").as_string(),
               .keeper = process_from(document->at("keeper")),
               .script = process_from(document->at("script")),
               .started = time_from(document->at("started"))};
}

Result<void> JobFiles::order(const Order& order) const {
  const json::Value document =
      json::Object{{"state", to_string(order.state)}, {"exitCode", order.exit_code}};
  return create_file_exclusive(directory_ / kOrder, json::write(document));
}

std::optional<Order> JobFiles::order() const {
  const auto document = read_document(directory_ / kOrder);
  if (!document) {
    return std::nullopt;
  }
  return Order{parse_job_state(document->at("state").as_string()),
               static_cast<int>(document->at("exitCode").as_int())};
}

Result<void> JobFiles::end(const End& end) const {
  const json::Value document = json::Object{{"state", to_string(end.state)},
                                            {"exitCode", end.exit_code},
                                            {"signal", end.signal},
                                            {"ended", format_rfc3339_micro(end.ended)}};
  return create_file_exclusive(directory_ / kEnd, json::write(document));
}

std::optional<End> JobFiles::end() const {
  const auto document = read_document(directory_ / kEnd);
  if (!document) {
    return std::nullopt;
  }
  return End{.state = parse_job_state(document->at("state").as_string()),
             .exit_code = static_cast<int>(document->at("exitCode").as_int()),
             .signal = static_cast<int>(document->at("signal").as_int()),
             .ended = time_from(document->at("ended"))};
}

std::string this_host() {
  utsname machine{};
  ::uname(&machine);
  return machine.nodename;
}

std::string this_boot() {
  return std::string(trim(read_file("/proc/sys/kernel/random/boot_id").value_or("")));
}

}  // namespace sluice::slurm

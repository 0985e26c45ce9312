// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/job_description.h"

#include "slurm/request.h"
#include "slurm/rest/flag_fields.h"

namespace sluice::slurm::rest {
namespace {

json::Value environment_of(const ApiVersion& version, const JobRequest& request) {
  json::Object named;
  json::Array lines;
  for (const auto& [key, value] : job_environment(request)) {
    named[key] = value;
    lines.emplace_back(key + "=" + value);
  }
  return version.modern_requests ? json::Value(std::move(lines)) : json::Value(std::move(named));
}

}  // namespace

Result<json::Value> job_description(const ApiVersion& version, const JobRequest& request) {
  TRY(check_request(request));
  json::Value job =
      json::Object{{"name", request.name}, {"tasks", 1}, {"cpus_per_task", request.cpus}};
  if (!request.partition.empty()) {
    job["partition"] = request.partition;
  }
  if (request.memory_mib > 0) {
    job["memory_per_node"] = request.memory_mib;
  }
  if (request.time_limit_seconds > 0) {
    job["time_limit"] = time_limit_minutes(request);
  }
  // The user's flags may change what stands before them, not what stands behind.
  TRY(apply_flags(version, request.flags, job));
  if (!request.array.empty()) {
    job["array"] = request.array;
  }
  job["requeue"] = true;
  job["comment"] = request.comment;
  job["current_working_directory"] = request.working_directory;
  job["standard_input"] = "/dev/null";
  job["standard_output"] = output_pattern(request);
  job["environment"] = environment_of(version, request);
  json::Value body = json::Object{};
  (version.modern_requests ? job : body)["script"] = request.script;
  body["job"] = std::move(job);
  return body;
}

}  // namespace sluice::slurm::rest

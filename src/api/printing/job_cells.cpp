// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "api/meta.h"
#include "api/printing/cells.h"
#include "api/printing/human_duration.h"
#include "api/printing/selector_text.h"
#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::api::cells {
namespace {

std::string of_containers(const json::Value& job, std::string_view member) {
  std::vector<std::string> values;
  for (const json::Value& container : job.at("spec", "template", "spec", "containers").as_array()) {
    values.push_back(container.at(member).as_string());
  }
  return join(values, ",");
}

}  // namespace

json::Value job_status(const json::Value& job, WallTime) {
  for (const char* end : {"Complete", "Failed"}) {
    if (has_condition(job, end)) {
      return end;
    }
  }
  if (is_being_deleted(job)) {
    return "Terminating";
  }
  for (const char* state : {"Suspended", "FailureTarget", "SuccessCriteriaMet"}) {
    if (has_condition(job, state)) {
      return state;
    }
  }
  return "Running";
}

json::Value job_completions(const json::Value& job, WallTime) {
  const std::string done = std::to_string(job.at("status", "succeeded").as_int());
  if (const json::Value& wanted = job.at("spec", "completions"); wanted.is_int()) {
    return done + "/" + std::to_string(wanted.as_int());
  }
  const std::int64_t parallelism = job.at("spec", "parallelism").as_int();
  return parallelism > 1 ? done + "/1 of " + std::to_string(parallelism) : done + "/1";
}

json::Value job_duration(const json::Value& job, WallTime now) {
  const auto start = parse_rfc3339(job.at("status", "startTime").as_string());
  if (!start) {
    return "";
  }
  const auto end = parse_rfc3339(job.at("status", "completionTime").as_string());
  return human_duration((end ? *end : now) - *start);
}

json::Value job_containers(const json::Value& job, WallTime) {
  return of_containers(job, "name");
}

json::Value job_images(const json::Value& job, WallTime) {
  return of_containers(job, "image");
}

json::Value job_selector(const json::Value& job, WallTime) {
  return selector_text(job.at("spec", "selector"));
}

}  // namespace sluice::api::cells

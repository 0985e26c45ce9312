// SPDX-License-Identifier: Apache-2.0
#include "jobs/connection_status.h"

#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::jobs {
namespace {

constexpr Duration kRenewContact = std::chrono::minutes(5);

json::Value status_of(const json::Value& connection) {
  json::Value status = connection.at("status");
  if (!status.is_object()) {
    status = json::Object{};
  }
  for (const char* way : {"ssh", "rest", "local"}) {
    if (!connection.at("spec", way).is_null()) {
      status["way"] = way;
    }
  }
  status["observedGeneration"] = connection.at("metadata", "generation").as_int();
  return status;
}

void set(json::Value& status, std::string_view field, std::string_view text) {
  if (!text.empty()) {
    status[field] = text;
  }
}

}  // namespace

std::string_view connection_reason(Code code) {
  switch (code) {
    case Code::kForbidden:
      return "HostKeyRefused";
    case Code::kUnauthorized:
      return "CredentialRefused";
    case Code::kNotFound:
      return "NotFound";
    case Code::kInvalid:
      return "Invalid";
    case Code::kUnsupported:
      return "Unsupported";
    default:
      return "Unreachable";
  }
}

json::Value answers(const json::Value& connection, const slurm::ClusterInfo& info,
                    std::string_view user, WallTime now) {
  json::Value status = status_of(connection);
  set(status, "cluster", info.name);
  set(status, "slurmVersion", info.version);
  set(status, "controller", info.control_host);
  set(status, "user", user);
  const auto last = parse_rfc3339(status.at("lastContact").as_string());
  if (!last || now >= *last + kRenewContact || !api::has_condition(connection, "Ready")) {
    status["lastContact"] = format_rfc3339(now);
  }
  api::set_condition(
      status, {.type = "Ready", .status = "True", .reason = "Answers", .message = "Slurm answers"},
      now);
  return status;
}

bool concerns_jobs(const json::Value& before, const json::Value& after) {
  const auto ready = [](const json::Value& connection) {
    const json::Value* condition = api::condition(connection, "Ready");
    return condition == nullptr ? json::Value() : condition->at("status");
  };
  return before.at("metadata", "generation") != after.at("metadata", "generation") ||
         ready(before) != ready(after);
}

json::Value fails(const json::Value& connection, const Error& why, WallTime now) {
  json::Value status = status_of(connection);
  api::set_condition(status,
                     {.type = "Ready",
                      .status = "False",
                      .reason = connection_reason(why.code),
                      .message = why.message},
                     now);
  return status;
}

}  // namespace sluice::jobs

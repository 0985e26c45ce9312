// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "api/meta.h"
#include "api/printing/cells.h"
#include "api/printing/human_duration.h"
#include "base/text.h"

namespace sluice::api::cells {
namespace {

// Names of the subjects of one kind; service accounts with their namespace.
std::string subjects(const json::Value& binding, std::string_view kind) {
  std::vector<std::string> names;
  for (const json::Value& subject : binding.at("subjects").as_array()) {
    if (subject.at("kind").as_string() != kind) {
      continue;
    }
    const std::string& ns = subject.at("namespace").as_string();
    const bool account = kind == "ServiceAccount" && !ns.empty();
    names.push_back((account ? ns + "/" : "") + subject.at("name").as_string());
  }
  return join(names, ", ");
}

// "pods: 1/3, …" for the resources that are limits, or for those that are not
std::string usage(const json::Value& quota, bool limits) {
  std::vector<std::string> resources;
  for (const json::Member& hard : quota.at("status", "hard").as_object()) {
    if (hard.key.starts_with("limits.") == limits) {
      resources.push_back(hard.key);
    }
  }
  std::sort(resources.begin(), resources.end());
  for (std::string& resource : resources) {
    const json::Value& used = quota.at("status", "used", resource);
    const std::string hard = quota.at("status", "hard", resource).as_string();
    resource += ": " + (used.is_null() ? "0" : used.as_string()) + "/" + hard;
  }
  return join(resources, ", ");
}

}  // namespace

json::Value api_service(const json::Value& service, WallTime) {
  const json::Value& target = service.at("spec", "service");
  return target.is_null()
             ? "Local"
             : target.at("namespace").as_string() + "/" + target.at("name").as_string();
}

json::Value api_service_available(const json::Value& service, WallTime) {
  const json::Value* available = condition(service, "Available");
  if (available == nullptr) {
    return "Unknown";
  }
  const std::string& status = available->at("status").as_string();
  return status == "True" ? status : status + " (" + available->at("reason").as_string() + ")";
}

json::Value binding_role(const json::Value& binding, WallTime) {
  const json::Value& role = binding.at("roleRef");
  return role.at("kind").as_string() + "/" + role.at("name").as_string();
}

json::Value binding_users(const json::Value& binding, WallTime) {
  return subjects(binding, "User");
}

json::Value binding_groups(const json::Value& binding, WallTime) {
  return subjects(binding, "Group");
}

json::Value binding_accounts(const json::Value& binding, WallTime) {
  return subjects(binding, "ServiceAccount");
}

json::Value certificate_duration(const json::Value& request, WallTime) {
  const json::Value& seconds = request.at("spec", "expirationSeconds");
  return seconds.is_int() ? human_duration(std::chrono::seconds(seconds.as_int())) : "<none>";
}

json::Value certificate_condition(const json::Value& request, WallTime) {
  std::string text = condition(request, "Denied") != nullptr     ? "Denied"
                     : condition(request, "Approved") != nullptr ? "Approved"
                                                                 : "Pending";
  if (condition(request, "Failed") != nullptr) {
    text += ",Failed";
  }
  return request.at("status", "certificate").as_string().empty() ? text : text + ",Issued";
}

json::Value policy_parameters(const json::Value& policy, WallTime) {
  const json::Value& kind = policy.at("spec", "paramKind");
  return kind.is_null() ? "<unset>"
                        : kind.at("apiVersion").as_string() + "/" + kind.at("kind").as_string();
}

json::Value binding_parameters(const json::Value& binding, WallTime) {
  const json::Value& reference = binding.at("spec", "paramRef");
  if (reference.is_null()) {
    return "<unset>";
  }
  const std::string& ns = reference.at("namespace").as_string();
  return reference.at("name").is_null()
             ? "*"
             : (ns.empty() ? "" : ns + "/") + reference.at("name").as_string();
}

json::Value quota_requests(const json::Value& quota, WallTime) {
  return usage(quota, false);
}

json::Value quota_limits(const json::Value& quota, WallTime) {
  return usage(quota, true);
}

json::Value schema_dangling(const json::Value& flow_schema, WallTime) {
  const json::Value* dangling = condition(flow_schema, "Dangling");
  return dangling == nullptr ? "?" : dangling->at("status").as_string();
}

}  // namespace sluice::api::cells

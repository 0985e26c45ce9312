// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "api/meta.h"
#include "api/printing/cells.h"
#include "base/text.h"

namespace sluice::api::cells {
namespace {

constexpr std::string_view kRolePrefix = "node-role.kubernetes.io/";

json::Value address(const json::Value& node, std::string_view type) {
  for (const json::Value& item : node.at("status", "addresses").as_array()) {
    if (item.at("type").as_string() == type) {
      return item.at("address");
    }
  }
  return "<none>";
}

json::Value info(const json::Value& node, std::string_view member) {
  const std::string& text = node.at("status", "nodeInfo", member).as_string();
  return text.empty() ? "<unknown>" : text;
}

}  // namespace

json::Value node_status(const json::Value& node, WallTime) {
  const json::Value* ready = condition(node, "Ready");
  std::string status = "Unknown";
  if (ready != nullptr) {
    status = ready->at("status").as_string() == "True" ? "Ready" : "NotReady";
  }
  return node.at("spec", "unschedulable").as_bool() ? status + ",SchedulingDisabled" : status;
}

json::Value node_roles(const json::Value& node, WallTime) {
  std::vector<std::string> roles;
  for (const json::Member& label : node.at("metadata", "labels").as_object()) {
    if (label.key.starts_with(kRolePrefix) && label.key.size() > kRolePrefix.size()) {
      roles.push_back(label.key.substr(kRolePrefix.size()));
    } else if (label.key == "kubernetes.io/role" && !label.value.as_string().empty()) {
      roles.push_back(label.value.as_string());
    }
  }
  std::sort(roles.begin(), roles.end());
  return roles.empty() ? "<none>" : join(roles, ",");
}

json::Value node_internal_ip(const json::Value& node, WallTime) {
  return address(node, "InternalIP");
}

json::Value node_external_ip(const json::Value& node, WallTime) {
  return address(node, "ExternalIP");
}

json::Value node_os_image(const json::Value& node, WallTime) {
  return info(node, "osImage");
}

json::Value node_kernel(const json::Value& node, WallTime) {
  return info(node, "kernelVersion");
}

json::Value node_runtime(const json::Value& node, WallTime) {
  return info(node, "containerRuntimeVersion");
}

}  // namespace sluice::api::cells

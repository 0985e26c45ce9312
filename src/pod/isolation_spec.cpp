// SPDX-License-Identifier: Apache-2.0
#include "pod/isolation_spec.h"

#include "pod/security_json.h"

namespace sluice::pod {

json::Value to_json(const Isolation& isolation) {
  json::Value item = json::Object{{"imageId", isolation.image_id},
                                  {"root", isolation.root},
                                  {"privileges", to_json(isolation.privileges)},
                                  {"readOnlyRoot", isolation.read_only_root},
                                  {"mounts", to_json(isolation.mounts)}};
  if (isolation.identity) {
    item["identity"] = to_json(*isolation.identity);
  }
  return item;
}

Isolation isolation_from_json(const json::Value& item) {
  Isolation isolation{.image_id = item.at("imageId").as_string(),
                      .root = item.at("root").as_string(),
                      .privileges = privileges_from_json(item.at("privileges")),
                      .read_only_root = item.at("readOnlyRoot").as_bool(),
                      .mounts = mounts_from_json(item.at("mounts"))};
  if (const json::Value* identity = item.find("identity")) {
    isolation.identity = identity_from_json(*identity);
  }
  return isolation;
}

json::Value to_json(const Sharing& sharing) {
  json::Array sysctls;
  for (const auto& [name, value] : sharing.sysctls) {
    sysctls.push_back(json::Object{{"name", name}, {"value", value}});
  }
  return json::Object{{"volumes", to_json(sharing.volumes)},     {"processes", sharing.processes},
                      {"hostProcesses", sharing.host_processes}, {"hostIpc", sharing.host_ipc},
                      {"maxProcesses", sharing.max_processes},   {"sysctls", std::move(sysctls)}};
}

Sharing sharing_from_json(const json::Value& item) {
  Sharing sharing{.volumes = volumes_from_json(item.at("volumes")),
                  .processes = item.at("processes").as_bool(),
                  .host_processes = item.at("hostProcesses").as_bool(),
                  .host_ipc = item.at("hostIpc").as_bool(),
                  .max_processes = item.at("maxProcesses").as_int()};
  for (const json::Value& sysctl : item.at("sysctls").as_array()) {
    sharing.sysctls.emplace_back(sysctl.at("name").as_string(), sysctl.at("value").as_string());
  }
  return sharing;
}

}  // namespace sluice::pod

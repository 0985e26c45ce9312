// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "api/printing/cells.h"
#include "api/printing/selector_text.h"
#include "base/text.h"

namespace sluice::api::cells {

json::Value service_cluster_ip(const json::Value& service, WallTime) {
  const json::Value& address = service.at("spec", "clusterIP");
  return address.as_string().empty() ? json::Value("<none>") : address;
}

json::Value service_external_ip(const json::Value& service, WallTime) {
  const json::Value& spec = service.at("spec");
  const std::string& type = spec.at("type").as_string();
  if (type == "ExternalName") {
    return spec.at("externalName");
  }
  std::vector<std::string> addresses;
  for (const json::Value& ingress : service.at("status", "loadBalancer", "ingress").as_array()) {
    const std::string& ip = ingress.at("ip").as_string();
    addresses.push_back(ip.empty() ? ingress.at("hostname").as_string() : ip);
  }
  for (const json::Value& address : spec.at("externalIPs").as_array()) {
    addresses.push_back(address.as_string());
  }
  if (addresses.empty()) {
    return type == "LoadBalancer" ? "<pending>" : "<none>";
  }
  return join(addresses, ",");
}

json::Value service_ports(const json::Value& service, WallTime) {
  std::vector<std::string> ports;
  for (const json::Value& port : service.at("spec", "ports").as_array()) {
    std::string text = std::to_string(port.at("port").as_int());
    if (port.at("nodePort").as_int() > 0) {
      text += ":" + std::to_string(port.at("nodePort").as_int());
    }
    ports.push_back(text + "/" + port.at("protocol").as_string());
  }
  return ports.empty() ? "<none>" : join(ports, ",");
}

json::Value service_selector(const json::Value& service, WallTime) {
  return labels_text(service.at("spec", "selector"));
}

}  // namespace sluice::api::cells

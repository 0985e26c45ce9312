// SPDX-License-Identifier: Apache-2.0
#include "api/host_ports.h"

#include <algorithm>

#include "api/pod_containers.h"

namespace sluice::api {
namespace {

constexpr const char* kEveryAddress = "0.0.0.0";

void add_ports(std::vector<HostPort>& ports, const json::Value& container) {
  for (const json::Value& port : container.at("ports").as_array()) {
    if (port.at("hostPort").as_int() > 0) {
      const std::string& address = port.at("hostIP").as_string();
      const std::string& protocol = port.at("protocol").as_string();
      ports.push_back({address.empty() ? kEveryAddress : address,
                       protocol.empty() ? "TCP" : protocol, port.at("hostPort").as_int()});
    }
  }
}

}  // namespace

std::vector<HostPort> host_ports(const json::Value& pod_spec) {
  std::vector<HostPort> ports;
  for (const json::Value& container : pod_spec.at("containers").as_array()) {
    add_ports(ports, container);
  }
  for (const json::Value& container : pod_spec.at("initContainers").as_array()) {
    if (is_sidecar(container)) {
      add_ports(ports, container);
    }
  }
  return ports;
}

bool collide(const HostPort& a, const HostPort& b) {
  return a.port == b.port && a.protocol == b.protocol &&
         (a.address == b.address || a.address == kEveryAddress || b.address == kEveryAddress);
}

bool collide(const std::vector<HostPort>& some, const std::vector<HostPort>& others) {
  return std::any_of(some.begin(), some.end(), [&](const HostPort& port) {
    return std::any_of(others.begin(), others.end(),
                       [&](const HostPort& other) { return collide(port, other); });
  });
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "api/service_strategy.h"

#include <string>

namespace sluice::api {
namespace {

const std::string& type_of(const json::Value& service) {
  return service.at("spec", "type").as_string();
}

bool same(const json::Value& a, const json::Value& b, const char* member) {
  return a.at("spec", member) == b.at("spec", member);
}

bool is_balanced(const json::Value& service) {
  return type_of(service) == "LoadBalancer";
}

bool is_reached_from_outside(const json::Value& service) {
  const bool by_address =
      has_address(service) && !service.at("spec", "externalIPs").as_array().empty();
  return has_node_ports(service) || by_address;
}

// A caller who changes one of the two, and leaves the other as it was, means both.
void follow_address(json::Value& service, const json::Value& old) {
  json::Value& spec = service["spec"];
  if (same(service, old, "clusterIP") || !same(service, old, "clusterIPs")) {
    return;
  }
  const std::string address = spec.at("clusterIP").as_string();
  spec.erase("clusterIPs");
  if (!address.empty()) {
    spec["clusterIPs"] = json::Array{address};
  }
}

void take_missing(json::Value& spec, const json::Value& old, const char* member) {
  const json::Value& value = old.at("spec", member);
  if (spec.at(member).is_null() && !value.is_null()) {
    spec[member] = value;
  }
}

void keep_address(json::Value& service, const json::Value& old) {
  json::Value& spec = service["spec"];
  take_missing(spec, old, "clusterIP");
  if (same(service, old, "clusterIP")) {
    take_missing(spec, old, "clusterIPs");
  }
  take_missing(spec, old, "ipFamilyPolicy");
  take_missing(spec, old, "ipFamilies");
}

void keep_node_ports(json::Value& service, const json::Value& old) {
  json::Value* ports = service.find("spec", "ports");
  if (ports == nullptr || !ports->is_array()) {
    return;
  }
  for (json::Value& port : ports->array()) {
    for (const json::Value& before : old.at("spec", "ports").as_array()) {
      const bool same_port =
          port.at("port") == before.at("port") && port.at("protocol") == before.at("protocol");
      const bool unknown = port.at("nodePort").as_int() == 0;
      if (same_port && unknown && before.at("nodePort").as_int() != 0) {
        port["nodePort"] = before.at("nodePort");
      }
    }
  }
}

void drop_node_ports(json::Value& service, const json::Value& old) {
  json::Value* ports = service.find("spec", "ports");
  const json::Array& before = old.at("spec", "ports").as_array();
  if (ports == nullptr || ports->as_array().size() != before.size()) {
    return;
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    json::Value& port = ports->array()[i];
    if (port.at("nodePort") == before[i].at("nodePort")) {
      port.erase("nodePort");
    }
  }
}

// Drops a member that `needs` gives up with this change, unless the caller set it to another value.
void drop_unneeded(json::Value& service, const json::Value& old, const char* member,
                   bool (*needs)(const json::Value& service)) {
  if (needs(old) && !needs(service) && same(service, old, member)) {
    service["spec"].erase(member);
  }
}

}  // namespace

bool has_address(const json::Value& service) {
  return type_of(service) != "ExternalName";
}

bool has_node_ports(const json::Value& service) {
  const std::string& type = type_of(service);
  const bool wanted = service.at("spec", "allocateLoadBalancerNodePorts").as_bool(true);
  return type == "NodePort" || (type == "LoadBalancer" && wanted);
}

bool has_health_port(const json::Value& service) {
  return is_balanced(service) && service.at("spec", "externalTrafficPolicy").as_string() == "Local";
}

void create_service(json::Value& service) {
  const std::string address = service.at("spec", "clusterIP").as_string();
  if (!address.empty() && service.at("spec", "clusterIPs").as_array().empty()) {
    service["spec"]["clusterIPs"] = json::Array{address};
  }
}

void change_service(json::Value& service, const json::Value& old) {
  follow_address(service, old);
  if (has_address(service) && has_address(old)) {
    keep_address(service, old);
  }
  if (has_node_ports(service) && has_node_ports(old)) {
    keep_node_ports(service, old);
  } else if (has_node_ports(old)) {
    drop_node_ports(service, old);
  }
  if (has_health_port(service) && has_health_port(old)) {
    take_missing(service["spec"], old, "healthCheckNodePort");
  }
  for (const char* member :
       {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"}) {
    drop_unneeded(service, old, member, has_address);
  }
  drop_unneeded(service, old, "healthCheckNodePort", has_health_port);
  drop_unneeded(service, old, "allocateLoadBalancerNodePorts", is_balanced);
  drop_unneeded(service, old, "loadBalancerClass", is_balanced);
  drop_unneeded(service, old, "externalTrafficPolicy", is_reached_from_outside);
}

}  // namespace sluice::api

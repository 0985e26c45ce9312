// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/slice_groups.h"

#include <map>
#include <string>
#include <utility>

#include "controllers/endpoints/service_pods.h"
#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

constexpr std::size_t kMostOfSubset = 1000;

// Groups by family and ports, in a stable order.
class Groups {
 public:
  SliceGroup& of(const std::string& family, const json::Array& ports) {
    SliceGroup& group = groups_[family + json::write(ports)];
    group.address_type = family;
    group.ports = ports;
    return group;
  }

  std::vector<SliceGroup> take() {
    std::vector<SliceGroup> all;
    for (auto& [name, group] : groups_) {
      all.push_back(std::move(group));
    }
    return all;
  }

 private:
  std::map<std::string, SliceGroup> groups_;
};

json::Value pod_endpoint(const client::Object& service, const client::Object& pod,
                         const std::string& ip, const Zones& zones) {
  const bool serving = api::has_condition(pod, "Ready");
  const bool terminating = api::is_being_deleted(pod);
  const bool ready =
      service.at("spec", "publishNotReadyAddresses").as_bool() || (serving && !terminating);
  json::Value endpoint = json::Object{
      {"addresses", json::Array{ip}},
      {"conditions",
       json::Object{{"ready", ready}, {"serving", serving}, {"terminating", terminating}}}};
  if (const std::string host = host_name(service, pod); !host.empty()) {
    endpoint["hostname"] = host;
  }
  if (const json::Value* node = pod.find("spec", "nodeName")) {
    endpoint["nodeName"] = *node;
    if (std::string zone = zones(node->as_string()); !zone.empty()) {
      endpoint["zone"] = std::move(zone);
    }
  }
  endpoint["targetRef"] = reference(pod);
  return endpoint;
}

struct ServicePods {
  const client::Object& service;
  const std::vector<client::ObjectPtr>& pods;
  const Zones& zones;
};

void add_pods(Groups& groups, const std::string& family, const ServicePods& of) {
  const auto& [service, pods, zones] = of;
  const bool any_port = is_headless(service) && service.at("spec", "ports").as_array().empty();
  bool none = true;
  for (const auto& pod : pods) {
    const std::string ip = address(*pod, family);
    const json::Array served = ports(service, *pod);
    if (is_reachable(*pod) && !ip.empty() && (any_port || !served.empty())) {
      groups.of(family, served).endpoints.push_back(pod_endpoint(service, *pod, ip, zones));
      none = false;
    }
  }
  if (none) {
    groups.of(family, {});
  }
}

json::Value mirrored_endpoint(const json::Value& address, bool ready) {
  json::Value endpoint = json::Object{{"addresses", json::Array{address.at("ip")}},
                                      {"conditions", json::Object{{"ready", ready}}}};
  for (const char* field : {"hostname", "nodeName", "targetRef"}) {
    if (const json::Value* given = address.find(field)) {
      endpoint[field] = *given;
    }
  }
  return endpoint;
}

json::Array mirrored_ports(const json::Value& subset) {
  json::Array ports;
  for (const json::Value& port : subset.at("ports").as_array()) {
    ports.push_back(served_port(port, port.at("port")));
  }
  return ports;
}

}  // namespace

std::vector<SliceGroup> groups_of_pods(const client::Object& service,
                                       const std::vector<client::ObjectPtr>& pods,
                                       const Zones& zones) {
  Groups groups;
  for (const std::string& family : families(service)) {
    add_pods(groups, family, {service, pods, zones});
  }
  return groups.take();
}

std::vector<SliceGroup> groups_of_subsets(const client::Object& endpoints) {
  Groups groups;
  for (const json::Value& subset : endpoints.at("subsets").as_array()) {
    const json::Array ports = mirrored_ports(subset);
    std::size_t room = kMostOfSubset;
    for (const auto& [field, ready] :
         {std::pair{"addresses", true}, std::pair{"notReadyAddresses", false}}) {
      for (const json::Value& address : subset.at(field).as_array()) {
        const std::string& ip = address.at("ip").as_string();
        if (ip.empty() || room == 0) {
          continue;
        }
        --room;
        const char* family = ip.find(':') == std::string::npos ? "IPv4" : "IPv6";
        groups.of(family, ports).endpoints.push_back(mirrored_endpoint(address, ready));
      }
    }
  }
  return groups.take();
}

}  // namespace sluice::controllers::endpoints

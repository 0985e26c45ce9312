// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/subsets.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "controllers/endpoints/service_pods.h"
#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

constexpr std::size_t kMost = 1000;

struct Subset {
  json::Array ports;
  std::vector<json::Value> ready;
  std::vector<json::Value> not_ready;
};

bool belongs(const client::Object& service, const client::Object& pod) {
  const bool unready_too = service.at("spec", "publishNotReadyAddresses").as_bool();
  return is_reachable(pod) && (unready_too || !api::is_being_deleted(pod));
}

json::Value endpoint_address(const client::Object& service, const client::Object& pod,
                             const std::string& ip) {
  json::Value entry = json::Object{{"ip", ip}};
  if (const std::string host = host_name(service, pod); !host.empty()) {
    entry["hostname"] = host;
  }
  if (const json::Value* node = pod.find("spec", "nodeName")) {
    entry["nodeName"] = *node;
  }
  entry["targetRef"] = reference(pod);
  return entry;
}

void sort(std::vector<json::Value>& addresses) {
  const auto rank = [](const json::Value& entry) {
    return std::pair(entry.at("ip").as_string(), entry.at("targetRef", "uid").as_string());
  };
  std::sort(addresses.begin(), addresses.end(),
            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

// Endpoints, unlike slices, do not show that a port has no name.
json::Array named(json::Array ports) {
  for (json::Value& port : ports) {
    if (port.at("name").as_string().empty()) {
      port.erase("name");
    }
  }
  return ports;
}

json::Value document(Subset&& subset) {
  json::Value entry = json::Object{};
  for (auto [field, list] :
       {std::pair{"addresses", &subset.ready}, std::pair{"notReadyAddresses", &subset.not_ready}}) {
    if (!list->empty()) {
      entry[field] = std::move(*list);
    }
  }
  if (!subset.ports.empty()) {
    entry["ports"] = named(std::move(subset.ports));
  }
  return entry;
}

std::map<std::string, Subset> grouped(const client::Object& service,
                                      const std::vector<client::ObjectPtr>& pods) {
  const std::string family = families(service).front();
  const bool unready_too = service.at("spec", "publishNotReadyAddresses").as_bool();
  const bool needs_ports = !is_headless(service) || !service.at("spec", "ports").as_array().empty();
  std::map<std::string, Subset> groups;
  for (const auto& pod : pods) {
    const std::string ip = address(*pod, family);
    json::Array served = ports(service, *pod);
    if (!belongs(service, *pod) || ip.empty() || (needs_ports && served.empty())) {
      continue;
    }
    Subset& group = groups[json::write(served)];
    group.ports = std::move(served);
    const bool ready = unready_too || api::has_condition(*pod, "Ready");
    (ready ? group.ready : group.not_ready).push_back(endpoint_address(service, *pod, ip));
  }
  return groups;
}

// Takes what is left of `room`.
bool cut(std::vector<json::Value>& addresses, std::size_t& room) {
  const bool too_many = addresses.size() > room;
  if (too_many) {
    addresses.resize(room);
  }
  room -= addresses.size();
  return too_many;
}

}  // namespace

Subsets subsets(const client::Object& service, const std::vector<client::ObjectPtr>& pods) {
  auto groups = grouped(service, pods);
  Subsets result;
  std::size_t room = kMost;
  for (auto list : {&Subset::ready, &Subset::not_ready}) {
    for (auto& [ports, group] : groups) {
      sort(group.*list);
      result.truncated = cut(group.*list, room) || result.truncated;
    }
  }
  for (auto& [ports, group] : groups) {
    if (!group.ready.empty() || !group.not_ready.empty()) {
      result.subsets.push_back(document(std::move(group)));
    }
  }
  return result;
}

}  // namespace sluice::controllers::endpoints

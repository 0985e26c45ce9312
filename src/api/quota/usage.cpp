// SPDX-License-Identifier: Apache-2.0
#include "api/quota/usage.h"

#include <algorithm>
#include <array>
#include <set>

#include "api/meta.h"
#include "api/quota/pod_amounts.h"
#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::api::quota {
namespace {

constexpr std::string_view kRequests = "requests.";
constexpr std::string_view kOfClass = ".storageclass.storage.k8s.io/";
constexpr std::string_view kDeviceClass = "deviceclass.resource.kubernetes.io/";

// Resources of core kinds that can also be counted without "count/".
constexpr std::array<std::string_view, 4> kPlainCounts = {"configmaps", "replicationcontrollers",
                                                          "resourcequotas", "secrets"};
constexpr std::array<std::string_view, 10> kOfPods = {"pods",
                                                      "cpu",
                                                      "memory",
                                                      "ephemeral-storage",
                                                      "requests.cpu",
                                                      "requests.memory",
                                                      "limits.cpu",
                                                      "limits.memory",
                                                      "requests.ephemeral-storage",
                                                      "limits.ephemeral-storage"};
constexpr std::array<std::string_view, 3> kOfServices = {"services", "services.nodeports",
                                                         "services.loadbalancers"};
constexpr std::array<std::string_view, 2> kOfClaims = {"persistentvolumeclaims",
                                                       "requests.storage"};
// A pod has to name these once a quota counts them.
constexpr std::array<std::string_view, 6> kToBeSaid = {"cpu",    "limits.cpu",   "limits.memory",
                                                       "memory", "requests.cpu", "requests.memory"};

template <class Names>
bool has(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string count_name(const Kind& kind) {
  return "count/" + kind.qualified_resource();
}

json::Quantity number(std::size_t count) {
  return *json::Quantity::from(json::Value(static_cast<std::int64_t>(count)));
}

// Not of Kubernetes itself: nvidia.com/gpu
bool is_extended(std::string_view resource) {
  return (resource.find('/') != std::string_view::npos &&
          resource.find("kubernetes.io/") == std::string_view::npos) ||
         resource.starts_with(kDeviceClass);
}

bool concerns_pods(std::string_view resource) {
  return has(kOfPods, resource) || resource.starts_with("hugepages-") ||
         resource.starts_with("requests.hugepages-") ||
         (resource.starts_with(kRequests) && is_extended(resource.substr(kRequests.size())));
}

bool concerns_claims(std::string_view resource) {
  const std::size_t at = resource.find(kOfClass);
  return has(kOfClaims, resource) ||
         (at != std::string_view::npos && has(kOfClaims, resource.substr(at + kOfClass.size())));
}

Amounts of_compute(const Amounts& requests, const Amounts& limits) {
  Amounts amounts{{"pods", number(1)}};
  for (const auto& [resource, amount] : requests) {
    const bool basic = resource == "cpu" || resource == "memory" || resource == "ephemeral-storage";
    const bool pages = resource.starts_with("hugepages-");
    if (basic || pages) {
      amounts[resource] = amount;
    }
    if (basic || pages || is_extended(resource)) {
      amounts[std::string(kRequests) + resource] = amount;
    }
  }
  for (const char* resource : {"cpu", "memory", "ephemeral-storage"}) {
    if (const auto found = limits.find(resource); found != limits.end()) {
      amounts[std::string("limits.") + resource] = found->second;
    }
  }
  return amounts;
}

bool is_over(const json::Value& pod, WallTime now) {
  const std::string& phase = pod.at("status", "phase").as_string();
  if (phase == "Failed" || phase == "Succeeded") {
    return true;
  }
  const json::Value* grace = pod.find("metadata", "deletionGracePeriodSeconds");
  const auto deleted = parse_rfc3339(pod.at("metadata", "deletionTimestamp").as_string());
  return grace != nullptr && deleted && now > *deleted + std::chrono::seconds(grace->as_int());
}

Amounts of_service(const json::Value& service) {
  const std::string& type = service.at("spec", "type").as_string();
  const json::Array& ports = service.at("spec", "ports").as_array();
  const bool balanced = type == "LoadBalancer";
  const bool allocates = service.at("spec", "allocateLoadBalancerNodePorts").as_bool(true);
  const auto named = std::count_if(ports.begin(), ports.end(), [](const json::Value& port) {
    return port.at("nodePort").as_int() != 0;
  });
  std::size_t on_nodes = 0;
  if (type == "NodePort" || balanced) {
    on_nodes = balanced && !allocates ? static_cast<std::size_t>(named) : ports.size();
  }
  return {{"services", number(1)},
          {"services.nodeports", number(on_nodes)},
          {"services.loadbalancers", number(balanced ? 1 : 0)}};
}

const std::string& class_of(const json::Value& claim) {
  const std::string& annotated = annotation(claim, "volume.beta.kubernetes.io/storage-class");
  return annotated.empty() ? claim.at("spec", "storageClassName").as_string() : annotated;
}

Amounts of_claim(const json::Value& claim) {
  Amounts amounts{{"persistentvolumeclaims", number(1)}};
  if (const json::Value* asked = claim.find("spec", "resources", "requests", "storage")) {
    Amounts storage{{"requests.storage", json::Quantity::from(*asked).value_or(json::Quantity())}};
    raise(storage, {{"requests.storage",
                     json::Quantity::from(claim.at("status", "allocatedResources", "storage"))
                         .value_or(json::Quantity())}});
    add(amounts, storage);
  }
  const std::string& storage_class = class_of(claim);
  if (!storage_class.empty()) {
    Amounts by_class;
    for (const auto& [resource, amount] : amounts) {
      by_class[storage_class + std::string(kOfClass) + resource] = amount;
    }
    add(amounts, by_class);
  }
  return amounts;
}

}  // namespace

bool is_counted(const Kind& kind) {
  return kind.namespaced && !kind.is_virtual && kind.kind != "Event";
}

bool concerns(const Kind& kind, std::string_view resource) {
  if (!is_counted(kind)) {
    return false;
  }
  if (resource == count_name(kind)) {
    return true;
  }
  if (!kind.group.empty()) {
    return false;
  }
  if (kind.plural == "pods") {
    return concerns_pods(resource);
  }
  if (kind.plural == "services") {
    return has(kOfServices, resource);
  }
  if (kind.plural == "persistentvolumeclaims") {
    return concerns_claims(resource);
  }
  return resource == kind.plural && has(kPlainCounts, resource);
}

Amounts of_concern(const Kind& kind, const Amounts& amounts) {
  Amounts result;
  std::copy_if(amounts.begin(), amounts.end(), std::inserter(result, result.end()),
               [&](const auto& entry) { return concerns(kind, entry.first); });
  return result;
}

Amounts usage(const Kind& kind, const json::Value& object, WallTime now) {
  Amounts amounts{{count_name(kind), number(1)}};
  if (!kind.group.empty()) {
    return amounts;
  }
  if (kind.plural == "pods") {
    if (!is_over(object, now)) {
      add(amounts, of_compute(pod_requests(object), pod_limits(object)));
    }
  } else if (kind.plural == "services") {
    add(amounts, of_service(object));
  } else if (kind.plural == "persistentvolumeclaims") {
    add(amounts, of_claim(object));
  } else if (has(kPlainCounts, kind.plural)) {
    amounts[std::string(kind.plural)] = number(1);
  }
  return amounts;
}

std::optional<std::string> left_unsaid(const json::Value& pod, const Amounts& hard) {
  if (pod.find("spec", "resources") != nullptr) {
    return std::nullopt;
  }
  std::map<std::string, std::set<std::string>> missing;  // names of containers by resource
  for (const char* list : {"containers", "initContainers"}) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      const Amounts said = of_compute(amounts_of(container.at("resources", "requests")),
                                      amounts_of(container.at("resources", "limits")));
      for (const std::string_view resource : kToBeSaid) {
        if (hard.contains(resource) && !said.contains(resource)) {
          missing[std::string(resource)].insert(container.at("name").as_string());
        }
      }
    }
  }
  std::vector<std::string> parts;
  for (const auto& [resource, containers] : missing) {
    parts.push_back(resource + " for: " +
                    join(std::vector<std::string>(containers.begin(), containers.end()), ","));
  }
  return parts.empty() ? std::nullopt : std::optional("must specify " + join(parts, "; "));
}

}  // namespace sluice::api::quota

// SPDX-License-Identifier: Apache-2.0
#include "api/quota/pod_amounts.h"

#include "api/meta.h"
#include "api/pod_containers.h"

namespace sluice::api::quota {
namespace {

enum class Which { kRequests, kLimits };

std::string_view name_of(Which which) {
  return which == Which::kRequests ? "requests" : "limits";
}

const json::Value* status_of(const json::Value& pod, const char* list, const std::string& name) {
  for (const json::Value& status : pod.at("status", list).as_array()) {
    if (status.at("name").as_string() == name) {
      return &status;
    }
  }
  return nullptr;
}

bool resize_is_hopeless(const json::Value& pod) {
  const json::Value* pending = condition(pod, "PodResizePending");
  return pending != nullptr && pending->at("reason").as_string() == "Infeasible";
}

Amounts of_container(const json::Value& pod, const json::Value& container, Which which,
                     const char* statuses) {
  const Amounts asked = amounts_of(container.at("resources", name_of(which)));
  const json::Value* status = status_of(pod, statuses, container.at("name").as_string());
  if (status == nullptr || status->find("resources") == nullptr) {
    return asked;
  }
  Amounts most = amounts_of(status->at("resources", name_of(which)));
  if (which == Which::kRequests) {
    raise(most, amounts_of(status->at("allocatedResources")));
  }
  if (!resize_is_hopeless(pod)) {
    raise(most, asked);
  }
  return most;
}

// Sidecars stay; the other init containers come and go one after the other.
Amounts of_containers(const json::Value& pod, Which which) {
  Amounts total;
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    add(total, of_container(pod, container, which, "containerStatuses"));
  }
  Amounts sidecars;
  Amounts on_the_way;
  for (const json::Value& container : pod.at("spec", "initContainers").as_array()) {
    Amounts own = is_sidecar(container)
                      ? of_container(pod, container, which, "initContainerStatuses")
                      : amounts_of(container.at("resources", name_of(which)));
    if (is_sidecar(container)) {
      add(total, own);
      add(sidecars, own);
      own = sidecars;
    } else {
      add(own, sidecars);
    }
    raise(on_the_way, own);
  }
  raise(total, on_the_way);
  return total;
}

bool may_be_the_pods_own(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || resource.starts_with("hugepages-");
}

Amounts without_overhead(const json::Value& pod, Which which) {
  Amounts total = of_containers(pod, which);
  for (const auto& [resource, amount] : amounts_of(pod.at("spec", "resources", name_of(which)))) {
    if (may_be_the_pods_own(resource)) {
      total[resource] = amount;
    }
  }
  return total;
}

}  // namespace

Amounts pod_requests(const json::Value& pod) {
  Amounts total = without_overhead(pod, Which::kRequests);
  add(total, amounts_of(pod.at("spec", "overhead")));
  return total;
}

Amounts pod_limits(const json::Value& pod) {
  Amounts total = without_overhead(pod, Which::kLimits);
  for (const auto& [resource, amount] : amounts_of(pod.at("spec", "overhead"))) {
    const auto found = total.find(resource);
    if (found != total.end() && found->second.sign() != 0) {
      found->second = found->second + amount;
    }
  }
  return total;
}

}  // namespace sluice::api::quota

// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_resources.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "api/quota/pod_amounts.h"
#include "base/text.h"
#include "json/quantity.h"
#include "kubelet/gres_names.h"

namespace sluice::kubelet {
namespace {

constexpr std::int64_t kMebibyte = 1024 * 1024;

// How Slurm calls a resource of Kubernetes; nothing: Slurm does not know it.
std::optional<std::string> slurm_name(std::string_view resource) {
  if (resource == "cpu" || resource == "memory") {
    return std::string(resource);
  }
  return gres_of_resource(resource);
}

// Those Slurm is told about.
Result<void> check(const json::Value& quantities, const std::string& who) {
  for (const json::Member& member : quantities.as_object()) {
    if (slurm_name(member.key)) {
      const auto quantity = json::Quantity::from(member.value);
      if (!quantity) {
        return tl::unexpected(with_context(quantity.error(), who + " " + member.key));
      }
    }
  }
  return {};
}

// A request that is missing is the limit.
Result<void> complete(json::Value& owner, const std::string& who) {
  json::Value wanted = owner.at("resources", "limits");
  for (const json::Member& member : owner.at("resources", "requests").as_object()) {
    wanted[member.key] = member.value;
  }
  TRY(check(wanted, who));
  owner["resources"]["requests"] = std::move(wanted);
  return {};
}

Result<api::quota::Amounts> requests_of(json::Value pod) {
  json::Value& spec = pod["spec"];
  TRY(check(spec.at("overhead"), "overhead"));
  TRY(complete(spec, "pod"));
  for (const char* list : {"initContainers", "containers"}) {
    for (json::Value& container : spec[list].array()) {
      TRY(complete(container, "container " + container.at("name").as_string()));
    }
  }
  return api::quota::pod_requests(pod);
}

// One container without a limit may use whatever there is.
bool is_limited(const json::Value& spec, const char* resource) {
  const auto has = [&](const json::Value& owner) {
    return owner.at("resources", "limits").find(resource) != nullptr;
  };
  const auto& containers = spec.at("containers").as_array();
  const auto& before = spec.at("initContainers").as_array();
  return has(spec) || (std::all_of(containers.begin(), containers.end(), has) &&
                       std::all_of(before.begin(), before.end(), has));
}

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return value / unit + (value % unit > 0 ? 1 : 0);
}

}  // namespace

std::string PodResources::gres_text() const {
  std::vector<std::string> parts;
  for (const auto& [name, count] : gres) {
    parts.push_back(name + ":" + std::to_string(count));
  }
  return join(parts, ",");
}

Result<PodResources> pod_resources(const json::Value& pod) {
  TRY_ASSIGN(const api::quota::Amounts requests, requests_of(pod));
  PodResources resources;
  for (const auto& [resource, quantity] : requests) {
    const auto name = slurm_name(resource);
    if (name == "cpu") {
      resources.cpus = std::max<std::int64_t>(1, quantity.value());
      resources.cpu_thousandths = quantity.milli_value();
    } else if (name == "memory") {
      resources.memory_mib = round_up(quantity.value(), kMebibyte);
    } else if (name && quantity.sign() > 0) {
      resources.gres[*name] += quantity.value();
    }
  }
  return resources;
}

slurm::JobLimits pod_limits(const json::Value& pod) {
  const api::quota::Amounts all = api::quota::pod_limits(pod);
  const auto amount = [&](const char* resource) {
    const auto found = all.find(resource);
    return found != all.end() && is_limited(pod.at("spec"), resource) ? found->second
                                                                      : json::Quantity();
  };
  return {.cpu_thousandths = amount("cpu").milli_value(), .memory_bytes = amount("memory").value()};
}

}  // namespace sluice::kubelet

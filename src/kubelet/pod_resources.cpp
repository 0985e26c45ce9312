// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_resources.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "api/pod_containers.h"
#include "base/text.h"
#include "json/quantity.h"

namespace sluice::kubelet {
namespace {

constexpr std::int64_t kMebibyte = 1024 * 1024;
constexpr std::string_view kGres = "gres.sluice.dev/";

using Amounts = std::map<std::string, json::Quantity>;  // by Slurm's name: "cpu", "memory", "gpu"

// How Slurm calls a resource of Kubernetes; nothing: Slurm does not know it.
std::optional<std::string> slurm_name(std::string_view resource) {
  if (resource == "cpu" || resource == "memory") {
    return std::string(resource);
  }
  if (resource == "nvidia.com/gpu" || resource == "amd.com/gpu") {
    return "gpu";
  }
  if (resource.starts_with(kGres)) {
    return std::string(resource.substr(kGres.size()));
  }
  return std::nullopt;
}

Result<void> add(const json::Value& quantities, const std::string& who, Amounts& into) {
  for (const json::Member& member : quantities.as_object()) {
    const auto name = slurm_name(member.key);
    if (!name) {
      continue;
    }
    auto quantity = json::Quantity::from(member.value);
    if (!quantity) {
      return tl::unexpected(with_context(quantity.error(), who + " " + member.key));
    }
    into[*name] = into[*name] + *quantity;
  }
  return {};
}

// A request that is missing is the limit.
Result<Amounts> amounts_of(const json::Value& container) {
  const std::string who = "container " + container.at("name").as_string();
  json::Value wanted = container.at("resources", "limits");
  for (const json::Member& member : container.at("resources", "requests").as_object()) {
    wanted[member.key] = member.value;
  }
  Amounts amounts;
  TRY(add(wanted, who, amounts));
  return amounts;
}

void raise(Amounts& sum, const Amounts& to) {
  for (const auto& [name, quantity] : to) {
    sum[name] = std::max(sum[name], quantity);
  }
}

Amounts together(Amounts a, const Amounts& b) {
  for (const auto& [name, quantity] : b) {
    a[name] = a[name] + quantity;
  }
  return a;
}

Result<Amounts> pod_amounts(const json::Value& pod) {
  Amounts sidecars;
  Amounts initializing;
  for (const json::Value& container : pod.at("spec", "initContainers").as_array()) {
    TRY_ASSIGN(const Amounts one, amounts_of(container));
    raise(initializing, together(sidecars, one));
    if (api::is_sidecar(container)) {
      sidecars = together(sidecars, one);
    }
  }
  Amounts running = sidecars;
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    TRY_ASSIGN(const Amounts one, amounts_of(container));
    running = together(running, one);
  }
  raise(running, initializing);
  TRY(add(pod.at("spec", "overhead"), "overhead", running));
  return running;
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
  TRY_ASSIGN(const Amounts sum, pod_amounts(pod));
  PodResources resources;
  for (const auto& [name, quantity] : sum) {
    if (name == "cpu") {
      resources.cpus = std::max<std::int64_t>(1, quantity.value());
    } else if (name == "memory") {
      resources.memory_mib = round_up(quantity.value(), kMebibyte);
    } else if (quantity.sign() > 0) {
      resources.gres[name] = quantity.value();
    }
  }
  return resources;
}

}  // namespace sluice::kubelet

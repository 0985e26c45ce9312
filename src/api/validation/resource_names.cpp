// SPDX-License-Identifier: Apache-2.0
#include "api/validation/resource_names.h"

#include <algorithm>
#include <array>

#include "api/label_syntax.h"

namespace sluice::api {
namespace {

constexpr std::string_view kNative = "kubernetes.io/";

template <std::size_t n>
bool is_one_of(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 3> kForContainers = {"cpu", "memory", "ephemeral-storage"};

constexpr std::array<std::string_view, 18> kForQuota = {"cpu",
                                                        "memory",
                                                        "ephemeral-storage",
                                                        "requests.cpu",
                                                        "requests.memory",
                                                        "requests.storage",
                                                        "requests.ephemeral-storage",
                                                        "limits.cpu",
                                                        "limits.memory",
                                                        "limits.ephemeral-storage",
                                                        "pods",
                                                        "resourcequotas",
                                                        "services",
                                                        "replicationcontrollers",
                                                        "secrets",
                                                        "persistentvolumeclaims",
                                                        "configmaps",
                                                        "storage"};

bool is_hugepage(std::string_view name) {
  return name.starts_with("hugepages-");
}

}  // namespace

bool is_quota_resource(std::string_view name) {
  return is_one_of(kForQuota, name) || is_hugepage(name) ||
         name.starts_with("requests.hugepages-") || name == "services.nodeports" ||
         name == "services.loadbalancers" || name.find('/') != std::string_view::npos;
}

bool is_container_resource(std::string_view name) {
  return is_one_of(kForContainers, name) || is_hugepage(name);
}

bool is_extended_resource(std::string_view name) {
  return name.find('/') != std::string_view::npos && !name.starts_with(kNative) &&
         !name.starts_with("requests.");
}

std::string resource_name_fault(std::string_view name, bool known, std::string_view whose) {
  if (std::string fault = label_key_fault(name); !fault.empty()) {
    return fault;
  }
  const bool plain = name.find('/') == std::string_view::npos;
  if (plain && !known) {
    return "must be a standard resource type or fully qualified\nmust be a standard resource for " +
           std::string(whose);
  }
  return "";
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "controllers/api_services/local_api_services.h"

#include <algorithm>
#include <array>

#include "api/kind.h"

namespace sluice::controllers::api_services {
namespace {

// Where a group stands among the others when clients look for a kind by its name alone.
struct Priority {
  std::string_view group;
  int group_minimum;
  int version = 15;
};

constexpr Priority kOther{"", 1000, 100};  // of definitions

constexpr std::array kPriorities = {
    Priority{"", 18000, 1},
    Priority{"admissionregistration.k8s.io", 16700},
    Priority{"apiextensions.k8s.io", 16700},
    Priority{"apps", 17800},
    Priority{"authentication.k8s.io", 17700},
    Priority{"authorization.k8s.io", 17600},
    Priority{"autoscaling", 17500},
    Priority{"batch", 17400},
    Priority{"certificates.k8s.io", 17300},
    Priority{"coordination.k8s.io", 16500},
    Priority{"discovery.k8s.io", 16200},
    Priority{"events.k8s.io", 17750},
    Priority{"flowcontrol.apiserver.k8s.io", 16100, 21},
    Priority{"metrics.k8s.io", 100, 100},
    Priority{"networking.k8s.io", 17200},
    Priority{"node.k8s.io", 16300},
    Priority{"policy", 17100},
    Priority{"rbac.authorization.k8s.io", 17000},
    Priority{"resource.k8s.io", 16200, 21},
    Priority{"scheduling.k8s.io", 16600},
    Priority{"storage.k8s.io", 16800},
};
constexpr int kNewerVersion = 30;  // v2 beside a v1

// The group that lists the others has no entry of its own.
constexpr std::string_view kRegistration = "apiregistration.k8s.io";

std::string name_of(const api::Kind& kind) {
  return std::string(kind.version) + "." + std::string(kind.group);
}

json::Value document(std::string_view group, std::string_view version, const Priority& priority,
                     const char* managed) {
  json::Object metadata{{"name", std::string(version) + "." + std::string(group)},
                        {"labels", json::Object{{kManaged, managed}}}};
  json::Object spec{{"version", version},
                    {"groupPriorityMinimum", priority.group_minimum},
                    {"versionPriority", priority.version}};
  if (!group.empty()) {
    spec["group"] = group;
  }
  return json::Object{{"apiVersion", "apiregistration.k8s.io/v1"},
                      {"kind", "APIService"},
                      {"metadata", std::move(metadata)},
                      {"spec", std::move(spec)}};
}

Priority priority_of(const api::Kind& kind) {
  const auto found = std::find_if(kPriorities.begin(), kPriorities.end(),
                                  [&](const Priority& row) { return row.group == kind.group; });
  Priority priority = found == kPriorities.end() ? kOther : *found;
  if (kind.version == "v2") {
    priority.version = kNewerVersion;
  }
  return priority;
}

}  // namespace

std::optional<json::Value> builtin_api_service(const std::string& name) {
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.group != kRegistration && name_of(kind) == name) {
      return document(kind.group, kind.version, priority_of(kind), "onstart");
    }
  }
  return std::nullopt;
}

json::Value custom_api_service(const std::string& group, const std::string& version) {
  return document(group, version, kOther, "true");
}

std::vector<std::string> builtin_api_services() {
  std::vector<std::string> names;
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (kind.group != kRegistration) {
      names.push_back(name_of(kind));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace sluice::controllers::api_services

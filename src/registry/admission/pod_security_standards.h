// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "registry/admission/pod_security_checks.h"

// The checks that the Pod Security Standards consist of, and what they share.
namespace sluice::registry::standards {

// A pod, and the release of Kubernetes (the x of 1.x) whose standards it is judged by.
struct Judged {
  const json::Value& spec;
  const json::Value& annotations;
  unsigned release;
};

// Gives nothing when the pod passes.
using Check = std::optional<SecurityViolation>(const Judged& pod);

Check app_armor;
Check capabilities_baseline;
Check host_namespaces;
Check host_path_volumes;
Check host_ports;
Check privileged;
Check probe_hosts;
Check proc_mount_baseline;
Check se_linux;
Check seccomp_baseline;
Check sysctls;
Check windows_host_process;

Check capabilities_restricted;
Check privilege_escalation;
Check proc_mount_restricted;
Check restricted_volumes;
Check run_as_non_root;
Check run_as_user;
Check seccomp_restricted;

using Names = std::vector<std::string>;

template <class Visit>
void each_container(const json::Value& spec, const Visit& visit) {
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const json::Value& container : spec.at(list).as_array()) {
      visit(container);
    }
  }
}

template <class Test>
Names containers_where(const json::Value& spec, const Test& test) {
  Names names;
  each_container(spec, [&](const json::Value& container) {
    if (test(container)) {
      names.push_back(container.at("name").as_string());
    }
  });
  return names;
}

// "a", "b"
std::string quoted(const Names& names);
std::string quoted(const std::set<std::string>& names);
std::string count(std::size_t number, const std::string& one, const std::string& many);
// containers "a", "b"
std::string containers(const Names& names);
// Who says something wrong: the pod itself, its containers.
Names setters(bool pod, const Names& names);
bool contains(std::span<const std::string_view> list, std::string_view entry);
std::optional<SecurityViolation> found(bool bad, std::string reason, const std::string& detail);

// Containers that add a capability outside `allowed`, and which.
std::string bad_capabilities(const json::Value& spec, std::span<const std::string_view> allowed);

// What only Linux knows is not asked of pods for Windows, since pods say what they are for.
bool is_windows(const Judged& pod);
// Root of its own users is nobody on the host.
bool has_own_users(const Judged& pod);

// What pod and containers say about seccomp.
struct Seccomp {
  Names wrong;  // "pod", `container "c"`
  std::set<std::string> types;
  Names missing;  // containers without one of their own or of the pod

  explicit Seccomp(const json::Value& spec);
  std::string wrong_detail() const;
};

}  // namespace sluice::registry::standards

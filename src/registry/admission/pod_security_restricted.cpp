// SPDX-License-Identifier: Apache-2.0
//
// The checks that only the level restricted makes: pods say that they want no more than they need.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "registry/admission/pod_security_standards.h"

namespace sluice::registry::standards {

std::optional<SecurityViolation> privilege_escalation(const Judged& pod) {
  const Names names = containers_where(pod.spec, [](const json::Value& container) {
    return container.at("securityContext", "allowPrivilegeEscalation").as_bool(true);
  });
  return found(!names.empty() && !is_windows(pod), "allowPrivilegeEscalation != false",
               containers(names) + " must set securityContext.allowPrivilegeEscalation=false");
}

std::optional<SecurityViolation> capabilities_restricted(const Judged& pod) {
  const Names keeping = containers_where(pod.spec, [](const json::Value& container) {
    const json::Array& dropped = container.at("securityContext", "capabilities", "drop").as_array();
    return std::none_of(dropped.begin(), dropped.end(),
                        [](const json::Value& name) { return name.as_string() == "ALL"; });
  });
  Names details;
  if (!keeping.empty()) {
    details.push_back(containers(keeping) +
                      " must set securityContext.capabilities.drop=[\"ALL\"]");
  }
  constexpr std::array<std::string_view, 1> kAllowed = {"NET_BIND_SERVICE"};
  if (std::string bad = bad_capabilities(pod.spec, kAllowed); !bad.empty()) {
    details.push_back(std::move(bad));
  }
  return found(!details.empty() && !is_windows(pod), "unrestricted capabilities",
               join(details, "; "));
}

std::optional<SecurityViolation> proc_mount_restricted(const Judged& pod) {
  std::set<std::string> types;
  const Names names = containers_where(pod.spec, [&](const json::Value& container) {
    const std::string& type = container.at("securityContext", "procMount").as_string();
    const bool bad = !type.empty() && type != "Default";
    if (bad) {
      types.insert(type);
    }
    return bad;
  });
  return found(!names.empty(), "procMount",
               containers(names) + " must not set securityContext.procMount to " + quoted(types));
}

std::optional<SecurityViolation> restricted_volumes(const Judged& pod) {
  constexpr std::array<std::string_view, 9> kAllowed = {"name",
                                                        "configMap",
                                                        "csi",
                                                        "downwardAPI",
                                                        "emptyDir",
                                                        "ephemeral",
                                                        "persistentVolumeClaim",
                                                        "projected",
                                                        "secret"};
  Names names;
  std::set<std::string> types;
  for (const json::Value& volume : pod.spec.at("volumes").as_array()) {
    for (const json::Member& member : volume.as_object()) {
      if (!contains(kAllowed, member.key)) {
        names.push_back(volume.at("name").as_string());
        types.insert(std::string(member.key));
      }
    }
  }
  return found(!names.empty(), "restricted volume types",
               count(names.size(), "volume ", "volumes ") + quoted(names) +
                   count(names.size(), " uses ", " use ") +
                   count(types.size(), "restricted volume type ", "restricted volume types ") +
                   quoted(types));
}

std::optional<SecurityViolation> run_as_non_root(const Judged& pod) {
  const json::Value* of_pod = pod.spec.find("securityContext", "runAsNonRoot");
  Names wrong;
  if (of_pod != nullptr && !of_pod->as_bool()) {
    wrong.emplace_back("pod");
  }
  const bool for_all = of_pod != nullptr && of_pod->as_bool();
  const Names bad = containers_where(pod.spec, [](const json::Value& container) {
    return !container.at("securityContext", "runAsNonRoot").as_bool(true);
  });
  const Names missing = containers_where(pod.spec, [&](const json::Value& container) {
    return !for_all && container.find("securityContext", "runAsNonRoot") == nullptr;
  });
  if (!bad.empty()) {
    wrong.push_back(containers(bad));
  }
  const bool any = !wrong.empty() || !missing.empty();
  return found(any && !has_own_users(pod), "runAsNonRoot != true",
               wrong.empty()
                   ? "pod or " + containers(missing) + " must set securityContext.runAsNonRoot=true"
                   : join(wrong, " and ") + " must not set securityContext.runAsNonRoot=false");
}

std::optional<SecurityViolation> run_as_user(const Judged& pod) {
  Names wrong;
  if (pod.spec.at("securityContext", "runAsUser").as_int(1) == 0) {
    wrong.emplace_back("pod");
  }
  const Names bad = containers_where(pod.spec, [](const json::Value& container) {
    return container.at("securityContext", "runAsUser").as_int(1) == 0;
  });
  if (!bad.empty()) {
    wrong.push_back(containers(bad));
  }
  return found(!wrong.empty() && !has_own_users(pod), "runAsUser=0",
               join(wrong, " and ") + " must not set runAsUser=0");
}

std::optional<SecurityViolation> seccomp_restricted(const Judged& pod) {
  const Seccomp seccomp(pod.spec);
  if (!seccomp.wrong.empty()) {
    return seccomp_baseline(pod);
  }
  return found(!seccomp.missing.empty() && !is_windows(pod), "seccompProfile",
               "pod or " + containers(seccomp.missing) +
                   " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or "
                   "\"Localhost\"");
}

}  // namespace sluice::registry::standards

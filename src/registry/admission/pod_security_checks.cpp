// SPDX-License-Identifier: Apache-2.0
//
// The Pod Security Standards as of Kubernetes 1.35, a function a check. A check gives nothing when
// the pod passes it.
#include "registry/admission/pod_security_checks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace sluice::registry {
namespace {

using Check = std::optional<SecurityViolation> (*)(const json::Value& spec);
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

template <class List>
std::string quoted(const List& names) {
  Names all;
  for (const std::string& name : names) {
    all.push_back("\"" + name + "\"");
  }
  return join(all, ", ");
}

std::string count(std::size_t number, const std::string& one, const std::string& many) {
  return number == 1 ? one : many;
}

std::string containers(const Names& names) {
  return count(names.size(), "container ", "containers ") + quoted(names);
}

std::optional<SecurityViolation> found(bool bad, std::string reason, const std::string& detail) {
  return bad ? std::optional(SecurityViolation{std::move(reason), detail}) : std::nullopt;
}

bool is_windows(const json::Value& spec) {
  return spec.at("os", "name").as_string() == "windows";
}

bool has_own_users(const json::Value& spec) {
  const json::Value* shared = spec.find("hostUsers");
  return shared != nullptr && shared->is_bool() && !shared->as_bool();
}

bool contains(std::span<const std::string_view> list, std::string_view entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

// Containers that add a capability outside `allowed`, and which.
std::string bad_capabilities(const json::Value& spec, std::span<const std::string_view> allowed) {
  std::set<std::string> bad;
  const Names names = containers_where(spec, [&](const json::Value& container) {
    bool adds = false;
    for (const json::Value& added :
         container.at("securityContext", "capabilities", "add").as_array()) {
      if (!contains(allowed, added.as_string())) {
        bad.insert(added.as_string());
        adds = true;
      }
    }
    return adds;
  });
  return names.empty() ? ""
                       : containers(names) + " must not include " + quoted(bad) +
                             " in securityContext.capabilities.add";
}

std::optional<SecurityViolation> capabilities_baseline(const json::Value& spec) {
  constexpr std::array<std::string_view, 13> kDefault = {
      "AUDIT_WRITE",      "CHOWN",   "DAC_OVERRIDE", "FOWNER",  "FSETID", "KILL",      "MKNOD",
      "NET_BIND_SERVICE", "SETFCAP", "SETGID",       "SETPCAP", "SETUID", "SYS_CHROOT"};
  const std::string bad = bad_capabilities(spec, kDefault);
  return found(!bad.empty(), "non-default capabilities", bad);
}

std::optional<SecurityViolation> host_namespaces(const json::Value& spec) {
  Names used;
  for (const char* member : {"hostNetwork", "hostPID", "hostIPC"}) {
    if (spec.at(member).as_bool()) {
      used.push_back(member + std::string("=true"));
    }
  }
  return found(!used.empty(), "host namespaces", join(used, ", "));
}

std::optional<SecurityViolation> host_path_volumes(const json::Value& spec) {
  Names volumes;
  for (const json::Value& volume : spec.at("volumes").as_array()) {
    if (volume.find("hostPath") != nullptr) {
      volumes.push_back(volume.at("name").as_string());
    }
  }
  return found(!volumes.empty(), "hostPath volumes",
               count(volumes.size(), "volume ", "volumes ") + quoted(volumes));
}

std::optional<SecurityViolation> host_ports(const json::Value& spec) {
  std::set<std::string> ports;
  const Names names = containers_where(spec, [&](const json::Value& container) {
    bool uses = false;
    for (const json::Value& port : container.at("ports").as_array()) {
      if (port.at("hostPort").as_int() != 0) {
        ports.insert(std::to_string(port.at("hostPort").as_int()));
        uses = true;
      }
    }
    return uses;
  });
  return found(!names.empty(), "hostPort",
               containers(names) + count(names.size(), " uses ", " use ") +
                   count(ports.size(), "hostPort ", "hostPorts ") +
                   join(Names(ports.begin(), ports.end()), ", "));
}

std::optional<SecurityViolation> privileged(const json::Value& spec) {
  const Names names = containers_where(spec, [](const json::Value& container) {
    return container.at("securityContext", "privileged").as_bool();
  });
  return found(!names.empty(), "privileged",
               containers(names) + " must not set securityContext.privileged=true");
}

std::optional<SecurityViolation> proc_mount(const json::Value& spec) {
  std::set<std::string> types;
  const Names names = containers_where(spec, [&](const json::Value& container) {
    const std::string& type = container.at("securityContext", "procMount").as_string();
    const bool bad = !type.empty() && type != "Default";
    if (bad) {
      types.insert(type);
    }
    return bad;
  });
  return found(!names.empty() && !has_own_users(spec), "procMount",
               containers(names) + " must not set securityContext.procMount to " + quoted(types));
}

// What pod and containers say about seccomp.
struct Seccomp {
  Names wrong;  // "pod", `container "c"`
  std::set<std::string> types;
  Names missing;  // containers without one of their own or of the pod

  explicit Seccomp(const json::Value& spec) {
    const bool for_all = judge(spec, "pod");
    Names bad;
    each_container(spec, [&](const json::Value& container) {
      const bool given = container.find("securityContext", "seccompProfile") != nullptr;
      if (given && !fine(container)) {
        bad.push_back(container.at("name").as_string());
        types.insert(type_of(container));
      } else if (!given && !for_all) {
        missing.push_back(container.at("name").as_string());
      }
    });
    if (!bad.empty()) {
      wrong.push_back(containers(bad));
    }
  }

  std::string wrong_detail() const {
    return join(wrong, " and ") + " must not set securityContext.seccompProfile.type to " +
           quoted(types);
  }

 private:
  static const std::string& type_of(const json::Value& holder) {
    return holder.at("securityContext", "seccompProfile", "type").as_string();
  }
  static bool fine(const json::Value& holder) {
    return type_of(holder) == "RuntimeDefault" || type_of(holder) == "Localhost";
  }
  bool judge(const json::Value& holder, const char* name) {
    const bool given = holder.find("securityContext", "seccompProfile") != nullptr;
    if (given && !fine(holder)) {
      wrong.emplace_back(name);
      types.insert(type_of(holder));
    }
    return given && fine(holder);
  }
};

std::optional<SecurityViolation> seccomp_baseline(const json::Value& spec) {
  const Seccomp seccomp(spec);
  return found(!seccomp.wrong.empty(), "seccompProfile", seccomp.wrong_detail());
}

std::optional<SecurityViolation> sysctls(const json::Value& spec) {
  constexpr std::array<std::string_view, 12> kSafe = {"kernel.shm_rmid_forced",
                                                      "net.ipv4.ip_local_port_range",
                                                      "net.ipv4.tcp_syncookies",
                                                      "net.ipv4.ping_group_range",
                                                      "net.ipv4.ip_unprivileged_port_start",
                                                      "net.ipv4.ip_local_reserved_ports",
                                                      "net.ipv4.tcp_keepalive_time",
                                                      "net.ipv4.tcp_fin_timeout",
                                                      "net.ipv4.tcp_keepalive_intvl",
                                                      "net.ipv4.tcp_keepalive_probes",
                                                      "net.ipv4.tcp_rmem",
                                                      "net.ipv4.tcp_wmem"};
  Names bad;
  for (const json::Value& sysctl : spec.at("securityContext", "sysctls").as_array()) {
    if (!contains(kSafe, sysctl.at("name").as_string())) {
      bad.push_back(sysctl.at("name").as_string());
    }
  }
  return found(!bad.empty(), "forbidden sysctls", join(bad, ", "));
}

std::optional<SecurityViolation> privilege_escalation(const json::Value& spec) {
  const Names names = containers_where(spec, [](const json::Value& container) {
    return container.at("securityContext", "allowPrivilegeEscalation").as_bool(true);
  });
  return found(!names.empty() && !is_windows(spec), "allowPrivilegeEscalation != false",
               containers(names) + " must set securityContext.allowPrivilegeEscalation=false");
}

std::optional<SecurityViolation> capabilities_restricted(const json::Value& spec) {
  const Names keeping = containers_where(spec, [](const json::Value& container) {
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
  if (std::string bad = bad_capabilities(spec, kAllowed); !bad.empty()) {
    details.push_back(std::move(bad));
  }
  return found(!details.empty() && !is_windows(spec), "unrestricted capabilities",
               join(details, "; "));
}

std::optional<SecurityViolation> restricted_volumes(const json::Value& spec) {
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
  for (const json::Value& volume : spec.at("volumes").as_array()) {
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

std::optional<SecurityViolation> run_as_non_root(const json::Value& spec) {
  const json::Value* of_pod = spec.find("securityContext", "runAsNonRoot");
  Names wrong;
  if (of_pod != nullptr && !of_pod->as_bool()) {
    wrong.emplace_back("pod");
  }
  const bool for_all = of_pod != nullptr && of_pod->as_bool();
  const Names bad = containers_where(spec, [](const json::Value& container) {
    return !container.at("securityContext", "runAsNonRoot").as_bool(true);
  });
  const Names missing = containers_where(spec, [&](const json::Value& container) {
    return !for_all && container.find("securityContext", "runAsNonRoot") == nullptr;
  });
  if (!bad.empty()) {
    wrong.push_back(containers(bad));
  }
  const bool any = !wrong.empty() || !missing.empty();
  return found(any && !has_own_users(spec), "runAsNonRoot != true",
               wrong.empty()
                   ? "pod or " + containers(missing) + " must set securityContext.runAsNonRoot=true"
                   : join(wrong, " and ") + " must not set securityContext.runAsNonRoot=false");
}

std::optional<SecurityViolation> run_as_user(const json::Value& spec) {
  Names wrong;
  if (spec.at("securityContext", "runAsUser").as_int(1) == 0) {
    wrong.emplace_back("pod");
  }
  const Names bad = containers_where(spec, [](const json::Value& container) {
    return container.at("securityContext", "runAsUser").as_int(1) == 0;
  });
  if (!bad.empty()) {
    wrong.push_back(containers(bad));
  }
  return found(!wrong.empty() && !has_own_users(spec), "runAsUser=0",
               join(wrong, " and ") + " must not set runAsUser=0");
}

std::optional<SecurityViolation> seccomp_restricted(const json::Value& spec) {
  const Seccomp seccomp(spec);
  if (!seccomp.wrong.empty()) {
    return seccomp_baseline(spec);
  }
  return found(!seccomp.missing.empty() && !is_windows(spec), "seccompProfile",
               "pod or " + containers(seccomp.missing) +
                   " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or "
                   "\"Localhost\"");
}

// A stricter check of the same stands in for that of the baseline.
constexpr std::array<Check, 8> kBaseline = {
    capabilities_baseline, host_namespaces, host_path_volumes, host_ports, privileged, proc_mount,
    seccomp_baseline,      sysctls};
constexpr std::array<Check, 5> kBaselineOfRestricted = {host_namespaces, host_ports, privileged,
                                                        proc_mount, sysctls};
constexpr std::array<Check, 6> kRestricted = {privilege_escalation, capabilities_restricted,
                                              restricted_volumes,   run_as_non_root,
                                              run_as_user,          seccomp_restricted};

}  // namespace

std::vector<SecurityViolation> security_violations(SecurityLevel level, const json::Value& spec) {
  std::vector<SecurityViolation> violations;
  const auto run = [&](std::span<const Check> checks) {
    for (const Check check : checks) {
      if (auto violation = check(spec)) {
        violations.push_back(std::move(*violation));
      }
    }
  };
  if (level == SecurityLevel::kBaseline) {
    run(kBaseline);
  } else if (level == SecurityLevel::kRestricted) {
    run(kBaselineOfRestricted);
    run(kRestricted);
  }
  return violations;
}

}  // namespace sluice::registry

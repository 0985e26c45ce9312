// SPDX-License-Identifier: Apache-2.0
//
// The checks of the level baseline: what keeps pods off the host.
#include <algorithm>
#include <array>

#include "api/app_armor.h"
#include "base/text.h"
#include "registry/admission/pod_security_standards.h"

namespace sluice::registry::standards {
namespace {

// Before there were fields: annotations, of the pod and of each container.
std::optional<SecurityViolation> seccomp_annotations(const Judged& pod) {
  Names keys = {"seccomp.security.alpha.kubernetes.io/pod"};
  each_container(pod.spec, [&](const json::Value& container) {
    keys.push_back("container.seccomp.security.alpha.kubernetes.io/" +
                   container.at("name").as_string());
  });
  std::set<std::string> bad;
  for (const std::string& key : keys) {
    const json::Value* profile = pod.annotations.find(key);
    if (profile != nullptr && profile->as_string() != "runtime/default" &&
        profile->as_string() != "docker/default" &&
        !profile->as_string().starts_with("localhost/")) {
      bad.insert(key + "=\"" + profile->as_string() + "\"");
    }
  }
  return found(!bad.empty(), "seccompProfile",
               count(bad.size(), "forbidden annotation ", "forbidden annotations ") +
                   join(Names(bad.begin(), bad.end()), ", "));
}

}  // namespace

std::optional<SecurityViolation> app_armor(const Judged& pod) {
  std::set<std::string> values;
  const auto bad = [&](const json::Value& holder) {
    const json::Value* profile = holder.find("securityContext", "appArmorProfile");
    const std::string type = profile == nullptr ? "" : profile->at("type").as_string();
    const bool wrong = profile != nullptr && type != "RuntimeDefault" && type != "Localhost";
    if (wrong) {
      values.insert(type);
    }
    return wrong;
  };
  const bool of_pod = bad(pod.spec);
  Names wrong = setters(of_pod, containers_where(pod.spec, bad));
  std::size_t annotations = 0;
  for (const json::Member& note : pod.annotations.as_object()) {
    const std::string& profile = note.value.as_string();
    if (note.key.starts_with(api::kAppArmorAnnotation) && !profile.empty() &&
        profile != "runtime/default" && !profile.starts_with("localhost/")) {
      ++annotations;
      values.insert(std::string(note.key) + "=\"" + profile + "\"");
    }
  }
  if (annotations > 0) {
    wrong.push_back(count(annotations, "annotation", "annotations"));
  }
  return found(!wrong.empty(),
               count(values.size(), "forbidden AppArmor profile", "forbidden AppArmor profiles"),
               join(wrong, " and ") + " must not set AppArmor profile type to " + quoted(values));
}

std::optional<SecurityViolation> capabilities_baseline(const Judged& pod) {
  constexpr std::array<std::string_view, 13> kDefault = {
      "AUDIT_WRITE",      "CHOWN",   "DAC_OVERRIDE", "FOWNER",  "FSETID", "KILL",      "MKNOD",
      "NET_BIND_SERVICE", "SETFCAP", "SETGID",       "SETPCAP", "SETUID", "SYS_CHROOT"};
  const std::string bad = bad_capabilities(pod.spec, kDefault);
  return found(!bad.empty(), "non-default capabilities", bad);
}

std::optional<SecurityViolation> host_namespaces(const Judged& pod) {
  Names used;
  for (const char* member : {"hostNetwork", "hostPID", "hostIPC"}) {
    if (pod.spec.at(member).as_bool()) {
      used.push_back(member + std::string("=true"));
    }
  }
  return found(!used.empty(), "host namespaces", join(used, ", "));
}

std::optional<SecurityViolation> host_path_volumes(const Judged& pod) {
  Names volumes;
  for (const json::Value& volume : pod.spec.at("volumes").as_array()) {
    if (volume.find("hostPath") != nullptr) {
      volumes.push_back(volume.at("name").as_string());
    }
  }
  return found(!volumes.empty(), "hostPath volumes",
               count(volumes.size(), "volume ", "volumes ") + quoted(volumes));
}

std::optional<SecurityViolation> host_ports(const Judged& pod) {
  std::set<std::string> ports;
  const Names names = containers_where(pod.spec, [&](const json::Value& container) {
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

// The node asks whom a probe names: with its reach, not with the pod's.
std::optional<SecurityViolation> probe_hosts(const Judged& pod) {
  std::set<std::string> hosts;
  const auto note = [&](const json::Value& handler) {
    for (const char* action : {"httpGet", "tcpSocket"}) {
      if (const std::string& host = handler.at(action, "host").as_string(); !host.empty()) {
        hosts.insert(host);
      }
    }
  };
  std::set<std::string> names;
  each_container(pod.spec, [&](const json::Value& container) {
    const std::set<std::string> before = std::exchange(hosts, {});
    for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) {
      note(container.at(probe));
    }
    for (const char* hook : {"postStart", "preStop"}) {
      note(container.at("lifecycle", hook));
    }
    if (!hosts.empty()) {
      names.insert(container.at("name").as_string());
    }
    hosts.insert(before.begin(), before.end());
  });
  return found(!names.empty(), "probe or lifecycle host",
               containers(Names(names.begin(), names.end())) +
                   count(names.size(), " uses ", " use ") +
                   count(hosts.size(), "probe or lifecycle host ", "probe or lifecycle hosts ") +
                   quoted(hosts));
}

std::optional<SecurityViolation> privileged(const Judged& pod) {
  const Names names = containers_where(pod.spec, [](const json::Value& container) {
    return container.at("securityContext", "privileged").as_bool();
  });
  return found(!names.empty(), "privileged",
               containers(names) + " must not set securityContext.privileged=true");
}

std::optional<SecurityViolation> proc_mount_baseline(const Judged& pod) {
  return has_own_users(pod) ? std::nullopt : proc_mount_restricted(pod);
}

std::optional<SecurityViolation> se_linux(const Judged& pod) {
  constexpr std::array<std::string_view, 5> kTypes = {"", "container_t", "container_init_t",
                                                      "container_kvm_t", "container_engine_t"};
  const std::size_t known = pod.release >= 31 ? kTypes.size() : kTypes.size() - 1;
  std::set<std::string> types;
  bool user = false;
  bool role = false;
  const auto bad = [&](const json::Value& holder) {
    const json::Value& options = holder.at("securityContext", "seLinuxOptions");
    const std::string& type = options.at("type").as_string();
    const bool other_type = !contains(std::span(kTypes).first(known), type);
    const bool sets_user = !options.at("user").as_string().empty();
    const bool sets_role = !options.at("role").as_string().empty();
    if (other_type) {
      types.insert(type);
    }
    user = user || sets_user;
    role = role || sets_role;
    return other_type || sets_user || sets_role;
  };
  const bool of_pod = bad(pod.spec);
  const Names wrong = setters(of_pod, containers_where(pod.spec, bad));
  Names details;
  if (!types.empty()) {
    details.push_back(count(types.size(), "type ", "types ") + quoted(types));
  }
  if (user) {
    details.emplace_back("user may not be set");
  }
  if (role) {
    details.emplace_back("role may not be set");
  }
  return found(!wrong.empty(), "seLinuxOptions",
               join(wrong, " and ") +
                   " set forbidden securityContext.seLinuxOptions: " + join(details, "; "));
}

std::optional<SecurityViolation> seccomp_baseline(const Judged& pod) {
  if (pod.release < 19) {
    return seccomp_annotations(pod);
  }
  const Seccomp seccomp(pod.spec);
  return found(!seccomp.wrong.empty(), "seccompProfile", seccomp.wrong_detail());
}

std::optional<SecurityViolation> sysctls(const Judged& pod) {
  struct Safe {
    std::string_view name;
    unsigned since = 0;
  };
  constexpr std::array<Safe, 12> kSafe = {{{"kernel.shm_rmid_forced"},
                                           {"net.ipv4.ip_local_port_range"},
                                           {"net.ipv4.tcp_syncookies"},
                                           {"net.ipv4.ping_group_range"},
                                           {"net.ipv4.ip_unprivileged_port_start"},
                                           {"net.ipv4.ip_local_reserved_ports", 27},
                                           {"net.ipv4.tcp_keepalive_time", 29},
                                           {"net.ipv4.tcp_fin_timeout", 29},
                                           {"net.ipv4.tcp_keepalive_intvl", 29},
                                           {"net.ipv4.tcp_keepalive_probes", 29},
                                           {"net.ipv4.tcp_rmem", 32},
                                           {"net.ipv4.tcp_wmem", 32}}};
  Names bad;
  for (const json::Value& sysctl : pod.spec.at("securityContext", "sysctls").as_array()) {
    const std::string& name = sysctl.at("name").as_string();
    const bool safe = std::any_of(kSafe.begin(), kSafe.end(), [&](const Safe& entry) {
      return entry.name == name && entry.since <= pod.release;
    });
    if (!safe) {
      bad.push_back(name);
    }
  }
  return found(!bad.empty(), "forbidden sysctls", join(bad, ", "));
}

std::optional<SecurityViolation> windows_host_process(const Judged& pod) {
  const auto bad = [](const json::Value& holder) {
    return holder.at("securityContext", "windowsOptions", "hostProcess").as_bool();
  };
  const Names wrong = setters(bad(pod.spec), containers_where(pod.spec, bad));
  return found(
      !wrong.empty(), "hostProcess",
      join(wrong, " and ") + " must not set securityContext.windowsOptions.hostProcess=true");
}

}  // namespace sluice::registry::standards

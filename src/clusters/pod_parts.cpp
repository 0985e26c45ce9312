// SPDX-License-Identifier: Apache-2.0
#include "clusters/pod_parts.h"

#include <algorithm>
#include <array>
#include <string>

#include "clusters/identity.h"
#include "json/yaml.h"

namespace sluice::clusters {
namespace {

// The machine's programs, libraries and users, and nothing of its configuration.
constexpr std::array<const char*, 6> kHostDirectories{"/usr", "/bin",   "/sbin",
                                                      "/lib", "/lib64", "/etc/alternatives"};
constexpr std::array<const char*, 4> kHostFiles{"/etc/passwd", "/etc/group", "/etc/nsswitch.conf",
                                                "/etc/ld.so.cache"};

// munged of the pod; --force: it runs as root, and directories above its own are what they are. One
// that hangs is ended before those that ask through it are: they would be started anew in vain.
constexpr std::string_view kMunged = R"(
name: munged
image: "${image}"
restartPolicy: Always
command:
  - /bin/sh
  - -ec
  - |
    mkdir -p -m 0700 /var/lib/munge
    chmod 0755 /run/munge
    install -m 0400 /keys/munge.key /var/lib/munge/munge.key
    rm -f /run/munge/munge.socket.2 /run/munge/munge.socket.2.lock
    exec munged --foreground --force --key-file=/var/lib/munge/munge.key --socket=/run/munge/munge.socket.2 \
      --pid-file=/var/lib/munge/pid --seed-file=/var/lib/munge/seed --num-threads=4
livenessProbe:
  exec: {command: [timeout, -s, KILL, "5", /bin/sh, -c, "munge -n | unmunge >/dev/null"]}
  periodSeconds: 10
  timeoutSeconds: 7
  failureThreshold: 2
  terminationGracePeriodSeconds: 2
volumeMounts:
  - {name: munge, mountPath: /run/munge}
  - {name: keys, mountPath: /keys, readOnly: true}
)";

// The same for auth/slurm: commands ask it for credentials. Without -D it goes into the background;
// old ones know no -D and need none, and the help of none tells. It heeds SIGINT, and not SIGTERM.
constexpr std::string_view kSackd = R"text(
name: sackd
image: "${image}"
restartPolicy: Always
command:
  - /bin/sh
  - -ec
  - |
    chown ${user} /run/slurm
    chmod 0755 /run/slurm
    install -o ${user} -m 0600 /keys/slurm.key /run/slurm/slurm.key
    export SLURM_SACK_KEY=/run/slurm/slurm.key
    if grep -q "and -D options" "$(command -v sackd)"; then set -- -D; fi
    sackd -f /etc/slurm/slurm.conf "$@" &
    trap 'kill -INT $!' TERM
    until wait $!; do kill -0 $! 2>/dev/null; done
volumeMounts:
  - {name: sack, mountPath: /run/slurm}
  - {name: keys, mountPath: /keys, readOnly: true}
  - {name: config, mountPath: /etc/slurm, readOnly: true}
)text";

std::string host_volume(std::string_view path) {
  std::string name = "host";
  for (const char c : path) {
    name += c == '/' || c == '.' || c == '_' ? '-' : c;
  }
  return name;
}

json::Array host_volumes() {
  json::Array volumes;
  const auto add = [&](const char* path, const char* type) {
    volumes.push_back(json::Object{{"name", host_volume(path)},
                                   {"hostPath", json::Object{{"path", path}, {"type", type}}}});
  };
  for (const char* path : kHostDirectories) {
    add(path, "Directory");
  }
  for (const char* path : kHostFiles) {
    add(path, "File");
  }
  return volumes;
}

// What the container has at such a path already stays.
void mount_host(json::Value& container) {
  json::Array& mounts = container["volumeMounts"].array();
  const auto add = [&](const char* path) {
    if (std::none_of(mounts.begin(), mounts.end(), [&](const json::Value& one) {
          return one.at("mountPath").as_string() == path;
        })) {
      mounts.push_back(
          json::Object{{"name", host_volume(path)}, {"mountPath", path}, {"readOnly", true}});
    }
  };
  for (const char* path : kHostDirectories) {
    add(path);
  }
  for (const char* path : kHostFiles) {
    add(path);
  }
}

bool mounts(const json::Value& pod, std::string_view volume) {
  for (const char* list : {"initContainers", "containers"}) {
    for (const json::Value& container : pod.at(list).as_array()) {
      for (const json::Value& mount : container.at("volumeMounts").as_array()) {
        if (mount.at("name").as_string() == volume) {
          return true;
        }
      }
    }
  }
  return false;
}

// With auth/slurm a socket of sackd takes the place of munge's, where there are commands to use it.
void trust_slurm(const Values& values, json::Value& pod) {
  const bool has_commands = mounts(pod, "config");
  if (json::Value* sidecars = pod.find("initContainers"); sidecars != nullptr && has_commands) {
    *sidecars = parse_text(kSackd, values);
  } else {
    pod.erase("initContainers");
  }
  for (json::Value& container : pod["containers"].array()) {
    for (json::Value& mount : container["volumeMounts"].array()) {
      if (mount.at("name").as_string() == "munge") {
        mount["name"] = "sack";
        mount["mountPath"] = "/run/slurm";
      }
    }
  }
}

}  // namespace

json::Array parse_text(std::string_view text, const Values& values) {
  const auto documents = json::parse_yaml(fill(text, values));
  CHECK(documents.has_value());
  return *documents;
}

void complete_pod(const Cluster& cluster, const Values& values, const std::string& config,
                  json::Value& pod) {
  pod["automountServiceAccountToken"] = false;
  pod["enableServiceLinks"] = false;
  // Whoever the image is of: programs put their files in order first and then become their user.
  pod["securityContext"] = json::Object{{"runAsUser", 0}, {"runAsGroup", 0}};
  if (cluster.host_network) {
    pod["hostNetwork"] = true;
    pod["dnsPolicy"] = "ClusterFirstWithHostNet";
  }
  if (!cluster.runtime_class.empty()) {
    pod["runtimeClassName"] = cluster.runtime_class;
  }
  if (cluster.auth == "slurm") {
    trust_slurm(values, pod);
  } else if (json::Value* sidecars = pod.find("initContainers")) {
    *sidecars = parse_text(kMunged, values);
  }
  if (mounts(pod, "config") || mounts(pod, "slurmdbd")) {
    add_identity(cluster, values, pod);
  }
  json::Array volumes = pod.at("volumes").as_array();
  const auto add = [&](const char* name, const char* sort, json::Value source) {
    if (mounts(pod, name)) {
      volumes.push_back(json::Object{{"name", name}, {sort, std::move(source)}});
    }
  };
  add("munge", "emptyDir", json::Object{});
  add("sack", "emptyDir", json::Object{});
  add("keys", "secret",
      json::Object{{"secretName", cluster.component("keys")}, {"defaultMode", 256}});
  add("config", "configMap", json::Object{{"name", config}, {"defaultMode", 493}});
  if (cluster.host_binaries) {
    const json::Array host = host_volumes();
    volumes.insert(volumes.end(), host.begin(), host.end());
    for (const char* list : {"initContainers", "containers"}) {
      if (json::Value* containers = pod.find(list)) {
        for (json::Value& container : containers->array()) {
          mount_host(container);
        }
      }
    }
  }
  pod["volumes"] = std::move(volumes);
}

}  // namespace sluice::clusters

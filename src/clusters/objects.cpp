// SPDX-License-Identifier: Apache-2.0
#include "clusters/objects.h"

#include <array>

#include "api/meta.h"
#include "base/fnv.h"
#include "base/text.h"
#include "clusters/configuration.h"
#include "clusters/fill.h"
#include "json/yaml.h"

namespace sluice::clusters {
namespace {

constexpr const char* kStatefulSet = "StatefulSet";

// The machine's programs, libraries and users, and nothing of its configuration.
constexpr std::array<const char*, 6> kHostDirectories{"/usr", "/bin",   "/sbin",
                                                      "/lib", "/lib64", "/etc/alternatives"};
constexpr std::array<const char*, 4> kHostFiles{"/etc/passwd", "/etc/group", "/etc/nsswitch.conf",
                                                "/etc/ld.so.cache"};

// munged of the pod; --force: it runs as root, and directories above its own are what they are.
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
volumeMounts:
  - {name: munge, mountPath: /run/munge}
  - {name: keys, mountPath: /keys, readOnly: true}
)";

// Texts of ours: they parse.
json::Array parse(std::string_view text, const Values& values) {
  const auto documents = json::parse_yaml(fill(text, values));
  CHECK(documents.has_value());
  return *documents;
}

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

void mount_host(json::Value& container) {
  json::Array& mounts = container["volumeMounts"].array();
  const auto add = [&](const char* path) {
    mounts.push_back(
        json::Object{{"name", host_volume(path)}, {"mountPath", path}, {"readOnly", true}});
  };
  for (const char* path : kHostDirectories) {
    add(path);
  }
  for (const char* path : kHostFiles) {
    add(path);
  }
}

std::string config_name(const Cluster& cluster) {
  return cluster.component("config") + "-" + restart_mark(cluster);
}

json::Value config_map(const Cluster& cluster) {
  json::Object data;
  for (const auto& [name, text] : configuration_files(cluster)) {
    data[name] = text;
  }
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "ConfigMap"},
                      {"metadata", json::Object{{"name", config_name(cluster)}}},
                      {"data", std::move(data)}};
}

json::Value slurmdbd_secret(const Cluster& cluster, const std::string& text) {
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Secret"},
                      {"metadata", json::Object{{"name", cluster.component("slurmdbd")}}},
                      {"type", "Opaque"},
                      {"data", json::Object{{"slurmdbd.conf", base64_encode(text)}}}};
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

// What pods of every component have alike.
void complete_pod(const Cluster& cluster, const Values& values, json::Value& pod) {
  pod["automountServiceAccountToken"] = false;
  pod["enableServiceLinks"] = false;
  if (cluster.host_network) {
    pod["hostNetwork"] = true;
    pod["dnsPolicy"] = "ClusterFirstWithHostNet";
  }
  if (!cluster.runtime_class.empty()) {
    pod["runtimeClassName"] = cluster.runtime_class;
  }
  if (json::Value* sidecars = pod.find("initContainers")) {
    *sidecars = parse(kMunged, values);
  }
  json::Array volumes = pod.at("volumes").as_array();
  const auto add = [&](const char* name, const char* sort, json::Value source) {
    if (mounts(pod, name)) {
      volumes.push_back(json::Object{{"name", name}, {sort, std::move(source)}});
    }
  };
  add("munge", "emptyDir", json::Object{});
  add("keys", "secret",
      json::Object{{"secretName", cluster.component("keys")}, {"defaultMode", 256}});
  add("config", "configMap", json::Object{{"name", config_name(cluster)}, {"defaultMode", 493}});
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

json::Value claim_spec(const Storage& storage, bool shared) {
  json::Value spec = json::Object{
      {"accessModes", json::Array{shared ? "ReadWriteMany" : "ReadWriteOnce"}},
      {"resources", json::Object{{"requests", json::Object{{"storage", storage.size}}}}}};
  if (!storage.storage_class.empty()) {
    spec["storageClassName"] = storage.storage_class;
  }
  return spec;
}

// One claim of its own for each pod; of two controllers, one for both.
void complete_claims(const Cluster& cluster, json::Value& set, json::Array& objects) {
  json::Value* templates = set.find("spec", "volumeClaimTemplates");
  if (templates == nullptr) {
    return;
  }
  json::Value& claim = templates->array().front();
  const std::string name = claim.at("metadata", "name").as_string();
  const bool state = name == "state";
  const bool shared = state && cluster.controllers > 1;
  json::Value spec =
      claim_spec(state ? cluster.controller_storage : cluster.database_storage, shared);
  if (!shared) {
    claim["spec"] = std::move(spec);
    return;
  }
  set["spec"].erase("volumeClaimTemplates");
  json::Value& pod = set["spec"]["template"]["spec"];
  pod["volumes"].array().push_back(json::Object{
      {"name", name},
      {"persistentVolumeClaim", json::Object{{"claimName", cluster.component("state")}}}});
  objects.push_back(json::Object{{"apiVersion", "v1"},
                                 {"kind", "PersistentVolumeClaim"},
                                 {"metadata", json::Object{{"name", cluster.component("state")}}},
                                 {"spec", std::move(spec)}});
}

void add_component(const Cluster& cluster, const Component& component, std::string_view text,
                   const json::Value& annotations, json::Array& objects) {
  Values values = values_of(cluster);
  values["probeHost"] = cluster.host_network ? cluster.address : "";
  for (json::Value& object : parse(text, values)) {
    if (json::Value* pod = object.find("spec", "template", "spec")) {
      complete_pod(cluster, values, *pod);
      object["spec"]["template"]["metadata"] = json::Object{
          {"labels",
           json::Object{{kClusterLabel, cluster.name}, {kComponentLabel, component.name}}},
          {"annotations", annotations}};
      complete_claims(cluster, object, objects);
    }
    objects.push_back(std::move(object));
  }
}

struct Text {
  std::string_view component;
  std::string_view (*text)();
};
constexpr std::array<Text, 4> kTexts{{{"database", database_text},
                                      {"accounting", accounting_text},
                                      {"controller", controller_text},
                                      {"rest", rest_text}}};

}  // namespace

std::vector<Component> components_of(const Cluster& cluster) {
  std::vector<Component> all;
  if (cluster.managed_database()) {
    all.push_back({"database", "Database", kStatefulSet});
  }
  if (cluster.accounting) {
    all.push_back({"accounting", "Accounting", kStatefulSet});
  }
  all.push_back({"controller", "Controller", kStatefulSet});
  if (cluster.rest) {
    all.push_back({"rest", "Rest", "Deployment"});
  }
  return all;
}

std::vector<json::Value> desired_objects(const Cluster& cluster, const Keys& keys,
                                         const std::string& password) {
  json::Array objects{config_map(cluster)};
  std::string dbd;
  if (cluster.accounting) {
    dbd = slurmdbd_conf_text(cluster, password);
    objects.push_back(slurmdbd_secret(cluster, dbd));
  }
  for (const Component& component : components_of(cluster)) {
    json::Object annotations{{"sluice.dev/keys-revision", keys.revision}};
    if (std::string_view(component.name) == "accounting") {
      // The text has a password, which nobody shall be able to try out against the digest: a key
      // comes first.
      annotations["sluice.dev/slurmdbd-conf"] = fnv1a_digits(keys.database_password + dbd, 10);
    }
    for (const Text& text : kTexts) {
      if (text.component == component.name) {
        add_component(cluster, component, text.text(), annotations, objects);
      }
    }
  }
  for (json::Value& object : objects) {
    json::Value& meta = object["metadata"];
    meta["namespace"] = cluster.ns;
    meta["labels"] = json::Object{{kClusterLabel, cluster.name}};
  }
  return objects;
}

}  // namespace sluice::clusters

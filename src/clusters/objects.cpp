// SPDX-License-Identifier: Apache-2.0
#include "clusters/objects.h"

#include <array>
#include <cstdio>

#include "api/meta.h"
#include "base/fnv.h"
#include "base/text.h"
#include "clusters/configuration.h"
#include "clusters/fill.h"
#include "clusters/node_services.h"
#include "clusters/pod_parts.h"

namespace sluice::clusters {
namespace {

constexpr const char* kStatefulSet = "StatefulSet";

// Another release has other parameters, at which commands of the present one would stop: its files
// are for pods that start with it.
std::string config_name(const Cluster& cluster) {
  const std::string mark = restart_mark(cluster) + " " + slurmconf::to_string(cluster.version);
  return cluster.component("config") + "-" + fnv1a_digits(mark, 10);
}

json::Value config_map(const Cluster& cluster) {
  json::Object data;
  for (const auto& [name, text] : configuration_files(cluster)) {
    data[name] = text;
  }
  data[kMarkFile] = configuration_mark(cluster);
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

// Seconds that a program may be at work on what it has stored before it listens: a day. One that
// was killed would begin anew.
constexpr int kStartTries = 24 * 60 * 60;

// Whether slurmctld of this pod answers. Pods with addresses of their own on one network are alike
// in their text, so that each asks for itself. It stands in double quotes.
constexpr std::string_view kPing =
    R"(SLURM_CONF=/run/slurm/own.conf scontrol ping | grep -qF \" at $(uname -n) is UP\")";

// Whether a program of this pod listens there, which costs so little to find out that it can be
// asked many times a second, unlike the program.
std::string listens(std::int64_t port) {
  char hex[5];
  std::snprintf(hex, sizeof(hex), "%04X", static_cast<unsigned>(port));
  return "{ [ ! -e /proc/net/tcp ] || grep -qs ':" + std::string(hex) +
         " 0*:0000 0A' /proc/net/tcp /proc/net/tcp6; }";
}

// One of one has nobody to hand over to; each of several listens at the address of its name.
void complete_controllers(const Cluster& cluster, json::Value& pod) {
  if (cluster.controllers == 1) {
    pod["containers"].array().front().erase("lifecycle");
  }
  json::Array aliases;
  for (std::size_t i = 0; i < cluster.controller_addresses.size(); ++i) {
    aliases.push_back(json::Object{
        {"ip", cluster.controller_addresses[i]},
        {"hostnames", json::Array{cluster.component("controller") + "-" + std::to_string(i)}}});
  }
  if (!aliases.empty()) {
    pod["hostAliases"] = std::move(aliases);
  }
}

void add_component(const Cluster& cluster, const Component& component, std::string_view text,
                   const json::Value& annotations, json::Array& objects) {
  Values values = values_of(cluster);
  values["probeHost"] = cluster.host_network ? cluster.address : "";
  values["ownAddress"] = cluster.host_network ? cluster.address : "127.0.0.1";
  values["startTries"] = std::to_string(kStartTries);
  values["ping"] = kPing;
  values["listens"] = listens(cluster.ports.controller);
  for (json::Value& object : parse_text(text, values)) {
    if (json::Value* pod = object.find("spec", "template", "spec")) {
      if (std::string_view(component.name) == "controller") {
        complete_controllers(cluster, *pod);
      }
      complete_pod(cluster, values, config_name(cluster), *pod);
      object["spec"]["template"]["metadata"] = json::Object{
          {"labels",
           json::Object{{kClusterLabel, cluster.name}, {kComponentLabel, component.name}}},
          {"annotations", annotations}};
      complete_claims(cluster, object, objects);
    }
    objects.push_back(std::move(object));
  }
}

std::string restart_of(const Cluster& cluster, std::string_view component) {
  if (component == "accounting") {
    return cluster.restarts.accounting;
  }
  return component == "controller" ? cluster.restarts.controller : "";
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
  if (cluster.compute) {
    objects.push_back(node_keys(cluster, keys));
  }
  for (const Component& component : components_of(cluster)) {
    json::Object annotations{{"sluice.dev/keys-revision", keys.revision}};
    const std::string_view which = component.name;
    if (which != "database") {
      // Programs of the machine, or of an image whose name stays, change with nothing else.
      annotations["sluice.dev/slurm-version"] = slurmconf::to_string(cluster.version);
    }
    if (const std::string restart = restart_of(cluster, which); !restart.empty()) {
      annotations["sluice.dev/restart"] = restart;
    }
    if (which == "accounting") {
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

// SPDX-License-Identifier: Apache-2.0
//
// Rules about a pod as a whole: what its containers share and what may be there once.
#include <set>
#include <string>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"

namespace sluice::api {
namespace {

void check_host_ports(const json::Value& object, const FieldPath& at, Faults& faults) {
  const bool on_host = object.at("hostNetwork").as_bool();
  const FieldPath list = at.child("containers");
  const json::Array& containers = object.at("containers").as_array();
  std::set<std::string> taken;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const FieldPath item = list.item(i);
    const FieldPath ports_at = item.child("ports");
    const json::Array& ports = containers[i].at("ports").as_array();
    for (std::size_t j = 0; j < ports.size(); ++j) {
      const json::Value& port = ports[j].at("hostPort");
      const FieldPath port_at = ports_at.item(j);
      if (on_host && port.as_int() != ports[j].at("containerPort").as_int()) {
        faults.invalid(port_at.child("hostPort"), port,
                       "must match `containerPort` when `hostNetwork` is true");
      }
      const std::string place = ports[j].at("protocol").as_string() + "/" +
                                ports[j].at("hostIP").as_string() + "/" +
                                std::to_string(port.as_int());
      if (port.as_int() != 0 && !taken.insert(place).second) {
        faults.duplicate(port_at.child("hostPort"), place);
      }
    }
  }
}

void check_hook_sleep(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::int64_t grace = object.at("terminationGracePeriodSeconds").as_int(30);
  const FieldPath list = at.child("containers");
  const json::Array& containers = object.at("containers").as_array();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    for (const char* hook : {"postStart", "preStop"}) {
      const json::Value& sleep = containers[i].at("lifecycle", hook, "sleep");
      const json::Value& seconds = sleep.at("seconds");
      if (sleep.is_object() && (seconds.as_int() < 0 || seconds.as_int() > grace)) {
        const FieldPath item = list.item(i);
        const FieldPath lifecycle = item.child("lifecycle");
        const FieldPath hook_at = lifecycle.child(hook);
        faults.invalid(hook_at.child("sleep"), seconds,
                       "must be non-negative and less than terminationGracePeriodSeconds (" +
                           std::to_string(grace) + ")");
      }
    }
  }
}

// Claims and devices that containers name must be the pod's.
void check_references(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::set<std::string> volumes;
  for (const json::Value& volume : object.at("volumes").as_array()) {
    volumes.insert(volume.at("name").as_string());
  }
  const json::Array& claims = object.at("resourceClaims").as_array();
  const FieldPath list = at.child("containers");
  const json::Array& containers = object.at("containers").as_array();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const FieldPath item = list.item(i);
    const FieldPath devices_at = item.child("volumeDevices");
    const json::Array& devices = containers[i].at("volumeDevices").as_array();
    for (std::size_t j = 0; j < devices.size(); ++j) {
      if (!volumes.contains(devices[j].at("name").as_string())) {
        const FieldPath device_at = devices_at.item(j);
        faults.not_found(device_at.child("name"), devices[j].at("name"));
      }
    }
    const FieldPath resources = item.child("resources");
    const FieldPath claims_at = resources.child("claims");
    const json::Array& used = containers[i].at("resources", "claims").as_array();
    for (std::size_t j = 0; claims.empty() && j < used.size(); ++j) {
      faults.add("FieldValueNotFound", claims_at.item(j),
                 "Not found: \"" + used[j].at("name").as_string() +
                     "\": must be one of the names in pod.spec.resourceClaims which is empty");
    }
  }
}

void check_gates(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("schedulingGates");
  const json::Array& gates = object.at("schedulingGates").as_array();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < gates.size(); ++i) {
    if (!seen.insert(gates[i].at("name").as_string()).second) {
      faults.duplicate(list.item(i), gates[i].at("name"));
    }
  }
}

void check_spreads(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("topologySpreadConstraints");
  const json::Array& spreads = object.at("topologySpreadConstraints").as_array();
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    for (std::size_t j = i + 1; j < spreads.size(); ++j) {
      const json::Value& key = spreads[i].at("topologyKey");
      const json::Value& action = spreads[i].at("whenUnsatisfiable");
      if (key == spreads[j].at("topologyKey") && action == spreads[j].at("whenUnsatisfiable")) {
        const FieldPath item = list.item(i);
        faults.duplicate(item.child("{topologyKey, whenUnsatisfiable}"),
                         "{" + key.as_string() + ", " + action.as_string() + "}");
      }
    }
  }
}

void check_sysctls(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("sysctls");
  const json::Array& sysctls = object.at("sysctls").as_array();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < sysctls.size(); ++i) {
    if (!seen.insert(sysctls[i].at("name").as_string()).second) {
      const FieldPath item = list.item(i);
      faults.duplicate(item.child("name"), sysctls[i].at("name"));
    }
  }
}

void check_host_process(const json::Value& object, const FieldPath& at, Faults& faults) {
  const bool asked = object.at("securityContext", "windowsOptions", "hostProcess").as_bool();
  if (asked && !object.at("hostNetwork").as_bool()) {
    faults.invalid(at.child("hostNetwork"), false,
                   "hostNetwork must be true if pod contains any hostProcess containers");
  }
}

void check_dns_details(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath searches = at.child("searches");
  const json::Array& listed = object.at("searches").as_array();
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (const std::string fault = search_domain_fault(listed[i].as_string()); !fault.empty()) {
      faults.invalid(searches.item(i), listed[i], fault);
    }
  }
  const FieldPath options = at.child("options");
  const json::Array& all = object.at("options").as_array();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].at("name").as_string().empty()) {
      faults.required(options.item(i), "must not be empty");
    }
  }
}

// Nodes have one field that can be matched: their name.
void check_match_fields(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("matchFields");
  const json::Array& fields = object.at("matchFields").as_array();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].at("key").as_string() != "metadata.name") {
      const FieldPath item = list.item(i);
      faults.invalid(item.child("key"), fields[i].at("key"), "not a valid field selector key");
    }
  }
}

void check_affinity_namespaces(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const json::Value& name : object.at("namespaces").as_array()) {
    if (const std::string fault = dns_label_fault(name.as_string()); !fault.empty()) {
      faults.invalid(at.child("namespace"), name, fault);
    }
  }
}

constexpr ObjectRule kRules[] = {
    {"core.v1.NodeSelectorTerm", check_match_fields},
    {"core.v1.PodAffinityTerm", check_affinity_namespaces},
    {"core.v1.PodDNSConfig", check_dns_details},
    {"core.v1.PodSecurityContext", check_sysctls},
    {"core.v1.PodSpec", check_gates},
    {"core.v1.PodSpec", check_hook_sleep},
    {"core.v1.PodSpec", check_host_ports},
    {"core.v1.PodSpec", check_host_process},
    {"core.v1.PodSpec", check_references},
    {"core.v1.PodSpec", check_spreads},
};

}  // namespace

std::span<const ObjectRule> spec_part_rules() {
  return kRules;
}

}  // namespace sluice::api

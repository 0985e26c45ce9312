// SPDX-License-Identifier: Apache-2.0
//
// Rules about several fields of one object, for the parts of pods.
#include <string>

#include "api/label_syntax.h"
#include "api/pod_containers.h"
#include "api/validation/type_rules.h"

namespace sluice::api {
namespace {

// How many of the members are objects; the second one is where one is too many.
std::size_t count_members(const json::Value& object,
                          std::initializer_list<std::string_view> members,
                          std::string_view& second) {
  std::size_t count = 0;
  for (const std::string_view member : members) {
    if (object.at(member).is_object() && ++count == 2) {
      second = member;
    }
  }
  return count;
}

void check_handler(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::string_view second;
  const std::size_t count =
      count_members(object, {"exec", "httpGet", "tcpSocket", "grpc", "sleep"}, second);
  if (count == 0) {
    faults.required(at, "must specify a handler type");
  } else if (count > 1) {
    faults.forbidden(at.child(second), "may not specify more than 1 handler type");
  }
}

void check_value_source(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::string_view second;
  if (count_members(object, {"fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef"},
                    second) > 1) {
    faults.invalid(at, "", "may not have more than one field specified at a time");
  }
}

void check_toleration(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& how = object.at("operator").as_string();
  const std::string& key = object.at("key").as_string();
  if (key.empty() && how != "Exists") {
    faults.invalid(at.child("operator"), object.at("operator").is_null() ? "" : how,
                   "operator must be Exists when `key` is empty, which means \"match all values "
                   "and all keys\"");
  }
  if (object.at("tolerationSeconds").is_int() && object.at("effect").as_string() != "NoExecute") {
    faults.invalid(at.child("effect"), object.at("effect").as_string(),
                   "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }
  if (how == "Exists" && !object.at("value").as_string().empty()) {
    faults.invalid(at.child("operator"), object.at("value"),
                   "value must be empty when `operator` is 'Exists'");
  }
}

void check_seccomp(const json::Value& object, const FieldPath& at, Faults& faults) {
  const bool local = object.at("type").as_string() == "Localhost";
  const json::Value& profile = object.at("localhostProfile");
  if (local && profile.as_string().empty()) {
    faults.required(at.child("localhostProfile"), "must be set when seccomp type is Localhost");
  } else if (!local && !profile.is_null()) {
    const json::Value shown =
        json::Object{{"Type", object.at("type")}, {"LocalhostProfile", profile}};
    faults.invalid(at.child("localhostProfile"), shown,
                   "can only be set when seccomp type is Localhost");
  }
}

void check_spread(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& action = object.at("whenUnsatisfiable");
  if (object.at("maxSkew").as_int() <= 0) {
    faults.invalid(at.child("maxSkew"), object.at("maxSkew"), "must be greater than zero");
  }
  if (object.at("topologyKey").as_string().empty()) {
    faults.required(at.child("topologyKey"), "can not be empty");
  }
  if (action.as_string() != "DoNotSchedule" && action.as_string() != "ScheduleAnyway") {
    faults.unsupported(at.child("whenUnsatisfiable"), action.as_string(),
                       {"DoNotSchedule", "ScheduleAnyway"});
  }
  if (object.at("minDomains").is_int() && action.as_string() == "ScheduleAnyway") {
    faults.invalid(at.child("minDomains"), object.at("minDomains"),
                   "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not "
                   "ScheduleAnyway");
  }
}

void check_requirement(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& how = object.at("operator").as_string();
  const json::Array& values = object.at("values").as_array();
  if (how == "In" || how == "NotIn") {
    if (values.empty()) {
      faults.required(at.child("values"), "must be specified when `operator` is 'In' or 'NotIn'");
    }
  } else if (how == "Exists" || how == "DoesNotExist") {
    if (!values.empty()) {
      faults.forbidden(at.child("values"),
                       "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    }
  } else if (how == "Gt" || how == "Lt") {
    if (values.size() != 1) {
      faults.required(at.child("values"),
                      "must be specified single value when `operator` is 'Lt' or 'Gt'");
    }
  } else {
    faults.invalid(at.child("operator"), object.at("operator"), "not a valid selector operator");
  }
}

void check_affinity_term(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("topologyKey").as_string().empty()) {
    faults.required(at.child("topologyKey"), "can not be empty");
    faults.invalid(at.child("topologyKey"), "", label_key_fault(""));
  }
}

void check_pod_dns(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& config = object.at("dnsConfig");
  if (object.at("dnsPolicy").as_string() == "None") {
    if (!config.is_object()) {
      faults.required(at.child("dnsConfig"), "must provide `dnsConfig` when `dnsPolicy` is None");
    } else if (config.at("nameservers").as_array().empty()) {
      const FieldPath inside = at.child("dnsConfig");
      faults.required(inside.child("nameservers"),
                      "must provide at least one DNS nameserver when `dnsPolicy` is None");
    }
  }
  if (config.at("nameservers").as_array().size() > 3) {
    const FieldPath inside = at.child("dnsConfig");
    faults.invalid(inside.child("nameservers"), config.at("nameservers"),
                   "must not have more than 3 nameservers");
  }
}

void check_pod_sharing(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("hostPID").as_bool() && object.at("shareProcessNamespace").as_bool()) {
    const FieldPath context = at.child("securityContext");
    faults.invalid(context.child("shareProcessNamespace"), true,
                   "ShareProcessNamespace and HostPID cannot both be enabled");
  }
  const std::string& system = object.at("os", "name").as_string();
  if (object.at("os").is_object() && system != "linux" && system != "windows") {
    faults.unsupported(at.child("os"), object.at("os", "name"), {"linux", "windows"});
  }
  if (!object.at("schedulingGates").as_array().empty() &&
      !object.at("nodeName").as_string().empty()) {
    faults.forbidden(at.child("nodeName"),
                     "cannot be set until all schedulingGates have been cleared");
  }
}

// Init containers that end have nobody to probe or to stop.
void check_init_containers(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("initContainers");
  const json::Array& containers = object.at("initContainers").as_array();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (is_sidecar(containers[i])) {
      continue;
    }
    for (const char* member : {"lifecycle", "livenessProbe", "readinessProbe", "startupProbe"}) {
      if (containers[i].at(member).is_object()) {
        const FieldPath item = list.item(i);
        faults.forbidden(item.child(member),
                         "may not be set for init containers without restartPolicy=Always");
      }
    }
  }
}

// Of the three probes only readiness may take several successes, and only it never kills.
void check_probes(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const char* member : {"livenessProbe", "startupProbe"}) {
    const json::Value& probe = object.at(member);
    const FieldPath inside = at.child(member);
    if (probe.is_object() && probe.at("successThreshold").as_int(1) != 1 &&
        probe.at("successThreshold").as_int(1) != 0) {
      faults.invalid(inside.child("successThreshold"), probe.at("successThreshold"), "must be 1");
    }
    if (const json::Value& grace = probe.at("terminationGracePeriodSeconds");
        grace.is_int() && grace.as_int() <= 0) {
      faults.invalid(inside.child("terminationGracePeriodSeconds"), grace,
                     "must be greater than 0");
    }
  }
  const json::Value& grace = object.at("readinessProbe", "terminationGracePeriodSeconds");
  if (grace.is_int()) {
    const FieldPath inside = at.child("readinessProbe");
    faults.invalid(inside.child("terminationGracePeriodSeconds"), grace,
                   "must not be set for readinessProbes");
  }
}

void check_volume_items(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("medium").is_null() && object.at("sizeLimit").as_string().starts_with('-')) {
    faults.forbidden(at.child("sizeLimit"), "SizeLimit field must be a valid resource quantity");
  }
}

void check_resource_field(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& resource = object.at("resource").as_string();
  const std::size_t dot = resource.find('.');
  const std::string scope = resource.substr(0, dot);
  const std::string name = dot == std::string::npos ? "" : resource.substr(dot + 1);
  const bool known = name == "cpu" || name == "memory" || name == "ephemeral-storage" ||
                     name.starts_with("hugepages-");
  if (resource.empty()) {
    faults.required(at.child("resource"));
  } else if (!known || (scope != "limits" && scope != "requests")) {
    faults.unsupported(at.child("resource"), object.at("resource"),
                       {"limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu",
                        "requests.ephemeral-storage", "requests.memory"});
  }
}

// Words of small letters, digits, "-" and "_" inside, with "." or "/" between the words.
bool is_sysctl_name(std::string_view name) {
  const auto is_end = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  bool after_separator = true;  // or at the beginning
  char last = '.';
  for (const char c : name) {
    const bool separator = c == '.' || c == '/';
    const bool fits = separator || after_separator ? is_end(separator ? last : c)
                                                   : is_end(c) || c == '-' || c == '_';
    if (!fits) {
      return false;
    }
    after_separator = separator;
    last = c;
  }
  return name.size() <= 253 && is_end(last);
}

void check_sysctl(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& name = object.at("name").as_string();
  if (name.empty()) {
    faults.required(at.child("name"));
  } else if (!is_sysctl_name(name)) {
    faults.invalid(at.child("name"), object.at("name"),
                   "must have at most 253 characters and match regex "
                   "^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
  }
}

constexpr ObjectRule kRules[] = {
    {"core.v1.Container", check_probes, true},
    {"core.v1.EmptyDirVolumeSource", check_volume_items},
    {"core.v1.EnvVarSource", check_value_source},
    {"core.v1.LifecycleHandler", check_handler},
    {"core.v1.NodeSelectorRequirement", check_requirement},
    {"core.v1.PodAffinityTerm", check_affinity_term},
    {"core.v1.PodSpec", check_init_containers},
    {"core.v1.PodSpec", check_pod_dns},
    {"core.v1.PodSpec", check_pod_sharing},
    {"core.v1.Probe", check_handler},
    {"core.v1.ResourceFieldSelector", check_resource_field},
    {"core.v1.SeccompProfile", check_seccomp},
    {"core.v1.Sysctl", check_sysctl},
    {"core.v1.Toleration", check_toleration},
    {"core.v1.TopologySpreadConstraint", check_spread},
};

}  // namespace

std::span<const ObjectRule> pod_part_rules() {
  return kRules;
}

}  // namespace sluice::api

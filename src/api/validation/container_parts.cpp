// SPDX-License-Identifier: Apache-2.0
//
// Rules about several fields of one object, for containers and the things they name.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

void check_environment_sources(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("envFrom");
  const json::Array& sources = object.at("envFrom").as_array();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& prefix = sources[i].at("prefix");
    if (!prefix.as_string().empty()) {
      faults.named(item.child("prefix"), prefix, environment_name_fault);
    }
    const bool map = sources[i].at("configMapRef").is_object();
    const bool secret = sources[i].at("secretRef").is_object();
    if (map && secret) {
      faults.invalid(list, "", "may not have more than one field specified at a time");
    } else if (!map && !secret) {
      faults.invalid(list, "", "must specify one of: `configMapRef` or `secretRef`");
    }
  }
}

// In the order upstream shows a security context.
constexpr std::array<std::pair<const char*, const char*>, 12> kSecurityMembers = {
    {{"Capabilities", "capabilities"},
     {"Privileged", "privileged"},
     {"SELinuxOptions", "seLinuxOptions"},
     {"WindowsOptions", "windowsOptions"},
     {"RunAsUser", "runAsUser"},
     {"RunAsGroup", "runAsGroup"},
     {"RunAsNonRoot", "runAsNonRoot"},
     {"ReadOnlyRootFilesystem", "readOnlyRootFilesystem"},
     {"AllowPrivilegeEscalation", "allowPrivilegeEscalation"},
     {"ProcMount", "procMount"},
     {"SeccompProfile", "seccompProfile"},
     {"AppArmorProfile", "appArmorProfile"}}};

json::Value shown_context(const json::Value& context) {
  json::Object shown;
  for (const auto& [name, member] : kSecurityMembers) {
    shown[name] = context.at(member);
  }
  if (const json::Value& capabilities = context.at("capabilities"); capabilities.is_object()) {
    shown["Capabilities"] =
        json::Object{{"Add", capabilities.at("add")}, {"Drop", capabilities.at("drop")}};
  }
  return shown;
}

void check_escalation(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& escalation = object.at("allowPrivilegeEscalation");
  if (!escalation.is_bool() || escalation.as_bool()) {
    return;
  }
  if (object.at("privileged").as_bool()) {
    faults.invalid(at, shown_context(object),
                   "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  }
  for (const json::Value& added : object.at("capabilities", "add").as_array()) {
    if (added.as_string() == "CAP_SYS_ADMIN") {
      faults.invalid(at, shown_context(object),
                     "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` "
                     "CAP_SYS_ADMIN");
    }
  }
}

// Their items have no index in upstream's words.
void check_mount_details(const json::Value& mount, bool privileged, const FieldPath& list,
                         Faults& faults) {
  const std::string& path = mount.at("subPath").as_string();
  const auto parts = split(path, '/');
  if (path.starts_with('/')) {
    faults.invalid(list.child("subPath"), path, "must be a relative path");
  } else if (std::find(parts.begin(), parts.end(), "..") != parts.end()) {
    faults.invalid(list.child("subPath"), path, "must not contain '..'");
  }
  const json::Value& propagation = mount.at("mountPropagation");
  if (propagation.is_string()) {
    faults.one_of(list.child("mountPropagation"), propagation,
                  {"Bidirectional", "HostToContainer", "None"});
  }
  if (propagation.as_string() == "Bidirectional" && !privileged) {
    faults.forbidden(list.child("mountPropagation"),
                     "Bidirectional mount propagation is available only to privileged containers");
  }
  const json::Value& recursive = mount.at("recursiveReadOnly");
  if (recursive.is_string() && recursive.as_string() != "Disabled" &&
      !mount.at("readOnly").as_bool()) {
    faults.forbidden(list.child("recursiveReadOnly"),
                     "may only be specified when readOnly is true");
  }
}

void check_mount_options(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("volumeMounts");
  const bool privileged = object.at("securityContext", "privileged").as_bool();
  const json::Array& mounts = object.at("volumeMounts").as_array();
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    const json::Value& expression = mounts[i].at("subPathExpr");
    if (!expression.as_string().empty() && !mounts[i].at("subPath").as_string().empty()) {
      const FieldPath item = list.item(i);
      faults.invalid(item.child("subPathExpr"), expression,
                     "subPathExpr and subPath are mutually exclusive");
    }
    check_mount_details(mounts[i], privileged, list, faults);
  }
}

constexpr std::array<std::string_view, 9> kFields = {"metadata.name",
                                                     "metadata.namespace",
                                                     "metadata.uid",
                                                     "spec.nodeName",
                                                     "spec.serviceAccountName",
                                                     "status.hostIP",
                                                     "status.hostIPs",
                                                     "status.podIP",
                                                     "status.podIPs"};

// Fields of pods that can be selected, but tell a container nothing.
constexpr std::array<std::string_view, 7> kOtherFields = {
    "metadata.annotations", "metadata.labels", "spec.restartPolicy",      "spec.schedulerName",
    "spec.hostNetwork",     "status.phase",    "status.nominatedNodeName"};

bool is_subscript(std::string_view path) {
  return (path.starts_with("metadata.annotations['") || path.starts_with("metadata.labels['")) &&
         path.ends_with("']");
}

void check_variable_field(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& path = object.at("fieldRef", "fieldPath");
  const std::string& text = path.as_string();
  const FieldPath inside = at.child("fieldRef");
  if (text.empty() || is_subscript(text) ||
      std::find(kFields.begin(), kFields.end(), text) != kFields.end()) {
    return;
  }
  if (std::find(kOtherFields.begin(), kOtherFields.end(), text) == kOtherFields.end()) {
    faults.invalid(inside.child("fieldPath"), path,
                   "error converting fieldPath: field label not supported: " + text);
  } else {
    faults.unsupported(inside.child("fieldPath"), path,
                       {"metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName",
                        "spec.serviceAccountName", "status.hostIP", "status.hostIPs",
                        "status.podIP", "status.podIPs"});
  }
}

// Files about the pod, under the path of their volume.
void check_downward_files(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const json::Value& item : object.at("items").as_array()) {
    const bool field = item.at("fieldRef").is_object();
    const bool resource = item.at("resourceFieldRef").is_object();
    if (field && resource) {
      faults.invalid(at, "resource",
                     "fieldRef and resourceFieldRef can not be specified simultaneously");
    } else if (!field && !resource) {
      faults.required(at, "one of fieldRef and resourceFieldRef is required");
    } else if (field) {
      const FieldPath reference = at.child("fieldRef");
      const json::Value& path = item.at("fieldRef", "fieldPath");
      if (!path.as_string().empty() && !is_subscript(path.as_string())) {
        faults.one_of(reference.child("fieldPath"), path,
                      {"metadata.annotations", "metadata.labels", "metadata.name",
                       "metadata.namespace", "metadata.uid"});
      }
    }
  }
}

void check_projections(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::set<std::string> paths;
  for (const json::Value& source : object.at("sources").as_array()) {
    const json::Value& token = source.at("serviceAccountToken");
    if (token.is_object() && token.at("path").as_string().empty()) {
      faults.required(at.child("path"));
    }
    for (const char* member : {"configMap", "secret", "downwardAPI"}) {
      for (const json::Value& item : source.at(member, "items").as_array()) {
        const std::string& path = item.at("path").as_string();
        if (!path.empty() && !paths.insert(path).second) {
          faults.invalid(at, source.at(member, "name").as_string(), "conflicting duplicate paths");
        }
      }
    }
  }
}

void check_headers(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const json::Value& header : object.at("httpHeaders").as_array()) {
    const std::string& name = header.at("name").as_string();
    const bool good = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (!good) {
      faults.invalid(at.child("httpHeaders"), name,
                     "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. "
                     "'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')");
    }
  }
}

constexpr ObjectRule kRules[] = {
    {"core.v1.Container", check_environment_sources},
    {"core.v1.Container", check_mount_options},
    {"core.v1.DownwardAPIVolumeSource", check_downward_files},
    {"core.v1.EnvVarSource", check_variable_field},
    {"core.v1.HTTPGetAction", check_headers},
    {"core.v1.ProjectedVolumeSource", check_projections},
    {"core.v1.SecurityContext", check_escalation},
};

}  // namespace

std::span<const ObjectRule> container_part_rules() {
  return kRules;
}

}  // namespace sluice::api

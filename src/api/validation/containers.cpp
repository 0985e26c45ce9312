// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <utility>

#include "api/label_syntax.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

using Names = std::set<std::string, std::less<>>;

void check_env(const json::Value& container, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("env");
  const json::Array& env = container.at("env").as_array();
  for (std::size_t i = 0; i < env.size(); ++i) {
    const FieldPath item = list.item(i);
    faults.named(item.child("name"), env[i].at("name"), environment_name_fault);
    const FieldPath from = item.child("valueFrom");
    const json::Value& source = env[i].at("valueFrom");
    if (!source.is_object()) {
      continue;
    }
    if (source.as_object().empty()) {
      faults.invalid(from, "",
                     "must specify one of: `fieldRef`, `resourceFieldRef`, "
                     "`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
    } else if (!env[i].at("value").as_string().empty()) {
      faults.invalid(from, "", "may not be specified when `value` is not empty");
    }
  }
}

void check_ports(const json::Value& container, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("ports");
  const json::Array& ports = container.at("ports").as_array();
  Names names;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& name = ports[i].at("name");
    if (!name.as_string().empty()) {
      faults.named(item.child("name"), name, port_name_fault);
      if (!names.insert(name.as_string()).second) {
        faults.duplicate(item.child("name"), name);
      }
    }
    if (ports[i].at("containerPort").as_int() == 0) {
      faults.required(item.child("containerPort"));
    } else {
      faults.in_range(item.child("containerPort"), ports[i].at("containerPort"), 1, 65535);
    }
    if (ports[i].at("hostPort").as_int() != 0) {
      faults.in_range(item.child("hostPort"), ports[i].at("hostPort"), 1, 65535);
    }
    faults.one_of(item.child("protocol"), ports[i].at("protocol"), {"SCTP", "TCP", "UDP"});
  }
}

void check_mounts(const json::Value& container, const Names& volumes, const FieldPath& at,
                  Faults& faults) {
  const FieldPath list = at.child("volumeMounts");
  const json::Array& mounts = container.at("volumeMounts").as_array();
  Names paths;
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& name = mounts[i].at("name");
    const json::Value& path = mounts[i].at("mountPath");
    if (name.as_string().empty()) {
      faults.required(item.child("name"));
    }
    if (!volumes.contains(name.as_string())) {
      faults.not_found(item.child("name"), name.as_string());
    }
    if (path.as_string().empty()) {
      faults.required(item.child("mountPath"));
    } else if (!paths.insert(path.as_string()).second) {
      faults.invalid(item.child("mountPath"), path, "must be unique");
    }
  }
}

void check_container(const json::Value& container, const Names& volumes, const FieldPath& at,
                     Faults& faults) {
  const json::Value& image = container.at("image");
  if (image.as_string().empty()) {
    faults.required(at.child("image"));
  } else if (image.as_string().front() == ' ' || image.as_string().back() == ' ') {
    faults.invalid(at.child("image"), image, "must not have leading or trailing whitespace");
  }
  check_ports(container, at, faults);
  check_env(container, at, faults);
  check_mounts(container, volumes, at, faults);
  faults.one_of(at.child("imagePullPolicy"), container.at("imagePullPolicy"),
                {"Always", "IfNotPresent", "Never"});
  faults.one_of(at.child("terminationMessagePolicy"), container.at("terminationMessagePolicy"),
                {"File", "FallbackToLogsOnError"});
  check_resources(container.at("resources"), at.child("resources"), faults);
}

constexpr const char* kNotForEphemeral = "cannot be set for an Ephemeral Container";

// They are guests: nothing the pod relies on.
void check_ephemeral_container(const json::Value& container, const FieldPath& at, Faults& faults) {
  for (const char* member :
       {"ports", "resources", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle"}) {
    const json::Value& value = container.at(member);
    if (!value.as_array().empty() || !value.as_object().empty()) {
      faults.forbidden(at.child(member), kNotForEphemeral);
    }
  }
  const FieldPath list = at.child("volumeMounts");
  const json::Array& mounts = container.at("volumeMounts").as_array();
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    const FieldPath item = list.item(i);
    for (const char* member : {"subPath", "subPathExpr"}) {
      if (!mounts[i].at(member).as_string().empty()) {
        faults.forbidden(item.child(member), kNotForEphemeral);
      }
    }
  }
}

Names volume_names(const json::Value& spec) {
  Names names;
  for (const json::Value& volume : spec.at("volumes").as_array()) {
    names.insert(volume.at("name").as_string());
  }
  return names;
}

}  // namespace

void check_ephemeral_containers(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const Names volumes = volume_names(spec);
  Names others;
  for (const char* member : {"containers", "initContainers"}) {
    for (const json::Value& container : spec.at(member).as_array()) {
      others.insert(container.at("name").as_string());
    }
  }
  Names names = others;
  const FieldPath list = at.child("ephemeralContainers");
  const json::Array& containers = spec.at("ephemeralContainers").as_array();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& name = containers[i].at("name");
    faults.named(item.child("name"), name, dns_label_fault);
    check_container(containers[i], volumes, item, faults);
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      faults.duplicate(item.child("name"), name);
    }
    const json::Value& target = containers[i].at("targetContainerName");
    if (!target.as_string().empty() && !others.contains(target.as_string())) {
      faults.not_found(item.child("targetContainerName"), target);
    }
    check_ephemeral_container(containers[i], item, faults);
  }
}

void check_containers(const json::Value& spec, const FieldPath& at, Faults& faults) {
  if (spec.at("containers").as_array().empty()) {
    faults.required(at.child("containers"));
  }
  const Names volumes = volume_names(spec);
  Names names;
  for (const char* member : {"containers", "initContainers"}) {
    const FieldPath list = at.child(member);
    const json::Array& containers = spec.at(member).as_array();
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const FieldPath item = list.item(i);
      const json::Value& name = containers[i].at("name");
      faults.named(item.child("name"), name, dns_label_fault);
      if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
        faults.duplicate(item.child("name"), name);
      }
      check_container(containers[i], volumes, item, faults);
    }
  }
}

void check_volumes(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("volumes");
  const json::Array& volumes = spec.at("volumes").as_array();
  Names names;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& name = volumes[i].at("name");
    faults.named(item.child("name"), name, dns_label_fault);
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      faults.duplicate(item.child("name"), name);
    }
    std::size_t sources = 0;
    for (const json::Member& member : volumes[i].as_object()) {
      sources += member.key != "name" && member.value.is_object() ? 1 : 0;
      if (sources == 2) {
        faults.forbidden(item.child(member.key), "may not specify more than 1 volume type");
      }
    }
    if (sources == 0) {
      faults.required(item, "must specify a volume type");
    }
  }
}

}  // namespace sluice::api

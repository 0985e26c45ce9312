// SPDX-License-Identifier: Apache-2.0
#include "kubelet/plan.h"

#include "api/pod_containers.h"
#include "base/text.h"
#include "kubelet/pod_names.h"
#include "kubelet/resolve_lifecycle.h"
#include "kubelet/security.h"
#include "kubelet/volumes/resolve_volumes.h"

namespace sluice::kubelet {
namespace {

constexpr std::string_view kUsualMessagePath = "/dev/termination-log";

std::string if_optional(const json::Value& reference) {
  return reference.at("optional").as_bool() ? ", if it is there" : "";
}

std::string key_of(const char* what, const json::Value& reference) {
  return std::string(what) + " " + reference.at("name").as_string() + ", key " +
         reference.at("key").as_string() + if_optional(reference);
}

std::string source_of(const json::Value& from) {
  if (const json::Value* reference = from.find("configMapKeyRef")) {
    return key_of("configMap", *reference);
  }
  if (const json::Value* reference = from.find("secretKeyRef")) {
    return key_of("secret", *reference);
  }
  if (const json::Value* reference = from.find("fieldRef")) {
    return "field " + reference->at("fieldPath").as_string();
  }
  return "resource " + from.at("resourceFieldRef", "resource").as_string();
}

json::Array environment(const json::Value& container) {
  json::Array lines;
  for (const json::Value& source : container.at("envFrom").as_array()) {
    const bool secret = source.find("secretRef") != nullptr;
    const json::Value& reference = source.at(secret ? "secretRef" : "configMapRef");
    lines.emplace_back(source.at("prefix").as_string() + "* from " +
                       (secret ? "secret " : "configMap ") + reference.at("name").as_string() +
                       if_optional(reference));
  }
  for (const json::Value& variable : container.at("env").as_array()) {
    const json::Value* from = variable.find("valueFrom");
    lines.emplace_back(
        variable.at("name").as_string() +
        (from == nullptr ? "=" + variable.at("value").as_string() : " from " + source_of(*from)));
  }
  return lines;
}

json::Array mounts(const json::Value& container) {
  json::Array lines;
  for (const json::Value& mount : container.at("volumeMounts").as_array()) {
    const std::string& path = mount.at("subPath").as_string();
    const std::string& expression = mount.at("subPathExpr").as_string();
    const std::string below = path.empty() ? expression : path;
    lines.emplace_back(mount.at("mountPath").as_string() + " from " + mount.at("name").as_string() +
                       (below.empty() ? "" : "/" + below) +
                       (mount.at("readOnly").as_bool() ? ", read-only" : ""));
  }
  return lines;
}

std::string user(const json::Value& pod, const json::Value& container) {
  const auto setting = [&](const char* field) -> const json::Value& {
    const json::Value& own = container.at("securityContext", field);
    return own.is_null() ? pod.at("spec", "securityContext", field) : own;
  };
  std::string text = setting("runAsUser").is_int() ? std::to_string(setting("runAsUser").as_int())
                                                   : std::string("the image's");
  if (setting("runAsGroup").is_int()) {
    text += ", group " + std::to_string(setting("runAsGroup").as_int());
  }
  return text + (setting("runAsNonRoot").as_bool() ? ", refused as root" : "");
}

json::Array privileges_text(const containers::Privileges& privileges) {
  json::Array lines;
  for (const std::string& name : privileges.drop) {
    lines.emplace_back("without " + name);
  }
  for (const std::string& name : privileges.add) {
    lines.emplace_back("with " + name);
  }
  if (privileges.privileged) {
    lines.emplace_back("privileged");
  }
  if (privileges.no_new_privileges) {
    lines.emplace_back("gains no others");
  }
  if (privileges.seccomp == containers::Seccomp::kUnconfined) {
    lines.emplace_back("every system call");
  }
  return lines;
}

void set_unless_empty(json::Value& plan, std::string_view name, json::Array items) {
  if (!items.empty()) {
    plan[name] = std::move(items);
  }
}

Result<json::Value> container_plan(const json::Value& pod, const json::Value& container) {
  TRY_ASSIGN(const containers::Privileges privileges, privileges_of(pod, container));
  json::Value plan = json::Object{{"name", container.at("name")},
                                  {"image", container.at("image").as_string() + " (" +
                                                container.at("imagePullPolicy").as_string() + ")"}};
  for (const char* words : {"command", "args"}) {
    const json::Value& given = container.at(words);
    plan[words] = given.as_array().empty() ? json::Value("the image's") : given;
  }
  if (!container.at("command").as_array().empty() && container.at("args").as_array().empty()) {
    plan.erase("args");  // a command of its own takes none of the image's
  }
  if (const json::Value* directory = container.find("workingDir")) {
    plan["workingDir"] = *directory;
  }
  plan["user"] = user(pod, container);
  set_unless_empty(plan, "privileges", privileges_text(privileges));
  if (container.at("securityContext", "readOnlyRootFilesystem").as_bool()) {
    plan["readOnlyRoot"] = true;
  }
  set_unless_empty(plan, "environment", environment(container));
  set_unless_empty(plan, "mounts", mounts(container));
  json::Value lifecycle = pod::to_json(resolve_lifecycle(container));
  if (lifecycle.at("terminationMessagePath").as_string() == kUsualMessagePath) {
    lifecycle.erase("terminationMessagePath");
  }
  if (!lifecycle.as_object().empty()) {
    plan["lifecycle"] = std::move(lifecycle);
  }
  if (container.find("resources", "limits") != nullptr) {
    plan["limits"] = container.at("resources", "limits");
  }
  return plan;
}

Result<json::Array> container_plans(const json::Value& pod, const char* list) {
  json::Array plans;
  for (const json::Value& container : pod.at("spec", list).as_array()) {
    auto plan = container_plan(pod, container);
    if (!plan) {
      return tl::unexpected(
          with_context(plan.error(), "container " + container.at("name").as_string()));
    }
    if (api::is_sidecar(container)) {
      (*plan)["sidecar"] = true;
    }
    plans.push_back(std::move(*plan));
  }
  return plans;
}

Result<json::Array> volume_plans(const json::Value& pod) {
  json::Array plans;
  for (const json::Value& volume : pod.at("spec", "volumes").as_array()) {
    TRY(check_volume(volume));
    plans.push_back(volume);
  }
  return plans;
}

}  // namespace

Result<json::Value> plan_of(const json::Value& pod) {
  const json::Value& spec = pod.at("spec");
  const pod::NamesSpec names = names_of(pod);
  json::Value plan =
      json::Object{{"hostname", names.hostname + (names.domain.empty() ? "" : "." + names.domain)},
                   {"restartPolicy", spec.at("restartPolicy")},
                   {"terminationGracePeriodSeconds", spec.at("terminationGracePeriodSeconds")}};
  for (const char* field : {"shareProcessNamespace", "hostPID", "hostIPC"}) {
    if (spec.at(field).as_bool()) {
      plan[field] = true;
    }
  }
  TRY_ASSIGN(json::Array volumes, volume_plans(pod));
  set_unless_empty(plan, "volumes", std::move(volumes));
  TRY_ASSIGN(json::Array init, container_plans(pod, "initContainers"));
  set_unless_empty(plan, "initContainers", std::move(init));
  TRY_ASSIGN(json::Array main, container_plans(pod, "containers"));
  plan["containers"] = std::move(main);
  return plan;
}

}  // namespace sluice::kubelet

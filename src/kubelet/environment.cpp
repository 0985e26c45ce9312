// SPDX-License-Identifier: Apache-2.0
#include "kubelet/environment.h"

#include <algorithm>
#include <optional>

#include "api/meta.h"
#include "base/text.h"
#include "json/quantity.h"
#include "kubelet/expansion.h"

namespace sluice::kubelet {
namespace {

bool is_variable_name(std::string_view name) {
  return !name.empty() && name.find_first_of("= ") == std::string_view::npos;
}

// metadata.labels['app'] -> app; nothing when `path` is not of that form.
std::optional<std::string> subscript(const std::string& path, const std::string& field) {
  const std::string head = field + "['";
  if (!path.starts_with(head) || !path.ends_with("']")) {
    return std::nullopt;
  }
  return path.substr(head.size(), path.size() - head.size() - 2);
}

std::optional<std::string> field_of(const json::Value& pod, const std::string& path) {
  if (path == "metadata.name") return api::name(pod);
  if (path == "metadata.namespace") return api::ns(pod);
  if (path == "metadata.uid") return api::uid(pod);
  if (path == "spec.nodeName") return pod.at("spec", "nodeName").as_string();
  if (path == "spec.serviceAccountName") return pod.at("spec", "serviceAccountName").as_string();
  if (const auto name = subscript(path, "metadata.labels")) return api::label(pod, *name);
  if (const auto name = subscript(path, "metadata.annotations")) return api::annotation(pod, *name);
  return std::nullopt;
}

const json::Value* container_named(const json::Value& pod, const std::string& name) {
  for (const char* list : {"containers", "initContainers"}) {
    for (const json::Value& container : pod.at("spec", list).as_array()) {
      if (container.at("name").as_string() == name) {
        return &container;
      }
    }
  }
  return nullptr;
}

// limits.cpu, requests.memory, … of a container, in units of the divisor, rounded up.
Result<std::string> resource_value(const json::Value& pod, const json::Value& reference,
                                   const json::Value& own_container) {
  const std::string& name = reference.at("containerName").as_string();
  const json::Value* container = name.empty() ? &own_container : container_named(pod, name);
  const std::string& resource = reference.at("resource").as_string();
  const std::size_t dot = resource.find('.');
  const json::Value* found =
      container == nullptr || dot == std::string::npos
          ? nullptr
          : container->find("resources", resource.substr(0, dot), resource.substr(dot + 1));
  if (found == nullptr) {
    return fail(Code::kInvalid, "resourceFieldRef: the container sets no " + resource);
  }
  TRY_ASSIGN(const json::Quantity value, json::Quantity::from(*found));
  const json::Value* asked = reference.find("divisor");
  TRY_ASSIGN(const json::Quantity divisor,
             asked == nullptr ? json::Quantity::parse("1") : json::Quantity::from(*asked));
  // Memory in thousandths would overflow, CPU in whole units would lose: use what the divisor
  // needs.
  const bool fine = divisor < *json::Quantity::parse("1");
  const std::int64_t unit =
      std::max<std::int64_t>(1, fine ? divisor.milli_value() : divisor.value());
  const std::int64_t amount = fine ? value.milli_value() : value.value();
  return std::to_string(amount / unit + (amount % unit > 0 ? 1 : 0));
}

}  // namespace

Result<std::vector<pod::EnvVar>> EnvironmentSource::environment_of(const json::Value& container) {
  std::vector<pod::EnvVar> variables;
  for (const json::Value& source : container.at("envFrom").as_array()) {
    TRY(add_from(source, variables));
  }
  for (const json::Value& variable : container.at("env").as_array()) {
    const Result<void> added = add(variable, container, variables);
    if (!added) {
      return tl::unexpected(with_context(added.error(), "env " + variable.at("name").as_string()));
    }
  }
  return variables;
}

Result<void> EnvironmentSource::add_from(const json::Value& source,
                                         std::vector<pod::EnvVar>& into) {
  const bool is_secret = source.find("secretRef") != nullptr;
  const api::Kind& kind = is_secret ? api::kinds::secret() : api::kinds::config_map();
  const json::Value& reference = source.at(is_secret ? "secretRef" : "configMapRef");
  const std::string& name = reference.at("name").as_string();
  TRY_ASSIGN(const client::ObjectPtr found, object(kind, name));
  if (found == nullptr) {
    if (reference.at("optional").as_bool()) {
      return {};
    }
    return fail(Code::kNotFound, std::string(kind.singular) + " \"" + name + "\" not found");
  }
  for (const json::Member& member : found->at("data").as_object()) {
    TRY_ASSIGN(std::string value, entry(kind, member.value));
    std::string variable = source.at("prefix").as_string() + member.key;
    if (is_variable_name(variable)) {
      into.push_back({std::move(variable), std::move(value)});
    }
  }
  return {};
}

Result<void> EnvironmentSource::add(const json::Value& variable, const json::Value& container,
                                    std::vector<pod::EnvVar>& into) {
  const std::string& name = variable.at("name").as_string();
  const json::Value* from = variable.find("valueFrom");
  if (from == nullptr || from->as_object().empty()) {
    into.push_back({name, expand(variable.at("value").as_string(), into)});
    return {};
  }
  if (const json::Value* field = from->find("fieldRef")) {
    return add_field(name, field->at("fieldPath").as_string(), into);
  }
  if (const json::Value* resource = from->find("resourceFieldRef")) {
    TRY_ASSIGN(std::string value, resource_value(pod_, *resource, container));
    into.push_back({name, std::move(value)});
    return {};
  }
  const json::Value* map = from->find("configMapKeyRef");
  const json::Value* secret = from->find("secretKeyRef");
  if (map == nullptr && secret == nullptr) {
    return fail(Code::kUnsupported,
                "valueFrom: only configMapKeyRef, secretKeyRef, fieldRef and "
                "resourceFieldRef are known");
  }
  TRY_ASSIGN(const std::optional<std::string> value,
             map != nullptr ? key_value(api::kinds::config_map(), *map)
                            : key_value(api::kinds::secret(), *secret));
  if (value) {
    into.push_back({name, *value});
  }
  return {};
}

Result<void> EnvironmentSource::add_field(const std::string& name, const std::string& path,
                                          std::vector<pod::EnvVar>& into) const {
  if (path == "status.podIP" || path == "status.hostIP" || path == "status.podIPs" ||
      path == "status.hostIPs") {
    into.push_back({name, std::string(pod::kHostAddress)});
    return {};
  }
  std::optional<std::string> value = field_of(pod_, path);
  if (!value) {
    return fail(Code::kUnsupported, "fieldRef \"" + path + "\" is not supported");
  }
  into.push_back({name, std::move(*value)});
  return {};
}

Result<std::optional<std::string>> EnvironmentSource::key_value(const api::Kind& kind,
                                                                const json::Value& reference) {
  const std::string& name = reference.at("name").as_string();
  const std::string& key = reference.at("key").as_string();
  TRY_ASSIGN(const client::ObjectPtr found, object(kind, name));
  const json::Value* value = found == nullptr ? nullptr : found->find("data", key);
  if (value != nullptr) {
    TRY_ASSIGN(std::string text, entry(kind, *value));
    return text;
  }
  if (reference.at("optional").as_bool()) {
    return std::nullopt;
  }
  const std::string what = std::string(kind.singular) + " \"" + name + "\"";
  return fail(Code::kNotFound,
              found == nullptr ? what + " not found" : "couldn't find key " + key + " in " + what);
}

Result<client::ObjectPtr> EnvironmentSource::object(const api::Kind& kind,
                                                    const std::string& name) {
  const std::string id = std::string(kind.plural) + "/" + name;
  if (const auto known = objects_.find(id); known != objects_.end()) {
    return known->second;
  }
  auto found = client_.get(kind, {api::ns(pod_), name});
  if (!found && found.error().code != Code::kNotFound) {
    return tl::unexpected(found.error());
  }
  return objects_[id] = found ? *found : nullptr;
}

Result<std::string> EnvironmentSource::entry(const api::Kind& kind,
                                             const json::Value& value) const {
  if (&kind == &api::kinds::secret()) {
    return base64_decode(value.as_string());
  }
  return value.as_string();
}

}  // namespace sluice::kubelet

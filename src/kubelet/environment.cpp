// SPDX-License-Identifier: Apache-2.0
#include "kubelet/environment.h"

#include <algorithm>
#include <optional>

#include "api/config_entry.h"
#include "api/meta.h"
#include "kubelet/expansion.h"
#include "kubelet/field_values.h"

namespace sluice::kubelet {
namespace {

bool is_variable_name(std::string_view name) {
  return !name.empty() && name.find_first_of("= ") == std::string_view::npos;
}

}  // namespace

Result<std::vector<pod::EnvVar>> EnvironmentSource::environment_of(
    const json::Value& container, std::vector<pod::EnvVar> before) {
  std::vector<pod::EnvVar> variables = std::move(before);
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
  TRY_ASSIGN(const client::ObjectPtr found, objects_.find(kind, name));
  if (found == nullptr && reference.at("optional").as_bool()) {
    return {};
  }
  TRY(objects_.get(kind, name));
  for (const json::Member& member : found->at("data").as_object()) {
    TRY_ASSIGN(std::optional<std::string> value, api::entry_of(kind, *found, member.key));
    std::string variable = source.at("prefix").as_string() + member.key;
    if (is_variable_name(variable)) {
      into.push_back({std::move(variable), std::move(*value)});
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
    TRY_ASSIGN(std::string value, resource_value(objects_, *resource, container));
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
  std::optional<std::string> value = field_value(objects_.pod(), path);
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
  TRY_ASSIGN(const client::ObjectPtr found, objects_.find(kind, name));
  if (found != nullptr) {
    TRY_ASSIGN(std::optional<std::string> value, api::entry_of(kind, *found, key));
    if (value) {
      return value;
    }
  }
  if (reference.at("optional").as_bool()) {
    return std::nullopt;
  }
  TRY(objects_.get(kind, name));
  return fail(Code::kNotFound, "couldn't find key " + key + " in " + std::string(kind.singular) +
                                   " \"" + name + "\"");
}

}  // namespace sluice::kubelet

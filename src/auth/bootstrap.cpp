// SPDX-License-Identifier: Apache-2.0
#include "auth/bootstrap.h"

#include <algorithm>
#include <array>
#include <map>

#include "api/kind.h"
#include "auth/tables/bootstrap_policy.h"
#include "base/text.h"
#include "base/together.h"

namespace sluice::auth {

namespace {

constexpr std::string_view kVersion = "rbac.authorization.k8s.io/v1";
constexpr std::string_view kGroup = "rbac.authorization.k8s.io";
constexpr std::string_view kAutoUpdate = "rbac.authorization.kubernetes.io/autoupdate";

json::Value document(std::string_view kind, std::string_view ns, std::string_view name) {
  json::Object metadata{{"name", name},
                        {"labels", json::Object{{"kubernetes.io/bootstrapping", "rbac-defaults"}}},
                        {"annotations", json::Object{{std::string(kAutoUpdate), "true"}}}};
  if (!ns.empty()) {
    metadata["namespace"] = ns;
  }
  return json::Object{{"apiVersion", kVersion}, {"kind", kind}, {"metadata", std::move(metadata)}};
}

// The lines of a table's text; the last one ends with a line break, too.
std::vector<std::string_view> lines_of(std::string_view text) {
  auto lines = split(text, '\n');
  std::erase(lines, std::string_view());
  return lines;
}

json::Value rule_of(std::string_view line) {
  constexpr std::array<std::string_view, 5> kLists = {"verbs", "apiGroups", "resources",
                                                      "resourceNames", "nonResourceURLs"};
  const auto texts = split(line, ';');
  CHECK(texts.size() == kLists.size());
  json::Object rule;
  for (std::size_t i = 0; i < kLists.size(); ++i) {
    if (texts[i] != "-") {
      const auto words = split(texts[i], ',');
      rule[kLists[i]] = json::Array(words.begin(), words.end());
    }
  }
  return rule;
}

json::Value role_of(const tables::Role& role) {
  json::Value object = document(role.ns.empty() ? "ClusterRole" : "Role", role.ns, role.name);
  for (const std::string_view label : split(role.labels, ',')) {
    if (!label.empty()) {
      object["metadata"]["labels"][label] = "true";
    }
  }
  if (!role.aggregate.empty()) {
    object["aggregationRule"]["clusterRoleSelectors"] = json::Array{
        json::Object{{"matchLabels", json::Object{{std::string(role.aggregate), "true"}}}}};
  }
  json::Array rules;
  for (const std::string_view line : lines_of(role.rules)) {
    rules.push_back(rule_of(line));
  }
  object["rules"] = std::move(rules);
  return object;
}

json::Value subject_of(std::string_view line) {
  const std::size_t space = line.find(' ');
  const std::string_view kind = line.substr(0, space);
  const std::string_view name = line.substr(space + 1);
  if (kind != "ServiceAccount") {
    return json::Object{{"kind", kind}, {"apiGroup", kGroup}, {"name", name}};
  }
  const std::size_t slash = name.find('/');
  return json::Object{
      {"kind", kind}, {"name", name.substr(slash + 1)}, {"namespace", name.substr(0, slash)}};
}

json::Value binding_of(const tables::Binding& binding) {
  json::Value object =
      document(binding.ns.empty() ? "ClusterRoleBinding" : "RoleBinding", binding.ns, binding.name);
  json::Array subjects;
  for (const std::string_view line : lines_of(binding.subjects)) {
    subjects.push_back(subject_of(line));
  }
  if (!subjects.empty()) {
    object["subjects"] = std::move(subjects);
  }
  object["roleRef"] =
      json::Object{{"apiGroup", kGroup}, {"kind", binding.role_kind}, {"name", binding.role_name}};
  return object;
}

void add_missing_items(json::Value& into, std::string_view member, const json::Value& wanted) {
  for (const json::Value& item : wanted.at(member).as_array()) {
    const json::Array& present = into.at(member).as_array();
    if (std::find(present.begin(), present.end(), item) == present.end()) {
      into[member].array().push_back(item);
    }
  }
}

const api::Kind& kind_of(const json::Value& object) {
  const api::Kind* kind = api::find_kind(kVersion, object.at("kind").as_string());
  CHECK(kind != nullptr);
  return *kind;
}

Result<void> write(registry::Registry& registry, json::Value wanted, const json::Value* existing) {
  const api::Kind& kind = kind_of(wanted);
  const api::Key key = api::key(wanted);
  const bool rebound = existing != nullptr && !(existing->at("roleRef") == wanted.at("roleRef"));
  if (rebound) {
    TRY(registry.remove(kind, {.key = key}));
  }
  if (existing == nullptr || rebound) {
    TRY(registry.create(kind, key.ns, std::move(wanted)));
    return {};
  }
  TRY(registry.update(kind, {.key = key, .object = reconciled(*existing, wanted)}));
  return {};
}

using Existing = std::map<std::string, json::Value>;  // by kind and place

std::string place_of(const json::Value& object) {
  return object.at("kind").as_string() + " " + api::to_string(api::key(object));
}

Result<Existing> read_existing(const registry::Registry& registry) {
  Existing existing;
  for (const auto kind : {api::kinds::role, api::kinds::cluster_role, api::kinds::role_binding,
                          api::kinds::cluster_role_binding}) {
    TRY_ASSIGN(const registry::ListPage page, registry.list(kind(), {}));
    for (const registry::StoredObject& item : page.items) {
      TRY_ASSIGN(json::Value object, item.decode());
      existing.emplace(place_of(object), std::move(object));
    }
  }
  return existing;
}

}  // namespace

std::vector<json::Value> bootstrap_objects() {
  std::vector<json::Value> objects;
  for (const tables::Role& role : tables::bootstrap_roles()) {
    objects.push_back(role_of(role));
  }
  for (const tables::Binding& binding : tables::bootstrap_bindings()) {
    objects.push_back(binding_of(binding));
  }
  return objects;
}

json::Value reconciled(const json::Value& existing, const json::Value& wanted) {
  json::Value result = existing;
  if (api::annotation(existing, kAutoUpdate) == "false") {
    return result;
  }
  for (const char* map : {"labels", "annotations"}) {
    for (const json::Member& entry : wanted.at("metadata", map).as_object()) {
      if (existing.find("metadata", map, entry.key) == nullptr) {
        result["metadata"][map][entry.key] = entry.value;
      }
    }
  }
  if (const json::Value* gathers = wanted.find("aggregationRule")) {
    add_missing_items(result["aggregationRule"], "clusterRoleSelectors", *gathers);
  } else {
    add_missing_items(result, "rules", wanted);
  }
  add_missing_items(result, "subjects", wanted);
  if (const json::Value* role = wanted.find("roleRef")) {
    result["roleRef"] = *role;
  }
  return result;
}

Result<void> bootstrap_policy(registry::Registry& registry) {
  TRY_ASSIGN(const Existing existing, read_existing(registry));
  std::vector<json::Value> wanted = bootstrap_objects();
  std::erase_if(wanted, [&](const json::Value& object) {
    const auto found = existing.find(place_of(object));
    return found != existing.end() && reconciled(found->second, object) == found->second;
  });
  return do_together(wanted.size(), [&](std::size_t i) -> Result<void> {
    const std::string place = place_of(wanted[i]);
    const auto found = existing.find(place);
    const auto written =
        write(registry, std::move(wanted[i]), found == existing.end() ? nullptr : &found->second);
    return written ? Result<void>()
                   : tl::unexpected(with_context(written.error(), "writing " + place));
  });
}

}  // namespace sluice::auth

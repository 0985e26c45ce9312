// SPDX-License-Identifier: Apache-2.0
#include "api/discovery.h"

#include <algorithm>
#include <string>
#include <vector>

#include "api/subresources.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Object;
using json::Value;

Value words(std::span<const std::string_view> list) {
  Array values;
  for (const std::string_view word : list) {
    values.emplace_back(word);
  }
  return values;
}

void set_words(Value& target, std::string_view member, std::span<const std::string_view> list) {
  if (!list.empty()) {
    target[member] = words(list);
  }
}

bool is_in(const Kind& kind, std::string_view group, std::string_view version) {
  return kind.group == group && kind.version == version;
}

// Distinct texts in the order they first appear.
template <class Of>
std::vector<std::string_view> distinct(std::span<const Kind> kinds, const Of& of) {
  std::vector<std::string_view> found;
  for (const Kind& kind : kinds) {
    const auto text = of(kind);
    if (text && std::find(found.begin(), found.end(), *text) == found.end()) {
      found.push_back(*text);
    }
  }
  return found;
}

std::vector<std::string_view> groups_of(std::span<const Kind> kinds) {
  return distinct(kinds, [](const Kind& kind) { return std::optional(kind.group); });
}

std::vector<std::string_view> versions_of(std::span<const Kind> kinds, std::string_view group) {
  return distinct(kinds, [&](const Kind& kind) {
    return kind.group == group ? std::optional(kind.version) : std::nullopt;
  });
}

Value group_version(std::string_view group, std::string_view version) {
  return Object{{"groupVersion", std::string(group) + "/" + std::string(version)},
                {"version", version}};
}

Value group_entry(std::span<const Kind> kinds, std::string_view group) {
  Array versions;
  for (const std::string_view version : versions_of(kinds, group)) {
    versions.push_back(group_version(group, version));
  }
  Value preferred = versions.front();
  return Object{{"name", group},
                {"versions", std::move(versions)},
                {"preferredVersion", std::move(preferred)}};
}

void add_resources(const Kind& kind, Array& resources) {
  Value main = Object{{"name", kind.plural},
                      {"singularName", kind.singular},
                      {"namespaced", kind.namespaced},
                      {"kind", kind.kind},
                      {"verbs", words(kind.verbs)}};
  set_words(main, "shortNames", kind.short_names);
  set_words(main, "categories", kind.categories);
  resources.push_back(std::move(main));
  for (const tables::Subresource& sub : subresources_of(kind)) {
    Value entry = Object{{"name", std::string(kind.plural) + "/" + std::string(sub.name)},
                         {"singularName", ""},
                         {"namespaced", kind.namespaced},
                         {"kind", sub.kind},
                         {"verbs", words(sub.verbs)}};
    if (!sub.kind_version.empty()) {
      entry["group"] = sub.kind_group;
      entry["version"] = sub.kind_version;
    }
    resources.push_back(std::move(entry));
  }
}

void sort_by(Array& items, std::string_view member) {
  std::sort(items.begin(), items.end(), [&](const Value& a, const Value& b) {
    return a.at(member).as_string() < b.at(member).as_string();
  });
}

Value response_kind(std::string_view group, std::string_view version, std::string_view kind) {
  return Object{{"group", group}, {"version", version}, {"kind", kind}};
}

Value aggregated_resource(const Kind& kind) {
  Value entry = Object{{"resource", kind.plural},
                       {"responseKind", response_kind("", "", kind.kind)},
                       {"scope", kind.namespaced ? "Namespaced" : "Cluster"},
                       {"singularResource", kind.singular},
                       {"verbs", words(kind.verbs)}};
  set_words(entry, "shortNames", kind.short_names);
  set_words(entry, "categories", kind.categories);
  for (const tables::Subresource& sub : subresources_of(kind)) {
    entry["subresources"].array().push_back(
        Object{{"subresource", sub.name},
               {"responseKind", response_kind(sub.kind_group, sub.kind_version, sub.kind)},
               {"verbs", words(sub.verbs)}});
  }
  return entry;
}

Value aggregated_group(std::span<const Kind> kinds, std::string_view group) {
  Array versions;
  for (const std::string_view version : versions_of(kinds, group)) {
    Array resources;
    for (const Kind& kind : kinds) {
      if (is_in(kind, group, version)) {
        resources.push_back(aggregated_resource(kind));
      }
    }
    sort_by(resources, "resource");
    versions.push_back(Object{
        {"version", version}, {"resources", std::move(resources)}, {"freshness", "Current"}});
  }
  Value metadata = Object{};
  if (!group.empty()) {
    metadata["name"] = group;
  }
  return Object{{"metadata", std::move(metadata)}, {"versions", std::move(versions)}};
}

}  // namespace

Value api_versions(std::string_view server_address) {
  Value address = Object{{"clientCIDR", "0.0.0.0/0"}, {"serverAddress", server_address}};
  return Object{{"kind", "APIVersions"},
                {"versions", Array{"v1"}},
                {"serverAddressByClientCIDRs", Array{std::move(address)}}};
}

Value api_group_list(std::span<const Kind> kinds) {
  Array groups;
  for (const std::string_view group : groups_of(kinds)) {
    if (!group.empty()) {
      groups.push_back(group_entry(kinds, group));
    }
  }
  return Object{{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}};
}

std::optional<Value> api_group(std::span<const Kind> kinds, std::string_view group) {
  if (group.empty() || versions_of(kinds, group).empty()) {
    return std::nullopt;
  }
  Value entry = group_entry(kinds, group);
  entry["kind"] = "APIGroup";
  entry["apiVersion"] = "v1";
  return entry;
}

std::optional<Value> api_resource_list(std::span<const Kind> kinds, std::string_view group,
                                       std::string_view version) {
  Array resources;
  for (const Kind& kind : kinds) {
    if (is_in(kind, group, version)) {
      add_resources(kind, resources);
    }
  }
  if (resources.empty()) {
    return std::nullopt;
  }
  sort_by(resources, "name");
  const std::string prefix = group.empty() ? "" : std::string(group) + "/";
  return Object{{"kind", "APIResourceList"},
                {"apiVersion", "v1"},
                {"groupVersion", prefix + std::string(version)},
                {"resources", std::move(resources)}};
}

Value aggregated_discovery(std::span<const Kind> kinds, bool core) {
  Array items;
  for (const std::string_view group : groups_of(kinds)) {
    if (group.empty() == core) {
      items.push_back(aggregated_group(kinds, group));
    }
  }
  return Object{{"kind", "APIGroupDiscoveryList"},
                {"apiVersion", "apidiscovery.k8s.io/v2"},
                {"metadata", Object{}},
                {"items", std::move(items)}};
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/remote_discovery.h"

#include <map>

namespace sluice::apiserver {
namespace {

json::Value response_kind(const ApiService& service, const json::Value& resource) {
  const auto own = [&](std::string_view member, const std::string& otherwise) {
    const std::string& text = resource.at(member).as_string();
    return text.empty() ? otherwise : text;
  };
  return json::Object{{"group", own("group", service.group)},
                      {"version", own("version", service.version)},
                      {"kind", resource.at("kind")}};
}

json::Value main_entry(const ApiService& service, const json::Value& resource) {
  json::Object entry{{"resource", resource.at("name")},
                     {"responseKind", response_kind(service, resource)},
                     {"scope", resource.at("namespaced").as_bool() ? "Namespaced" : "Cluster"},
                     {"singularResource", resource.at("singularName").as_string()},
                     {"verbs", json::Value(resource.at("verbs").as_array())}};
  for (const char* list : {"shortNames", "categories"}) {
    if (const json::Value* words = resource.find(list)) {
      entry[list] = *words;
    }
  }
  return entry;
}

}  // namespace

json::Value remote_group(std::span<const ApiService> services) {
  json::Array versions;
  for (const ApiService& service : services) {
    versions.push_back(
        json::Object{{"groupVersion", service.group_version()}, {"version", service.version}});
  }
  json::Value preferred = versions.front();
  return json::Object{{"name", services.front().group},
                      {"versions", std::move(versions)},
                      {"preferredVersion", std::move(preferred)}};
}

json::Value remote_version(const ApiService& service, const json::Value& resource_list,
                           bool fresh) {
  const char* freshness = fresh ? "Current" : "Stale";
  if (resource_list.is_null()) {
    return json::Object{{"version", service.version}, {"freshness", freshness}};
  }
  std::map<std::string, json::Value, std::less<>> entries;  // by resource: discovery is sorted
  const json::Array& resources = resource_list.at("resources").as_array();
  for (const json::Value& resource : resources) {
    const std::string& name = resource.at("name").as_string();
    if (name.find('/') == std::string::npos) {
      entries.emplace(name, main_entry(service, resource));
    }
  }
  for (const json::Value& resource : resources) {
    const std::string& name = resource.at("name").as_string();
    const std::size_t slash = name.find('/');
    const auto main = entries.find(name.substr(0, slash));
    if (slash != std::string::npos && main != entries.end()) {
      main->second["subresources"].array().push_back(
          json::Object{{"subresource", name.substr(slash + 1)},
                       {"responseKind", response_kind(service, resource)},
                       {"verbs", json::Value(resource.at("verbs").as_array())}});
    }
  }
  json::Array list;
  for (auto& [name, entry] : entries) {
    list.push_back(std::move(entry));
  }
  return json::Object{
      {"version", service.version}, {"resources", std::move(list)}, {"freshness", freshness}};
}

}  // namespace sluice::apiserver

// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/api_services.h"

#include <algorithm>
#include <tuple>

#include "api/catalog.h"
#include "api/meta.h"
#include "base/text.h"

namespace sluice::apiserver {
namespace {

// Whether `a` is offered before `b`.
bool better(const ApiService& a, const ApiService& b) {
  if (a.group != b.group) {
    return std::tuple(-a.group_priority, a.group) < std::tuple(-b.group_priority, b.group);
  }
  return a.version_priority != b.version_priority ? a.version_priority > b.version_priority
                                                  : api::better_version(a.version, b.version);
}

}  // namespace

ApiService parse_api_service(const json::Value& object) {
  const json::Value& spec = object.at("spec");
  ApiService found{.group = spec.at("group").as_string(),
                   .version = spec.at("version").as_string(),
                   .ns = spec.at("service", "namespace").as_string(),
                   .service = spec.at("service", "name").as_string(),
                   .ca_pem = base64_decode(spec.at("caBundle").as_string()).value_or(""),
                   .any_certificate = spec.at("insecureSkipTLSVerify").as_bool(),
                   .available = api::has_condition(object, "Available"),
                   .group_priority = spec.at("groupPriorityMinimum").as_int(),
                   .version_priority = spec.at("versionPriority").as_int()};
  if (const json::Value* port = spec.find("service", "port")) {
    found.port = std::to_string(port->as_int());
  }
  return found;
}

void ApiServices::put(const json::Value& object) {
  erase(object);
  if (object.find("spec", "service") != nullptr) {
    by_name_.emplace(api::name(object), parse_api_service(object));
  }
}

void ApiServices::erase(const json::Value& object) {
  by_name_.erase(std::string(api::name(object)));
}

const ApiService* ApiServices::find(std::string_view group, std::string_view version) const {
  if (by_name_.empty()) {
    return nullptr;
  }
  const auto found = by_name_.find(std::string(version) + "." + std::string(group));
  return found == by_name_.end() ? nullptr : &found->second;
}

std::vector<ApiService> ApiServices::all() const {
  std::vector<ApiService> services;
  services.reserve(by_name_.size());
  std::map<std::string, std::int64_t, std::less<>> priorities;  // the highest that a version claims
  for (const auto& [name, service] : by_name_) {
    std::int64_t& priority = priorities[service.group];
    priority = std::max(priority, service.group_priority);
  }
  for (const auto& [name, service] : by_name_) {
    services.push_back(service);
    services.back().group_priority = priorities[service.group];
  }
  std::sort(services.begin(), services.end(), better);
  return services;
}

}  // namespace sluice::apiserver

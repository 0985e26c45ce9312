// SPDX-License-Identifier: Apache-2.0
#include "kubelet/service_environment.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "api/meta.h"
#include "base/ip_address.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

std::string variable_name(std::string_view name) {
  std::string result(name);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
    return c == '-' ? '_' : static_cast<char>(std::toupper(c));
  });
  return result;
}

void add_link(const std::string& prefix, const std::string& address, const json::Value& port,
              bool first, std::vector<pod::EnvVar>& into) {
  const std::string number = std::to_string(port.at("port").as_int());
  const std::string& named = port.at("protocol").as_string();
  const std::string protocol = named.empty() ? "TCP" : named;
  const std::string url = to_lower(protocol) + "://" + bracketed(address) + ":" + number;
  if (first) {
    into.push_back({prefix + "_PORT", url});
  }
  const std::string link = prefix + "_PORT_" + number + "_" + variable_name(protocol);
  into.push_back({link, url});
  into.push_back({link + "_PROTO", to_lower(protocol)});
  into.push_back({link + "_PORT", number});
  into.push_back({link + "_ADDR", address});
}

// The service with the address and ports of its first endpoint.
json::Value as_endpoint(const json::Value& service, const json::Value& endpoints) {
  json::Value result = service;
  const json::Array& subsets = endpoints.at("subsets").as_array();
  if (subsets.empty() || subsets[0].at("addresses").as_array().empty()) {
    return result;
  }
  result["spec"]["clusterIP"] = subsets[0].at("addresses").as_array()[0].at("ip").as_string();
  json::Array ports = subsets[0].at("ports").as_array();
  result["spec"]["ports"] = std::move(ports);
  return result;
}

Result<std::vector<pod::EnvVar>> api_server_variables(client::Client& client) {
  const api::Key key{"default", "kubernetes"};
  const auto service = client.get(api::kinds::service(), key);
  const auto endpoints = client.get(api::kinds::endpoints(), key);
  for (const auto* result : {&service, &endpoints}) {
    if (!*result && result->error().code != Code::kNotFound) {
      return tl::unexpected(result->error());
    }
  }
  if (!service) {
    return std::vector<pod::EnvVar>();
  }
  return service_variables(endpoints ? as_endpoint(**service, **endpoints) : **service);
}

}  // namespace

std::vector<pod::EnvVar> service_variables(const json::Value& service) {
  const std::string& address = service.at("spec", "clusterIP").as_string();
  const json::Array& ports = service.at("spec", "ports").as_array();
  if (address.empty() || address == "None" || ports.empty()) {
    return {};
  }
  const std::string prefix = variable_name(api::name(service));
  const std::string first = std::to_string(ports[0].at("port").as_int());
  std::vector<pod::EnvVar> all{{prefix + "_SERVICE_HOST", address},
                               {prefix + "_SERVICE_PORT", first}};
  for (const json::Value& port : ports) {
    if (const std::string& name = port.at("name").as_string(); !name.empty()) {
      all.push_back({prefix + "_SERVICE_PORT_" + variable_name(name),
                     std::to_string(port.at("port").as_int())});
    }
  }
  for (std::size_t i = 0; i < ports.size(); ++i) {
    add_link(prefix, address, ports[i], i == 0, all);
  }
  return all;
}

Result<std::vector<pod::EnvVar>> service_environment(PodObjects& objects) {
  TRY_ASSIGN(std::vector<pod::EnvVar> all, api_server_variables(objects.client()));
  if (!objects.pod().at("spec", "enableServiceLinks").as_bool(true)) {
    return all;
  }
  TRY_ASSIGN(const client::ObjectList services,
             objects.client().list(api::kinds::service(), {.ns = api::ns(objects.pod())}));
  for (const client::ObjectPtr& service : services.items) {
    if (api::key(*service) != api::Key{"default", "kubernetes"}) {
      std::vector<pod::EnvVar> variables = service_variables(*service);
      std::move(variables.begin(), variables.end(), std::back_inserter(all));
    }
  }
  return all;
}

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <vector>

#include "api/printing/cells.h"
#include "base/text.h"

namespace sluice::api::cells {
namespace {

constexpr std::size_t kShown = 3;

// The first three, and how many more there are.
std::string first_of(std::vector<std::string> all, const char* none) {
  if (all.empty()) {
    return none;
  }
  const std::size_t more = all.size() > kShown ? all.size() - kShown : 0;
  all.resize(all.size() - more);
  return join(all, ",") + (more > 0 ? " + " + std::to_string(more) + " more..." : "");
}

std::string host_and_port(const std::string& host, std::int64_t port) {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace

json::Value slice_ports(const json::Value& slice, WallTime) {
  std::vector<std::string> ports;
  for (const json::Value& port : slice.at("ports").as_array()) {
    const json::Value& number = port.at("port");
    const json::Value& name = port.at("name");
    ports.push_back(number.is_int()  ? std::to_string(number.as_int())
                    : name.is_null() ? "*"
                                     : name.as_string());
  }
  return first_of(std::move(ports), "<unset>");
}

json::Value slice_addresses(const json::Value& slice, WallTime) {
  std::vector<std::string> addresses;
  for (const json::Value& endpoint : slice.at("endpoints").as_array()) {
    for (const json::Value& address : endpoint.at("addresses").as_array()) {
      addresses.push_back(address.as_string());
    }
  }
  return first_of(std::move(addresses), "<unset>");
}

json::Value endpoint_addresses(const json::Value& endpoints, WallTime) {
  const json::Array& subsets = endpoints.at("subsets").as_array();
  std::vector<std::string> all;
  for (const json::Value& subset : subsets) {
    const json::Array& addresses = subset.at("addresses").as_array();
    for (const json::Value& port : subset.at("ports").as_array()) {
      for (const json::Value& address : addresses) {
        all.push_back(host_and_port(address.at("ip").as_string(), port.at("port").as_int()));
      }
    }
    if (subset.at("ports").as_array().empty()) {
      for (const json::Value& address : addresses) {
        all.push_back(address.at("ip").as_string());
      }
    }
  }
  return first_of(std::move(all), subsets.empty() ? "<none>" : "");
}

json::Value ingress_hosts(const json::Value& ingress, WallTime) {
  std::vector<std::string> hosts;
  for (const json::Value& rule : ingress.at("spec", "rules").as_array()) {
    if (!rule.at("host").as_string().empty()) {
      hosts.push_back(rule.at("host").as_string());
    }
  }
  return first_of(std::move(hosts), "*");
}

json::Value ingress_address(const json::Value& ingress, WallTime) {
  std::set<std::string> addresses;
  for (const json::Value& point : ingress.at("status", "loadBalancer", "ingress").as_array()) {
    const std::string& ip = point.at("ip").as_string();
    const std::string& address = ip.empty() ? point.at("hostname").as_string() : ip;
    if (!address.empty()) {
      addresses.insert(address);
    }
  }
  return join(std::vector<std::string>(addresses.begin(), addresses.end()), ",");
}

json::Value ingress_ports(const json::Value& ingress, WallTime) {
  return ingress.at("spec", "tls").as_array().empty() ? "80" : "80, 443";
}

json::Value ingress_parameters(const json::Value& ingress_class, WallTime) {
  const json::Value& parameters = ingress_class.at("spec", "parameters");
  if (parameters.is_null()) {
    return "<none>";
  }
  const json::Value& group = parameters.at("apiGroup");
  return parameters.at("kind").as_string() + (group.is_null() ? "" : "." + group.as_string()) +
         "/" + parameters.at("name").as_string();
}

json::Value address_parent(const json::Value& address, WallTime) {
  const json::Value& parent = address.at("spec", "parentRef");
  if (parent.is_null()) {
    return "<none>";
  }
  const std::string& group = parent.at("group").as_string();
  const std::string& ns = parent.at("namespace").as_string();
  return to_lower(parent.at("resource").as_string()) + (group.empty() ? "" : "." + group) +
         (ns.empty() ? "" : "/" + ns) + "/" + parent.at("name").as_string();
}

}  // namespace sluice::api::cells

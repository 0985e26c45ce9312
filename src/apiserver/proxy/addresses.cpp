// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/addresses.h"

#include <arpa/inet.h>

#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "base/random.h"
#include "base/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::uint16_t kKubeletPort = 10250;

Result<json::Value> fetch(const registry::Registry& registry, const api::Kind& kind,
                          const api::Key& key) {
  TRY_ASSIGN(const auto stored, registry.get(kind, key));
  return stored.decode();
}

tl::unexpected<Error> no_endpoints(const std::string& service) {
  return fail(Code::kUnavailable, "no endpoints available for service \"" + service + "\"");
}

std::uint16_t default_port(const std::string& scheme) {
  return scheme == "https" ? 443 : 80;
}

Result<std::uint16_t> port_number(const std::string& text) {
  const auto number = parse_int(text);
  if (!number || *number < 1 || *number > 65535) {
    return fail(Code::kBadRequest, "invalid port \"" + text + "\"");
  }
  return static_cast<std::uint16_t>(*number);
}

std::string first_container_port(const json::Value& pod) {
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    for (const json::Value& port : container.at("ports").as_array()) {
      return std::to_string(port.at("containerPort").as_int());
    }
  }
  return "";
}

// The ready addresses of one slice that serves the port of that name.
void collect(const json::Value& slice, const std::string& port_name, bool tls,
             std::vector<ProxyTarget>& into) {
  for (const json::Value& port : slice.at("ports").as_array()) {
    if (port.at("name").as_string() != port_name) {
      continue;
    }
    for (const json::Value& endpoint : slice.at("endpoints").as_array()) {
      const json::Value* ready = endpoint.find("conditions", "ready");
      const json::Array& addresses = endpoint.at("addresses").as_array();
      if ((ready == nullptr || ready->as_bool()) && !addresses.empty()) {
        into.push_back({tls, addresses.front().as_string(),
                        static_cast<std::uint16_t>(port.at("port").as_int())});
      }
    }
  }
}

// Addresses first, which need nobody who knows names: nodes here have names that only Slurm knows.
std::string preferred_address(const json::Value& node) {
  for (const char* type : {"InternalIP", "ExternalIP", "Hostname", "InternalDNS", "ExternalDNS"}) {
    for (const json::Value& address : node.at("status", "addresses").as_array()) {
      if (address.at("type").as_string() == type) {
        return address.at("address").as_string();
      }
    }
  }
  return "";
}

std::size_t random_below(std::size_t limit) {
  const std::string bytes = random_bytes(4);
  std::size_t number = 0;
  for (const char c : bytes) {
    number = number << 8 | static_cast<unsigned char>(c);
  }
  return number % limit;
}

}  // namespace

bool is_global_unicast(const std::string& address) {
  in_addr v4{};
  if (::inet_pton(AF_INET, address.c_str(), &v4) == 1) {
    const std::uint32_t number = ntohl(v4.s_addr);
    const std::uint32_t first = number >> 24;
    return number != 0 && number != 0xffffffff && first != 127 && first >> 4 != 14 &&
           number >> 16 != 0xa9fe;
  }
  in6_addr v6{};
  return ::inet_pton(AF_INET6, address.c_str(), &v6) == 1 && IN6_IS_ADDR_UNSPECIFIED(&v6) == 0 &&
         IN6_IS_ADDR_LOOPBACK(&v6) == 0 && IN6_IS_ADDR_MULTICAST(&v6) == 0 &&
         IN6_IS_ADDR_LINKLOCAL(&v6) == 0;
}

Result<ProxyName> parse_proxy_name(const std::string& kind, const std::string& text) {
  const auto parts = split(text, ':');
  ProxyName name;
  if (parts.size() == 3) {
    name = {std::string(parts[0]), std::string(parts[1]), std::string(parts[2])};
  } else if (parts.size() == 2) {
    name = {"", std::string(parts[0]), std::string(parts[1])};
  } else if (parts.size() == 1) {
    name.name = parts[0];
  }
  const bool known = name.scheme.empty() || name.scheme == "http" || name.scheme == "https";
  if (name.name.empty() || !known) {
    return fail(Code::kBadRequest, "invalid " + kind + " request \"" + text + "\"");
  }
  return name;
}

Result<void> ProxyAddresses::check(const std::string& address) const {
  if (!is_global_unicast(address) && !(options_.allow_loopback && address.starts_with("127."))) {
    return fail(Code::kBadRequest, "address not allowed");
  }
  return {};
}

Result<ProxyTarget> ProxyAddresses::pod(const std::string& ns, const ProxyName& name) const {
  TRY_ASSIGN(const json::Value pod, fetch(registry_, api::kinds::pod(), {ns, name.name}));
  const std::string& address = pod.at("status", "podIP").as_string();
  TRY(check(address));
  ProxyTarget target{name.scheme == "https", address, default_port(name.scheme)};
  const std::string port = name.port.empty() ? first_container_port(pod) : name.port;
  if (!port.empty()) {
    TRY_ASSIGN(target.port, port_number(port));
  }
  return target;
}

// Endpoints know ports by name; a number stands for the service's port of that number.
Result<std::string> ProxyAddresses::service_port_name(const std::string& ns,
                                                      const ProxyName& name) const {
  const auto number = parse_int(name.port);
  if (!number) {
    return name.port;
  }
  TRY_ASSIGN(const json::Value service, fetch(registry_, api::kinds::service(), {ns, name.name}));
  for (const json::Value& port : service.at("spec", "ports").as_array()) {
    if (port.at("port").as_int() == *number) {
      return port.at("name").as_string();
    }
  }
  return fail(Code::kUnavailable,
              "no service port " + name.port + " found for service \"" + name.name + "\"");
}

Result<ProxyTarget> ProxyAddresses::service(const std::string& ns, const ProxyName& name) const {
  TRY(registry_.get(api::kinds::service(), {ns, name.name}));
  TRY_ASSIGN(const std::string port_name, service_port_name(ns, name));
  const api::Kind* slices = api::find_resource("discovery.k8s.io", "v1", "endpointslices");
  if (slices == nullptr) {
    return no_endpoints(name.name);
  }
  TRY_ASSIGN(const registry::ListPage page,
             registry_.list(
                 *slices, {.ns = ns, .label_selector = "kubernetes.io/service-name=" + name.name}));
  std::vector<ProxyTarget> targets;
  for (const registry::StoredObject& stored : page.items) {
    TRY_ASSIGN(const json::Value slice, stored.decode());
    collect(slice, port_name, name.scheme == "https", targets);
  }
  if (targets.empty()) {
    return no_endpoints(name.name);
  }
  ProxyTarget& chosen = targets[random_below(targets.size())];
  TRY(check(chosen.host));
  return chosen;
}

Result<ProxyTarget> ProxyAddresses::server(const std::string& ns, const std::string& service,
                                           const std::string& port) const {
  TRY_ASSIGN(const json::Value object, fetch(registry_, api::kinds::service(), {ns, service}));
  if (object.at("spec", "type").as_string() == "ExternalName") {
    TRY_ASSIGN(const std::uint16_t number, port_number(port));
    return ProxyTarget{true, object.at("spec", "externalName").as_string(), number};
  }
  return this->service(ns, {"https", service, port});
}

Result<ProxyTarget> ProxyAddresses::node(const ProxyName& name) const {
  TRY_ASSIGN(const json::Value node, fetch(registry_, api::kinds::node(), {"", name.name}));
  ProxyTarget target{.tls = true, .host = preferred_address(node), .kubelet = true};
  if (target.host.empty()) {
    return fail(Code::kUnavailable, "no preferred addresses found; known addresses: []");
  }
  const auto kubelet_port =
      node.at("status", "daemonEndpoints", "kubeletEndpoint", "Port").as_int();
  target.port = kubelet_port > 0 ? static_cast<std::uint16_t>(kubelet_port) : kKubeletPort;
  if (name.port.empty() || name.port == std::to_string(target.port)) {
    return target;
  }
  TRY(check(target.host));
  TRY_ASSIGN(const std::uint16_t port, port_number(name.port));
  return ProxyTarget{name.scheme == "https", target.host, port};
}

}  // namespace sluice::apiserver

// SPDX-License-Identifier: Apache-2.0
#include "apiserver/kubernetes_service.h"

#include <vector>

#include "registry/ensure.h"

namespace sluice::apiserver {
namespace {

json::Value metadata(json::Object labels) {
  return json::Object{
      {"name", "kubernetes"}, {"namespace", "default"}, {"labels", std::move(labels)}};
}

json::Value service(const std::string& cluster_ip, std::uint16_t port) {
  json::Value https = json::Object{{"name", "https"},
                                   {"port", 443},
                                   {"protocol", "TCP"},
                                   {"targetPort", static_cast<int>(port)}};
  return json::Object{
      {"apiVersion", "v1"},
      {"kind", "Service"},
      {"metadata", metadata({{"component", "apiserver"}, {"provider", "kubernetes"}})},
      {"spec", json::Object{{"clusterIP", cluster_ip},
                            {"clusterIPs", json::Array{cluster_ip}},
                            {"ports", json::Array{std::move(https)}},
                            {"sessionAffinity", "None"},
                            {"type", "ClusterIP"}}}};
}

json::Value port_of(const AdvertisedAddress& address) {
  return json::Object{
      {"name", "https"}, {"port", static_cast<int>(address.port)}, {"protocol", "TCP"}};
}

json::Value endpoints(const AdvertisedAddress& address) {
  json::Value subset = json::Object{{"addresses", json::Array{json::Object{{"ip", address.ip}}}},
                                    {"ports", json::Array{port_of(address)}}};
  return json::Object{{"apiVersion", "v1"},
                      {"kind", "Endpoints"},
                      {"metadata", metadata({{"endpointslice.kubernetes.io/skip-mirror", "true"}})},
                      {"subsets", json::Array{std::move(subset)}}};
}

json::Value slice(const AdvertisedAddress& address) {
  json::Value endpoint = json::Object{{"addresses", json::Array{address.ip}},
                                      {"conditions", json::Object{{"ready", true}}}};
  return json::Object{{"apiVersion", "discovery.k8s.io/v1"},
                      {"kind", "EndpointSlice"},
                      {"metadata", metadata({{"kubernetes.io/service-name", "kubernetes"}})},
                      {"addressType", address.ip.find(':') == std::string::npos ? "IPv4" : "IPv6"},
                      {"endpoints", json::Array{std::move(endpoint)}},
                      {"ports", json::Array{port_of(address)}}};
}

json::Value range(const std::string& cidr) {
  return json::Object{{"apiVersion", "networking.k8s.io/v1"},
                      {"kind", "ServiceCIDR"},
                      {"metadata", json::Object{{"name", "kubernetes"}}},
                      {"spec", json::Object{{"cidrs", json::Array{cidr}}}}};
}

json::Value address_object(const std::string& cluster_ip) {
  return json::Object{
      {"apiVersion", "networking.k8s.io/v1"},
      {"kind", "IPAddress"},
      {"metadata",
       json::Object{
           {"name", cluster_ip},
           {"labels", json::Object{{"ipaddress.kubernetes.io/ip-family", "IPv4"},
                                   {"ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io"}}}}},
      {"spec", json::Object{{"parentRef", json::Object{{"name", "kubernetes"},
                                                       {"namespace", "default"},
                                                       {"resource", "services"}}}}}};
}

// No endpoint for anybody: a machine without network has no other.
bool is_loopback(const std::string& ip) {
  return ip.starts_with("127.") || ip == "::1";
}

// The address of a service cannot change, so one from another range has to go.
Result<void> remove_stale(registry::Registry& registry, const std::string& cluster_ip) {
  const api::Key key{.ns = "default", .name = "kubernetes"};
  const auto stored = registry.get(api::kinds::service(), key);
  if (!stored) {
    return {};
  }
  TRY_ASSIGN(const json::Value object, stored->decode());
  const std::string& old = object.at("spec", "clusterIP").as_string();
  if (old != cluster_ip && !old.empty()) {
    TRY(registry.remove(api::kinds::service(), {.key = key}));
    const auto removed =
        registry.remove(api::kinds::ip_address(), {.key = {.ns = "", .name = old}});
    if (!removed && removed.error().code != Code::kNotFound) {
      return tl::unexpected(removed.error());
    }
  }
  return {};
}

}  // namespace

Result<void> publish_kubernetes_service(registry::Registry& registry,
                                        const AdvertisedAddress& address) {
  const registry::AddressRange& services = registry.service_range();
  const std::string cluster_ip = services.address(0);
  TRY(remove_stale(registry, cluster_ip));
  std::vector<json::Value> objects = {range(services.text()), address_object(cluster_ip),
                                      service(cluster_ip, address.port)};
  if (!is_loopback(address.ip)) {
    objects.push_back(endpoints(address));
    objects.push_back(slice(address));
  }
  for (const json::Value& object : objects) {
    TRY(registry::ensure(registry, object));
  }
  return {};
}

}  // namespace sluice::apiserver

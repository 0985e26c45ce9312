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

// With the word that it is in use, which whoever waits for addresses looks for.
Result<void> publish_range(registry::Registry& registry, const std::string& cidr, WallTime now) {
  const json::Value wanted = range(cidr);
  TRY(registry::ensure(registry, wanted));
  const api::Key key = api::key(wanted);
  const api::KindPtr kind = registry.catalog().find_kind(wanted.at("apiVersion").as_string(),
                                                         wanted.at("kind").as_string());
  TRY_ASSIGN(const registry::StoredObject stored, registry.get(*kind, key));
  TRY_ASSIGN(const json::Value object, stored.decode());
  if (api::has_condition(object, "Ready", "True")) {
    return {};
  }
  json::Value ready = wanted;
  ready.erase("spec");
  api::set_condition(ready["status"],
                     {"Ready", "True", "", "Kubernetes default Service CIDR is ready"}, now);
  TRY(registry.patch(*kind, {.key = key,
                             .patch = {client::PatchType::kApply, ready, true},
                             .subresource = "status",
                             .options = {.field_manager = "kubernetes-service-cidr-controller"}}));
  return {};
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
  }
  return {};
}

}  // namespace

Result<void> publish_kubernetes_service(registry::Registry& registry,
                                        const AdvertisedAddress& address, WallTime now) {
  const registry::AddressRange& services = registry.service_range();
  const std::string cluster_ip = services.address(0);
  TRY(remove_stale(registry, cluster_ip));
  TRY(publish_range(registry, services.text(), now));
  std::vector<json::Value> objects = {service(cluster_ip, address.port)};
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

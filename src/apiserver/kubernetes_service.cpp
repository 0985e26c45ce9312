// SPDX-License-Identifier: Apache-2.0
#include "apiserver/kubernetes_service.h"

#include "registry/ensure.h"

namespace sluice::apiserver {
namespace {

json::Value metadata(json::Object labels) {
  return json::Object{
      {"name", "kubernetes"}, {"namespace", "default"}, {"labels", std::move(labels)}};
}

json::Value service(std::uint16_t port) {
  json::Value https = json::Object{{"name", "https"},
                                   {"port", 443},
                                   {"protocol", "TCP"},
                                   {"targetPort", static_cast<int>(port)}};
  return json::Object{
      {"apiVersion", "v1"},
      {"kind", "Service"},
      {"metadata", metadata({{"component", "apiserver"}, {"provider", "kubernetes"}})},
      {"spec", json::Object{{"clusterIP", kServiceAddress},
                            {"clusterIPs", json::Array{kServiceAddress}},
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

json::Value range() {
  return json::Object{{"apiVersion", "networking.k8s.io/v1"},
                      {"kind", "ServiceCIDR"},
                      {"metadata", json::Object{{"name", "kubernetes"}}},
                      {"spec", json::Object{{"cidrs", json::Array{kServiceRange}}}}};
}

json::Value address_object() {
  return json::Object{
      {"apiVersion", "networking.k8s.io/v1"},
      {"kind", "IPAddress"},
      {"metadata",
       json::Object{
           {"name", kServiceAddress},
           {"labels", json::Object{{"ipaddress.kubernetes.io/ip-family", "IPv4"},
                                   {"ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io"}}}}},
      {"spec", json::Object{{"parentRef", json::Object{{"name", "kubernetes"},
                                                       {"namespace", "default"},
                                                       {"resource", "services"}}}}}};
}

}  // namespace

Result<void> publish_kubernetes_service(registry::Registry& registry,
                                        const AdvertisedAddress& address) {
  for (const json::Value& object :
       {range(), address_object(), service(address.port), endpoints(address), slice(address)}) {
    TRY(registry::ensure(registry, object));
  }
  return {};
}

}  // namespace sluice::apiserver

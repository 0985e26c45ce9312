// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Where clients inside the cluster find this server.
struct AdvertisedAddress {
  std::string ip;  // of this machine; loopback addresses are not allowed in Endpoints
  std::uint16_t port = 443;
};

// The service addresses of a cluster, and the first of them, which is always this server's.
inline constexpr const char* kServiceRange = "10.96.0.0/12";
inline constexpr const char* kServiceAddress = "10.96.0.1";

// Writes what every cluster says about its own API: the Service default/kubernetes with Endpoints
// and EndpointSlice, and the range it is from. Brings up to date what is there.
Result<void> publish_kubernetes_service(registry::Registry& registry,
                                        const AdvertisedAddress& address);

}  // namespace sluice::apiserver

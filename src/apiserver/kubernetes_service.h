// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Where clients inside the cluster find this server.
struct AdvertisedAddress {
  std::string ip;  // of this machine; a loopback address is not told to anybody
  std::uint16_t port = 443;
};

// Writes what every cluster says about its own API: the Service default/kubernetes with Endpoints
// and EndpointSlice, the range it is from, whose first address it has. Brings up to
// date what is there; a service from another range is replaced.
Result<void> publish_kubernetes_service(registry::Registry& registry,
                                        const AdvertisedAddress& address, WallTime now);

}  // namespace sluice::apiserver

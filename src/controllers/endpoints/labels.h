// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::endpoints {

inline constexpr const char* kHeadlessLabel = "service.kubernetes.io/headless";
inline constexpr const char* kServiceNameLabel = "kubernetes.io/service-name";
inline constexpr const char* kManagedByLabel = "endpointslice.kubernetes.io/managed-by";

// The labels that Endpoints and slices take over from the service: all but those that mean
// something on them, and the mark of a headless one.
json::Value labels_from(const client::Object& service);

}  // namespace sluice::controllers::endpoints

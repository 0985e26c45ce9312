// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "base/result.h"

namespace sluice::controllers::endpoints {

inline const api::Kind& endpoints_kind() {
  static const api::Kind* const kind = api::find_kind("v1", "Endpoints");
  CHECK(kind != nullptr);
  return *kind;
}

inline const api::Kind& slice_kind() {
  static const api::Kind* const kind = api::find_kind("discovery.k8s.io/v1", "EndpointSlice");
  CHECK(kind != nullptr);
  return *kind;
}

inline constexpr const char* kHeadlessLabel = "service.kubernetes.io/headless";
inline constexpr const char* kServiceNameLabel = "kubernetes.io/service-name";
inline constexpr const char* kManagedByLabel = "endpointslice.kubernetes.io/managed-by";

}  // namespace sluice::controllers::endpoints

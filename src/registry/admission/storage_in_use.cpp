// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "registry/admission/rules.h"

namespace sluice::registry {
namespace {

struct Protection {
  std::string_view api_version;
  std::string_view kind;
  std::string_view finalizer;
};
constexpr std::array<Protection, 3> kProtections{{
    {"v1", "PersistentVolumeClaim", "kubernetes.io/pvc-protection"},
    {"v1", "PersistentVolume", "kubernetes.io/pv-protection"},
    {"storage.k8s.io/v1", "VolumeAttributesClass", "kubernetes.io/vac-protection"},
}};

void add_finalizer(json::Value& object, std::string_view finalizer) {
  json::Array finalizers = object.at("metadata", "finalizers").as_array();
  const json::Value wanted{std::string(finalizer)};
  if (std::find(finalizers.begin(), finalizers.end(), wanted) == finalizers.end()) {
    finalizers.push_back(wanted);
    object["metadata"]["finalizers"] = std::move(finalizers);
  }
}

}  // namespace

Result<void> storage_in_use(const store::Store&, Attributes& request) {
  for (const Protection& protection : kProtections) {
    if (request.kind.kind == protection.kind && request.subresource.empty() &&
        request.kind.api_version() == protection.api_version) {
      add_finalizer(*request.object, protection.finalizer);
    }
  }
  return {};
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "json/quantity.h"
#include "registry/admission/rules.h"

namespace sluice::registry {
namespace {

json::Quantity wanted_storage(const json::Value& claim) {
  return json::Quantity::from(claim.at("spec", "resources", "requests", "storage"))
      .value_or(json::Quantity());
}

std::string class_name(const json::Value& claim) {
  const std::string annotated =
      std::string(api::annotation(claim, "volume.beta.kubernetes.io/storage-class"));
  return annotated.empty() ? claim.at("spec", "storageClassName").as_string() : annotated;
}

}  // namespace

Result<void> claim_resize(const store::Store& store, Attributes& request) {
  if (!is_for(request, api::kinds::persistent_volume_claim()) ||
      !(wanted_storage(*request.object) > wanted_storage(*request.old))) {
    return {};
  }
  if (request.old->at("status", "phase").as_string() != "Bound") {
    return tl::unexpected(refused(request, "Only bound persistent volume claims can be expanded"));
  }
  const std::string name = class_name(*request.object);
  TRY_ASSIGN(const auto found, name.empty()
                                   ? Result<std::optional<json::Value>>(std::nullopt)
                                   : find_stored(store, api::kinds::storage_class(), {"", name}));
  if (found && found->at("allowVolumeExpansion").as_bool()) {
    return {};
  }
  return tl::unexpected(
      refused(request,
              "only dynamically provisioned pvc can be resized and the storageclass that "
              "provisions the pvc must support resize"));
}

}  // namespace sluice::registry

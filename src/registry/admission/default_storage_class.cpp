// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "registry/admission/default_class.h"
#include "registry/admission/rules.h"

namespace sluice::registry {
namespace {

bool is_default(const json::Value& storage_class) {
  return api::annotation(storage_class, "storageclass.kubernetes.io/is-default-class") == "true" ||
         api::annotation(storage_class, "storageclass.beta.kubernetes.io/is-default-class") ==
             "true";
}

}  // namespace

Result<void> default_storage_class(const store::Store& store, Attributes& request) {
  json::Value& object = *request.object;
  if (!is_for(request, api::kinds::persistent_volume_claim()) ||
      object.find("spec", "storageClassName") != nullptr ||
      !api::annotation(object, "volume.beta.kubernetes.io/storage-class").empty()) {
    return {};
  }
  TRY_ASSIGN(const std::vector<json::Value> classes, stored(store, api::kinds::storage_class()));
  const json::Value* best = newest_where(classes, is_default);
  if (best != nullptr) {
    object["spec"]["storageClassName"] = api::name(*best);
  }
  return {};
}

}  // namespace sluice::registry

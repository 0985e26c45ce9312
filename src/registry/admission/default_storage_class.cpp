// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "api/meta.h"
#include "registry/admission/rules.h"

namespace sluice::registry {
namespace {

bool is_default(const json::Value& storage_class) {
  return api::annotation(storage_class, "storageclass.kubernetes.io/is-default-class") == "true" ||
         api::annotation(storage_class, "storageclass.beta.kubernetes.io/is-default-class") ==
             "true";
}

// The newest, and of those made in the same second the first by name.
bool is_better(const json::Value& a, const json::Value& b) {
  const std::string& made_a = a.at("metadata", "creationTimestamp").as_string();
  const std::string& made_b = b.at("metadata", "creationTimestamp").as_string();
  return std::tie(made_b, api::name(a)) < std::tie(made_a, api::name(b));
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
  const json::Value* best = nullptr;
  for (const json::Value& candidate : classes) {
    if (is_default(candidate) && (best == nullptr || is_better(candidate, *best))) {
      best = &candidate;
    }
  }
  if (best != nullptr) {
    object["spec"]["storageClassName"] = api::name(*best);
  }
  return {};
}

}  // namespace sluice::registry

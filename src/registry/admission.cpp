// SPDX-License-Identifier: Apache-2.0
#include "registry/admission.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "api/meta.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

Result<void> system_namespaces_stay(const api::Kind& kind, const json::Value& object) {
  constexpr std::array<std::string_view, 3> kImmortal = {"default", "kube-system", "kube-public"};
  if (&kind == &api::kinds::namespace_() &&
      std::find(kImmortal.begin(), kImmortal.end(), api::name(object)) != kImmortal.end()) {
    return tl::unexpected(forbidden(kind, api::name(object), "this namespace may not be deleted"));
  }
  return {};
}

// The order is Kubernetes': defaults before what checks them.
constexpr std::array kCreateRules = {
    namespace_lifecycle,        limit_ranger,          priority,
    default_toleration_seconds, default_storage_class, runtime_class};
constexpr std::array kRemoveRules = {system_namespaces_stay};

}  // namespace

Result<void> admit_create(const store::Store& store, const api::Kind& kind, json::Value& object) {
  for (const auto& rule : kCreateRules) {
    TRY(rule(store, kind, object));
  }
  return {};
}

Result<void> admit_remove(const api::Kind& kind, const json::Value& object) {
  for (const auto& rule : kRemoveRules) {
    TRY(rule(kind, object));
  }
  return {};
}

}  // namespace sluice::registry

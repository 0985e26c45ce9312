// SPDX-License-Identifier: Apache-2.0
#include "registry/admission.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "api/meta.h"
#include "registry/errors.h"
#include "registry/keys.h"
#include "registry/stored_object.h"

namespace sluice::registry {
namespace {

// A namespaced object needs its namespace, and none that is being emptied.
Result<void> namespace_takes_objects(const store::Store& store, const api::Kind& kind,
                                     json::Value& object) {
  if (!kind.namespaced) {
    return {};
  }
  const std::string& ns = api::ns(object);
  auto record = store.get(object_key(api::kinds::namespace_(), {"", ns}));
  if (!record.has_value()) {
    return tl::unexpected(not_found(api::kinds::namespace_(), ns));
  }
  TRY_ASSIGN(const json::Value found, StoredObject{std::move(*record)}.decode());
  if (!api::is_being_deleted(found)) {
    return {};
  }
  Error error = forbidden(
      kind, api::name(object),
      "unable to create new content in namespace " + ns + " because it is being terminated");
  error.causes.push_back(
      {"NamespaceTerminating", "namespace " + ns + " is being terminated", "metadata.namespace"});
  return tl::unexpected(std::move(error));
}

Result<void> system_namespaces_stay(const api::Kind& kind, const json::Value& object) {
  constexpr std::array<std::string_view, 3> kImmortal = {"default", "kube-system", "kube-public"};
  if (&kind == &api::kinds::namespace_() &&
      std::find(kImmortal.begin(), kImmortal.end(), api::name(object)) != kImmortal.end()) {
    return tl::unexpected(forbidden(kind, api::name(object), "this namespace may not be deleted"));
  }
  return {};
}

constexpr std::array kCreateRules = {namespace_takes_objects};
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

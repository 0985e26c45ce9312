// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {

Result<void> namespace_lifecycle(const store::Store& store, const api::Kind& kind,
                                 json::Value& object) {
  if (!kind.namespaced) {
    return {};
  }
  const std::string& ns = api::ns(object);
  TRY_ASSIGN(const auto found, find_stored(store, api::kinds::namespace_(), {"", ns}));
  if (!found) {
    return tl::unexpected(not_found(api::kinds::namespace_(), ns));
  }
  if (!api::is_being_deleted(*found)) {
    return {};
  }
  Error error = forbidden(
      kind, api::name(object),
      "unable to create new content in namespace " + ns + " because it is being terminated");
  error.causes.push_back(
      {"NamespaceTerminating", "namespace " + ns + " is being terminated", "metadata.namespace"});
  return tl::unexpected(std::move(error));
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "api/meta.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

// An answer must not tell whether there is such a namespace.
bool is_access_review(const api::Kind& kind) {
  return kind.group == "authorization.k8s.io" && kind.kind == "LocalSubjectAccessReview";
}

Result<void> check_removal(const Attributes& request) {
  constexpr std::array<std::string_view, 3> kImmortal = {"default", "kube-system", "kube-public"};
  if (is_for(request, api::kinds::namespace_()) &&
      std::find(kImmortal.begin(), kImmortal.end(), request.key.name) != kImmortal.end()) {
    return tl::unexpected(refused(request, "this namespace may not be deleted"));
  }
  return {};
}

}  // namespace

Result<void> namespace_lifecycle(const store::Store& store, Attributes& request) {
  if (request.operation == Operation::kDelete) {
    return check_removal(request);
  }
  if (!request.kind.namespaced || is_access_review(request.kind)) {
    return {};
  }
  const std::string& ns = request.key.ns;
  TRY_ASSIGN(const auto found,
             find_stored(store, api::kinds::namespace_(), {"", ns}, "deletionTimestamp"));
  if (!found) {
    return tl::unexpected(not_found(api::kinds::namespace_(), ns));
  }
  if (!api::is_being_deleted(*found)) {
    return {};
  }
  Error error = refused(request, "unable to create new content in namespace " + ns +
                                     " because it is being terminated");
  error.causes.push_back(
      {"NamespaceTerminating", "namespace " + ns + " is being terminated", "metadata.namespace"});
  return tl::unexpected(std::move(error));
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "registry/registry.h"

namespace sluice::registry {

Result<void> Registry::bootstrap() {
  for (const char* name : {"default", "kube-system", "kube-public", "kube-node-lease"}) {
    const json::Value object = json::Object{{"metadata", json::Object{{"name", name}}}};
    const auto created =
        create(api::kinds::namespace_(), "", object, {.field_manager = "kube-apiserver"});
    if (!created.has_value() && created.error().code != Code::kAlreadyExists) {
      return tl::unexpected(
          with_context(created.error(), std::string("creating namespace ") + name));
    }
  }
  return {};
}

}  // namespace sluice::registry

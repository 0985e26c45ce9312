// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {

Result<Written> Registry::finalize_namespace(const std::string& name, const json::Value& object,
                                             const WriteOptions& options) {
  const api::Kind& kind = api::kinds::namespace_();
  const json::Value& wanted = object.at("spec", "finalizers");
  if (!wanted.is_null() && !wanted.is_array()) {
    return fail(Code::kBadRequest, "spec.finalizers: expected list, got " +
                                       std::string(json::to_string(wanted.type())));
  }
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY(check_identity(kind, {"", name}, object, current));
    json::Value next = current;
    if (wanted.as_array().empty()) {
      next["spec"].erase("finalizers");
    } else {
      next["spec"]["finalizers"] = wanted;
    }
    const api::Key key{"", name};
    Attributes request = attributes(Operation::kUpdate, {kind, key, "finalize", options});
    request.object = &next;
    request.old = &current;
    TRY(admission_.mutate(request));
    TRY(admission_.validate(request));
    return Outcome{std::move(next)};
  };
  return change(kind, {"", name}, {.dry_run = options.dry_run}, decide);
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "registry/deletion.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

// The default for jobs surprises many.
void warn_of_orphans(const api::Kind& kind, const RemoveRequest& request) {
  const bool surprising = &kind == &api::kinds::job() && request.options.propagation_policy.empty();
  if (surprising && request.by.notes != nullptr) {
    request.by.notes->warn(
        "child pods are preserved by default when jobs are deleted; set "
        "propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress "
        "this warning");
  }
}

}  // namespace

Result<Removed> Registry::remove(const api::Kind& kind, const RemoveRequest& request) {
  warn_of_orphans(kind, request);
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY(check_preconditions(kind, request.options, current));
    TRY(admit_removal(kind, request, current));
    TRY_ASSIGN(Deletion deletion, decide_deletion(kind, request.options, current, clock_.now()));
    return Outcome{std::move(deletion.object), deletion.now};
  };
  TRY_ASSIGN(Written written, change(kind, request.key, {.dry_run = request.dry_run}, decide));
  return Removed{std::move(written.object), written.gone};
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "registry/deletion.h"
#include "registry/errors.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

Result<void> check_preconditions(const api::Kind& kind, const client::DeleteOptions& options,
                                 const json::Value& current) {
  const std::string& name = api::name(current);
  if (!options.uid.empty() && options.uid != api::uid(current)) {
    return tl::unexpected(deletion_refused(kind, name, {"UID", options.uid, api::uid(current)}));
  }
  const std::string& version = api::resource_version(current);
  if (!options.resource_version.empty() && options.resource_version != version) {
    return tl::unexpected(
        deletion_refused(kind, name, {"ResourceVersion", options.resource_version, version}));
  }
  return {};
}

}  // namespace

Result<Removed> Registry::remove(const api::Kind& kind, const RemoveRequest& request) {
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

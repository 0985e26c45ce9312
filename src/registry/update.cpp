// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/apply/tracking.h"
#include "registry/errors.h"
#include "registry/intake.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

// Overwriting a lease unseen would make two leaders; other kinds refuse it likewise.
Result<void> check_conditional(const api::Kind& kind, const json::Value& object) {
  const std::string& version = api::resource_version(object);
  if (kind.conditional_update && (version.empty() || version == "0")) {
    return tl::unexpected(unconditional(kind, api::name(object)));
  }
  return {};
}

}  // namespace

Result<Written> Registry::update(const api::Kind& kind, const UpdateRequest& request) {
  TRY(check_served(kind, request.subresource));
  json::Value object = request.object;
  TRY_ASSIGN(std::vector<std::string> warnings, take_in(kind, object, request.options));
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY(check_identity(kind, request.key, object, current));
    TRY(check_conditional(kind, object));
    json::Value tracked = object;
    api::track_update(writer(kind, request.subresource, request.options), current, tracked);
    return settle({kind, request.key, request.subresource, request.options}, std::move(tracked),
                  current);
  };
  auto written = change(kind, request.key, {.dry_run = request.options.dry_run}, decide);
  const bool missing = !written.has_value() && written.error().code == Code::kNotFound;
  if (missing && kind.create_on_update && request.subresource.empty()) {
    TRY(check_identity(kind, request.key, object, object));
    if (!api::uid(object).empty()) {
      return tl::unexpected(
          precondition_failed(kind, request.key.name, {"UID", api::uid(object), ""}));
    }
    object["metadata"].erase("resourceVersion");
    object["metadata"]["name"] = request.key.name;
    return create(kind, request.key.ns, std::move(object), request.options);
  }
  if (written.has_value()) {
    written->warnings = std::move(warnings);
  }
  return written;
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "api/scale.h"

#include <utility>

#include "api/apply/applying.h"
#include "api/apply/scale_managers.h"
#include "api/apply/tracking.h"
#include "json/patch.h"
#include "registry/errors.h"
#include "registry/intake.h"
#include "registry/patch_body.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

// Scale.autoscaling "x" is invalid
Result<void> check_replicas(const json::Value& scale, const std::string& name) {
  const json::Value& replicas = scale.at("spec", "replicas");
  if (replicas.as_int() < 0) {
    return tl::unexpected(invalid(api::scale_kind(), name,
                                  {"FieldValueInvalid",
                                   "Invalid value: " + std::to_string(replicas.as_int()) +
                                       ": must be greater than or equal to 0",
                                   "spec.replicas"}));
  }
  return {};
}

Result<json::Value> patched_scale(const json::Value& scale, const client::Patch& patch) {
  return patch.type == client::PatchType::kJson
             ? json_patched(patch.body, scale)
             : json::merge_patch(scale, patch.body);  // no lists: both kinds of merge are the same
}

// The scale of an object with those who own its replicas.
json::Value owned_scale(const api::Kind& kind, const json::Value& object) {
  json::Value scale = api::scale_of(kind, object);
  if (const json::Value* managers = object.find("metadata", "managedFields")) {
    scale["metadata"]["managedFields"] = api::scale_managers(kind, *managers);
  }
  return scale;
}

json::Value with_owned_scale(const api::Kind& kind, const json::Value& object,
                             const json::Value& scale) {
  json::Value result = api::with_scale(kind, object, scale);
  json::Value managers = api::with_scale_managers(kind, object.at("metadata", "managedFields"),
                                                  scale.at("metadata", "managedFields"));
  if (!managers.as_array().empty()) {
    result["metadata"]["managedFields"] = std::move(managers);
  }
  return result;
}

}  // namespace

Result<StoredObject> Registry::get_scale(const api::Kind& kind, const api::Key& key) const {
  TRY_ASSIGN(const StoredObject stored, get(kind, key));
  TRY_ASSIGN(const json::Value object, stored.decode());
  return unstored(api::scale_of(kind, object));
}

Result<Written> Registry::change_scale(const api::Kind& kind, const api::Key& key,
                                       const WriteOptions& options, const EditScale& edit) {
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    const json::Value before = api::scale_of(kind, current);
    TRY_ASSIGN(json::Value scale, edit(owned_scale(kind, current)));
    Attributes request = attributes(Operation::kUpdate, {kind, key, "scale", options});
    request.object = &scale;
    request.old = &before;
    TRY(admission_.mutate(request));
    TRY(check_identity(kind, key, scale, current));
    TRY(check_replicas(scale, key.name));
    TRY_ASSIGN(json::Value next, replacement({kind, "", clock_.now()},
                                             with_owned_scale(kind, current, scale), current));
    TRY(admission_.validate(request));
    return Outcome{.object = std::move(next), .limited = true};
  };
  TRY_ASSIGN(Written written, change(kind, key, {.dry_run = options.dry_run}, decide));
  TRY_ASSIGN(const json::Value object, written.object.decode());
  written.object = unstored(api::scale_of(kind, object));
  return written;
}

Result<Written> Registry::update_scale(const api::Kind& kind, const UpdateRequest& request) {
  json::Value wanted = request.object;
  TRY_ASSIGN(std::vector<std::string> warnings,
             take_in(api::scale_kind(), wanted, request.options));
  auto written = change_scale(
      kind, request.key, request.options, [&](const json::Value& live) -> Result<json::Value> {
        json::Value scale = wanted;
        api::track_update(writer(api::scale_kind(), "scale", request.options), live, scale);
        return scale;
      });
  if (written.has_value()) {
    written->warnings = std::move(warnings);
  }
  return written;
}

Result<Written> Registry::patch_scale(const api::Kind& kind, const PatchRequest& request) {
  const api::Kind& scale_kind = api::scale_kind();
  const auto by = writer(scale_kind, "scale", request.options);
  TRY(check_patch_body(request.patch));
  std::vector<std::string> warnings;
  const auto edit = [&](const json::Value& live) -> Result<json::Value> {
    if (request.patch.type == client::PatchType::kApply) {
      return api::apply_config(by, live, request.patch.body, request.patch.force);
    }
    TRY_ASSIGN(json::Value scale, patched_scale(live, request.patch));
    TRY_ASSIGN(warnings, take_in(scale_kind, scale, request.options));
    api::track_update(by, live, scale);
    return scale;
  };
  auto written = change_scale(kind, request.key, request.options, edit);
  if (written.has_value()) {
    written->warnings = std::move(warnings);
  }
  return written;
}

}  // namespace sluice::registry

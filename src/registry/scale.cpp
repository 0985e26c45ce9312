// SPDX-License-Identifier: Apache-2.0
#include "api/scale.h"

#include <utility>

#include "api/apply/tracking.h"
#include "json/patch.h"
#include "registry/errors.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

Result<void> check_scale(const json::Value& scale) {
  const std::string& kind = scale.at("kind").as_string();
  if (!scale.is_object() || (!kind.empty() && kind != "Scale")) {
    return fail(Code::kBadRequest, "expected a Scale object, got " +
                                       (kind.empty() ? "something else" : "kind " + kind));
  }
  const json::Value& replicas = scale.at("spec", "replicas");
  if (!replicas.is_null() && !replicas.is_int()) {
    return fail(Code::kBadRequest, "spec.replicas: expected 32-bit integer, got " +
                                       std::string(json::to_string(replicas.type())));
  }
  return {};
}

Result<json::Value> patched_scale(const json::Value& scale, const client::Patch& patch) {
  switch (patch.type) {
    case client::PatchType::kJson:
      return json::json_patch(scale, patch.body);
    case client::PatchType::kApply:
      return fail(Code::kUnsupported, "a scale cannot be applied, only patched");
    default:
      return json::merge_patch(scale, patch.body);  // no lists: both kinds of merge are the same
  }
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
    TRY_ASSIGN(json::Value scale, edit(before));
    TRY(check_scale(scale));
    Attributes request = attributes(Operation::kUpdate, {kind, key, "scale", options});
    request.object = &scale;
    request.old = &before;
    TRY(admission_.mutate(request));
    TRY(check_scale(scale));
    TRY(check_identity(kind, key, scale, current));
    json::Value object = api::with_scale(kind, current, scale);
    api::track_update({kind, options.field_manager, "scale", clock_.now(), &versions_}, current,
                      object);
    TRY_ASSIGN(json::Value next,
               replacement(kind, client::Part::kMain, std::move(object), current));
    TRY(admission_.validate(request));
    return Outcome{std::move(next)};
  };
  TRY_ASSIGN(Written written, change(kind, key, {.dry_run = options.dry_run}, decide));
  TRY_ASSIGN(const json::Value object, written.object.decode());
  written.object = unstored(api::scale_of(kind, object));
  return written;
}

Result<Written> Registry::update_scale(const api::Kind& kind, const UpdateRequest& request) {
  return change_scale(kind, request.key, request.options,
                      [&](const json::Value&) -> Result<json::Value> { return request.object; });
}

Result<Written> Registry::patch_scale(const api::Kind& kind, const PatchRequest& request) {
  return change_scale(kind, request.key, request.options, [&](const json::Value& scale) {
    return patched_scale(scale, request.patch);
  });
}

}  // namespace sluice::registry

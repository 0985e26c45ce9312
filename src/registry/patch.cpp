// SPDX-License-Identifier: Apache-2.0
#include "json/patch.h"

#include <utility>

#include "api/apply/tracking.h"
#include "api/strategic_merge.h"
#include "base/go_text.h"
#include "json/text.h"
#include "registry/errors.h"
#include "registry/intake.h"
#include "registry/patch_body.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

constexpr int kAttempts = 5;

Result<json::Value> patched(const api::Kind& kind, const client::Patch& patch,
                            const json::Value& current) {
  switch (patch.type) {
    case client::PatchType::kJson:
      return json_patched(patch.body, current);
    case client::PatchType::kStrategicMerge:
      return api::strategic_merge(kind, current, patch.body);
    case client::PatchType::kMerge:
      return json::merge_patch(current, patch.body);
    case client::PatchType::kApply:
      break;
  }
  return fail(Code::kUnsupported, "unknown patch type");
}

// What a patch makes of an object is shown when it is none any more, not what it was to be.
Result<std::vector<std::string>> take_in_patched(const api::Kind& kind, json::Value& object,
                                                 const WriteOptions& options) {
  const json::Value before = object;
  auto warnings = take_in(kind, object, options);
  if (warnings || warnings.error().code != Code::kBadRequest) {
    return warnings;
  }
  std::string why = warnings.error().message;
  const std::string context = std::string(kind.kind) + " in version \"" +
                              std::string(kind.version) + "\" cannot be handled as a " +
                              std::string(kind.kind) + ": ";
  if (why.starts_with(context)) {
    why.erase(0, context.size());
  }
  const std::string shown = "Invalid value: " + go_quoted(json::write(before)) + ": " + why;
  return tl::unexpected(Error{.code = Code::kInvalid,
                              .message = " \"\" is invalid: patch: " + shown,
                              .causes = {{"FieldValueInvalid", shown, "patch"}}});
}

// A patch of another object's uid changes the uid; an update with it means that other object.
Result<void> check_uid(const api::Kind& kind, const json::Value& object,
                       const json::Value& current) {
  const std::string& uid = api::uid(object);
  if (uid.empty() || uid == api::uid(current)) {
    return {};
  }
  return tl::unexpected(
      invalid(kind, api::name(current),
              {"FieldValueInvalid", "Invalid value: " + go_quoted(uid) + ": field is immutable",
               "metadata.uid"}));
}

}  // namespace

// A patch that names no resourceVersion keeps the one it was applied to, so check_identity only
// refuses one that the patch itself brought.
Result<Written> Registry::patch(const api::Kind& kind, const PatchRequest& request) {
  TRY(check_served(kind, request.subresource));
  TRY(check_patch_body(request.patch));
  if (request.patch.type == client::PatchType::kApply) {
    return apply(kind, request);
  }
  std::vector<std::string> warnings;
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY_ASSIGN(json::Value object, patched(kind, request.patch, current));
    TRY_ASSIGN(warnings, take_in_patched(kind, object, request.options));
    if (api::name(object).empty()) {
      return tl::unexpected(nameless(request.key.name));
    }
    TRY(check_uid(kind, object, current));
    TRY(check_identity(kind, request.key, object, current));
    api::track_update(writer(kind, request.subresource, request.options), current, object);
    return settle({kind, request.key, request.subresource, request.options}, std::move(object),
                  current);
  };
  const ChangeOptions options{.attempts = kAttempts, .dry_run = request.options.dry_run};
  auto written = change(kind, request.key, options, decide);
  if (written.has_value()) {
    written->warnings = std::move(warnings);
  }
  return written;
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "json/patch.h"

#include <utility>

#include "api/apply/tracking.h"
#include "api/strategic_merge.h"
#include "registry/intake.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

constexpr int kAttempts = 5;

Result<json::Value> patched(const api::Kind& kind, const client::Patch& patch,
                            const json::Value& current) {
  switch (patch.type) {
    case client::PatchType::kJson:
      return json::json_patch(current, patch.body);
    case client::PatchType::kStrategicMerge:
      return api::strategic_merge(kind, current, patch.body);
    case client::PatchType::kMerge:
      return json::merge_patch(current, patch.body);
    case client::PatchType::kApply:
      break;
  }
  return fail(Code::kUnsupported, "unknown patch type");
}

Result<void> check_body(const client::Patch& patch) {
  const bool wants_list = patch.type == client::PatchType::kJson;
  if (wants_list ? patch.body.is_array() : patch.body.is_object()) {
    return {};
  }
  return fail(Code::kBadRequest, std::string("the patch must be ") +
                                     (wants_list ? "a list of operations" : "an object") +
                                     ", got " + std::string(json::to_string(patch.body.type())));
}

}  // namespace

// A patch that names no resourceVersion keeps the one it was applied to, so check_identity only
// refuses one that the patch itself brought.
Result<Written> Registry::patch(const api::Kind& kind, const PatchRequest& request) {
  if (request.part == client::Part::kStatus && !kind.has_status) {
    return fail(Code::kNotFound, "the server could not find the requested resource");
  }
  TRY(check_body(request.patch));
  if (request.patch.type == client::PatchType::kApply) {
    return apply(kind, request);
  }
  std::vector<std::string> warnings;
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY_ASSIGN(json::Value object, patched(kind, request.patch, current));
    TRY_ASSIGN(warnings, take_in(kind, object, request.options));
    TRY(check_identity(kind, request.key, object, current));
    api::track_update(writer(kind, request.part, request.options), current, object);
    return settle({kind, request.key, subresource(request.part), request.options},
                  std::move(object), current);
  };
  const ChangeOptions options{.attempts = kAttempts, .dry_run = request.options.dry_run};
  auto written = change(kind, request.key, options, decide);
  if (written.has_value()) {
    written->warnings = std::move(warnings);
  }
  return written;
}

}  // namespace sluice::registry

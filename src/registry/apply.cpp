// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "api/apply/applying.h"
#include "base/text.h"
#include "registry/errors.h"
#include "registry/intake.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

constexpr int kAttempts = 5;

// What was applied is checked against its schema before it is merged; here only repeated keys are
// left to report, as its YAML text has them.
Result<std::vector<std::string>> report_duplicates(const WriteOptions& options) {
  if (options.duplicate_fields.empty() || options.field_validation == FieldValidation::kIgnore) {
    return std::vector<std::string>();
  }
  const std::string problem = "error converting YAML to JSON: yaml: unmarshal errors:\n  " +
                              join(options.duplicate_fields, "\n  ");
  if (options.field_validation == FieldValidation::kStrict) {
    return fail(Code::kBadRequest, "error strict decoding patch: " + problem);
  }
  return std::vector<std::string>{problem};
}

Result<json::Value> applied(const api::FieldWriter& writer, const PatchRequest& request,
                            const json::Value& current) {
  TRY_ASSIGN(json::Value object,
             api::apply_config(writer, current, request.patch.body, request.patch.force));
  TRY(report_duplicates(request.options));
  TRY(take_in(writer.kind, object, {.field_validation = FieldValidation::kIgnore}));
  return object;
}

}  // namespace

// Applying to what does not exist creates it; another may create it in between.
Result<Written> Registry::apply(const api::Kind& kind, const PatchRequest& request) {
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    const auto by = writer(kind, request.subresource, request.options);
    TRY_ASSIGN(json::Value object, applied(by, request, current));
    TRY(check_identity(kind, request.key, object, current));
    return settle({kind, request.key, request.subresource, request.options}, std::move(object),
                  current);
  };
  const ChangeOptions options{.attempts = kAttempts, .dry_run = request.options.dry_run};
  auto written = change(kind, request.key, options, decide);
  const bool missing = !written.has_value() && written.error().code == Code::kNotFound;
  if (missing && request.subresource.empty()) {
    written = create_applied(kind, request);
    if (!written.has_value() && written.error().code == Code::kAlreadyExists) {
      written = change(kind, request.key, options, decide);
    }
  }
  if (written.has_value()) {
    TRY_ASSIGN(written->warnings, report_duplicates(request.options));
  }
  return written;
}

Result<Written> Registry::create_applied(const api::Kind& kind, const PatchRequest& request) {
  const auto by = writer(kind, request.subresource, request.options);
  TRY_ASSIGN(json::Value object, applied(by, request, json::Object()));
  TRY(check_identity(kind, request.key, object, object));
  if (!api::uid(object).empty()) {
    return tl::unexpected(conflict(kind, request.key.name,
                                   "uid mismatch: the provided object specified uid " +
                                       api::uid(object) + ", and no existing object was found"));
  }
  if (api::name(object).empty()) {
    return tl::unexpected(nameless(request.key.name));
  }
  return introduce(kind, request.key.ns, std::move(object), request.options);
}

}  // namespace sluice::registry

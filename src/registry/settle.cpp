// SPDX-License-Identifier: Apache-2.0
//
// Where writes meet admission.
#include <utility>

#include "api/warnings.h"
#include "registry/limits.h"
#include "registry/registry.h"
#include "registry/replacement.h"

namespace sluice::registry {
namespace {

json::Value options_of(std::string_view kind, bool dry_run) {
  json::Object document{{"kind", kind}, {"apiVersion", "meta.k8s.io/v1"}};
  if (dry_run) {
    document["dryRun"] = json::Array{"All"};
  }
  return document;
}

json::Value write_options(Operation operation, const WriteOptions& options) {
  json::Value document = options_of(
      operation == Operation::kCreate ? "CreateOptions" : "UpdateOptions", options.dry_run);
  if (!options.field_manager.empty()) {
    document["fieldManager"] = options.field_manager;
  }
  if (options.field_validation != FieldValidation::kWarn) {
    document["fieldValidation"] =
        options.field_validation == FieldValidation::kStrict ? "Strict" : "Ignore";
  }
  return document;
}

json::Value delete_options(const RemoveRequest& request) {
  json::Value document = options_of("DeleteOptions", request.dry_run);
  const client::DeleteOptions& options = request.options;
  if (options.grace_period_seconds) {
    document["gracePeriodSeconds"] = *options.grace_period_seconds;
  }
  if (!options.uid.empty()) {
    document["preconditions"]["uid"] = options.uid;
  }
  if (!options.resource_version.empty()) {
    document["preconditions"]["resourceVersion"] = options.resource_version;
  }
  if (!options.propagation_policy.empty()) {
    document["propagationPolicy"] = options.propagation_policy;
  }
  return document;
}

}  // namespace

Attributes Registry::attributes(Operation operation, const Target& target) {
  return {.operation = operation,
          .kind = target.kind,
          .subresource = target.subresource,
          .key = target.key,
          .user = user_info(target.options.by),
          .options = [operation,
                      &options = target.options] { return write_options(operation, options); },
          .dry_run = target.options.dry_run,
          .notes = target.options.by.notes,
          .time_left = target.options.by.time_left};
}

Result<Registry::Outcome> Registry::settle(const Target& target, json::Value object,
                                           const json::Value& current) {
  Attributes request = attributes(Operation::kUpdate, target);
  request.object = &object;
  request.old = &current;
  TRY(admission_.mutate(request));
  TRY(check_depth(target.kind, object));
  std::vector<std::string> warnings;
  TRY_ASSIGN(json::Value next,
             replacement({target.kind, target.subresource, clock_.now(), &warnings},
                         std::move(object), current));
  if (target.options.check) {
    TRY(target.options.check(next, &current));
  }
  request.object = &next;
  if (target.subresource.empty()) {
    const auto others = api::warnings(target.kind, next, &current);
    warnings.insert(warnings.end(), others.begin(), others.end());
  }
  for (const std::string& warning : warnings) {
    request.warn(warning);
  }
  TRY(admission_.validate(request));
  TRY_ASSIGN(Charges charges, charge(request));
  return Outcome{.object = std::move(next), .charges = std::move(charges), .limited = true};
}

Result<void> Registry::admit_removal(const api::Kind& kind, const RemoveRequest& removal,
                                     const json::Value& current) const {
  Attributes request{.operation = Operation::kDelete,
                     .kind = kind,
                     .key = removal.key,
                     .old = &current,
                     .user = user_info(removal.by),
                     .options = [&removal] { return delete_options(removal); },
                     .dry_run = removal.dry_run,
                     .notes = removal.by.notes,
                     .time_left = removal.by.time_left};
  TRY(admission_.mutate(request));
  return admission_.validate(request);
}

Result<json::Value> Registry::convert(const api::Kind& from, const api::Kind& to,
                                      const json::Value& object) const {
  if (to.custom == nullptr) {
    return versions_.convert(from, to, object);
  }
  TRY_ASSIGN(const StoredObject shown, versions_.present(to, unstored(object)));
  return shown.decode();
}

Result<void> Registry::mutate_posted(const api::Kind& kind, const Posted& posted,
                                     json::Value& object) const {
  Attributes request =
      attributes(Operation::kCreate, {kind, posted.key, posted.subresource, posted.options});
  request.object = &object;
  return admission_.mutate(request);
}

Result<void> Registry::validate_posted(const api::Kind& kind, const Posted& posted,
                                       json::Value object) const {
  Attributes request =
      attributes(Operation::kCreate, {kind, posted.key, posted.subresource, posted.options});
  request.object = &object;
  return admission_.validate(request);
}

Result<void> Registry::admit_connect(const api::Kind& kind,
                                     const ConnectRequest& connection) const {
  json::Value object = connection.object;
  Attributes request{.operation = Operation::kConnect,
                     .kind = kind,
                     .subresource = connection.subresource,
                     .key = connection.key,
                     .object = &object,
                     .user = user_info(connection.by),
                     .notes = connection.by.notes,
                     .time_left = connection.by.time_left};
  TRY(admission_.mutate(request));
  return admission_.validate(request);
}

}  // namespace sluice::registry

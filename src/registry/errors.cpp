// SPDX-License-Identifier: Apache-2.0
#include "registry/errors.h"

#include <utility>

#include "api/forms/form.h"

namespace sluice::registry {
namespace {

std::string quoted(const api::Kind& kind, const std::string& name) {
  return kind.qualified_resource() + " \"" + name + "\"";
}

// "Pod" or "Job.batch"
std::string qualified(const api::Kind& kind) {
  const std::string group = kind.group.empty() ? "" : "." + std::string(kind.group);
  return std::string(kind.kind) + group;
}

// Pod "x" is invalid. Kinds that are another form of a stored one go by its name.
std::string invalid_subject(const api::Kind& kind, const std::string& name) {
  const api::Kind& stored = api::stored_kind(kind);
  return qualified(stored) + " \"" + name + "\" is invalid";
}

Error invalid_for(const std::string& subject, ErrorCause cause) {
  Error error{Code::kInvalid, subject + ": " + cause.field + ": " + cause.message};
  error.causes.push_back(std::move(cause));
  return error;
}

}  // namespace

Error not_found(const api::Kind& kind, const std::string& name) {
  return {Code::kNotFound, quoted(kind, name) + " not found"};
}

Error already_exists(const api::Kind& kind, const std::string& name) {
  return {Code::kAlreadyExists, quoted(kind, name) + " already exists"};
}

Error conflict(const api::Kind& kind, const std::string& name, const std::string& why) {
  return {Code::kConflict, "Operation cannot be fulfilled on " + quoted(kind, name) + ": " + why};
}

Error forbidden(const api::Kind& kind, const std::string& name, const std::string& why) {
  return {Code::kForbidden, quoted(kind, name) + " is forbidden: " + why};
}

Error modified(const api::Kind& kind, const std::string& name) {
  return conflict(kind, name,
                  "the object has been modified; please apply your changes to the latest version "
                  "and try again");
}

Error precondition_failed(const api::Kind& kind, const std::string& name,
                          const Precondition& precondition) {
  const std::string what(precondition.what);
  return conflict(kind, name,
                  "Precondition failed: " + what + " in precondition: " + precondition.wanted +
                      ", " + what + " in object meta: " + precondition.actual);
}

Error deletion_refused(const api::Kind& kind, const std::string& name,
                       const Precondition& precondition) {
  const std::string what(precondition.what);
  const bool another = what == "UID";
  return {Code::kConflict, "Operation cannot be fulfilled on " + qualified(kind) + " \"" + name +
                               "\": the " + what + " in the precondition (" + precondition.wanted +
                               ") does not match the " + what + " in record (" +
                               precondition.actual + "). The object might have been " +
                               (another ? "deleted and then recreated" : "modified")};
}

Error invalid(const api::Kind& kind, const std::string& name, ErrorCause cause) {
  return invalid_for(invalid_subject(kind, name), std::move(cause));
}

Error unconditional(const api::Kind& kind, const std::string& name) {
  return invalid_for(quoted(kind, name) + " is invalid",
                     {"FieldValueInvalid", "Invalid value: 0: must be specified for an update",
                      "metadata.resourceVersion"});
}

Result<void> judged(const api::Kind& kind, const std::string& name, Result<void> validation) {
  if (!validation.has_value()) {
    return tl::unexpected(with_context(std::move(validation).error(), invalid_subject(kind, name)));
  }
  return {};
}

Error nameless(const std::string& name) {
  return {Code::kBadRequest, "the name of the object (" + name +
                                 " based on URL) was undeterminable: name must be provided"};
}

Error invalid_option(std::string_view options, ErrorCause cause) {
  return invalid_for(std::string(options) + ".meta.k8s.io \"\" is invalid", std::move(cause));
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "registry/errors.h"

#include <utility>

namespace sluice::registry {
namespace {

std::string quoted(const api::Kind& kind, const std::string& name) {
  return kind.qualified_resource() + " \"" + name + "\"";
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

Error invalid(const api::Kind& kind, const std::string& name, ErrorCause cause) {
  std::string subject(kind.kind);
  if (!kind.group.empty()) {
    subject += "." + std::string(kind.group);
  }
  Error error{Code::kInvalid,
              subject + " \"" + name + "\" is invalid: " + cause.field + ": " + cause.message};
  error.causes.push_back(std::move(cause));
  return error;
}

Error invalid_option(std::string_view options, ErrorCause cause) {
  Error error{Code::kInvalid, std::string(options) + ".meta.k8s.io \"\" is invalid: " +
                                  cause.field + ": " + cause.message};
  error.causes.push_back(std::move(cause));
  return error;
}

}  // namespace sluice::registry

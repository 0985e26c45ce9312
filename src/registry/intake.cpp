// SPDX-License-Identifier: Apache-2.0
#include "registry/intake.h"

#include <set>
#include <utility>

#include "api/apply/managed_fields.h"
#include "api/canonical.h"
#include "api/defaults.h"
#include "api/forms/form.h"
#include "api/validate.h"
#include "base/text.h"
#include "json/text.h"
#include "registry/limits.h"

namespace sluice::registry {
namespace {

Result<void> agree(const char* what, json::Value& given, const std::string& expected) {
  if (given.as_string().empty()) {
    given = expected;
  }
  if (given.as_string() != expected) {
    return fail(Code::kBadRequest, "the " + std::string(what) + " in the data (" +
                                       given.as_string() + ") does not match the expected " + what +
                                       " (" + expected + ")");
  }
  return {};
}

Error strict_error(const api::Kind& kind, const std::vector<std::string>& faults) {
  const std::string name(kind.kind);
  return {Code::kBadRequest, name + " in version \"" + std::string(kind.version) +
                                 "\" cannot be handled as a " + name +
                                 ": strict decoding error: " + join(faults, ", ")};
}

// An empty list of managers is a wish that must not get lost as an empty list does elsewhere.
void bring_to_form(const api::Kind& kind, json::Value& object) {
  const bool resets = api::resets_managed_fields(object.at("metadata", "managedFields"));
  api::canonicalise(kind, object);
  if (resets) {
    object["metadata"]["managedFields"] = json::Array();
  }
}

// Owners given twice count once. Gives the warning; empty: there were none.
std::string drop_repeated_owners(json::Value& metadata) {
  const json::Array owners = metadata.at("ownerReferences").as_array();
  json::Array kept;
  std::vector<std::string> repeated;
  std::set<std::string> seen;
  for (const json::Value& owner : owners) {
    if (seen.insert(json::write(owner)).second) {
      kept.push_back(owner);
    } else {
      repeated.push_back(owner.at("uid").as_string());
    }
  }
  if (repeated.empty()) {
    return "";
  }
  metadata["ownerReferences"] = std::move(kept);
  return ".metadata.ownerReferences contains duplicate entries; API server dedups owner references "
         "in 1.20+, and may reject such requests as early as 1.24; please fix your requests; "
         "duplicate UID(s) observed: " +
         join(repeated, ", ");
}

}  // namespace

Result<std::vector<std::string>> check_fields(const api::Kind& kind, json::Value& object,
                                              const WriteOptions& options) {
  TRY_ASSIGN(const std::vector<std::string> unknown, api::check_types(kind, object));
  std::vector<std::string> faults;
  if (options.field_validation != FieldValidation::kIgnore) {
    for (const std::string& field : unknown) {
      faults.push_back("unknown field \"" + field + "\"");
    }
    for (const std::string& field : options.duplicate_fields) {
      faults.push_back("duplicate field \"" + field + "\"");
    }
  }
  if (options.field_validation == FieldValidation::kStrict && !faults.empty()) {
    return tl::unexpected(strict_error(kind, faults));
  }
  if (!unknown.empty()) {
    api::drop_unknown_fields(kind, object);
  }
  return faults;
}

Result<std::vector<std::string>> take_in(const api::Kind& kind, json::Value& object,
                                         const WriteOptions& options) {
  if (!object.is_object()) {
    return fail(Code::kBadRequest, "expected a " + std::string(kind.kind) + " object, got " +
                                       std::string(json::to_string(object.type())));
  }
  TRY(check_depth(kind, object));
  TRY(agree("API version", object["apiVersion"], kind.api_version()));
  TRY(agree("kind", object["kind"], std::string(kind.kind)));
  TRY_ASSIGN(std::vector<std::string> faults, check_fields(kind, object, options));
  object["metadata"].erase("selfLink");
  bring_to_form(kind, object);
  api::apply_defaults(kind, object);
  // what the stored form fills in shows in this one
  object = api::from_stored_form(kind, api::to_stored_form(kind, std::move(object)));
  if (std::string warning = drop_repeated_owners(object["metadata"]); !warning.empty()) {
    faults.push_back(std::move(warning));
  }
  return faults;
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
#include "registry/delete_options.h"

#include <algorithm>

#include "json/text.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kType = "DeleteOptions";

Result<std::string> propagation(const json::Value& document) {
  const std::string& policy = document.at("propagationPolicy").as_string();
  const json::Value& orphan = document.at("orphanDependents");
  if (!orphan.is_null() && !policy.empty()) {
    return tl::unexpected(
        invalid_option(kType, {"FieldValueInvalid",
                               "Invalid value: \"" + policy +
                                   "\": orphanDependents and deletionPropagation cannot be both "
                                   "set",
                               "propagationPolicy"}));
  }
  if (!orphan.is_null()) {
    return orphan.as_bool() ? "Orphan" : "Background";
  }
  if (!policy.empty() && policy != "Orphan" && policy != "Background" && policy != "Foreground") {
    return tl::unexpected(
        unsupported_option(kType, "propagationPolicy", policy,
                           "\"Foreground\", \"Background\", \"Orphan\", \"nil\""));
  }
  return policy;
}

}  // namespace

Error unsupported_option(std::string_view type, std::string field, const json::Value& value,
                         const std::string& supported) {
  return invalid_option(
      type, {"FieldValueNotSupported",
             "Unsupported value: " + json::write(value) + ": supported values: " + supported,
             std::move(field)});
}

Result<bool> read_dry_run(const json::Array& values, std::string_view type) {
  const bool known = std::all_of(values.begin(), values.end(), [](const json::Value& value) {
    return value.as_string() == "All";
  });
  if (!known) {
    return tl::unexpected(unsupported_option(type, "dryRun", values, "\"All\""));
  }
  return !values.empty();
}

Result<WantedDeletion> read_delete_options(const json::Value& document) {
  WantedDeletion wanted;
  if (const json::Value& grace = document.at("gracePeriodSeconds"); !grace.is_null()) {
    wanted.options.grace_period_seconds = grace.as_int();
  }
  wanted.options.uid = document.at("preconditions", "uid").as_string();
  wanted.options.resource_version = document.at("preconditions", "resourceVersion").as_string();
  TRY_ASSIGN(wanted.options.propagation_policy, propagation(document));
  TRY_ASSIGN(wanted.dry_run, read_dry_run(document.at("dryRun").as_array(), kType));
  return wanted;
}

}  // namespace sluice::registry

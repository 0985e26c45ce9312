// SPDX-License-Identifier: Apache-2.0
#include "apiserver/options.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "api/field_terms.h"
#include "base/go_text.h"
#include "base/text.h"
#include "cel/time.h"
#include "registry/delete_options.h"
#include "json/text.h"
#include "registry/errors.h"

namespace sluice::apiserver {

namespace {

constexpr std::size_t kLongestFieldManager = 128;

// Bytes of characters beyond ASCII count as printable: they come as whole characters.
bool is_printable(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte != 0x7f;
}

std::string code_point(char c) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "U+%04X", static_cast<unsigned>(c));
  return text.data();
}

Result<std::optional<std::int64_t>> integer(const Call& call, std::string_view name) {
  const std::string text = call.option(name);
  if (text.empty()) {
    return std::nullopt;
  }
  const auto value = parse_int(text);
  if (!value) {
    return fail(Code::kBadRequest,
                "strconv.ParseInt: parsing " + go_quoted(text) + ": invalid syntax");
  }
  return value;
}

// An addressed name narrows a watch like a field selector would; one that is given as well must
// select the same.
Result<std::string> field_selector(const Call& call) {
  std::string selector = call.option("fieldSelector");
  if (call.info.name.empty()) {
    return selector;
  }
  TRY_ASSIGN(const auto terms, api::parse_field_terms(selector));
  if (terms.empty()) {
    return api::equality_term("metadata.name", call.info.name);
  }
  if (api::required_name(terms) != call.info.name) {
    return fail(Code::kBadRequest, "fieldSelector metadata.name doesn't match requested name");
  }
  return selector;
}

json::Array dry_run_values(const Call& call) {
  json::Array values;
  for (const auto& [name, value] : call.request.target.query) {
    if (name == "dryRun") {
      values.emplace_back(value);
    }
  }
  return values;
}

// What the query says of a deletion, where the document is silent.
Result<void> add_delete_query(const Call& call, json::Value& document) {
  if (document.at("gracePeriodSeconds").is_null()) {
    TRY_ASSIGN(const auto grace, integer(call, "gracePeriodSeconds"));
    if (grace) {
      document["gracePeriodSeconds"] = *grace;
    }
  }
  const std::string policy = call.option("propagationPolicy");
  if (document.at("propagationPolicy").as_string().empty() && !policy.empty()) {
    document["propagationPolicy"] = policy;
  }
  if (const auto orphan = orphan_dependents(call, document)) {
    document["orphanDependents"] = *orphan;
  }
  json::Array values = dry_run_values(call);
  if (document.at("dryRun").as_array().empty() && !values.empty()) {
    document["dryRun"] = std::move(values);
  }
  return {};
}

// Who writes, when the request does not say: the program that its User-Agent starts with.
std::string manager_of_agent(std::string_view agent) {
  std::string manager;
  for (const char c : agent.substr(0, agent.find('/'))) {
    if (manager.size() < kLongestFieldManager && is_printable(c)) {
      manager += c;
    }
  }
  return manager;
}

Result<std::string> field_manager(const Call& call, std::string_view type) {
  std::string manager = call.option("fieldManager");
  if (manager.empty()) {
    return manager_of_agent(call.request.headers.get("User-Agent"));
  }
  if (manager.size() > kLongestFieldManager) {
    return tl::unexpected(registry::invalid_option(
        type, {"FieldValueTooLong",
               "Too long: may not be more than " + std::to_string(kLongestFieldManager) + " bytes",
               "fieldManager"}));
  }
  const auto bad = std::find_if_not(manager.begin(), manager.end(), is_printable);
  if (bad != manager.end()) {
    return tl::unexpected(registry::invalid_option(
        type, {"FieldValueInvalid",
               "Invalid value: " + go_quoted(manager) + ": invalid character " + code_point(*bad) +
                   " (at position " + std::to_string(bad - manager.begin()) + ")",
               "fieldManager"}));
  }
  return manager;
}

}  // namespace

Result<registry::ListRequest> list_request(const Call& call) {
  TRY_ASSIGN(std::string selector, field_selector(call));
  registry::ListRequest request{.ns = call.key().ns,
                                .label_selector = call.option("labelSelector"),
                                .field_selector = std::move(selector),
                                .continue_token = call.option("continue"),
                                .resource_version = call.option("resourceVersion"),
                                .resource_version_match = call.option("resourceVersionMatch")};
  TRY(watch_timeout(call));  // which lists take and ignore, if it is one
  TRY_ASSIGN(const auto limit, integer(call, "limit"));
  request.limit = static_cast<std::size_t>(std::max<std::int64_t>(limit.value_or(0), 0));
  if (!call.option("sendInitialEvents").empty()) {
    return tl::unexpected(registry::invalid_option(
        "ListOptions", {"FieldValueForbidden", "Forbidden: sendInitialEvents is forbidden for list",
                        "sendInitialEvents"}));
  }
  return request;
}

Result<registry::WatchRequest> watch_request(const Call& call) {
  TRY_ASSIGN(std::string selector, field_selector(call));
  registry::WatchRequest request{.ns = call.key().ns,
                                 .label_selector = call.option("labelSelector"),
                                 .field_selector = std::move(selector),
                                 .resource_version = call.option("resourceVersion"),
                                 .resource_version_match = call.option("resourceVersionMatch"),
                                 .continue_token = call.option("continue"),
                                 .bookmarks = flag(call.request.target, "allowWatchBookmarks")};
  if (call.request.target.find("sendInitialEvents")) {
    request.send_initial_events = flag(call.request.target, "sendInitialEvents");
  }
  return request;
}

Result<std::optional<std::chrono::seconds>> watch_timeout(const Call& call) {
  TRY_ASSIGN(const auto seconds, integer(call, "timeoutSeconds"));
  constexpr std::int64_t kMost = 365LL * 24 * 3600;
  if (!seconds || *seconds <= 0) {
    return std::nullopt;
  }
  return std::chrono::seconds(std::min(*seconds, kMost));
}

Result<registry::WriteOptions> write_options(const Call& call, std::string_view type) {
  registry::WriteOptions options;
  TRY_ASSIGN(options.dry_run, registry::read_dry_run(dry_run_values(call), type));
  const std::string validation = call.option("fieldValidation");
  if (validation == "Ignore") {
    options.field_validation = registry::FieldValidation::kIgnore;
  } else if (validation == "Strict") {
    options.field_validation = registry::FieldValidation::kStrict;
  } else if (!validation.empty() && validation != "Warn") {
    return tl::unexpected(registry::unsupported_option(
        type, "fieldValidation", validation, "\"\", \"Ignore\", \"Strict\", \"Warn\""));
  }
  TRY_ASSIGN(options.field_manager, field_manager(call, type));
  options.check = call.check;
  options.may_create = call.may_create;
  options.by = call.requester();
  return options;
}

Result<PatchOptions> patch_options(const Call& call, client::PatchType type) {
  constexpr std::string_view kType = "PatchOptions";
  const bool applies = type == client::PatchType::kApply;
  if (applies && call.option("fieldManager").empty()) {
    return tl::unexpected(registry::invalid_option(
        kType,
        {"FieldValueRequired", "Required value: is required for apply patch", "fieldManager"}));
  }
  if (!applies && call.request.target.find("force")) {
    return tl::unexpected(registry::invalid_option(
        kType,
        {"FieldValueForbidden", "Forbidden: may not be specified for non-apply patch", "force"}));
  }
  PatchOptions options;
  TRY_ASSIGN(options.write, write_options(call, kType));
  options.force = flag(call.request.target, "force");
  return options;
}

std::optional<bool> orphan_dependents(const Call& call, const json::Value& body) {
  if (const json::Value& given = body.at("orphanDependents"); given.is_bool()) {
    return given.as_bool();
  }
  return call.option("orphanDependents").empty()
             ? std::nullopt
             : std::optional(flag(call.request.target, "orphanDependents"));
}

Result<registry::RemoveRequest> remove_request(const Call& call, json::Value options) {
  if (options.is_null()) {
    options = json::Object();
  }
  TRY(add_delete_query(call, options));
  TRY_ASSIGN(registry::WantedDeletion wanted, registry::read_delete_options(options));
  return registry::RemoveRequest{.key = call.key(),
                                 .options = std::move(wanted.options),
                                 .dry_run = wanted.dry_run,
                                 .by = call.requester()};
}

}  // namespace sluice::apiserver

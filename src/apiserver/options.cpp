// SPDX-License-Identifier: Apache-2.0
#include "apiserver/options.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "base/go_text.h"
#include "base/text.h"
#include "cel/time.h"
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

Error unsupported_value(std::string_view type, std::string field, const json::Value& value,
                        const std::string& supported) {
  return registry::invalid_option(
      type, {"FieldValueNotSupported",
             "Unsupported value: " + json::write(value) + ": supported values: " + supported,
             std::move(field)});
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

// An addressed name narrows a list or watch like a field selector would.
std::string field_selector(const Call& call) {
  std::string selector = call.option("fieldSelector");
  if (!call.info.name.empty()) {
    selector += (selector.empty() ? "" : ",") + std::string("metadata.name=") + call.info.name;
  }
  return selector;
}

Result<bool> dry_run(const json::Array& values, std::string_view type) {
  for (const json::Value& value : values) {
    if (value.as_string() != "All") {
      return tl::unexpected(unsupported_value(type, "dryRun", values, "\"All\""));
    }
  }
  return !values.empty();
}

Result<bool> dry_run(const Call& call, std::string_view type) {
  json::Array values;
  for (const auto& [name, value] : call.request.target.query) {
    if (name == "dryRun") {
      values.emplace_back(value);
    }
  }
  return dry_run(values, type);
}

Result<void> read_propagation(const Call& call, const json::Value& body,
                              client::DeleteOptions& options) {
  options.propagation_policy = body.at("propagationPolicy").as_string();
  if (options.propagation_policy.empty()) {
    options.propagation_policy = call.option("propagationPolicy");
  }
  json::Value orphan = body.at("orphanDependents");
  if (orphan.is_null() && !call.option("orphanDependents").empty()) {
    orphan = flag(call.request.target, "orphanDependents");
  }
  const bool orphan_given = orphan.is_bool();
  const std::string& policy = options.propagation_policy;
  if (orphan_given && !policy.empty()) {
    return tl::unexpected(registry::invalid_option(
        "DeleteOptions", {"FieldValueInvalid",
                          "Invalid value: \"" + policy +
                              "\": orphanDependents and deletionPropagation cannot be both set",
                          "propagationPolicy"}));
  }
  if (orphan_given) {
    options.propagation_policy = orphan.as_bool() ? "Orphan" : "Background";
  }
  if (!policy.empty() && policy != "Orphan" && policy != "Background" && policy != "Foreground") {
    return tl::unexpected(unsupported_value("DeleteOptions", "propagationPolicy", policy,
                                            "\"Foreground\", \"Background\", \"Orphan\", \"nil\""));
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

// How long the caller would wait: writes never take long, but it must be a time.
Result<void> check_timeout(const std::string& timeout) {
  if (timeout.empty() || cel::parse_duration(timeout)) {
    return {};
  }
  return fail(Code::kBadRequest,
              "invalid timeout specified in the request URL - time: invalid duration " +
                  go_quoted(timeout));
}

}  // namespace

Result<registry::ListRequest> list_request(const Call& call) {
  registry::ListRequest request{.ns = call.key().ns,
                                .label_selector = call.option("labelSelector"),
                                .field_selector = field_selector(call),
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
  registry::WatchRequest request{.ns = call.key().ns,
                                 .label_selector = call.option("labelSelector"),
                                 .field_selector = field_selector(call),
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
  TRY(check_timeout(call.option("timeout")));
  TRY_ASSIGN(options.dry_run, dry_run(call, type));
  const std::string validation = call.option("fieldValidation");
  if (validation == "Ignore") {
    options.field_validation = registry::FieldValidation::kIgnore;
  } else if (validation == "Strict") {
    options.field_validation = registry::FieldValidation::kStrict;
  } else if (!validation.empty() && validation != "Warn") {
    return tl::unexpected(unsupported_value(type, "fieldValidation", validation,
                                            "\"\", \"Ignore\", \"Strict\", \"Warn\""));
  }
  TRY_ASSIGN(options.field_manager, field_manager(call, type));
  options.check = call.check;
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

Result<registry::RemoveRequest> remove_request(const Call& call, const json::Value& body) {
  const std::string& kind = body.at("kind").as_string();
  if (!kind.empty() && kind != "DeleteOptions") {
    return fail(Code::kBadRequest, "no kind \"" + kind + "\" is registered for version \"" +
                                       body.at("apiVersion").as_string() +
                                       "\" in scheme \"pkg/runtime/scheme.go:111\"");
  }
  registry::RemoveRequest request{.key = call.key(), .by = call.requester()};
  const json::Value* grace = body.find("gracePeriodSeconds");
  if (grace != nullptr && !grace->is_null()) {
    if (!grace->is_int()) {
      return fail(Code::kBadRequest,
                  "json: cannot unmarshal " + std::string(json::to_string(grace->type())) +
                      " into Go struct field DeleteOptions.gracePeriodSeconds of type int64");
    }
    request.options.grace_period_seconds = grace->as_int();
  } else {
    TRY_ASSIGN(request.options.grace_period_seconds, integer(call, "gracePeriodSeconds"));
  }
  request.options.uid = body.at("preconditions", "uid").as_string();
  request.options.resource_version = body.at("preconditions", "resourceVersion").as_string();
  TRY(read_propagation(call, body, request.options));
  TRY_ASSIGN(const bool by_body, dry_run(body.at("dryRun").as_array(), "DeleteOptions"));
  TRY_ASSIGN(const bool by_query, dry_run(call, "DeleteOptions"));
  request.dry_run = by_body || by_query;
  return request;
}

}  // namespace sluice::apiserver

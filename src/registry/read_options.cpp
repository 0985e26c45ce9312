// SPDX-License-Identifier: Apache-2.0
#include "registry/read_options.h"

#include "api/validation/faults.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kContinued =
    "resourceVersionMatch is forbidden when continue is provided";

Result<void> judged_options(api::Faults faults) {
  auto result = std::move(faults).result();
  if (!result) {
    return tl::unexpected(
        with_context(std::move(result).error(), "ListOptions.meta.k8s.io \"\" is invalid"));
  }
  return {};
}

}  // namespace

Result<void> check_list_options(const ReadOptions& options) {
  api::Faults faults;
  const api::FieldPath root;
  const api::FieldPath at = root.child("resourceVersionMatch");
  const std::string& match = options.match;
  if (!match.empty()) {
    if (options.version.empty()) {
      faults.forbidden(at, "resourceVersionMatch is forbidden unless resourceVersion is provided");
    }
    if (!options.continue_token.empty()) {
      faults.forbidden(at, kContinued);
    }
    if (match != "Exact" && match != "NotOlderThan") {
      faults.unsupported_in_order(at, match, {"Exact", "NotOlderThan", ""});
    }
    if (match == "Exact" && options.version == "0") {
      faults.forbidden(at, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
    }
  }
  if (options.initial_events.has_value()) {
    faults.forbidden(root.child("sendInitialEvents"), "sendInitialEvents is forbidden for list");
  }
  return judged_options(std::move(faults));
}

Result<void> check_watch_options(const ReadOptions& options) {
  api::Faults faults;
  const api::FieldPath root;
  const api::FieldPath at = root.child("resourceVersionMatch");
  const std::string& match = options.match;
  const bool initial = options.initial_events.has_value();
  if (initial && match != "NotOlderThan") {
    faults.forbidden(at, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }
  if (!match.empty()) {
    if (!initial) {
      faults.forbidden(
          at, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided");
    }
    if (match != "NotOlderThan") {
      faults.unsupported_in_order(at, match, {"NotOlderThan"});
    }
  }
  if (!options.continue_token.empty()) {
    faults.forbidden(at, kContinued);
  }
  return judged_options(std::move(faults));
}

}  // namespace sluice::registry

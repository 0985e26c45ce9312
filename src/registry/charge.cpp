// SPDX-License-Identifier: Apache-2.0
#include "registry/charge.h"

#include <utility>

#include "api/quota/scopes.h"
#include "api/quota/usage.h"
#include "base/text.h"

namespace sluice::registry {
namespace {

using api::quota::Amounts;

bool is_core(const Attributes& request, std::string_view resource) {
  return request.kind.group.empty() && request.kind.plural == resource;
}

bool ends_by_itself(const json::Value& pod) {
  return pod.find("spec", "activeDeadlineSeconds") != nullptr;
}

// A pod in use cannot grow but by resizing; it can change its scope.
bool update_may_cost(const Attributes& request) {
  const bool whole = request.subresource.empty();
  if (is_core(request, "pods")) {
    return request.subresource == "resize" ||
           (whole && ends_by_itself(*request.old) != ends_by_itself(*request.object));
  }
  if (is_core(request, "services")) {
    return whole;
  }
  return is_core(request, "persistentvolumeclaims") && (whole || request.subresource == "status");
}

// Of `amounts`, what the quota limits.
Amounts limited(const Amounts& amounts, const Amounts& hard) {
  Amounts result;
  for (const auto& [resource, amount] : amounts) {
    if (hard.contains(resource) && amount.sign() > 0) {
      result.emplace(resource, amount);
    }
  }
  return result;
}

Amounts only(const Amounts& amounts, const Amounts& names) {
  Amounts result;
  for (const auto& [resource, amount] : amounts) {
    if (names.contains(resource)) {
      result.emplace(resource, amount);
    }
  }
  return result;
}

Result<void> check_known(const Attributes& request, const json::Value& quota,
                         const Amounts& concern) {
  std::vector<std::string> names;
  bool unknown = false;
  for (const auto& [resource, hard] : concern) {
    names.push_back(resource);
    unknown = unknown || quota.find("status", "used", resource) == nullptr;
  }
  if (unknown) {
    return tl::unexpected(refused(request, "status unknown for quota: " + api::name(quota) +
                                               ", resources: " + join(names, ",")));
  }
  return {};
}

}  // namespace

bool may_cost(const Attributes& request) {
  if (!api::quota::is_counted(request.kind) || request.object == nullptr) {
    return false;
  }
  if (request.operation == Operation::kCreate) {
    return request.subresource.empty();
  }
  return request.operation == Operation::kUpdate && update_may_cost(request);
}

Result<Amounts> cost(const Attributes& request, const json::Value& quota, WallTime now) {
  const Amounts hard = api::quota::amounts_of(quota.at("status", "hard"));
  const Amounts concern = api::quota::of_concern(request.kind, hard);
  if (concern.empty() || !api::quota::in_scope(quota, request.kind, *request.object)) {
    return Amounts();
  }
  if (is_core(request, "pods")) {
    if (const auto unsaid = api::quota::left_unsaid(*request.object, concern)) {
      return tl::unexpected(refused(request, "failed quota: " + api::name(quota) + ": " + *unsaid));
    }
  }
  TRY(check_known(request, quota, concern));
  Amounts amounts = api::quota::usage(request.kind, *request.object, now);
  if (request.operation == Operation::kUpdate &&
      api::quota::in_scope(quota, request.kind, *request.old)) {
    amounts = api::quota::surplus(amounts, api::quota::usage(request.kind, *request.old, now));
  }
  return limited(amounts, hard);
}

Result<json::Value> charged(const Attributes& request, json::Value quota, const Amounts& amounts) {
  const Amounts hard = api::quota::amounts_of(quota.at("status", "hard"));
  const Amounts asked = limited(amounts, hard);
  const Amounts before = api::quota::amounts_of(quota.at("status", "used"));
  Amounts used = before;
  api::quota::add(used, asked);
  const Amounts exceeded = api::quota::surplus(only(used, asked), hard);
  if (!exceeded.empty() && request.subresource != "status") {
    return tl::unexpected(
        refused(request, "exceeded quota: " + api::name(quota) +
                             ", requested: " + api::quota::listed(only(asked, exceeded)) +
                             ", used: " + api::quota::listed(only(before, exceeded)) +
                             ", limited: " + api::quota::listed(only(hard, exceeded))));
  }
  quota["status"]["used"] = api::quota::to_json(used);
  return quota;
}

json::Value refunded(json::Value quota, const Amounts& amounts) {
  Amounts used = api::quota::amounts_of(quota.at("status", "used"));
  for (const auto& [resource, amount] : amounts) {
    if (const auto found = used.find(resource); found != used.end()) {
      found->second = std::max(found->second - amount, json::Quantity());
    }
  }
  quota["status"]["used"] = api::quota::to_json(used);
  return quota;
}

}  // namespace sluice::registry

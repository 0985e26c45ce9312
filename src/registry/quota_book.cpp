// SPDX-License-Identifier: Apache-2.0
#include "registry/quota_book.h"

#include <functional>

namespace sluice::registry {

void QuotasByNamespace::put(const json::Value& quota) {
  json::Value kept = quota;
  api::drop_managed_fields(kept);
  by_namespace_[api::ns(quota)][api::name(quota)] =
      std::make_shared<const json::Value>(std::move(kept));
}

void QuotasByNamespace::erase(const json::Value& quota) {
  const auto found = by_namespace_.find(api::ns(quota));
  if (found == by_namespace_.end()) {
    return;
  }
  found->second.erase(api::name(quota));
  if (found->second.empty()) {
    by_namespace_.erase(found);
  }
}

std::vector<QuotaPtr> QuotasByNamespace::in(const std::string& ns) const {
  std::vector<QuotaPtr> quotas;
  if (const auto found = by_namespace_.find(ns); found != by_namespace_.end()) {
    for (const auto& [name, quota] : found->second) {
      quotas.push_back(quota);
    }
  }
  return quotas;
}

QuotaBook::QuotaBook(const Registry& registry)
    : quotas_(registry, {&api::kinds::resource_quota()}) {}

Result<std::vector<QuotaPtr>> QuotaBook::in(const std::string& ns) const {
  TRY_ASSIGN(const auto view, quotas_.current());
  return view->in(ns);
}

std::unique_lock<std::mutex> QuotaBook::turn(const std::string& ns) {
  return std::unique_lock(turns_[std::hash<std::string>()(ns) % turns_.size()]);
}

}  // namespace sluice::registry

// SPDX-License-Identifier: Apache-2.0
//
// Quota is the last word on a write and part of it: what it costs is written into the quotas'
// status before it, each time on the quota as it is then, so that writes that race never get more
// than there is. A write that then fails gets it back; if this program dies in between, the quota
// controller counts again.
#include <utility>

#include "api/apply/tracking.h"
#include "base/log.h"
#include "registry/charge.h"
#include "registry/quota_book.h"
#include "registry/registry.h"

namespace sluice::registry {

Registry::Registry(store::Store& store, Clock& clock)
    : store_(store),
      clock_(clock),
      admission_(store),
      addresses_(store),
      quotas_(std::make_unique<QuotaBook>(*this)) {}

Registry::~Registry() = default;

Result<void> Registry::write_quota(const api::Key& key, bool dry_run, const EditQuota& edit) {
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    TRY_ASSIGN(json::Value next, edit(current));
    api::track_update(
        {api::kinds::resource_quota(), "kube-apiserver", "status", clock_.now(), &versions_},
        current, next);
    return Outcome{std::move(next)};
  };
  const auto written = change(api::kinds::resource_quota(), key, {.dry_run = dry_run}, decide);
  if (!written && written.error().code != Code::kNotFound) {  // a quota that is gone limits nothing
    return tl::unexpected(written.error());
  }
  return {};
}

Result<Charges> Registry::charge(const Attributes& request) {
  const std::string& ns = request.key.ns;
  if (!may_cost(request)) {
    return Charges();
  }
  TRY_ASSIGN(const std::vector<QuotaPtr> quotas, quotas_->in(ns));
  Charges charges;
  for (const QuotaPtr& quota : quotas) {
    Result<void> taken;
    auto amounts = cost(request, *quota, clock_.now());
    if (!amounts) {
      taken = tl::unexpected(amounts.error());
    } else if (!amounts->empty()) {
      const auto turn = quotas_->turn(ns);
      taken = write_quota(api::key(*quota), request.dry_run, [&](const json::Value& current) {
        return charged(request, current, *amounts);
      });
    }
    if (!taken) {
      refund(ns, charges);
      return tl::unexpected(std::move(taken).error());
    }
    if (!amounts->empty() && !request.dry_run) {
      charges.push_back({api::name(*quota), *std::move(amounts)});
    }
  }
  return charges;
}

void Registry::refund(const std::string& ns, const Charges& charges) {
  for (const Charge& charge : charges) {
    const auto turn = quotas_->turn(ns);
    const auto given = write_quota({ns, charge.quota}, false,
                                   [&](const json::Value& current) -> Result<json::Value> {
                                     return refunded(current, charge.amounts);
                                   });
    if (!given) {
      log::warning("quota not given back",
                   {{"quota", ns + "/" + charge.quota}, {"error", given.error().message}});
    }
  }
}

}  // namespace sluice::registry

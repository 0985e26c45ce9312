// SPDX-License-Identifier: Apache-2.0
#include "controllers/quota/quota_controller.h"

#include <set>
#include <utility>

#include "api/quota/usage.h"
#include "controllers/quota/tally.h"

namespace sluice::controllers {
namespace {

// New objects were charged when they were admitted. They are counted again a moment later, in case
// a count that could not see them yet was written in between.
constexpr std::chrono::seconds kCountAgain{2};
// Somebody else may write a status, and see it for a while.
constexpr std::chrono::seconds kMend{10};
// Nobody tells when objects of custom kinds go.
constexpr std::chrono::seconds kCountCustom{10};
// What the passing of time alone changes: pods that should long be gone.
constexpr std::chrono::minutes kCountAnyway{5};

std::vector<const api::Kind*> counted_kinds() {
  std::vector<const api::Kind*> kinds;
  std::set<std::string> seen;  // a kind may be served in several versions
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (api::quota::is_counted(kind) && kind.serves("watch") &&
        seen.insert(kind.qualified_resource()).second) {
      kinds.push_back(&kind);
    }
  }
  return kinds;
}

}  // namespace

QuotaController::QuotaController(client::Client& client, runtime::Informers& informers,
                                 Clock& clock, const api::Catalog* catalog)
    : client_(client),
      clock_(clock),
      quotas_(informers.of(api::kinds::resource_quota())),
      catalog_(catalog) {
  for (const api::Kind* kind : counted_kinds()) {
    counted_.push_back(&informers.of(*kind));
  }
}

void QuotaController::connect(runtime::Controller& controller) {
  quotas_.on_change([&queue = controller.queue()](const runtime::Change& change) {
    const bool same = change.before != nullptr && change.after != nullptr &&
                      change.before->at("spec") == change.after->at("spec");
    if (!same) {
      queue.add(api::key(change.object()));
    } else if (change.after->at("status", "hard") != change.after->at("spec", "hard")) {
      queue.add_after(api::key(*change.after), kMend);
    }
  });
  for (runtime::Informer* informer : counted_) {
    follow(controller, *informer);
  }
}

void QuotaController::follow(runtime::Controller& controller, runtime::Informer& informer) {
  informer.on_change(
      [this, &kind = informer.kind(), &queue = controller.queue()](const runtime::Change& change) {
        const auto quotas = quotas_.list(api::ns(change.object()));
        if (quotas.empty()) {
          return;
        }
        const WallTime now = clock_.now();
        const bool stays = change.before != nullptr && change.after != nullptr;
        if (stays && change.before->at("spec") == change.after->at("spec") &&
            api::quota::usage(kind, *change.before, now) ==
                api::quota::usage(kind, *change.after, now)) {
          return;
        }
        for (const client::ObjectPtr& quota : quotas) {
          if (quota::limits(*quota, kind)) {
            queue.add_after(api::key(*quota), change.before == nullptr ? kCountAgain : Duration(0));
          }
        }
      });
}

Result<runtime::Requeue> QuotaController::reconcile(const api::Key& key) {
  const auto found = client_.get(api::kinds::resource_quota(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  const client::Object& quota = **found;
  api::quota::Amounts used;
  for (const runtime::Informer* informer : counted_) {
    if (quota::limits(quota, informer->kind())) {
      api::quota::add(used,
                      quota::tally(quota, informer->kind(), informer->list(key.ns), clock_.now()));
    }
  }
  TRY_ASSIGN(const bool custom, count_custom(quota, used));
  json::Value status = quota::status(quota, used);
  if (status != quota.at("status")) {
    client::Object changed = quota;  // with its resourceVersion: Conflict when it was charged
    changed["status"] = std::move(status);
    TRY(client_.update(api::kinds::resource_quota(), changed, client::Part::kStatus));
  }
  return runtime::Requeue{custom ? Duration(kCountCustom) : Duration(kCountAnyway)};
}

Result<bool> QuotaController::count_custom(const client::Object& quota, api::quota::Amounts& used) {
  bool any = false;
  std::set<std::string> seen;
  if (catalog_ == nullptr) {
    return any;
  }
  const auto now = catalog_->snapshot();
  for (const api::KindPtr& kind : now->custom) {
    if (!quota::limits(quota, *kind) || !seen.insert(kind->qualified_resource()).second) {
      continue;
    }
    TRY_ASSIGN(const client::ObjectList objects, client_.list(*kind, {.ns = api::ns(quota)}));
    api::quota::add(used, quota::tally(quota, *kind, objects.items, clock_.now()));
    any = true;
  }
  return any;
}

}  // namespace sluice::controllers

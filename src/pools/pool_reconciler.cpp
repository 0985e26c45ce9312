// SPDX-License-Identifier: Apache-2.0
#include "pools/pool_reconciler.h"

#include <algorithm>

#include "api/meta.h"
#include "pools/deployment.h"
#include "pools/pool_status.h"
#include "pools/unhelped.h"

namespace sluice::pools {
namespace {

constexpr Duration kInterval = std::chrono::seconds(15);

}  // namespace

Result<runtime::Requeue> PoolReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr object = parts_.pools.get(key);
  if (object == nullptr || api::is_being_deleted(*object)) {
    return runtime::Requeue{};
  }
  const WallTime now = parts_.clock.now();
  auto pool = read_pool(*object);
  if (!pool) {
    TRY(write(*object, status_of_invalid(*object, pool.error().message, now)));
    return runtime::Requeue{};  // until it is edited
  }
  leave_out_unhelped(*pool, *object, now);
  std::vector<MemberNow> members;
  Claims claims;
  for (const Member& member : pool->members) {
    members.push_back(look(key, member, claims));
  }
  const Decision decision = decide(*pool, members, now, last_move(*object));
  // Told before it is done: who cannot say when machines moved would move others too soon. What was
  // tried in vain before is told when it is done, lest the status changes to and fro.
  const bool failed_before = has_failed(*object);
  const auto status = [&](const std::string& failure) {
    json::Value after = status_after(*object, *pool, decision, failure, now);
    json::Array beside = beside_idle(*object, *pool, members, now);
    beside.empty() ? static_cast<void>(after.erase("besideIdle"))
                   : static_cast<void>(after["besideIdle"] = std::move(beside));
    return after;
  };
  client::Object told = *object;
  if (!failed_before) {
    TRY_ASSIGN(told, write(*object, status("")));
  }
  std::string failure;
  for (const ScaleChange& change : decision.changes) {
    if (pool->dry_run || !failure.empty()) {
      break;
    }
    if (const auto scaled =
            scale(*object, pool->members[change.member], members[change.member], change);
        !scaled) {
      failure = pool->members[change.member].name + ": " + scaled.error().message;
    }
  }
  if (failed_before || !failure.empty()) {
    TRY(write(told, status(failure)));
  }
  const Duration next = decision.look_again ? *decision.look_again - now : kInterval;
  return runtime::Requeue{std::clamp(next, Duration(std::chrono::seconds(1)), kInterval)};
}

MemberNow PoolReconciler::look(const api::Key& pool, const Member& member, Claims& claims) const {
  const api::Key key{pool.ns, member.machine_deployment};
  if (const api::Key owner = parts_.owner(key); owner != pool) {
    return {.unknown = "the NodePool " + owner.name + " has its MachineDeployment", .notes = {}};
  }
  const client::ObjectPtr deployment = parts_.deployment(key);
  if (deployment == nullptr) {
    return {.unknown = "there is no MachineDeployment " + member.machine_deployment, .notes = {}};
  }
  const std::int64_t replicas = replicas_of(*deployment);
  if (std::string why = why_not_now(*deployment); !why.empty()) {
    return {.replicas = replicas, .unknown = std::move(why), .notes = {}};
  }
  MemberNow now = parts_.look(*deployment, member, claims);
  now.replicas = replicas;
  return now;
}

Result<void> PoolReconciler::scale(const client::Object& object, const Member& member,
                                   const MemberNow& now, const ScaleChange& change) {
  const api::Key key{api::ns(object), member.machine_deployment};
  const client::ObjectPtr deployment = parts_.deployment(key);
  const api::KindPtr kind = parts_.deployment_kind();
  if (deployment == nullptr || kind == nullptr) {
    return fail(Code::kNotFound, "there is no MachineDeployment " + member.machine_deployment);
  }
  std::vector<api::Key> marked;
  if (change.to < change.from) {
    std::vector<std::string> first = now.idle_nodes;
    first.resize(std::min(first.size(), static_cast<std::size_t>(change.from - change.to)));
    TRY_ASSIGN(marked, parts_.mark(*deployment, first));
  }
  // Somebody else may have changed the number meanwhile: then it is decided again.
  const json::Value body = json::Object{
      {"metadata", json::Object{{"resourceVersion", api::resource_version(*deployment)}}},
      {"spec", json::Object{{"replicas", change.to}}}};
  if (const auto scaled = parts_.client.patch(*kind, key, {.body = body}); !scaled) {
    parts_.unmark(marked);  // they may have work when somebody else scales it
    return tl::unexpected(scaled.error());
  }
  parts_.events.record(object,
                       {.reason = change.to > change.from ? "ScaledUp" : "ScaledDown",
                        .message = member.name + ": from " + std::to_string(change.from) + " to " +
                                   std::to_string(change.to) + " machines, " + change.why});
  return {};
}

Result<client::Object> PoolReconciler::write(const client::Object& object, json::Value status) {
  if (object.at("status") == status) {
    return object;
  }
  client::Object changed = object;
  changed["status"] = std::move(status);
  TRY_ASSIGN(const client::ObjectPtr written,
             parts_.client.update(parts_.pools.kind(), changed, client::Part::kStatus));
  return *written;
}

}  // namespace sluice::pools

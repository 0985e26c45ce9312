// SPDX-License-Identifier: Apache-2.0
#include "controllers/statefulset/statefulset_controller.h"

#include <algorithm>
#include <set>

#include "controllers/owned/slow_start.h"
#include "controllers/statefulset/identity.h"
#include "controllers/writes.h"

namespace sluice::controllers {

StatefulSetController::StatefulSetController(const Setting& setting)
    : client_(setting.client),
      sets_(setting.informers.of(api::kinds::stateful_set())),
      claims_(setting.informers.of(api::kinds::persistent_volume_claim())),
      events_(setting.events),
      clock_(setting.clock),
      keeper_(setting, api::kinds::stateful_set()),
      revisions_(setting, api::kinds::stateful_set()),
      failures_(setting.clock) {}

void StatefulSetController::connect(runtime::Controller& controller) {
  keeper_.connect(controller);
}

Result<runtime::Requeue> StatefulSetController::reconcile(const api::Key& key) {
  return keeper_.when_settled(key, [this](const client::Object& set) { return keep(set); });
}

Result<runtime::Requeue> StatefulSetController::keep(const client::Object& set) {
  TRY_ASSIGN(const auto revisions, revisions_.ensure(set));
  TRY_ASSIGN(const owned::Pods pods, keeper_.claim(set, [&](const client::Object& pod) {
    return statefulset::ordinal_of(set, pod).has_value();
  }));
  const auto place = [&](const std::string& pod) { return api::uid(set) + "/" + pod; };
  const auto rest = [&](const std::string& pod) { return failures_.rest(place(pod)); };
  const statefulset::Plan plan = statefulset::plan(set, pods, revisions, rest, clock_.now());
  for (const std::string& pod : plan.failed) {
    failures_.note(place(pod));
  }
  for (const auto& pod : pods) {
    const bool surplus =
        std::find(plan.surplus.begin(), plan.surplus.end(), pod) != plan.surplus.end();
    TRY(give_claims(set, *pod, surplus));
  }
  TRY(carry_out(set, plan));
  TRY(forget_revisions(set, pods, revisions, plan.status));
  return runtime::Requeue{plan.again};
}

Result<void> StatefulSetController::carry_out(const client::Object& set,
                                              const statefulset::Plan& plan) {
  for (const runtime::Note& note : plan.notes) {
    events_.record(set, note);
  }
  TRY(keeper_.remove(set, plan.remove));
  const auto create = [&](std::size_t i) -> Result<void> {
    const auto& [ordinal, revision] = plan.create[i];
    TRY(ensure_claims(set, ordinal));
    return keeper_.create(set, statefulset::new_pod(set, *revision, ordinal));
  };
  TRY(owned::slow_start(plan.create.size(), create));
  for (const std::int64_t ordinal : plan.pending) {
    TRY(ensure_claims(set, ordinal));
  }
  for (const auto& pod : plan.repair) {
    TRY(repair(set, *pod));
  }
  return write_status(client_, sets_.kind(), set, plan.status);
}

Result<void> StatefulSetController::repair(const client::Object& set, const client::Object& pod) {
  const std::int64_t ordinal = statefulset::ordinal_of(set, pod).value_or(0);
  const json::Object metadata{{"uid", api::uid(pod)},
                              {"labels", statefulset::identity_labels(api::name(pod), ordinal)}};
  auto repaired = done_or_gone(
      client_.patch(api::kinds::pod(), api::key(pod),
                    {client::PatchType::kMerge, json::Object{{"metadata", metadata}}}));
  const std::string what = "update Pod " + api::name(pod) + " in StatefulSet " + api::name(set);
  if (repaired) {
    events_.record(set, {.reason = "SuccessfulUpdate", .message = what + " successful"});
  } else {
    events_.record(set, {.type = "Warning",
                         .reason = "FailedUpdate",
                         .message = what + " failed error: " + repaired.error().message});
  }
  return repaired;
}

Result<void> StatefulSetController::ensure_claims(const client::Object& set, std::int64_t ordinal) {
  for (const client::Object& claim : statefulset::new_claims(set, ordinal)) {
    if (claims_.get(api::key(claim)) != nullptr) {
      continue;
    }
    const auto created = client_.create(claims_.kind(), claim);
    if (created) {
      events_.record(set, {.reason = "SuccessfulCreate",
                           .message = "create Claim " + api::name(claim) + " Pod " +
                                      api::name(set) + "-" + std::to_string(ordinal) +
                                      " in StatefulSet " + api::name(set) + " success"});
    } else if (created.error().code != Code::kAlreadyExists) {
      events_.record(set, {.type = "Warning",
                           .reason = "FailedCreate",
                           .message = "create Claim " + api::name(claim) +
                                      " failed error: " + created.error().message});
      return tl::unexpected(created.error());
    }
  }
  return {};
}

// A claim belongs to nobody, to the set or to a pod that is one too many.
Result<void> StatefulSetController::give_claims(const client::Object& set,
                                                const client::Object& pod, bool surplus) {
  const std::int64_t ordinal = statefulset::ordinal_of(set, pod).value_or(0);
  const json::Value wanted = statefulset::claim_owner(set, pod, surplus);
  for (const client::Object& pattern : statefulset::new_claims(set, ordinal)) {
    const client::ObjectPtr claim = claims_.get(api::key(pattern));
    if (claim == nullptr) {
      continue;
    }
    json::Array owners = claim->at("metadata", "ownerReferences").as_array();
    const json::Array before = owners;
    std::erase_if(owners, [&](const json::Value& owner) {
      const std::string& uid = owner.at("uid").as_string();
      return (uid == api::uid(set) || uid == api::uid(pod)) && uid != wanted.at("uid").as_string();
    });
    const bool there = std::any_of(owners.begin(), owners.end(), [&](const json::Value& owner) {
      return owner.at("uid") == wanted.at("uid");
    });
    if (!wanted.is_null() && !there) {
      owners.push_back(wanted);
    }
    if (owners != before) {
      client::Object changed = *claim;
      changed["metadata"]["ownerReferences"] = std::move(owners);
      TRY(client_.update(claims_.kind(), changed));
    }
  }
  return {};
}

Result<void> StatefulSetController::forget_revisions(
    const client::Object& set, const owned::Pods& pods,
    const std::vector<client::ObjectPtr>& revisions, const json::Value& status) {
  std::set<std::string> in_use{status.at("currentRevision").as_string(),
                               status.at("updateRevision").as_string()};
  for (const auto& pod : pods) {
    in_use.insert(api::label(*pod, owned::kRevisionHash));
  }
  return revisions_.remove(owned::forgettable(revisions, set, in_use));
}

}  // namespace sluice::controllers

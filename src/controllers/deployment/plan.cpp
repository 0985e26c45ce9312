// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/plan.h"

#include <algorithm>

#include "controllers/deployment/progress.h"
#include "controllers/deployment/rollout.h"

namespace sluice::controllers::deployment {
namespace {

// Recreate waits for every pod of the past, also for those that only take their leave.
bool old_pods_run(const Rollout& rollout, const owned::Pods& pods) {
  const std::string& current =
      rollout.current() == nullptr ? "" : api::uid(rollout.current()->object());
  const bool counted =
      std::any_of(rollout.sets().begin(), rollout.sets().end(), [&](const ReplicaSet& set) {
        return &set != rollout.current() && set.counted("replicas") > 0;
      });
  return counted || std::any_of(pods.begin(), pods.end(), [&](const auto& pod) {
           const json::Value* owner = api::controller_of(*pod);
           return !owned::is_finished(*pod) && owner != nullptr &&
                  owner->at("uid").as_string() != current;
         });
}

void change_sizes(const client::Object& deployment, Rollout& rollout, const owned::Pods& pods) {
  const bool recreate = deployment.at("spec", "strategy", "type").as_string() == "Recreate";
  if (recreate) {
    rollout.ensure_current(false);
    if (!rollout.stop_old() && !old_pods_run(rollout, pods)) {
      rollout.ensure_current(true);
      rollout.start_current();
    }
  } else {
    rollout.ensure_current(true);
    rollout.roll();
  }
}

void take_changes(const Rollout& rollout, Plan& plan) {
  for (const ReplicaSet& set : rollout.sets()) {
    if (!set.is_stored()) {
      plan.create = set.object();
    } else if (set.is_changed()) {
      plan.update.push_back(set.object());
    }
  }
  if (const ReplicaSet* current = rollout.current()) {
    plan.revision = api::annotation(current->object(), kRevision);
  }
  plan.notes = rollout.notes();
}

}  // namespace

Plan plan(const client::Object& deployment, const std::vector<client::ObjectPtr>& sets,
          const owned::Pods& pods, WallTime now) {
  Rollout rollout(deployment, sets);
  Plan result;
  if (api::is_being_deleted(deployment)) {
    result.status = Progress(deployment, rollout, now).status();
    return result;
  }
  const bool paused = deployment.at("spec", "paused").as_bool();
  const bool only_sizes = paused || rollout.is_resized();
  if (only_sizes) {
    rollout.ensure_current(false);
    rollout.resize();
  } else {
    change_sizes(deployment, rollout, pods);
  }
  take_changes(rollout, result);
  Progress progress(deployment, rollout, now);
  progress.note_pause(paused);
  if (rollout.current() != nullptr) {
    progress.note_found(rollout.current()->name(), result.create.has_value());
  }
  if (!only_sizes) {
    progress.judge();
    result.again = progress.again();
  }
  if (paused || (!only_sizes && progress.is_complete())) {
    result.remove = rollout.forgettable();
  }
  result.status = progress.status();
  return result;
}

}  // namespace sluice::controllers::deployment

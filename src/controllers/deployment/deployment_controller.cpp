// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/deployment_controller.h"

#include "controllers/deployment/progress.h"
#include "controllers/deployment/replica_set.h"
#include "controllers/owned/ownership.h"
#include "controllers/owned/pod_keeper.h"
#include "controllers/writes.h"

namespace sluice::controllers {

DeploymentController::DeploymentController(const Setting& setting)
    : client_(setting.client),
      deployments_(setting.informers.of(api::kinds::deployment())),
      sets_(setting.informers.of(api::kinds::replica_set())),
      pods_(setting.informers.of(api::kinds::pod())),
      events_(setting.events),
      clock_(setting.clock) {
  owned::index_by_controller(sets_);
  owned::index_by_controller(pods_);
}

void DeploymentController::connect(runtime::Controller& controller) {
  controller.watch(deployments_);
  controller.watch(sets_, [this](const runtime::Change& change) {
    return owned::concerned_owners(deployments_, change);
  });
  controller.watch(
      pods_, [this](const runtime::Change& change) { return recreating_owner_of_pod(change); });
}

// A deployment that recreates its pods waits for the last one to go.
std::vector<api::Key> DeploymentController::recreating_owner_of_pod(
    const runtime::Change& change) const {
  if (change.after != nullptr && !owned::is_finished(*change.after)) {
    return {};
  }
  const auto set_key = owned::owner_of(change.object(), sets_.kind());
  const client::ObjectPtr set = set_key ? sets_.get(*set_key) : nullptr;
  const auto key = set == nullptr ? std::nullopt : owned::owner_of(*set, deployments_.kind());
  const client::ObjectPtr owner = key ? deployments_.get(*key) : nullptr;
  const bool waits =
      owner != nullptr && owner->at("spec", "strategy", "type").as_string() == "Recreate";
  return waits ? std::vector<api::Key>{*key} : std::vector<api::Key>{};
}

Result<runtime::Requeue> DeploymentController::reconcile(const api::Key& key) {
  const client::ObjectPtr deployment = deployments_.get(key);
  if (deployment == nullptr) {
    return runtime::Requeue{};
  }
  TRY_ASSIGN(const auto sets, owned::claim(client_, {deployments_.kind(), sets_.kind()},
                                           *deployment, owned::candidates(sets_, *deployment)));
  const deployment::Plan plan =
      deployment::plan(*deployment, sets, pods_of(*deployment, sets), clock_.now());
  TRY(carry_out(*deployment, plan));
  return runtime::Requeue{plan.again};
}

owned::Pods DeploymentController::pods_of(const client::Object& deployment,
                                          const std::vector<client::ObjectPtr>& sets) const {
  owned::Pods pods;
  if (deployment.at("spec", "strategy", "type").as_string() == "Recreate") {
    for (const auto& set : sets) {
      for (auto& pod : owned::controlled(pods_, *set)) {
        pods.push_back(std::move(pod));
      }
    }
  }
  return pods;
}

Result<void> DeploymentController::carry_out(const client::Object& deployment,
                                             const deployment::Plan& plan) {
  if (plan.create) {
    TRY(create(deployment, *plan.create));
  }
  for (const client::Object& set : plan.update) {
    TRY(client_.update(sets_.kind(), set));
  }
  for (const client::Object& set : plan.remove) {
    TRY(done_or_gone(client_.remove(sets_.kind(), api::key(set), {.uid = api::uid(set)})));
  }
  for (const runtime::Note& note : plan.notes) {
    events_.record(deployment, note);
  }
  TRY(write_status(client_, deployments_.kind(), deployment, plan.status));
  if (!plan.revision.empty() &&
      plan.revision != api::annotation(deployment, deployment::kRevision)) {
    const json::Object annotations{{std::string(deployment::kRevision), plan.revision}};
    const json::Object metadata{{"uid", api::uid(deployment)}, {"annotations", annotations}};
    TRY(client_.patch(deployments_.kind(), api::key(deployment),
                      {client::PatchType::kMerge, json::Object{{"metadata", metadata}}}));
  }
  return {};
}

Result<void> DeploymentController::create(const client::Object& deployment,
                                          const client::Object& set) {
  const auto created = client_.create(sets_.kind(), set);
  if (created) {
    return {};
  }
  if (created.error().code == Code::kAlreadyExists) {
    return resolve_collision(deployment, set);
  }
  TRY(report_failure(deployment, set, created.error()));
  return tl::unexpected(created.error());
}

// What is in the way may be ours and only not seen yet; otherwise the next try takes another name.
Result<void> DeploymentController::resolve_collision(const client::Object& deployment,
                                                     const client::Object& set) {
  TRY_ASSIGN(const client::ObjectPtr other, client_.get(sets_.kind(), api::key(set)));
  const json::Value* owner = api::controller_of(*other);
  const bool ours = owner != nullptr && owner->at("uid").as_string() == api::uid(deployment) &&
                    deployment::has_template_of(*other, deployment);
  if (!ours) {
    json::Value status = deployment.at("status");
    status["collisionCount"] = status.at("collisionCount").as_int() + 1;
    TRY(write_status(client_, deployments_.kind(), deployment, status));
  }
  return fail(Code::kConflict, "replica set " + api::name(set) + " already exists");
}

Result<void> DeploymentController::report_failure(const client::Object& deployment,
                                                  const client::Object& set, const Error& error) {
  const std::string message =
      "Failed to create new replica set \"" + api::name(set) + "\": " + error.message;
  events_.record(deployment,
                 {.type = "Warning", .reason = "ReplicaSetCreateError", .message = message});
  return write_status(client_, deployments_.kind(), deployment,
                      deployment::status_of_failure(deployment, message, clock_.now()));
}

}  // namespace sluice::controllers

// SPDX-License-Identifier: Apache-2.0
// The budget is read from the server, its pods from the informer: an eviction writes its pod into
// the budget before the pod goes, so a pod that is counted too long is one of those.
#include "controllers/disruption/disruption_controller.h"

#include <utility>

#include "api/disruption.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

using disruption::Expected;
using disruption::Outlook;
using disruption::Pods;

// A budget that could not be counted: its pods' controllers are not all followed.
constexpr std::chrono::minutes kTryAgain{1};

const api::Kind& budget_kind() {
  return api::kinds::pod_disruption_budget();
}

// What budgets look at in a pod.
bool same_to_budgets(const client::Object& a, const client::Object& b) {
  return a.at("metadata", "labels") == b.at("metadata", "labels") &&
         a.at("metadata", "ownerReferences") == b.at("metadata", "ownerReferences") &&
         api::is_being_deleted(a) == api::is_being_deleted(b) &&
         api::has_condition(a, "Ready") == api::has_condition(b, "Ready");
}

}  // namespace

DisruptionController::DisruptionController(const Setting& setting, const api::Catalog* catalog)
    : client_(setting.client),
      budgets_(setting.informers.of(budget_kind())),
      pods_(setting.informers.of(api::kinds::pod())),
      scales_(setting.client, setting.informers, catalog),
      events_(setting.events),
      clock_(setting.clock) {}

void DisruptionController::connect(runtime::Controller& controller) {
  controller.watch(budgets_);
  controller.watch(pods_, [this](const runtime::Change& change) { return budgets_of(change); });
  for (runtime::Informer* owners : scales_.controllers()) {
    controller.watch(*owners,
                     [this](const runtime::Change& change) { return budgets_by_scale(change); });
  }
}

std::vector<api::Key> DisruptionController::budgets_of(const runtime::Change& pod) const {
  std::vector<api::Key> keys;
  if (pod.before != nullptr && pod.after != nullptr && same_to_budgets(*pod.before, *pod.after)) {
    return keys;
  }
  for (const client::ObjectPtr& budget : budgets_.list(api::ns(pod.object()))) {
    const auto covers = [&](const client::ObjectPtr& state) {
      return state != nullptr && api::budget_covers(*budget, *state).value_or(false);
    };
    if (covers(pod.before) || covers(pod.after)) {
      keys.push_back(api::key(*budget));
    }
  }
  return keys;
}

std::vector<api::Key> DisruptionController::budgets_by_scale(const runtime::Change& owner) const {
  std::vector<api::Key> keys;
  if (owner.before != nullptr && owner.after != nullptr &&
      owner.before->at("spec", "replicas") == owner.after->at("spec", "replicas")) {
    return keys;
  }
  for (const client::ObjectPtr& budget : budgets_.list(api::ns(owner.object()))) {
    if (disruption::counts_by_scale(*budget)) {
      keys.push_back(api::key(*budget));
    }
  }
  return keys;
}

Result<runtime::Requeue> DisruptionController::reconcile(const api::Key& key) {
  const auto found = client_.get(budget_kind(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  const client::Object& budget = **found;
  auto seen = look(budget);
  if (!seen) {
    return give_up(budget, seen.error());
  }
  TRY(write_status(client_, budget_kind(), budget, std::move(seen->status)));
  for (const client::ObjectPtr& pod : seen->not_gone) {
    events_.record(*pod, {.type = "Warning",
                          .reason = "NotDeleted",
                          .message = "Pod was expected by PDB " + api::to_string(key) +
                                     " to be deleted but it wasn't"});
  }
  // A moment later than it is due: until then the pod still counts as going.
  const auto now = clock_.now();
  return seen->again ? runtime::Requeue{*seen->again - now + std::chrono::milliseconds(1)}
                     : runtime::Requeue{};
}

Result<Expected> DisruptionController::expected(const client::Object& budget,
                                                const Pods& pods) const {
  if (!disruption::counts_by_scale(budget)) {
    return Expected{static_cast<std::int64_t>(pods.size())};
  }
  return scales_.expected(pods);
}

Result<Outlook> DisruptionController::look(const client::Object& budget) {
  TRY_ASSIGN(const Pods pods, disruption::covered(budget, pods_.list(api::ns(budget))));
  const auto expected = this->expected(budget, pods);
  if (!expected) {
    events_.record(budget, {.type = "Warning",
                            .reason = "CalculateExpectedPodCountFailed",
                            .message = "Failed to calculate the number of expected pods: " +
                                       expected.error().message});
    return tl::unexpected(expected.error());
  }
  TRY_ASSIGN(const disruption::Goal goal, disruption::goal(budget, expected->pods));
  Outlook seen = disruption::outlook(budget, pods, goal, clock_.now());
  if (seen.status != budget.at("status")) {
    tell(budget, pods, *expected);
  }
  return seen;
}

void DisruptionController::tell(const client::Object& budget, const Pods& pods,
                                const Expected& expected) {
  if (pods.empty()) {
    events_.record(budget, {.reason = "NoPods", .message = "No matching pods found"});
  }
  if (!expected.unmanaged.empty()) {
    events_.record(budget, {.type = "Warning",
                            .reason = "UnmanagedPods",
                            .message = "No controller wants some of the pods this budget selects "
                                       "(" +
                                       expected.unmanaged.front() +
                                       "): they do not count. "
                                       "Set .spec.minAvailable to an integer to count them."});
  }
}

// At least nothing is evicted that should not be.
Result<runtime::Requeue> DisruptionController::give_up(const client::Object& budget,
                                                       const Error& error) {
  json::Value status = budget.at("status");
  api::set_disruption_unknown(status, error.message, clock_.now());
  TRY(write_status(client_, budget_kind(), budget, std::move(status)));
  return runtime::Requeue{kTryAgain};
}

}  // namespace sluice::controllers

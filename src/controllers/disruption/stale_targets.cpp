// SPDX-License-Identifier: Apache-2.0
#include "controllers/disruption/stale_targets.h"

#include "base/timestamp.h"

namespace sluice::controllers {
namespace {

constexpr const char* kTarget = "DisruptionTarget";
constexpr std::chrono::minutes kBelieved{2};

}  // namespace

std::optional<WallTime> disruption::target_until(const client::Object& pod) {
  const json::Value* condition = api::condition(pod, kTarget);
  const std::string& phase = pod.at("status", "phase").as_string();
  if (condition == nullptr || condition->at("status").as_string() != "True" ||
      condition->at("reason").as_string() == "TerminationByKubelet" || phase == "Succeeded" ||
      phase == "Failed" || api::is_being_deleted(pod)) {
    return std::nullopt;
  }
  const auto since = parse_rfc3339(condition->at("lastTransitionTime").as_string());
  return since.value_or(WallTime()) + kBelieved;
}

StaleTargets::StaleTargets(client::Client& client, runtime::Informers& informers, Clock& clock)
    : client_(client), pods_(informers.of(api::kinds::pod())), clock_(clock) {}

void StaleTargets::connect(runtime::Controller& controller) {
  controller.watch(pods_, [](const runtime::Change& change) {
    const bool target = change.after != nullptr && disruption::target_until(*change.after);
    return target ? std::vector{api::key(*change.after)} : std::vector<api::Key>{};
  });
}

Result<runtime::Requeue> StaleTargets::reconcile(const api::Key& key) {
  const auto found = client_.get(api::kinds::pod(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  const auto until = disruption::target_until(**found);
  if (!until) {
    return runtime::Requeue{};
  }
  const WallTime now = clock_.now();
  if (*until > now) {
    return runtime::Requeue{*until - now};
  }
  client::Object pod = **found;  // with its resourceVersion: Conflict when it is not the latest
  api::set_condition(pod["status"],
                     {.type = kTarget, .status = "False", .reason = {}, .message = {}}, now);
  TRY(client_.update(api::kinds::pod(), pod, client::Part::kStatus));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers

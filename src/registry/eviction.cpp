// SPDX-License-Identifier: Apache-2.0
//
// An eviction is a deletion that asks the pod's disruption budget first. Pods that are over, or
// that never began, disrupt nobody.
#include <algorithm>
#include <optional>
#include <utility>

#include "api/apply/tracking.h"
#include "api/disruption.h"
#include "base/timestamp.h"
#include "registry/admission/rules.h"
#include "registry/delete_options.h"
#include "registry/deletion.h"
#include "registry/errors.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

constexpr int kAttempts = 20;  // when the pod changes between being judged and being deleted
constexpr std::size_t kMostDisrupted = 2000;
constexpr int kSecondsToWait = 10;
constexpr const char* kViolation =
    "Cannot evict pod as it would violate the pod's disruption budget.";

json::Value success() {
  return json::Object{{"kind", "Status"},
                      {"apiVersion", "v1"},
                      {"metadata", json::Object()},
                      {"status", "Success"},
                      {"code", 201}};
}

json::Value failure(int code, const char* message) {
  return json::Object{{"kind", "Status"},    {"apiVersion", "v1"}, {"metadata", json::Object()},
                      {"status", "Failure"}, {"message", message}, {"code", code}};
}

json::Value too_many_requests(std::string why, int seconds) {
  json::Value status = failure(429, kViolation);
  status["reason"] = "TooManyRequests";
  status["details"]["causes"] =
      json::Array{json::Object{{"reason", "DisruptionBudget"}, {"message", std::move(why)}}};
  if (seconds > 0) {
    status["details"]["retryAfterSeconds"] = seconds;
  }
  return status;
}

json::Value still_processed(const std::string& budget) {
  return too_many_requests(
      "The disruption budget " + budget + " is still being processed by the server.",
      kSecondsToWait);
}

bool is_over(const json::Value& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed" || api::is_being_deleted(pod);
}

bool disrupts_nobody(const json::Value& pod) {
  return is_over(pod) || pod.at("status", "phase").as_string() == "Pending";
}

// A pod that is not ready counts for nothing: it may go while its budget has what it needs.
bool may_go_unready(const json::Value& budget) {
  const json::Value& status = budget.at("status");
  const std::int64_t desired = status.at("desiredHealthy").as_int();
  return budget.at("spec", "unhealthyPodEvictionPolicy").as_string() == "AlwaysAllow" ||
         (status.at("currentHealthy").as_int() >= desired && desired > 0);
}

std::string why_none_allowed(const json::Value& budget) {
  const json::Value& status = budget.at("status");
  const std::string what = "The disruption budget " + api::name(budget);
  const json::Value* condition = api::condition(budget, "DisruptionAllowed");
  const std::string message = condition != nullptr && condition->at("status").as_string() == "False"
                                  ? condition->at("message").as_string()
                                  : "";
  const std::string reason = condition == nullptr ? "" : condition->at("reason").as_string();
  if (!message.empty() && reason == "SyncFailed") {
    return what + " does not allow evicting pods currently because it failed sync: " + message;
  }
  const std::int64_t desired = status.at("desiredHealthy").as_int();
  const std::int64_t current = status.at("currentHealthy").as_int();
  if (current <= desired) {
    return what + " needs " + std::to_string(desired) + " healthy pods and has " +
           std::to_string(current) + " currently";
  }
  return what + " does not allow evicting pods currently" +
         (message.empty() ? "" : " (" + reason + "): " + message);
}

Error budget_forbids(const json::Value& budget, const std::string& why) {
  return {Code::kForbidden,
          "poddisruptionbudget.policy \"" + api::name(budget) + "\" is forbidden: " + why};
}

// Takes one disruption from the budget for that pod.
void spend(json::Value& budget, const std::string& pod, WallTime now) {
  json::Value& status = budget["status"];
  const std::int64_t left = status.at("disruptionsAllowed").as_int() - 1;
  status["disruptionsAllowed"] = left;
  status["disruptedPods"][pod] = format_rfc3339(now);
  if (left == 0) {
    api::set_disruption_allowed(status, now);
  }
}

}  // namespace

// What asking the pod's budget came to.
struct Registry::Permission {
  std::optional<json::Value> refusal = {};  // a Status
  bool unspent = false;                     // given for the pod as it is, and no other
  std::string budget = {};
};

Result<Registry::Permission> Registry::spend_budget(const json::Value& pod, bool dry_run) {
  const api::Kind& kind = api::kinds::pod_disruption_budget();
  TRY_ASSIGN(const std::vector<json::Value> all, stored(store_, kind, api::ns(pod)));
  const json::Value* found = nullptr;
  for (const json::Value& budget : all) {
    const auto covered = api::budget_covers(budget, pod);
    if (!covered.value_or(false)) {
      continue;
    }
    if (found != nullptr) {
      return Permission{failure(500,
                                "This pod has more than one PodDisruptionBudget, which the "
                                "eviction subresource does not support.")};
    }
    found = &budget;
  }
  if (found == nullptr) {
    return Permission{};
  }
  const std::string budget = api::name(*found);
  if (!api::has_condition(pod, "Ready") && may_go_unready(*found)) {
    return Permission{.unspent = true, .budget = budget};
  }
  Permission permission{.budget = budget};
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    permission.refusal = std::nullopt;
    const json::Value& status = current.at("status");
    const std::int64_t allowed = status.at("disruptionsAllowed").as_int();
    if (status.at("observedGeneration").as_int() < current.at("metadata", "generation").as_int()) {
      permission.refusal = still_processed(budget);
      return Outcome{current};
    }
    if (allowed < 0) {
      return tl::unexpected(budget_forbids(current, "pdb disruptions allowed is negative"));
    }
    if (status.at("disruptedPods").as_object().size() > kMostDisrupted) {
      return tl::unexpected(
          budget_forbids(current,
                         "DisruptedPods map too big - too many evictions not confirmed by PDB "
                         "controller"));
    }
    if (allowed == 0) {
      permission.refusal = too_many_requests(why_none_allowed(current), 0);
      return Outcome{current};
    }
    json::Value next = current;
    spend(next, api::name(pod), clock_.now());
    api::track_update({kind, "kube-apiserver", "status", clock_.now(), &versions_}, current, next);
    return Outcome{std::move(next)};
  };
  TRY(change(kind, {api::ns(pod), budget}, {.dry_run = dry_run}, decide));
  return permission;
}

Result<void> Registry::admit_eviction(const api::Key& key, json::Value& eviction,
                                      const WriteOptions& options) const {
  eviction["apiVersion"] = "policy/v1";
  eviction["kind"] = "Eviction";
  Attributes request =
      attributes(Operation::kCreate, {api::kinds::pod(), key, "eviction", options});
  request.object = &eviction;
  TRY(admission_.mutate(request));
  return admission_.validate(request);
}

Result<json::Value> Registry::evict(const api::Key& key, json::Value eviction,
                                    const WriteOptions& options) {
  if (api::name(eviction) != key.name) {
    return fail(Code::kBadRequest, "name in URL does not match name in Eviction object");
  }
  TRY(admit_eviction(key, eviction, options));
  TRY_ASSIGN(const WantedDeletion wanted, read_delete_options(eviction.at("deleteOptions")));
  const client::DeleteOptions& deletion = wanted.options;
  const bool dry_run = options.dry_run || wanted.dry_run;
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(const StoredObject shown, get(api::kinds::pod(), key));
    TRY_ASSIGN(const json::Value pod, shown.decode());
    TRY(check_preconditions(api::kinds::pod(), deletion, pod));
    Permission permission{.unspent = !is_over(pod)};
    if (!disrupts_nobody(pod)) {
      TRY_ASSIGN(permission, spend_budget(pod, dry_run));
    }
    if (permission.refusal) {
      return std::move(*permission.refusal);
    }
    bool changed = false;
    const auto decide = [&](const json::Value& current) -> Result<Outcome> {
      TRY(check_preconditions(api::kinds::pod(), deletion, current));
      changed = permission.unspent && api::resource_version(current) != api::resource_version(pod);
      if (changed) {
        return Outcome{current};
      }
      json::Value marked = current;
      api::set_condition(
          marked["status"],
          {"DisruptionTarget", "True", "EvictionByEvictionAPI", "Eviction API: evicting"},
          clock_.now());
      TRY_ASSIGN(Deletion decided,
                 decide_deletion(api::kinds::pod(), deletion, std::move(marked), clock_.now()));
      return Outcome{std::move(decided.object), decided.now};
    };
    TRY(change(api::kinds::pod(), key, {.dry_run = dry_run}, decide));
    if (!changed) {
      return success();
    }
    if (attempt == kAttempts || !permission.budget.empty()) {
      return still_processed(permission.budget);
    }
  }
}

}  // namespace sluice::registry

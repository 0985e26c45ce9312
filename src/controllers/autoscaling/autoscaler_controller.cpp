// SPDX-License-Identifier: Apache-2.0
// The words of conditions and events are Kubernetes', which people search for.
#include "controllers/autoscaling/autoscaler_controller.h"

#include <algorithm>
#include <utility>

#include "base/timestamp.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

using autoscaling::Bounds;
using autoscaling::Finding;
using autoscaling::Pods;
using autoscaling::Target;

constexpr std::chrono::seconds kPeriod{15};

Bounds bounds_of(const client::Object& autoscaler, std::int64_t current) {
  const json::Value& spec = autoscaler.at("spec");
  const json::Value* least = spec.find("minReplicas");
  return {.least = least == nullptr ? 1 : least->as_int(),
          .most = spec.at("maxReplicas").as_int(),
          .current = current};
}

std::string listed(const std::vector<api::Key>& keys) {
  std::string text;
  for (const api::Key& key : keys) {
    text += (text.empty() ? "{" : " {") + key.name + " " + key.ns + "}";
  }
  return "[" + text + "]";
}

}  // namespace

// The status as it will be written, on the way.
struct AutoscalerController::Draft {
  const client::Object& autoscaler;
  json::Value status;
  const WallTime now;

  void set(std::string_view type, const Finding& finding) {
    api::set_condition(status,
                       {.type = type,
                        .status = finding.holds ? "True" : "False",
                        .reason = finding.reason,
                        .message = finding.message},
                       now);
  }
  // `desired`: nothing keeps the number of before.
  void set_numbers(std::int64_t current, std::optional<std::int64_t> desired) {
    set_count(status, "currentReplicas", current);
    if (desired || status.find("desiredReplicas") == nullptr) {
      status["desiredReplicas"] = desired.value_or(0);
    }
  }
};

AutoscalerController::AutoscalerController(const Setting& setting, const api::Catalog* catalog)
    : client_(setting.client),
      autoscalers_(setting.informers.of(api::kinds::horizontal_pod_autoscaler())),
      pods_(setting.informers.of(api::kinds::pod())),
      events_(setting.events),
      clock_(setting.clock),
      targets_(setting.client, catalog) {}

void AutoscalerController::connect(runtime::Controller& controller) {
  controller.watch(autoscalers_, [](const runtime::Change& change) {
    const bool same = change.before != nullptr && change.after != nullptr &&
                      change.before->at("spec") == change.after->at("spec");
    return same ? std::vector<api::Key>{} : std::vector<api::Key>{api::key(change.object())};
  });
}

Result<runtime::Requeue> AutoscalerController::reconcile(const api::Key& key) {
  const auto found = client_.get(autoscalers_.kind(), key);
  if (!found && found.error().code == Code::kNotFound) {
    forget(key);
    return runtime::Requeue{};
  }
  TRY(found);
  Draft draft{**found, (*found)->at("status"), clock_.now()};
  if (!draft.status.is_object()) {
    draft.status = json::Object{};
  }
  look(draft);
  TRY(write_status(client_, autoscalers_.kind(), draft.autoscaler, draft.status));
  return runtime::Requeue{kPeriod};
}

void AutoscalerController::look(Draft& draft) {
  const json::Value& reference = draft.autoscaler.at("spec", "scaleTargetRef");
  const auto target = targets_.find(api::ns(draft.autoscaler), reference);
  if (!target) {
    const std::string& why = target.error().message;
    warn(draft, "FailedGetScale", why);
    draft.set("AbleToScale",
              {false, "FailedGetScale",
               "the HPA controller was unable to get the target's current scale: " + why});
    return;
  }
  draft.set("AbleToScale", {true, "SucceededGetScale",
                            "the HPA controller was able to get the target's current scale"});
  const std::int64_t current = target->replicas();
  autoscaling::History& history = history_of(api::key(draft.autoscaler));
  if (history.recommendations.empty()) {
    history.recommendations.push_back({current, draft.now});
  }
  draft.status["currentMetrics"] = nullptr;
  const auto wanted = wish(draft, *target, bounds_of(draft.autoscaler, current));
  if (!wanted) {
    draft.set_numbers(current, std::nullopt);
  } else if (wanted->replicas == current) {
    draft.set_numbers(current, current);
  } else {
    rescale(draft, *target, *wanted);
  }
}

// Nothing: it is not known how many there should be.
std::optional<AutoscalerController::Wish> AutoscalerController::wish(Draft& draft,
                                                                     const Target& target,
                                                                     const Bounds& bounds) {
  if (bounds.current == 0 && bounds.least != 0) {
    draft.set("ScalingActive",
              {false, "ScalingDisabled",
               "scaling is disabled since the replica count of the target is zero"});
    return Wish{0, ""};
  }
  if (bounds.current > bounds.most) {
    return Wish{bounds.most, "Current number of replicas above Spec.MaxReplicas"};
  }
  if (bounds.current < bounds.least) {
    return Wish{bounds.least, "Current number of replicas below Spec.MinReplicas"};
  }
  auto wanted = wish_by_metrics(draft, target);
  if (wanted) {
    const auto verdict =
        autoscaling::settle(wanted->replicas, bounds, draft.autoscaler.at("spec", "behavior"),
                            history_of(api::key(draft.autoscaler)), draft.now);
    draft.set("AbleToScale", verdict.able);
    draft.set("ScalingLimited", verdict.limited);
    wanted->replicas = verdict.replicas;
  }
  return wanted;
}

std::optional<Pods> AutoscalerController::pods_of(Draft& draft, const Target& target) {
  const api::Key key = api::key(draft.autoscaler);
  const auto refuse = [&](const char* event, const std::string& message, Finding finding) {
    warn(draft, event, message);
    warn(draft, "FailedComputeMetricsReplicas", message);
    draft.set("ScalingActive", finding);
    return std::nullopt;
  };
  if (target.selector().empty()) {
    return refuse("SelectorRequired", "selector is required",
                  {false, "InvalidSelector", "the HPA target's scale is missing a selector"});
  }
  auto selector = api::LabelSelector::parse(target.selector());
  if (!selector) {
    const std::string message =
        "couldn't convert selector into a corresponding internal selector object: " +
        selector.error().message;
    return refuse("InvalidSelector", message, {false, "InvalidSelector", message});
  }
  Pods pods = pods_.list(key.ns);
  std::erase_if(pods, [&](const client::ObjectPtr& pod) { return !selector->matches(*pod); });
  selectors_.put(key, std::move(*selector));
  const std::vector<api::Key> masters = selectors_.selecting(key.ns, pods);
  if (masters.size() > 1) {
    const std::string message = "pods by selector " + target.selector() +
                                " are controlled by multiple HPAs: " + listed(masters);
    return refuse("AmbiguousSelector", message, {false, "AmbiguousSelector", message});
  }
  return pods;
}

AutoscalerController::Readings AutoscalerController::read_metrics(const Draft& draft,
                                                                  const autoscaling::Scene& scene) {
  Readings all;
  for (const json::Value& metric : draft.autoscaler.at("spec", "metrics").as_array()) {
    auto reading = autoscaling::read_metric(client_, metric, scene);
    if (!reading) {
      warn(draft, reading.error().reason, reading.error().message);
      all.silent.push_back(std::move(reading).error());
      all.statuses.push_back(json::Object{{"type", ""}});
      continue;
    }
    all.statuses.push_back(std::move(reading->status));
    if (all.largest.name.empty() || reading->replicas > all.largest.replicas) {
      all.largest = std::move(*reading);
    }
  }
  return all;
}

// The largest number that any metric asks for. While some are silent, only growth is believed.
std::optional<AutoscalerController::Wish> AutoscalerController::wish_by_metrics(
    Draft& draft, const Target& target) {
  auto pods = pods_of(draft, target);
  if (!pods) {
    return std::nullopt;
  }
  const std::int64_t current = target.replicas();
  Readings all = read_metrics(
      draft, {.ns = api::ns(draft.autoscaler),
              .selector = target.selector(),
              .pods = std::move(*pods),
              .current = current,
              .tolerances = autoscaling::tolerances_of(draft.autoscaler.at("spec", "behavior")),
              .now = draft.now});
  const std::size_t count = all.statuses.size();
  draft.status["currentMetrics"] = std::move(all.statuses);
  if (all.silent.size() == count || (!all.silent.empty() && all.largest.replicas < current)) {
    give_up(draft, all.silent, count);
    return std::nullopt;
  }
  const std::string& name = all.largest.name;
  draft.set("ScalingActive",
            {true, "ValidMetricFound",
             "the HPA was able to successfully calculate a replica count from " + name});
  return Wish{all.largest.replicas,
              all.largest.replicas > current ? name + " above target" : "All metrics below target"};
}

void AutoscalerController::give_up(Draft& draft, const std::vector<autoscaling::Silence>& silent,
                                   std::size_t of) {
  draft.set("ScalingActive",
            {false, silent.front().reason,
             "the HPA was unable to compute the replica count: " + silent.front().message});
  warn(draft, "FailedComputeMetricsReplicas",
       "invalid metrics (" + std::to_string(silent.size()) + " invalid out of " +
           std::to_string(of) + "), first error is: " + silent.front().error);
}

void AutoscalerController::rescale(Draft& draft, const Target& target, const Wish& wish) {
  const std::int64_t current = target.replicas();
  const std::string size = std::to_string(wish.replicas);
  const auto done = targets_.rescale(target, wish.replicas);
  if (!done) {
    const std::string& why = done.error().message;
    warn(draft, "FailedRescale",
         "New size: " + size + "; reason: " + wish.reason + "; error: " + why);
    draft.set("AbleToScale", {false, "FailedUpdateScale",
                              "the HPA controller was unable to update the target scale: " + why});
    draft.set_numbers(current, std::nullopt);
    return;
  }
  draft.set("AbleToScale", {true, "SucceededRescale",
                            "the HPA controller was able to update the target scale to " + size});
  events_.record(draft.autoscaler, {.reason = "SuccessfulRescale",
                                    .message = "New size: " + size + "; reason: " + wish.reason});
  autoscaling::remember_step(current, wish.replicas, draft.autoscaler.at("spec", "behavior"),
                             history_of(api::key(draft.autoscaler)), draft.now);
  draft.status["lastScaleTime"] = format_rfc3339(draft.now);
  draft.set_numbers(current, wish.replicas);
}

autoscaling::History& AutoscalerController::history_of(const api::Key& key) {
  const std::lock_guard lock(mutex_);
  return histories_[key];
}

void AutoscalerController::forget(const api::Key& key) {
  selectors_.erase(key);
  const std::lock_guard lock(mutex_);
  histories_.erase(key);
}

void AutoscalerController::warn(const Draft& draft, std::string reason, std::string message) {
  events_.record(draft.autoscaler,
                 {.type = "Warning", .reason = std::move(reason), .message = std::move(message)});
}

}  // namespace sluice::controllers

// SPDX-License-Identifier: Apache-2.0
// Controllers of pods: what they have in common, and their strategies.
#include <algorithm>
#include <set>
#include <string>

#include "api/meta.h"
#include "api/selector.h"
#include "api/validation/amounts.h"
#include "api/validation/rules.h"
#include "base/cron_schedule.h"
#include "base/text.h"
#include "base/zone.h"

namespace sluice::api {
namespace {

void check_counts(const json::Value& spec, const FieldPath& at,
                  std::initializer_list<const char*> members, Faults& faults) {
  for (const char* member : members) {
    faults.not_negative(at.child(member), spec.at(member));
  }
}

// Pods of a controller run for ever.
void check_template(const json::Value& pods, const FieldPath& at, std::string_view kind,
                    Faults& faults) {
  const FieldPath spec_at = at.child("spec");
  check_labels(pods.at("metadata", "labels"), at.child("labels"), faults);
  if (!pods.at("spec", "ephemeralContainers").as_array().empty()) {
    faults.forbidden(spec_at.child("ephemeralContainers"),
                     "ephemeral containers not allowed in pod template");
  }
  check_profiles(pods, at.child("annotations"), faults);
  check_profiles_agree(pods, spec_at, faults);
  check_pod_spec(pods.at("spec"), spec_at, faults);
  const json::Value& policy = pods.at("spec", "restartPolicy");
  if (!policy.as_string().empty() && policy.as_string() != "Always") {
    faults.unsupported(spec_at.child("restartPolicy"), policy, {"Always"});
  }
  if (!pods.at("spec", "activeDeadlineSeconds").is_null()) {
    faults.forbidden(spec_at.child("activeDeadlineSeconds"),
                     "activeDeadlineSeconds in " + std::string(kind) + " is not Supported");
  }
}

// A strategy as upstream shows one whose type is unknown.
json::Value shown_strategy(const json::Value& strategy) {
  return json::Object{{"Type", strategy.at("type")},
                      {"RollingUpdate", strategy.at("rollingUpdate")}};
}

void mismatch(const json::Value& pods, const FieldPath& template_at, Faults& faults) {
  const FieldPath metadata_at = template_at.child("metadata");
  const json::Value labels = in_key_order(pods.at("metadata", "labels"));
  faults.invalid(metadata_at.child("labels"), labels,
                 "`selector` does not match template `labels`");
}

void check_selector(const json::Value& spec, const FieldPath& at, std::string_view what,
                    Faults& faults) {
  const json::Value& selector = spec.at("selector");
  const FieldPath selector_at = at.child("selector");
  if (!selector.is_object()) {
    if (what != "daemonset") {
      faults.required(selector_at);
    }
    mismatch(spec.at("template"), at.child("template"), faults);
    return;
  }
  check_label_selector(selector, selector_at, faults);
  const auto parsed = LabelSelector::from_object(selector);
  if (!parsed && what == "deployment") {
    faults.invalid(selector_at, selector, "invalid label selector");
  } else if (parsed && parsed->empty()) {
    faults.invalid(selector_at, selector, "empty selector is invalid for " + std::string(what));
  } else if (parsed && !parsed->matches_labels(spec.at("template", "metadata", "labels"))) {
    mismatch(spec.at("template"), at.child("template"), faults);
  }
}

// As the controller will make pods of it: with volumes of its claims, and names of its own.
json::Value stateful_template(const json::Value& spec) {
  json::Value result = spec.at("template");
  json::Value* pod = result.find("spec");
  if (pod == nullptr || !pod->is_object()) {
    return result;
  }
  std::set<std::string> claimed;
  json::Array volumes;
  for (const json::Value& claim : spec.at("volumeClaimTemplates").as_array()) {
    const std::string& name = claim.at("metadata", "name").as_string();
    if (claimed.insert(name).second) {
      volumes.push_back(json::Object{{"name", name},
                                     {"persistentVolumeClaim", json::Object{{"claimName", name}}}});
    }
  }
  for (const json::Value& volume : pod->at("volumes").as_array()) {
    if (!claimed.contains(volume.at("name").as_string())) {
      volumes.push_back(volume);
    }
  }
  pod->erase("hostname");
  pod->erase("subdomain");
  if (!volumes.empty()) {
    (*pod)["volumes"] = std::move(volumes);
  }
  return result;
}

void check_workload(const json::Value& object, std::string_view what, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  check_counts(spec, at, {"replicas", "minReadySeconds"}, faults);
  if (what != "statefulset") {
    check_counts(spec, at, {"revisionHistoryLimit"}, faults);
  }
  check_selector(spec, at, what, faults);
  const bool stateful = what == "statefulset";
  const json::Value own = stateful ? stateful_template(spec) : json::Value();
  check_template(stateful ? own : spec.at("template"), at.child("template"),
                 what == "daemonset" ? "DaemonSet" : "ReplicaSet", faults);
}

void check_rolling(const json::Value& rolling, const FieldPath& at, Faults& faults) {
  const json::Value& unavailable = rolling.at("maxUnavailable");
  const json::Value& surge = rolling.at("maxSurge");
  check_count_or_percent(unavailable, at.child("maxUnavailable"), faults);
  check_count_or_percent(surge, at.child("maxSurge"), faults);
  if (is_zero_amount(unavailable) && is_zero_amount(surge)) {
    faults.invalid(at.child("maxUnavailable"), unavailable, "may not be 0 when `maxSurge` is 0");
  }
  check_at_most_all(unavailable, at.child("maxUnavailable"), faults);
}

}  // namespace

void check_deployment(const json::Value& object, Faults& faults) {
  check_workload(object, "deployment", faults);
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  const FieldPath strategy_at = at.child("strategy");
  const std::string& type = spec.at("strategy", "type").as_string();
  const json::Value& rolling = spec.at("strategy", "rollingUpdate");
  if (type == "RollingUpdate") {
    check_rolling(rolling, strategy_at.child("rollingUpdate"), faults);
  } else if (type != "Recreate") {
    faults.unsupported(strategy_at, shown_strategy(spec.at("strategy")),
                       {"Recreate", "RollingUpdate"});
  } else if (!rolling.is_null()) {
    faults.forbidden(strategy_at.child("rollingUpdate"),
                     "may not be specified when strategy `type` is 'Recreate'");
  }
  const json::Value& deadline = spec.at("progressDeadlineSeconds");
  faults.not_negative(at.child("progressDeadlineSeconds"), deadline);
  if (deadline.is_int() && deadline.as_int() <= spec.at("minReadySeconds").as_int()) {
    faults.invalid(at.child("progressDeadlineSeconds"), deadline,
                   "must be greater than minReadySeconds");
  }
}

void check_replica_set(const json::Value& object, Faults& faults) {
  check_workload(object, "deployment", faults);
}

void check_daemon_set(const json::Value& object, Faults& faults) {
  check_workload(object, "daemonset", faults);
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const FieldPath strategy_at = at.child("updateStrategy");
  const json::Value& strategy = object.at("spec", "updateStrategy");
  const std::string& type = strategy.at("type").as_string();
  if (type == "RollingUpdate") {
    const FieldPath rolling = strategy_at.child("rollingUpdate");
    const json::Value& unavailable = strategy.at("rollingUpdate", "maxUnavailable");
    check_count_or_percent(unavailable, rolling.child("maxUnavailable"), faults);
    check_at_most_all(unavailable, rolling.child("maxUnavailable"), faults);
  } else if (type != "OnDelete") {
    faults.unsupported(strategy_at, shown_strategy(strategy), {"RollingUpdate", "OnDelete"});
  }
}

void check_stateful_set(const json::Value& object, Faults& faults) {
  check_workload(object, "statefulset", faults);
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  const FieldPath strategy_at = at.child("updateStrategy");
  const std::string& order = spec.at("podManagementPolicy").as_string();
  if (order != "OrderedReady" && order != "Parallel") {
    faults.invalid(at.child("podManagementPolicy"), order, "must be 'OrderedReady' or 'Parallel'");
  }
  const json::Value& strategy = spec.at("updateStrategy");
  const json::Value& rolling = strategy.at("rollingUpdate");
  const std::string& type = strategy.at("type").as_string();
  if (type == "OnDelete" && rolling.is_object()) {
    faults.invalid(strategy_at.child("rollingUpdate"),
                   json::Object{{"Partition", rolling.at("partition").as_int()},
                                {"MaxUnavailable", rolling.at("maxUnavailable")}},
                   "only allowed for updateStrategy 'RollingUpdate'");
  } else if (type != "OnDelete" && type != "RollingUpdate") {
    faults.invalid(strategy_at, shown_strategy(strategy), "must be 'RollingUpdate' or 'OnDelete'");
  }
  const FieldPath list = at.child("volumeClaimTemplates");
  const json::Array& claims = spec.at("volumeClaimTemplates").as_array();
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const FieldPath item = list.item(i);
    check_claim_spec(claims[i].at("spec"), item.child("spec"), faults);
  }
}

void check_stateful_set_update(const json::Value& object, const json::Value& old, Faults& faults) {
  json::Value now = object.at("spec");
  json::Value before = old.at("spec");
  for (json::Value* spec : {&now, &before}) {
    for (const char* member :
         {"replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit",
          "persistentVolumeClaimRetentionPolicy", "minReadySeconds"}) {
      spec->erase(member);
    }
  }
  if (!(now == before)) {
    const FieldPath root;
    faults.forbidden(root.child("spec"),
                     "updates to statefulset spec for fields other than 'replicas', 'ordinals', "
                     "'template', 'updateStrategy', 'revisionHistoryLimit', "
                     "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
  }
}

void check_selector_stays(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  faults.immutable(at.child("selector"), object.at("spec", "selector"), old.at("spec", "selector"));
}

void check_replication_controller(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  check_counts(spec, at, {"replicas", "minReadySeconds"}, faults);
  const json::Object& selector = spec.at("selector").as_object();
  if (selector.empty()) {
    faults.required(at.child("selector"));
  }
  const FieldPath template_at = at.child("template");
  if (spec.at("template").is_null()) {
    faults.required(template_at);
    return;
  }
  const json::Value& labels = spec.at("template", "metadata", "labels");
  const bool matches = std::all_of(
      selector.begin(), selector.end(),
      [&](const json::Member& wanted) { return labels.at(wanted.key) == wanted.value; });
  if (!matches) {
    mismatch(spec.at("template"), template_at, faults);
  }
  check_template(spec.at("template"), template_at, "ReplicationController", faults);
}

void check_pod_template(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("template");
  const FieldPath metadata_at = at.child("metadata");
  check_labels(object.at("template", "metadata", "labels"), metadata_at.child("labels"), faults);
  check_pod_spec(object.at("template", "spec"), at.child("spec"), faults);
}

namespace {

void check_schedule(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const std::string& schedule = spec.at("schedule").as_string();
  if (schedule.empty()) {
    faults.required(at.child("schedule"));
  } else if (schedule.find("TZ") != std::string::npos) {
    faults.invalid(at.child("schedule"), schedule,
                   "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  } else if (const auto parsed = CronSchedule::parse(schedule); !parsed) {
    faults.invalid(at.child("schedule"), schedule, parsed.error().message);
  }
  if (const json::Value* zone = spec.find("timeZone")) {
    const std::string& name = zone->as_string();
    if (name.empty()) {
      faults.invalid(at.child("timeZone"), name, "timeZone must be nil or non-empty string");
    } else if (to_lower(name) == "local") {
      faults.invalid(at.child("timeZone"), name,
                     "timeZone must be an explicit time zone as defined in "
                     "https://www.iana.org/time-zones");
    } else if (const auto found = Zone::find(name); !found || name.find(':') != std::string::npos) {
      faults.invalid(at.child("timeZone"), name,
                     found ? "unknown time zone " + name : found.error().message);
    }
  }
}

}  // namespace

void check_cron_job(const json::Value& object, Faults& faults) {
  constexpr std::size_t kLongestName = 52;  // leaves room for the time in the names of jobs
  const FieldPath root;
  const FieldPath metadata_at = root.child("metadata");
  if (name(object).size() > kLongestName) {
    faults.invalid(metadata_at.child("name"), name(object), "must be no more than 52 characters");
  }
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  check_schedule(spec, at, faults);
  check_counts(spec, at,
               {"startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit"},
               faults);
  faults.one_of(at.child("concurrencyPolicy"), spec.at("concurrencyPolicy"),
                {"Allow", "Forbid", "Replace"});
  const FieldPath job_at = at.child("jobTemplate");
  const FieldPath job_spec_at = job_at.child("spec");
  const json::Value& job = spec.at("jobTemplate", "spec");
  if (job.at("manualSelector").as_bool()) {
    faults.unsupported(job_spec_at.child("manualSelector"), true, {"nil", "false"});
  }
  if (job.at("selector").is_object()) {
    faults.invalid(job_spec_at.child("selector"), job.at("selector"),
                   "`selector` will be auto-generated");
  }
  const FieldPath template_at = job_spec_at.child("template");
  const FieldPath pod_at = template_at.child("spec");
  const json::Value& pod = spec.at("jobTemplate", "spec").at("template", "spec");
  check_profiles(job.at("template"), template_at.child("annotations"), faults);
  check_profiles_agree(job.at("template"), pod_at, faults);
  check_pod_spec(pod, pod_at, faults);
  if (pod.at("restartPolicy").as_string() == "Always") {
    faults.required(pod_at.child("restartPolicy"), "valid values: \"OnFailure\", \"Never\"");
  }
}

void check_disruption_budget(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  if (!spec.at("minAvailable").is_null() && !spec.at("maxUnavailable").is_null()) {
    faults.invalid(
        at,
        json::Object{{"MinAvailable", spec.at("minAvailable")},
                     {"Selector", spec.at("selector")},
                     {"MaxUnavailable", spec.at("maxUnavailable")},
                     {"UnhealthyPodEvictionPolicy", spec.at("unhealthyPodEvictionPolicy")}},
        "minAvailable and maxUnavailable cannot be both set");
  }
  for (const char* member : {"minAvailable", "maxUnavailable"}) {
    check_count_or_percent(spec.at(member), at.child(member), faults);
    check_at_most_all(spec.at(member), at.child(member), faults);
  }
  check_label_selector(spec.at("selector"), at.child("selector"), faults);
  if (!spec.at("unhealthyPodEvictionPolicy").is_null()) {
    faults.one_of(at.child("unhealthyPodEvictionPolicy"), spec.at("unhealthyPodEvictionPolicy"),
                  {"AlwaysAllow", "IfHealthyBudget"});
  }
}

void check_autoscaler(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  const json::Value& least = spec.at("minReplicas");
  const json::Value& most = spec.at("maxReplicas");
  if (least.is_int() && least.as_int() < 1) {
    faults.invalid(at.child("minReplicas"), least, "must be greater than or equal to 1");
  }
  if (most.as_int() < 1) {
    faults.invalid(at.child("maxReplicas"), most.as_int(), "must be greater than 0");
  }
  if (least.is_int() && most.as_int() < least.as_int()) {
    faults.invalid(at.child("maxReplicas"), most.as_int(),
                   "must be greater than or equal to `minReplicas`");
  }
  const FieldPath target_at = at.child("scaleTargetRef");
  for (const char* member : {"kind", "name"}) {
    if (spec.at("scaleTargetRef", member).as_string().empty()) {
      faults.required(target_at.child(member));
    }
  }
}

}  // namespace sluice::api

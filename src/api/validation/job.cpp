// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "api/selector.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

void check_counts(const json::Value& spec, const FieldPath& at, Faults& faults) {
  for (const char* member :
       {"parallelism", "completions", "activeDeadlineSeconds", "backoffLimit",
        "backoffLimitPerIndex", "maxFailedIndexes", "ttlSecondsAfterFinished"}) {
    faults.not_negative(at.child(member), spec.at(member));
  }
  faults.one_of(at.child("completionMode"), spec.at("completionMode"), {"NonIndexed", "Indexed"});
  if (spec.at("completionMode").as_string() == "Indexed") {
    if (spec.at("completions").is_null()) {
      faults.required(at.child("completions"), "when completion mode is Indexed");
    }
    if (spec.at("parallelism").as_int() > 100000) {
      faults.invalid(at.child("parallelism"), spec.at("parallelism"),
                     "must be less than or equal to 100000 when completion mode is Indexed");
    }
  }
}

void check_selector(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const json::Value& selector = spec.at("selector");
  if (!selector.is_object()) {
    faults.required(at.child("selector"));
    return;
  }
  const FieldPath selector_at = at.child("selector");
  check_label_selector(selector, selector_at, faults);
  const auto parsed = LabelSelector::from_object(selector);
  const json::Value& labels = spec.at("template", "metadata", "labels");
  if (parsed && !parsed->matches_labels(labels)) {
    const FieldPath template_at = at.child("template");
    const FieldPath metadata_at = template_at.child("metadata");
    faults.invalid(metadata_at.child("labels"), labels,
                   "`selector` does not match template `labels`");
  }
}

void check_template(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath template_at = at.child("template");
  const FieldPath metadata_at = template_at.child("metadata");
  const FieldPath spec_at = template_at.child("spec");
  check_labels(spec.at("template", "metadata", "labels"), metadata_at.child("labels"), faults);
  const json::Value& pod = spec.at("template", "spec");
  check_pod_spec(pod, spec_at, faults);
  const std::string& policy = pod.at("restartPolicy").as_string();
  if (policy == "Always") {
    faults.required(spec_at.child("restartPolicy"), "valid values: \"OnFailure\", \"Never\"");
  }
}

// The generated selector and the pod template with what a suspended, never started job may change.
bool may_change_template(const json::Value& old) {
  return old.at("spec", "suspend").as_bool() && old.at("status", "startTime").is_null();
}

json::Value without_scheduling(json::Value pod_template) {
  for (const char* member : {"nodeSelector", "tolerations", "affinity", "schedulingGates"}) {
    pod_template["spec"].erase(member);
  }
  pod_template["metadata"].erase("labels");
  pod_template["metadata"].erase("annotations");
  return pod_template;
}

}  // namespace

void check_job(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  check_counts(spec, at, faults);
  check_selector(spec, at, faults);
  check_template(spec, at, faults);
}

void check_job_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& now = object.at("spec");
  const json::Value& before = old.at("spec");
  // an indexed job may be resized, as long as both counts change together
  const bool resized = now.at("completionMode").as_string() == "Indexed" &&
                       now.at("completions") == now.at("parallelism");
  for (const char* member : {"completions", "selector", "completionMode", "podFailurePolicy",
                             "backoffLimitPerIndex", "managedBy", "successPolicy"}) {
    if (!(resized && std::string_view(member) == "completions")) {
      faults.immutable(at.child(member), now.at(member), before.at(member));
    }
  }
  const bool same = may_change_template(old) ? without_scheduling(now.at("template")) ==
                                                   without_scheduling(before.at("template"))
                                             : now.at("template") == before.at("template");
  if (!same) {
    faults.invalid(at.child("template"), now.at("template"), "field is immutable");
  }
}

}  // namespace sluice::api

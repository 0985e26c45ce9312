// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "api/selector.h"
#include "api/validation/rules.h"
#include "base/text.h"

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
  const json::Value& labels = spec.at("template", "metadata", "labels");
  const FieldPath selector_at = at.child("selector");
  if (selector.is_object()) {
    check_label_selector(selector, selector_at, faults);
  } else {
    faults.required(selector_at);
  }
  const auto parsed = LabelSelector::from_object(selector);
  if (!selector.is_object() || (parsed && !parsed->matches_labels(labels))) {
    const FieldPath template_at = at.child("template");
    const FieldPath metadata_at = template_at.child("metadata");
    faults.invalid(metadata_at.child("labels"), in_key_order(labels),
                   "`selector` does not match template `labels`");
  }
}

void check_template(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath template_at = at.child("template");
  const FieldPath spec_at = template_at.child("spec");
  check_labels(spec.at("template", "metadata", "labels"), template_at.child("labels"), faults);
  const json::Value& pod = spec.at("template", "spec");
  check_profiles(spec.at("template"), template_at.child("annotations"), faults);
  check_profiles_agree(spec.at("template"), spec_at, faults);
  check_pod_spec(pod, spec_at, faults);
  const std::string& policy = pod.at("restartPolicy").as_string();
  if (policy == "Always") {
    faults.required(spec_at.child("restartPolicy"), "valid values: \"OnFailure\", \"Never\"");
  }
}

// The selector and the labels that generate_job_selector() makes, unless the job asked for its own.
void check_generated(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& spec = object.at("spec");
  const std::string own = uid(object);
  const bool generated_by_us = spec.at("selector").is_object() && !own.empty();
  if (spec.at("manualSelector").as_bool() || !generated_by_us) {
    return;
  }
  const json::Value generated =
      json::Object{{"matchLabels", json::Object{{"batch.kubernetes.io/controller-uid", own}}}};
  if (!(spec.at("selector") == generated)) {
    const json::Value shown =
        json::Object{{"matchLabels", in_key_order(spec.at("selector", "matchLabels"))}};
    faults.invalid(at.child("selector"), shown, "`selector` not auto-generated");
  }
  const FieldPath template_at = at.child("template");
  const FieldPath metadata_at = template_at.child("metadata");
  const FieldPath labels_at = metadata_at.child("labels");
  const json::Value& labels = spec.at("template", "metadata", "labels");
  const std::pair<const char*, std::string> wanted[] = {
      {"controller-uid", own},
      {"job-name", name(object)},
      {"batch.kubernetes.io/controller-uid", own},
      {"batch.kubernetes.io/job-name", name(object)}};
  for (const auto& [label, value] : wanted) {
    if (labels.at(label).is_null()) {
      faults.required(labels_at.key(label), "must be '" + value + "'");
    } else if (labels.at(label).as_string() != value) {
      faults.invalid(labels_at.key(label), in_key_order(labels), "must be '" + value + "'");
    }
  }
}

void check_policies(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const json::Value& most = spec.at("maxFailedIndexes");
  const json::Value& completions = spec.at("completions");
  const bool indexed = spec.at("completionMode").as_string() == "Indexed";
  if (indexed && most.is_int() && completions.is_int() && most.as_int() > completions.as_int()) {
    faults.invalid(at.child("maxFailedIndexes"), most, "must be less than or equal to completions");
  }
  const FieldPath policy_at = at.child("podFailurePolicy");
  const FieldPath list = policy_at.child("rules");
  const json::Array& rules = spec.at("podFailurePolicy", "rules").as_array();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].at("action").as_string() == "FailIndex" &&
        spec.at("backoffLimitPerIndex").is_null()) {
      const FieldPath item = list.item(i);
      faults.invalid(item.child("action"), rules[i].at("action"),
                     "requires the backoffLimitPerIndex to be set");
    }
  }
  if (spec.at("podFailurePolicy").is_object() && spec.at("podReplacementPolicy").is_string() &&
      spec.at("podReplacementPolicy").as_string() != "Failed") {
    faults.unsupported(at.child("podReplacementPolicy"), spec.at("podReplacementPolicy"),
                       {"Failed"});
  }
}

// "0-9" or "1,3-5": the last index must be below the number of completions.
void check_succeeded_indexes(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath policy_at = at.child("successPolicy");
  const FieldPath list = policy_at.child("rules");
  const json::Array& rules = spec.at("successPolicy", "rules").as_array();
  if (spec.at("successPolicy").is_object() && spec.at("completionMode").as_string() != "Indexed") {
    faults.invalid(policy_at, json::Object{{"Rules", json::Array()}},
                   "requires indexed completion mode");
    return;
  }
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const json::Value& indexes = rules[i].at("succeededIndexes");
    const std::string& text = indexes.as_string();
    const std::string last = text.substr(text.find_last_of(",-") + 1);
    const auto number = parse_int(last);
    if (!text.empty() && number && *number >= spec.at("completions").as_int()) {
      const FieldPath item = list.item(i);
      faults.invalid(item.child("succeededIndexes"), indexes,
                     "error parsing succeededIndexes: too large index: \"" + last + "\"");
    }
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
  check_policies(spec, at, faults);
  check_succeeded_indexes(spec, at, faults);
  check_generated(object, at, faults);
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

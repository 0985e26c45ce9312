// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kOnlyThese =
    "pod updates may not change fields other than `spec.containers[*].image`,"
    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only "
    "additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set "
    "to 1 if it was previously negative)";

void check_deadline(const json::Value& spec, const FieldPath& at, Faults& faults) {
  if (const json::Value* deadline = spec.find("activeDeadlineSeconds");
      deadline != nullptr && !deadline->is_null()) {
    faults.in_range(at.child("activeDeadlineSeconds"), *deadline, 1,
                    std::numeric_limits<std::int32_t>::max());
  }
}

void check_names(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const std::pair<const char*, std::string (*)(std::string_view)> names[] = {
      {"serviceAccountName", dns_subdomain_fault},
      {"nodeName", dns_subdomain_fault},
      {"priorityClassName", dns_subdomain_fault},
      {"hostname", dns_label_fault},
      {"subdomain", dns_label_fault}};
  for (const auto& [member, fault] : names) {
    if (!spec.at(member).as_string().empty()) {
      faults.named(at.child(member), spec.at(member), fault);
    }
  }
}

// The pod as it may become: what an update is allowed to change is taken from the new one, so
// that any difference left is a forbidden one.
json::Value with_allowed_changes(json::Value before, const json::Value& now) {
  for (const char* list : {"containers", "initContainers"}) {
    json::Value* old_containers = before.find(list);
    const json::Array& containers = now.at(list).as_array();
    if (old_containers == nullptr || old_containers->as_array().size() != containers.size()) {
      continue;
    }
    for (std::size_t i = 0; i < containers.size(); ++i) {
      if (const json::Value* image = containers[i].find("image")) {
        old_containers->array()[i]["image"] = *image;
      }
    }
  }
  for (const char* member : {"activeDeadlineSeconds", "tolerations", "schedulingGates"}) {
    if (const json::Value* value = now.find(member)) {
      before[member] = *value;
    } else {
      before.erase(member);
    }
  }
  const bool was_negative = before.at("terminationGracePeriodSeconds").as_int() < 0;
  if (was_negative && now.at("terminationGracePeriodSeconds") == json::Value(1)) {
    before["terminationGracePeriodSeconds"] = 1;
  }
  return before;
}

void check_deadline_update(const json::Value& now, const json::Value& before, const FieldPath& at,
                           Faults& faults) {
  if (now.is_int()) {
    faults.in_range(at, now, 0, std::numeric_limits<std::int32_t>::max());
  }
  if (!before.is_int()) {
    return;
  }
  if (!now.is_int()) {
    faults.invalid(at, now, "must not update from a positive integer to nil value");
  } else if (now.as_int() > before.as_int()) {
    faults.invalid(at, now, "must be less than or equal to previous value");
  }
}

bool contains_all(const json::Array& outer, const json::Array& inner) {
  return std::all_of(inner.begin(), inner.end(), [&](const json::Value& item) {
    return std::find(outer.begin(), outer.end(), item) != outer.end();
  });
}

// Tolerations without how long they hold, which may change.
json::Array timeless(const json::Value& tolerations) {
  json::Array result = tolerations.as_array();
  for (json::Value& toleration : result) {
    toleration.erase("tolerationSeconds");
  }
  return result;
}

void check_images(const json::Value& spec, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("containers");
  const json::Array& containers = spec.at("containers").as_array();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    if (containers[i].at("image").as_string().empty()) {
      const FieldPath item = list.item(i);
      faults.required(item.child("image"));
    }
  }
}

void check_gates_update(const json::Value& now, const json::Value& before, const FieldPath& at,
                        Faults& faults) {
  const FieldPath list = at.child("schedulingGates");
  const json::Array& gates = now.at("schedulingGates").as_array();
  const json::Array& old = before.at("schedulingGates").as_array();
  for (std::size_t i = 0; i < gates.size(); ++i) {
    if (std::find(old.begin(), old.end(), gates[i]) == old.end()) {
      const FieldPath item = list.item(i);
      faults.forbidden(item.child("name"),
                       "only deletion is allowed, but found new scheduling gate '" +
                           gates[i].at("name").as_string() + "'");
    }
  }
}

}  // namespace

void check_pod_spec(const json::Value& spec, const FieldPath& at, Faults& faults) {
  check_volumes(spec, at, faults);
  check_containers(spec, at, faults);
  check_ephemeral_containers(spec, at, faults);
  faults.one_of(at.child("restartPolicy"), spec.at("restartPolicy"),
                {"Always", "OnFailure", "Never"});
  faults.one_of(at.child("dnsPolicy"), spec.at("dnsPolicy"),
                {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"});
  check_deadline(spec, at, faults);
  check_names(spec, at, faults);
  const FieldPath selector = at.child("nodeSelector");
  check_labels(spec.at("nodeSelector"), selector, faults);
}

void check_pod(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath metadata = root.child("metadata");
  check_profiles(object, metadata.child("annotations"), faults);
  check_pod_spec(object.at("spec"), root.child("spec"), faults);
}

void check_new_pod(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath spec = root.child("spec");
  check_profiles_agree(object, spec, faults);
  if (!object.at("spec", "ephemeralContainers").as_array().empty()) {
    faults.forbidden(spec.child("ephemeralContainers"), "cannot be set on create");
  }
}

void check_pod_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& now = object.at("spec");
  const json::Value& before = old.at("spec");
  check_profiles_update(object, old, faults);
  for (const char* list : {"containers", "initContainers"}) {
    if (now.at(list).as_array().size() != before.at(list).as_array().size()) {
      faults.forbidden(at.child(list), "pod updates may not add or remove containers");
      return;
    }
  }
  check_images(now, at, faults);
  check_deadline_update(now.at("activeDeadlineSeconds"), before.at("activeDeadlineSeconds"),
                        at.child("activeDeadlineSeconds"), faults);
  if (!contains_all(timeless(now.at("tolerations")), timeless(before.at("tolerations")))) {
    faults.forbidden(at.child("tolerations"),
                     "existing toleration can not be modified except its tolerationSeconds");
  }
  check_gates_update(now, before, at, faults);
  if (faults.empty() && !(with_allowed_changes(before, now) == now)) {
    faults.forbidden(at, kOnlyThese);
  }
}

}  // namespace sluice::api

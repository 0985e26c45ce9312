// SPDX-License-Identifier: Apache-2.0
//
// What may become of a running pod through its subresources: ephemeral containers are added, cpu
// and memory of its containers change.
#include <algorithm>

#include "api/pod_containers.h"
#include "api/strategy.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

constexpr std::string_view kOnlyCpuAndMemory = "only cpu and memory resources are mutable";

const json::Value* find_container(const json::Array& containers, const json::Value& name) {
  const auto found = std::find_if(containers.begin(), containers.end(),
                                  [&](const json::Value& item) { return item.at("name") == name; });
  return found == containers.end() ? nullptr : &*found;
}

bool some_removed(const json::Value& now, const json::Value& before) {
  const json::Object& names = before.as_object();
  return std::any_of(names.begin(), names.end(),
                     [&](const json::Member& member) { return now.find(member.key) == nullptr; });
}

// `now` with the cpu and memory of `before`, and nothing empty left.
json::Value with_old_amounts(json::Value now, const json::Value& before) {
  for (const char* list : {"limits", "requests"}) {
    for (const char* name : {"cpu", "memory"}) {
      if (const json::Value* amount = before.find("resources", list, name)) {
        now["resources"][list][name] = *amount;
      } else if (json::Value* amounts = now.find("resources", list)) {
        amounts->erase(name);
      }
    }
    const json::Value* amounts = std::as_const(now).find("resources", list);
    if (amounts != nullptr && amounts->as_object().empty()) {
      now["resources"].erase(list);
    }
  }
  return now;
}

void check_removals(const json::Value& now, const json::Value& before, const FieldPath& at,
                    Faults& faults) {
  const FieldPath resources = at.child("resources");
  for (const char* list : {"requests", "limits"}) {
    if (some_removed(now.at("resources", list), before.at("resources", list))) {
      faults.forbidden(resources.child(list),
                       std::string("resource ") + list + " cannot be removed");
    }
  }
}

// Whether the lists name the same containers in the same order.
bool check_order(const json::Value& now, const json::Value& before, const char* list,
                 const FieldPath& spec, Faults& faults) {
  const FieldPath at = spec.child(list);
  const json::Array& next = now.at(list).as_array();
  const json::Array& old = before.at(list).as_array();
  const std::string what = list == std::string_view("containers") ? "containers" : "initContainers";
  if (next.size() != old.size()) {
    faults.forbidden(at, what + " may not be added or removed on resize");
    return false;
  }
  bool same = true;
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (!(next[i].at("name") == old[i].at("name"))) {
      const FieldPath item = at.item(i);
      faults.forbidden(item.child("name"), what + " may not be renamed or reordered on resize");
      same = false;
    }
  }
  return same;
}

void check_container_amounts(const json::Value& now, const json::Value& before,
                             const FieldPath& spec, Faults& faults) {
  const json::Array& next = now.at("containers").as_array();
  const json::Array& old = before.at("containers").as_array();
  const FieldPath list = spec.child("containers");
  for (std::size_t i = 0; i < next.size(); ++i) {
    check_removals(next[i], old[i], list.item(i), faults);
  }
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (!(with_old_amounts(next[i], old[i]) == with_old_amounts(old[i], old[i]))) {
      faults.forbidden(spec, kOnlyCpuAndMemory);
    }
  }
}

void check_init_container_amounts(const json::Value& now, const json::Value& before,
                                  const FieldPath& spec, Faults& faults) {
  const json::Array& next = now.at("initContainers").as_array();
  const json::Array& old = before.at("initContainers").as_array();
  const FieldPath list = spec.child("initContainers");
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (!is_sidecar(old[i])) {
      if (!(next[i] == old[i])) {
        faults.forbidden(spec, "resources for non-sidecar init containers are immutable");
      }
      continue;
    }
    check_removals(next[i], old[i], list.item(i), faults);
    if (!(with_old_amounts(next[i], old[i]) == with_old_amounts(old[i], old[i]))) {
      faults.forbidden(spec, "only cpu and memory resources for sidecar containers are mutable");
    }
  }
}

// A node tells that it can resize by reporting what its containers have.
bool node_can_resize(const json::Value& pod) {
  for (const json::Value& status : pod.at("status", "containerStatuses").as_array()) {
    if (status.find("state", "running") != nullptr) {
      return status.find("resources") != nullptr;
    }
  }
  return true;
}

}  // namespace

void check_ephemeral_containers_update(const json::Value& object, const json::Value& old,
                                       Faults& faults) {
  const FieldPath root;
  const FieldPath spec = root.child("spec");
  const FieldPath at = spec.child("ephemeralContainers");
  const json::Array& now = object.at("spec", "ephemeralContainers").as_array();
  for (const json::Value& before : old.at("spec", "ephemeralContainers").as_array()) {
    const json::Value* after = find_container(now, before.at("name"));
    const std::string name = "existing ephemeral containers \"" + before.at("name").as_string();
    if (after == nullptr) {
      faults.forbidden(at, name + "\" may not be removed\n");
    } else if (!(*after == before)) {
      faults.forbidden(at, name + "\" may not be changed\n");
    }
  }
}

void check_resize(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath spec = root.child("spec");
  const json::Value& now = object.at("spec");
  const json::Value& before = old.at("spec");
  if (quality_of_service(object) != quality_of_service(old)) {
    faults.invalid(spec, old.at("status", "qosClass"),
                   "Pod QOS Class may not change as a result of resizing");
  }
  if (!node_can_resize(old)) {
    faults.forbidden(spec, "Pod running on node without support for resize");
  }
  const bool same = check_order(now, before, "containers", spec, faults);
  if (check_order(now, before, "initContainers", spec, faults) && same) {
    check_container_amounts(now, before, spec, faults);
    check_init_container_amounts(now, before, spec, faults);
  }
}

}  // namespace sluice::api

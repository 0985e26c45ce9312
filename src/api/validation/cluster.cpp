// SPDX-License-Identifier: Apache-2.0
// The small rules of kinds that the cluster's own parts write: leases and nodes.
#include <set>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "json/text.h"

namespace sluice::api {

void check_lease(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  const json::Value& duration = spec.at("leaseDurationSeconds");
  if (duration.is_int() && duration.as_int() <= 0) {
    faults.invalid(at.child("leaseDurationSeconds"), duration, "must be greater than 0");
  }
  if (spec.at("leaseTransitions").as_int() < 0) {
    faults.invalid(at.child("leaseTransitions"), spec.at("leaseTransitions"),
                   "must be greater than or equal to 0");
  }
}

void check_node(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath metadata = root.child("metadata");  // as upstream has it
  const FieldPath list = metadata.child("taints");
  std::set<std::string> seen;
  const json::Array& taints = object.at("spec", "taints").as_array();
  for (std::size_t i = 0; i < taints.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& key = taints[i].at("key");
    const json::Value& effect = taints[i].at("effect");
    faults.named(item.child("key"), key, label_key_fault);
    faults.one_of(item.child("effect"), effect, {"NoSchedule", "PreferNoSchedule", "NoExecute"});
    if (!seen.insert(key.as_string() + ":" + effect.as_string()).second) {
      const json::Value shown = json::Object{{"Key", key},
                                             {"Value", taints[i].at("value").as_string()},
                                             {"Effect", effect},
                                             {"TimeAdded", taints[i].at("timeAdded")}};
      faults.add("FieldValueDuplicate", item,
                 "Duplicate value: " + json::write(shown) +
                     ": taints must be unique by key and effect pair");
    }
  }
}

void check_node_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath spec = root.child("spec");
  for (const char* member : {"podCIDR", "providerID"}) {
    const json::Value& before = old.at("spec", member);
    if (!before.as_string().empty() && !(object.at("spec", member) == before)) {
      faults.forbidden(spec.child(member), "node updates may not change " + std::string(member) +
                                               " except from \"\" to valid");
    }
  }
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
//
// What a status must look like when it is written on its own.
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"

namespace sluice::api {
namespace {

bool has_true_condition(const json::Value& status, std::string_view type) {
  for (const json::Value& condition : status.at("conditions").as_array()) {
    if (condition.at("type").as_string() == type) {
      return condition.at("status").as_string() == "True";
    }
  }
  return false;
}

void check_counts(const json::Value& status, std::initializer_list<const char*> members,
                  Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("status");
  for (const char* member : members) {
    faults.not_negative(at.child(member), status.at(member));
  }
}

// No part of the replicas is more than all of them.
void check_shares(const json::Value& status, std::initializer_list<const char*> members,
                  Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("status");
  for (const char* member : members) {
    if (status.at(member).as_int() > status.at("replicas").as_int()) {
      faults.invalid(at.child(member), status.at(member).as_int(),
                     "cannot be greater than status.replicas");
    }
  }
}

}  // namespace

void check_deployment_status(const json::Value& object, const json::Value&, Faults& faults) {
  const json::Value& status = object.at("status");
  check_counts(status,
               {"observedGeneration", "replicas", "updatedReplicas", "readyReplicas",
                "availableReplicas", "unavailableReplicas"},
               faults);
  check_shares(status, {"updatedReplicas", "readyReplicas", "availableReplicas"}, faults);
  if (status.at("availableReplicas").as_int() > status.at("readyReplicas").as_int()) {
    const FieldPath root;
    const FieldPath at = root.child("status");
    faults.invalid(at.child("availableReplicas"), status.at("availableReplicas"),
                   "cannot be greater than readyReplicas");
  }
}

void check_replica_set_status(const json::Value& object, const json::Value&, Faults& faults) {
  const json::Value& status = object.at("status");
  check_counts(status,
               {"replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas",
                "observedGeneration"},
               faults);
  check_shares(status, {"fullyLabeledReplicas", "readyReplicas", "availableReplicas"}, faults);
  if (status.at("availableReplicas").as_int() > status.at("readyReplicas").as_int()) {
    const FieldPath root;
    const FieldPath at = root.child("status");
    faults.invalid(at.child("availableReplicas"), status.at("availableReplicas"),
                   "cannot be greater than readyReplicas");
  }
}

void check_job_status(const json::Value& object, const json::Value&, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("status");
  const json::Value& status = object.at("status");
  check_counts(status, {"active", "succeeded", "failed", "ready", "terminating"}, faults);
  const bool complete = has_true_condition(status, "Complete");
  const bool over = complete || has_true_condition(status, "Failed");
  if (complete && status.at("completionTime").is_null()) {
    faults.required(at.child("completionTime"), "completionTime is required for Complete jobs");
  }
  if (complete && !has_true_condition(status, "SuccessCriteriaMet")) {
    faults.invalid(at.child("conditions"),
                   "cannot set Complete=True condition without the SuccessCriteriaMet=true "
                   "condition");
  }
  if (over && status.at("startTime").is_null()) {
    faults.required(at.child("startTime"), "startTime is required for finished job");
  }
}

void check_pod_status(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("status");
  const FieldPath list = at.child("podIPs");
  const json::Array& addresses = object.at("status", "podIPs").as_array();
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const json::Value& address = addresses[i].at("ip");
    if (const std::string fault = address_fault(address.as_string()); !fault.empty()) {
      faults.invalid(list.item(i), address, fault);
    }
  }
  const json::Value& before = old.at("status", "qosClass");
  if (before.is_string()) {
    faults.immutable(at.child("qosClass"), object.at("status", "qosClass"), before);
  }
}

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
//
// Rules about several fields of one object, for volumes, claims, drivers, nodes, roles and what
// schedules requests.
#include <set>
#include <string>

#include "api/label_syntax.h"
#include "api/selector.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

bool is_below(const json::Value& amount, int bound) {
  const auto quantity = json::Quantity::from(amount);
  return quantity && quantity->sign() < bound;
}

void check_volume_capacity(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& storage = object.at("capacity", "storage");
  const FieldPath capacity = at.child("capacity");
  if (is_below(storage, 0)) {
    faults.invalid_shown(capacity.key("storage"), storage.as_string(),
                         "must be a valid resource quantity");
  }
  if (is_below(storage, 1)) {
    faults.invalid(capacity.key("storage"), storage, "must be greater than zero");
  }
  if (object.at("local").is_object() && !object.at("nodeAffinity").is_object()) {
    faults.required(at.child("nodeAffinity"), "Local volume requires node affinity");
  }
}

void check_claim_request(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& storage = object.at("resources", "requests", "storage");
  if (!storage.is_null() && is_below(storage, 1)) {
    const FieldPath resources = at.child("resources");
    faults.invalid(resources.key("storage"), storage, "must be greater than zero");
  }
}

void check_class_parameters(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const json::Member& parameter : object.at("parameters").as_object()) {
    if (parameter.key.empty()) {
      faults.invalid(at.child("parameters"), "", "field can not be empty.");
    }
  }
}

void check_lifecycle_modes(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const json::Value& mode : object.at("volumeLifecycleModes").as_array()) {
    faults.one_of(at.child("volumeLifecycleModes"), mode, {"Persistent", "Ephemeral"});
  }
}

void check_node_capacity(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (is_below(object.at("capacity"), 0)) {
    faults.invalid(at.child("capacity"), object.at("capacity"),
                   "must be greater than or equal to 0");
  }
}

void check_attached_node(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& node = object.at("nodeName").as_string();
  if (const std::string fault = dns_subdomain_fault(node); !fault.empty()) {
    faults.invalid(at.child("nodeName"), node, fault);
  }
}

void check_overhead(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath limits = at.child("limits");
  for (const json::Member& amount : object.at("podFixed").as_object()) {
    if (is_below(amount.value, 0)) {
      faults.invalid(limits.key(amount.key), amount.value, "must be greater than or equal to 0");
    }
  }
}

void check_aggregation(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("clusterRoleSelectors");
  const json::Array& selectors = object.at("clusterRoleSelectors").as_array();
  if (selectors.empty()) {
    faults.required(list,
                    "at least one clusterRoleSelector required if aggregationRule is non-nil");
  }
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    Faults found;
    check_label_selector(selectors[i], list.item(i), found);
    const bool bad = !found.empty();
    faults.append(std::move(found));
    if (bad) {
      faults.invalid(list.item(i), json::Value(), "invalid label selector.");
    }
  }
}

void check_node_networks(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Array& networks = object.at("podCIDRs").as_array();
  if (networks.size() < 2 || !network_fault(networks[0].as_string()).empty()) {
    return;
  }
  const auto is_new = [](const json::Value& network) {
    return network.as_string().find(':') != std::string::npos;
  };
  if (networks.size() > 2 || is_new(networks[0]) == is_new(networks[1])) {
    faults.invalid(at.child("podCIDRs"), networks,
                   "may specify no more than one CIDR for each IP family");
  }
}

void check_namespace_finalizers(const json::Value& object, const FieldPath& at, Faults& faults) {
  for (const json::Value& finalizer : object.at("finalizers").as_array()) {
    const std::string& name = finalizer.as_string();
    if (const std::string fault = label_key_fault(name); !fault.empty()) {
      faults.invalid(at.child("finalizers"), finalizer, fault);
    } else if (name != "kubernetes" && name.find('/') == std::string::npos) {
      faults.invalid(at.child("finalizers"), finalizer,
                     "name is neither a standard finalizer name nor is it fully qualified");
    }
  }
}

void check_flow_resource(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (object.at("namespaces").as_array().empty() && !object.at("clusterScope").as_bool()) {
    faults.required(at.child("namespaces"),
                    "resource rules that are not cluster scoped must supply at least one "
                    "namespace");
  }
}

void check_flow_paths(const json::Value& object, const FieldPath& at, Faults& faults) {
  const FieldPath list = at.child("nonResourceURLs");
  const json::Array& paths = object.at("nonResourceURLs").as_array();
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].as_string() != "*" && !paths[i].as_string().starts_with('/')) {
      faults.invalid(list.item(i), paths[i], "must start with slash");
    }
  }
}

void check_distinguisher(const json::Value& object, const FieldPath& at, Faults& faults) {
  const std::string& type = object.at("type").as_string();
  if (type != "ByUser" && type != "ByNamespace") {
    faults.unsupported(at.child("type"), json::Object{{"Type", type}}, {"ByNamespace", "ByUser"});
  }
}

void check_level_name(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& type = object.at("spec", "type");
  const bool exempt = object.at("metadata", "name").as_string() == "exempt";
  const bool known = type.as_string() == "Exempt" || type.as_string() == "Limited";
  if (known && exempt != (type.as_string() == "Exempt")) {
    const FieldPath spec = at.child("spec");
    faults.invalid(spec.child("type"), type, "must be 'Exempt' if and only if `name` is 'exempt'");
  }
}

constexpr ObjectRule kRules[] = {
    {"core.v1.NamespaceSpec", check_namespace_finalizers},
    {"core.v1.NodeSpec", check_node_networks},
    {"core.v1.PersistentVolumeClaimSpec", check_claim_request},
    {"core.v1.PersistentVolumeSpec", check_volume_capacity},
    {"flowcontrol.v1.FlowDistinguisherMethod", check_distinguisher},
    {"flowcontrol.v1.NonResourcePolicyRule", check_flow_paths},
    {"flowcontrol.v1.PriorityLevelConfiguration", check_level_name},
    {"flowcontrol.v1.ResourcePolicyRule", check_flow_resource},
    {"node.v1.Overhead", check_overhead},
    {"rbac.v1.AggregationRule", check_aggregation},
    {"storage.v1.CSIDriverSpec", check_lifecycle_modes},
    {"storage.v1.CSIStorageCapacity", check_node_capacity},
    {"storage.v1.StorageClass", check_class_parameters},
    {"storage.v1.VolumeAttachmentSpec", check_attached_node, true},
};

}  // namespace

std::span<const ObjectRule> storage_part_rules() {
  return kRules;
}

}  // namespace sluice::api

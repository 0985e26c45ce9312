// SPDX-License-Identifier: Apache-2.0
// A claim whose class says WaitForFirstConsumer is bound in two steps: the scheduler reserves a
// volume that is there by its claimRef, or asks for a new one by an annotation of the claim; the
// controller of claims, or a provisioner, does the rest. Only then is the pod bound.
#include "controllers/scheduler/pod_volumes.h"

#include <algorithm>
#include <array>

#include "api/node_affinity.h"
#include "controllers/volumes/claims.h"
#include "controllers/volumes/in_use.h"
#include "controllers/volumes/match.h"

namespace sluice::controllers::scheduler {
namespace {

struct ZoneLabel {
  const char* volume;
  const char* node;  // when it lacks the other
};
constexpr auto kZoneLabels = std::to_array<ZoneLabel>({
    {"failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"},
    {"failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"},
    {"topology.kubernetes.io/zone", "topology.kubernetes.io/zone"},
    {"topology.kubernetes.io/region", "topology.kubernetes.io/region"},
});

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

bool has_mode(const client::Object& claim, std::string_view mode) {
  const json::Array& modes = claim.at("spec", "accessModes").as_array();
  return std::any_of(modes.begin(), modes.end(),
                     [&](const json::Value& item) { return item.as_string() == mode; });
}

std::string fault_of(const client::Object* claim, const std::string& name, bool ephemeral,
                     const client::Object& pod) {
  if (claim == nullptr) {
    return ephemeral ? "waiting for ephemeral volume controller to create the "
                       "persistentvolumeclaim " +
                           quoted(name)
                     : "persistentvolumeclaim " + quoted(name) + " not found";
  }
  if (claim->at("status", "phase").as_string() == "Lost") {
    return "persistentvolumeclaim " + quoted(name) + " bound to non-existent persistentvolume " +
           quoted(claim->at("spec", "volumeName").as_string());
  }
  if (api::is_being_deleted(*claim)) {
    return "persistentvolumeclaim " + quoted(name) + " is being deleted";
  }
  const json::Value* owner = api::controller_of(*claim);
  if (ephemeral && (owner == nullptr || owner->at("uid").as_string() != api::uid(pod))) {
    return "PVC " + api::to_string(api::key(*claim)) + " was not created for pod " +
           api::to_string(api::key(pod)) + " (pod is not owner)";
  }
  return "";
}

// Returns what is wrong with a claim that nobody has bound yet.
std::string add_unbound(PodVolumes& result, client::ObjectPtr claim, const VolumeSources& sources) {
  const std::string class_name = volumes::class_of(*claim);
  client::ObjectPtr storage_class =
      class_name.empty() ? nullptr : sources.storage_class(class_name);
  const bool waits = storage_class != nullptr &&
                     storage_class->at("volumeBindingMode").as_string() == "WaitForFirstConsumer" &&
                     claim->at("spec", "volumeName").as_string().empty();
  if (!waits) {
    return "pod has unbound immediate PersistentVolumeClaims";
  }
  result.waiting.push_back(
      {std::move(claim), std::move(storage_class), sources.volumes_of_class(class_name)});
  return "";
}

void add_claim(PodVolumes& result, const client::ObjectPtr& claim, const VolumeSources& sources,
               std::string& unbound) {
  if (has_mode(*claim, "ReadWriteOncePod")) {
    result.exclusive.push_back(api::name(*claim));
  }
  const std::string& volume_name = claim->at("spec", "volumeName").as_string();
  if (!volumes::is_bound(*claim) || volume_name.empty()) {
    const std::string fault = add_unbound(result, claim, sources);
    unbound = unbound.empty() ? fault : unbound;
    return;
  }
  if (client::ObjectPtr volume = sources.volume(volume_name)) {
    result.bound.push_back(std::move(volume));
  } else {
    result.lost = true;
  }
}

bool allows(const client::Object& volume, const client::Object& node) {
  return api::affinity_matches(volume.at("spec", "nodeAffinity", "required"), node);
}

bool topology_allows(const client::Object& storage_class, const client::Object& node) {
  const json::Array& terms = storage_class.at("allowedTopologies").as_array();
  const auto matches = [&](const json::Value& term) {
    const json::Array& expressions = term.at("matchLabelExpressions").as_array();
    return std::all_of(expressions.begin(), expressions.end(), [&](const json::Value& item) {
      const json::Array& values = item.at("values").as_array();
      const json::Value* label = node.find("metadata", "labels", item.at("key").as_string());
      return label != nullptr && std::find(values.begin(), values.end(), *label) != values.end();
    });
  };
  return terms.empty() || std::any_of(terms.begin(), terms.end(), matches);
}

bool can_provision(const client::Object& storage_class, const client::Object& node) {
  const std::string& provisioner = storage_class.at("provisioner").as_string();
  return !provisioner.empty() && provisioner != "kubernetes.io/no-provisioner" &&
         topology_allows(storage_class, node);
}

// The best volume for the claim that the node can use and that no other claim of the pod takes.
client::ObjectPtr volume_for(const WaitingClaim& waiting, const client::Object& node,
                             const VolumePlan& plan) {
  std::vector<client::ObjectPtr> usable;
  for (const client::ObjectPtr& volume : waiting.volumes) {
    const bool taken =
        std::any_of(plan.bindings.begin(), plan.bindings.end(),
                    [&](const VolumePlan::Binding& binding) { return binding.volume == volume; });
    if (!taken && allows(*volume, node)) {
      usable.push_back(volume);
    }
  }
  return volumes::best_volume(*waiting.claim, usable);
}

// Whether the claim can have a volume on the node.
bool plan_claim(VolumePlan& plan, const WaitingClaim& waiting, const client::Object& node) {
  const std::string& selected = api::annotation(*waiting.claim, volumes::kSelectedNode);
  if (!selected.empty() && selected != api::name(node)) {
    return false;
  }
  if (client::ObjectPtr volume = selected.empty() ? volume_for(waiting, node, plan) : nullptr) {
    plan.bindings.push_back({std::move(volume), waiting.claim});
    return true;
  }
  plan.provisions.push_back(waiting.claim);
  return can_provision(*waiting.storage_class, node);
}

bool zone_matches(const client::Object& volume, const client::Object& node,
                  const ZoneLabel& label) {
  const json::Value* zones = volume.find("metadata", "labels", label.volume);
  if (zones == nullptr) {
    return true;
  }
  const json::Value* zone = node.find("metadata", "labels", label.volume);
  if (zone == nullptr) {
    zone = node.find("metadata", "labels", label.node);
  }
  // Volumes of several zones have them in one label: "a__b".
  return zone != nullptr &&
         ("__" + zones->as_string() + "__").find("__" + zone->as_string() + "__") !=
             std::string::npos;
}

}  // namespace

PodVolumes read_volumes(const client::Object& pod, const VolumeSources& sources) {
  PodVolumes result;
  std::string unbound;
  for (const json::Value& volume : pod.at("spec", "volumes").as_array()) {
    const bool ephemeral = volume.find("ephemeral") != nullptr;
    const std::string name = ephemeral
                                 ? volumes::ephemeral_claim(pod, volume)
                                 : volume.at("persistentVolumeClaim", "claimName").as_string();
    if (name.empty()) {
      continue;
    }
    const client::ObjectPtr claim = sources.claim({api::ns(pod), name});
    result.fault = fault_of(claim.get(), name, ephemeral, pod);
    if (!result.fault.empty()) {
      return result;
    }
    add_claim(result, claim, sources, unbound);
  }
  result.fault = unbound;
  return result;
}

VolumePlan plan_volumes(const PodVolumes& volumes, const client::Object& node) {
  VolumePlan plan;
  const bool bound_match =
      std::all_of(volumes.bound.begin(), volumes.bound.end(),
                  [&](const client::ObjectPtr& volume) { return allows(*volume, node); });
  if (!bound_match) {
    plan.objections.emplace_back("node(s) didn't match PersistentVolume's node affinity");
  }
  const bool waiting_match =
      std::all_of(volumes.waiting.begin(), volumes.waiting.end(),
                  [&](const WaitingClaim& waiting) { return plan_claim(plan, waiting, node); });
  if (!waiting_match) {
    plan.objections.emplace_back("node(s) didn't find available persistent volumes to bind");
  }
  if (volumes.lost) {
    plan.objections.emplace_back(
        "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
  }
  return plan;
}

bool zones_match(const PodVolumes& volumes, const client::Object& node) {
  const bool node_has_zone =
      std::any_of(kZoneLabels.begin(), kZoneLabels.end(), [&](const ZoneLabel& label) {
        return node.find("metadata", "labels", label.volume) != nullptr;
      });
  return !node_has_zone ||
         std::all_of(volumes.bound.begin(), volumes.bound.end(), [&](const auto& volume) {
           return std::all_of(kZoneLabels.begin(), kZoneLabels.end(), [&](const ZoneLabel& label) {
             return zone_matches(*volume, node, label);
           });
         });
}

}  // namespace sluice::controllers::scheduler

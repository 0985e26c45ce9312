// SPDX-License-Identifier: Apache-2.0
#include "api/strategy.h"

#include "api/app_armor.h"
#include "api/crd/definition_state.h"
#include "api/label_keys.h"
#include "api/meta.h"
#include "api/schema.h"
#include "api/service_strategy.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

void label_namespace(json::Value& object) {
  object["metadata"]["labels"]["kubernetes.io/metadata.name"] = name(object);
}

void create_namespace(json::Value& object) {
  label_namespace(object);
  json::Value& finalizers = object["spec"]["finalizers"];
  for (const json::Value& finalizer : finalizers.as_array()) {
    if (finalizer.as_string() == "kubernetes") {
      return;
    }
  }
  finalizers.array().emplace_back("kubernetes");
}

void create_volume(json::Value& object) {
  object["status"]["lastPhaseTransitionTime"] = object.at("metadata", "creationTimestamp");
}

constexpr std::string_view kTemplateGeneration = "deprecated.daemonset.template.generation";

void create_daemon_set(json::Value& object) {
  object["metadata"]["annotations"][kTemplateGeneration] = "1";
}

void create_pod(json::Value& object) {
  object["status"]["qosClass"] = quality_of_service(object);
  apply_label_keys(object);
  take_app_armor_annotations(object);
  if (object.at("spec", "terminationGracePeriodSeconds").as_int() < 0) {
    object["spec"]["terminationGracePeriodSeconds"] = 1;
  }
  if (!object.at("spec", "schedulingGates").as_array().empty()) {
    object["status"]["conditions"] = json::Array{
        json::Object{{"type", "PodScheduled"},
                     {"status", "False"},
                     {"lastProbeTime", json::Value::null()},
                     {"lastTransitionTime", object.at("metadata", "creationTimestamp")},
                     {"reason", "SchedulingGated"},
                     {"message", "Scheduling is blocked due to non-empty scheduling gates"}}};
  }
}

// A source of data that cannot be one is not kept; the old and the new field say the same.
void create_claim(json::Value& object) {
  json::Value& spec = object["spec"];
  const json::Value source = spec.at("dataSource");
  const std::string group = source.at("apiGroup").as_string();
  const std::string kind = source.at("kind").as_string();
  const bool known = (kind == "PersistentVolumeClaim" && group.empty()) ||
                     (kind == "VolumeSnapshot" && group == "snapshot.storage.k8s.io");
  const json::Value reference = spec.at("dataSourceRef");
  if (!source.is_null() && reference.is_null()) {
    if (known) {
      spec["dataSourceRef"] = source;
    } else {
      spec.erase("dataSource");
    }
  } else if (source.is_null() && !reference.is_null() &&
             reference.at("namespace").as_string().empty()) {
    spec["dataSource"] = reference;
  }
}

// Of elections that this server does not hold.
void drop_election(json::Value& object) {
  if (json::Value* spec = object.find("spec")) {
    spec->erase("strategy");
    spec->erase("preferredHolder");
  }
}

// How often the template of a DaemonSet changed stands in an annotation, for old clients.
void count_templates(json::Value& object, const json::Value& old) {
  const auto before =
      parse_int(old.at("metadata", "annotations", kTemplateGeneration).as_string()).value_or(0);
  const bool changed = !(object.at("spec", "template") == old.at("spec", "template"));
  object["metadata"]["annotations"][kTemplateGeneration] =
      std::to_string(changed ? before + 1 : before);
}

// Begins to count with the first change.
void count_specs(json::Value& object, const json::Value& old) {
  if (!(object.at("spec") == old.at("spec"))) {
    object["metadata"]["generation"] = old.at("metadata", "generation").as_int() + 1;
  }
}

struct Strategy {
  std::string_view schema;          // of the kind
  std::string_view initial_status;  // JSON; empty: the caller's status is kept
  bool has_generation = true;       // which grows when anything but metadata and status changes
  enum class Grows { kWithContent, kWithLabels, kNever } grows = Grows::kWithContent;
  void (*create)(json::Value& object) = nullptr;
  void (*update)(json::Value& object) = nullptr;
  void (*change)(json::Value& object, const json::Value& old) = nullptr;  // before the generation
};

// What differs from the rule: kinds with a status start with an empty one, and have no generation.
constexpr Strategy kStrategies[] = {
    {.schema = "io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration"},
    {.schema = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy",
     .initial_status = "{}"},
    {.schema = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding"},
    {.schema = "io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration"},
    {.schema = "io.k8s.api.apps.v1.DaemonSet",
     .initial_status = R"({"currentNumberScheduled":0,"numberMisscheduled":0,)"
                       R"("desiredNumberScheduled":0,"numberReady":0})",
     .create = create_daemon_set,
     .change = count_templates},
    {.schema = "io.k8s.api.apps.v1.Deployment", .initial_status = "{}"},
    {.schema = "io.k8s.api.apps.v1.ReplicaSet", .initial_status = R"({"replicas":0})"},
    {.schema = "io.k8s.api.apps.v1.StatefulSet",
     .initial_status = R"({"replicas":0,"availableReplicas":0})"},
    {.schema = "io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler",
     .initial_status = R"({"currentReplicas":0,"desiredReplicas":0})",
     .has_generation = false},
    {.schema = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler",
     .initial_status = R"({"currentMetrics":null,"desiredReplicas":0})",
     .has_generation = false},
    {.schema = "io.k8s.api.batch.v1.CronJob", .initial_status = "{}"},
    {.schema = "io.k8s.api.batch.v1.Job", .initial_status = "{}", .create = generate_job_selector},
    {.schema = "io.k8s.api.coordination.v1.Lease",
     .has_generation = false,
     .create = drop_election,
     .update = drop_election},
    {.schema = "io.k8s.api.core.v1.Namespace",
     .initial_status = R"({"phase":"Active"})",
     .has_generation = false,
     .create = create_namespace,
     .update = label_namespace},
    {.schema = "io.k8s.api.core.v1.Node", .has_generation = false},
    {.schema = "io.k8s.api.core.v1.PersistentVolume",
     .initial_status = R"({"phase":"Pending"})",
     .has_generation = false,
     .create = create_volume},
    {.schema = "io.k8s.api.core.v1.PersistentVolumeClaim",
     .initial_status = R"({"phase":"Pending"})",
     .has_generation = false,
     .create = create_claim},
    {.schema = "io.k8s.api.core.v1.Pod",
     .initial_status = R"({"phase":"Pending"})",
     .create = create_pod},
    {.schema = "io.k8s.api.core.v1.PodTemplate"},
    {.schema = "io.k8s.api.core.v1.ReplicationController", .initial_status = R"({"replicas":0})"},
    {.schema = "io.k8s.api.core.v1.Service",
     .initial_status = R"({"loadBalancer":{}})",
     .has_generation = false,
     .create = create_service,
     .change = change_service},
    {.schema = "io.k8s.api.discovery.v1.EndpointSlice", .grows = Strategy::Grows::kWithLabels},
    {.schema = "io.k8s.api.flowcontrol.v1.FlowSchema", .initial_status = "{}"},
    {.schema = "io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration", .initial_status = "{}"},
    {.schema = "io.k8s.api.networking.v1.Ingress", .initial_status = R"({"loadBalancer":{}})"},
    {.schema = "io.k8s.api.networking.v1.IngressClass"},
    {.schema = "io.k8s.api.networking.v1.NetworkPolicy"},
    {.schema = "io.k8s.api.policy.v1.PodDisruptionBudget",
     .initial_status = R"({"disruptionsAllowed":0,"currentHealthy":0,"desiredHealthy":0,)"
                       R"("expectedPods":0})"},
    {.schema = "io.k8s.api.resource.v1.DeviceClass"},
    {.schema = "io.k8s.api.resource.v1.ResourceSlice"},
    {.schema = "io.k8s.api.scheduling.v1.PriorityClass", .grows = Strategy::Grows::kNever},
    {.schema = "io.k8s.api.storage.v1.CSIDriver", .has_generation = false, .change = count_specs},
    {.schema = "io.k8s.api.storage.v1.VolumeAttachment",
     .initial_status = R"({"attached":false})",
     .has_generation = false},
    {.schema = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
     .initial_status = R"({"conditions":null,"acceptedNames":{"plural":"","kind":""}})",
     .create = note_stored_version,
     .update = note_stored_version},
};
constexpr Strategy kWithStatus{.initial_status = "{}", .has_generation = false};
constexpr Strategy kPlain{.has_generation = false};

constexpr Strategy kCustom{};

const Strategy& strategy_of(const Kind& kind) {
  if (kind.custom != nullptr) {
    return kCustom;
  }
  for (const Strategy& strategy : kStrategies) {
    if (strategy.schema == kind.schema->name) {
      return strategy;
    }
  }
  return kind.has_status ? kWithStatus : kPlain;
}

// Whether anything differs that the kind's owner decides.
bool content_differs(const Kind& kind, const json::Value& object, const json::Value& old) {
  const auto content = [&](const json::Value& whole) {
    json::Value rest = whole;
    for (const char* member : {"apiVersion", "kind", "metadata"}) {
      rest.erase(member);
    }
    if (kind.has_status || kind.custom == nullptr) {
      rest.erase("status");
    }
    return rest;
  };
  return !(content(object) == content(old));
}

void keep(json::Value& object, const json::Value& old, std::string_view member) {
  if (const json::Value* value = old.find(member)) {
    object[member] = *value;
  } else {
    object.erase(member);
  }
}

bool grows(const Strategy& strategy, const Kind& kind, const json::Value& object,
           const json::Value& old) {
  if (strategy.grows == Strategy::Grows::kNever) {
    return false;
  }
  const bool labels_differ =
      !(object.at("metadata", "labels") == old.at("metadata", "labels")) ||
      !(object.at("metadata", "annotations") == old.at("metadata", "annotations"));
  return content_differs(kind, object, old) ||
         (strategy.grows == Strategy::Grows::kWithLabels && labels_differ);
}

}  // namespace

void prepare_create(const Kind& kind, json::Value& object) {
  const Strategy& strategy = strategy_of(kind);
  if (kind.custom != nullptr && kind.has_status) {
    object.erase("status");
  }
  if (auto status = json::parse(strategy.initial_status)) {
    object["status"] = std::move(*status);
  }
  if (strategy.has_generation) {
    object["metadata"]["generation"] = 1;
  }
  if (strategy.create != nullptr) {
    strategy.create(object);
  }
}

void prepare_update(const Kind& kind, json::Value& object, const json::Value& old) {
  if (kind.has_status) {
    keep(object, old, "status");
  }
  keep(object["metadata"], old.at("metadata"), "generation");
  const Strategy& strategy = strategy_of(kind);
  if (strategy.change != nullptr) {
    strategy.change(object, old);
  }
  if (strategy.has_generation && grows(strategy, kind, object, old)) {
    object["metadata"]["generation"] = old.at("metadata", "generation").as_int() + 1;
  }
  if (strategy.update != nullptr) {
    strategy.update(object);
  }
}

void prepare_status_update(const Kind& kind, json::Value& object, const json::Value& old) {
  json::Value result = old;
  keep(result, object, "status");
  if (kind.custom != nullptr) {
    keep(result["metadata"], object.at("metadata"), "managedFields");
    object = std::move(result);
    return;
  }
  for (const char* member : {"labels", "annotations", "managedFields", "resourceVersion"}) {
    keep(result["metadata"], object.at("metadata"), member);
  }
  if (kind.schema->name == "io.k8s.api.apps.v1.Deployment") {
    keep(result["metadata"], old.at("metadata"), "labels");
    keep(result["metadata"], object.at("metadata"), "finalizers");
  }
  const json::Value* qos = old.find("status", "qosClass");
  if (qos != nullptr && result.find("status", "qosClass") == nullptr) {
    result["status"]["qosClass"] = *qos;
  }
  object = std::move(result);
}

}  // namespace sluice::api

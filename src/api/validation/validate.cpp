// SPDX-License-Identifier: Apache-2.0
#include "api/validate.h"

#include "api/crd/custom_resource.h"
#include "api/crd/definition_rules.h"
#include "api/forms/form.h"
#include "api/label_syntax.h"
#include "api/part_strategy.h"
#include "api/schema.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"

namespace sluice::api {
namespace {

// Some kinds do not care what their objects are called.
std::string any_name_fault(std::string_view) {
  return "";
}

struct KindRules {
  std::string_view schema;  // of the kind
  std::string (*name_fault)(std::string_view) = dns_subdomain_fault;
  void (*check)(const json::Value& object, Faults& faults) = nullptr;
  void (*check_create)(const json::Value& object, Faults& faults) = nullptr;
  void (*check_update)(const json::Value& object, const json::Value& old, Faults& faults) = nullptr;
};

constexpr KindRules kRules[] = {
    {.schema = "io.k8s.api.apps.v1.ControllerRevision", .check_update = check_revision_update},
    {.schema = "io.k8s.api.apps.v1.DaemonSet",
     .check = check_daemon_set,
     .check_update = check_selector_stays},
    {.schema = "io.k8s.api.apps.v1.Deployment",
     .check = check_deployment,
     .check_update = check_selector_stays},
    {.schema = "io.k8s.api.apps.v1.ReplicaSet",
     .check = check_replica_set,
     .check_update = check_selector_stays},
    {.schema = "io.k8s.api.apps.v1.StatefulSet",
     .name_fault = dns_label_fault,
     .check = check_stateful_set,
     .check_update = check_stateful_set_update},
    {.schema = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler", .check = check_autoscaler},
    {.schema = "io.k8s.api.batch.v1.CronJob", .check = check_cron_job},
    {.schema = "io.k8s.api.batch.v1.Job", .check = check_job, .check_update = check_job_update},
    {.schema = "io.k8s.api.certificates.v1.CertificateSigningRequest",
     .name_fault = any_name_fault,
     .check = check_certificate_request},
    {.schema = "io.k8s.api.coordination.v1.Lease", .check = check_lease},
    {.schema = "io.k8s.api.core.v1.ConfigMap",
     .check = check_config_map,
     .check_update = check_config_map_update},
    {.schema = "io.k8s.api.core.v1.Event", .check = check_event},
    {.schema = "io.k8s.api.core.v1.Namespace", .name_fault = dns_label_fault},
    {.schema = "io.k8s.api.core.v1.Node", .check = check_node, .check_update = check_node_update},
    {.schema = "io.k8s.api.core.v1.PersistentVolume",
     .check = check_volume,
     .check_update = check_volume_update},
    {.schema = "io.k8s.api.core.v1.PersistentVolumeClaim",
     .check = check_claim,
     .check_update = check_claim_update},
    {.schema = "io.k8s.api.core.v1.Pod",
     .check = check_pod,
     .check_create = check_new_pod,
     .check_update = check_pod_update},
    {.schema = "io.k8s.api.core.v1.PodTemplate", .check = check_pod_template},
    {.schema = "io.k8s.api.core.v1.ReplicationController", .check = check_replication_controller},
    {.schema = "io.k8s.api.core.v1.ResourceQuota", .check_update = check_quota_update},
    {.schema = "io.k8s.api.core.v1.Secret",
     .check = check_secret,
     .check_update = check_secret_update},
    {.schema = "io.k8s.api.core.v1.Service",
     .name_fault = dns_1035_label_fault,
     .check = check_service,
     .check_update = check_service_update},
    {.schema = "io.k8s.api.discovery.v1.EndpointSlice",
     .check = check_endpoint_slice,
     .check_update = check_endpoint_slice_update},
    {.schema = "io.k8s.api.events.v1.Event",
     .check = check_event,
     .check_create = check_new_event,
     .check_update = check_new_event_update},
    {.schema = "io.k8s.api.networking.v1.IPAddress", .name_fault = path_segment_fault},
    {.schema = "io.k8s.api.networking.v1.Ingress", .check = check_ingress},
    {.schema = "io.k8s.api.networking.v1.IngressClass",
     .check = check_ingress_class,
     .check_update = check_ingress_class_update},
    {.schema = "io.k8s.api.networking.v1.NetworkPolicy", .check = check_network_policy},
    {.schema = "io.k8s.api.node.v1.RuntimeClass",
     .check = check_runtime_class,
     .check_update = check_runtime_class_update},
    {.schema = "io.k8s.api.policy.v1.PodDisruptionBudget", .check = check_disruption_budget},
    {.schema = "io.k8s.api.rbac.v1.ClusterRole",
     .name_fault = path_segment_fault,
     .check = check_cluster_role},
    {.schema = "io.k8s.api.rbac.v1.ClusterRoleBinding",
     .name_fault = path_segment_fault,
     .check = check_cluster_role_binding,
     .check_update = check_role_binding_update},
    {.schema = "io.k8s.api.rbac.v1.Role", .name_fault = path_segment_fault, .check = check_role},
    {.schema = "io.k8s.api.rbac.v1.RoleBinding",
     .name_fault = path_segment_fault,
     .check = check_role_binding,
     .check_update = check_role_binding_update},
    {.schema = "io.k8s.api.resource.v1.DeviceClass", .check = check_device_class},
    {.schema = "io.k8s.api.resource.v1.ResourceClaim",
     .check = check_resource_claim,
     .check_update = check_devices_stay},
    {.schema = "io.k8s.api.resource.v1.ResourceClaimTemplate",
     .check = check_resource_claim_template,
     .check_update = check_devices_stay},
    {.schema = "io.k8s.api.resource.v1.ResourceSlice",
     .check = check_resource_slice,
     .check_update = check_resource_slice_update},
    {.schema = "io.k8s.api.scheduling.v1.PriorityClass",
     .check = check_priority_class,
     .check_update = check_priority_class_update},
    {.schema = "io.k8s.api.storage.v1.CSIDriver", .check_update = check_csi_driver_update},
    {.schema = "io.k8s.api.storage.v1.StorageClass",
     .check = check_storage_class,
     .check_update = check_storage_class_update},
    {.schema = "io.k8s.api.storage.v1.VolumeAttachment", .check_update = check_attachment_update},
    {.schema = "io.k8s.api.storage.v1.VolumeAttributesClass",
     .check_update = check_attributes_class_update},
    {.schema = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition",
     .check_create = check_definition,
     .check_update = check_definition_update},
    {.schema = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService",
     .name_fault = path_segment_fault,
     .check = check_api_service},
};

struct PartRules {
  std::string_view schema;  // of the kind
  std::string_view subresource;
  void (*check_update)(const json::Value& object, const json::Value& old, Faults& faults);
};

// What replaces the rules for changes where a subresource is written.
constexpr PartRules kPartRules[] = {
    {"io.k8s.api.apps.v1.Deployment", "status", check_deployment_status},
    {"io.k8s.api.apps.v1.ReplicaSet", "status", check_replica_set_status},
    {"io.k8s.api.batch.v1.Job", "status", check_job_status},
    {"io.k8s.api.certificates.v1.CertificateSigningRequest", "approval",
     check_certificate_approval},
    {"io.k8s.api.certificates.v1.CertificateSigningRequest", "status", check_certificate_status},
    {"io.k8s.api.core.v1.Pod", "ephemeralcontainers", check_ephemeral_containers_update},
    {"io.k8s.api.core.v1.Pod", "resize", check_resize},
    {"io.k8s.api.core.v1.Pod", "status", check_pod_status},
    {"io.k8s.api.core.v1.Service", "status", check_service_status},
};

const KindRules* find_rules(const Schema& schema) {
  for (const KindRules& rules : kRules) {
    if (rules.schema == schema.name) {
      return &rules;
    }
  }
  return nullptr;
}

// A kind that is stored in the form of another has that one's rules, unless it has its own.
const KindRules& rules_of(const Kind& kind) {
  static constexpr KindRules kNone{};
  if (kind.custom != nullptr) {
    return kNone;
  }
  const KindRules* rules = find_rules(*kind.schema);
  if (rules == nullptr && kind.form != nullptr) {
    rules = find_rules(*stored_kind(kind).schema);
  }
  return rules == nullptr ? kNone : *rules;
}

// Objects here are in the form they are stored in.
Result<void> check_created(const Kind& kind, const json::Value& object) {
  Faults faults;
  check_metadata(kind, object, faults);
  const KindRules& rules = rules_of(kind);
  for (const auto check : {rules.check, rules.check_create}) {
    if (check != nullptr) {
      check(object, faults);
    }
  }
  if (kind.custom != nullptr) {
    check_custom(kind, object, nullptr, faults);
  } else {
    check_type_rules(stored_kind(kind), object, faults);
  }
  return std::move(faults).result();
}

KindRules rules_of(const PartWrite& write) {
  KindRules rules = rules_of(write.kind);
  for (const PartRules& part : kPartRules) {
    if (write.kind.custom == nullptr && part.subresource == write.subresource &&
        part.schema == write.kind.schema->name) {
      rules.check_update = part.check_update;
    }
  }
  return rules;
}

Result<void> check_updated(const PartWrite& write, const json::Value& object,
                           const json::Value& old) {
  const Kind& kind = write.kind;
  Faults faults;
  check_metadata(kind, object, faults);
  check_metadata_update(object, old, faults);
  const KindRules rules = rules_of(write);
  if (rules.check != nullptr) {
    rules.check(object, faults);
  }
  if (rules.check_update != nullptr) {
    rules.check_update(object, old, faults);
  }
  if (kind.custom != nullptr) {
    auto warnings = check_custom(kind, object, &old, faults);
    if (write.warnings != nullptr) {
      *write.warnings = std::move(warnings);
    }
  } else {
    check_type_rules(stored_kind(kind), object, faults);
  }
  return std::move(faults).result();
}

}  // namespace

std::string name_fault(const Kind& kind, const std::string& name) {
  return rules_of(kind).name_fault(name);
}

Result<void> validate_create(const Kind& kind, const json::Value& object) {
  return kind.form == nullptr ? check_created(kind, object)
                              : check_created(kind, to_stored_form(kind, object));
}

Result<void> validate_update(const Kind& kind, const json::Value& object, const json::Value& old) {
  return validate_part({kind, ""}, object, old);
}

Result<void> validate_part(const PartWrite& write, const json::Value& object,
                           const json::Value& old) {
  return write.kind.form == nullptr ? check_updated(write, object, old)
                                    : check_updated(write, to_stored_form(write.kind, object),
                                                    to_stored_form(write.kind, old));
}

}  // namespace sluice::api

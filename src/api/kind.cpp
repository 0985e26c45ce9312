// SPDX-License-Identifier: Apache-2.0
#include "api/kind.h"

#include <algorithm>

#include "api/crd/custom_resource.h"
#include "api/schema.h"
#include "api/table.h"
#include "api/tables/kinds.h"
#include "base/result.h"

namespace sluice::api {

bool Kind::serves(std::string_view verb) const {
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

std::string Kind::list_kind() const {
  return custom == nullptr ? std::string(kind) + "List" : custom->list_kind;
}

std::span<const Kind> builtin_kinds() {
  return tables::kKinds;
}

const Kind* find_resource(std::string_view group, std::string_view version,
                          std::string_view plural) {
  for (const Kind& kind : builtin_kinds()) {
    if (kind.plural == plural && kind.group == group && kind.version == version) {
      return &kind;
    }
  }
  return nullptr;
}

const Kind* find_kind(std::string_view api_version, std::string_view name) {
  const std::size_t slash = api_version.find('/');
  const bool core = slash == std::string_view::npos;
  const std::string_view group = core ? "" : api_version.substr(0, slash);
  const std::string_view version = core ? api_version : api_version.substr(slash + 1);
  for (const Kind& kind : builtin_kinds()) {
    if (kind.kind == name && kind.group == group && kind.version == version) {
      return &kind;
    }
  }
  return nullptr;
}

namespace kinds {
namespace {

const Kind& known(std::string_view api_version, std::string_view name) {
  const Kind* kind = find_kind(api_version, name);
  CHECK(kind != nullptr);
  return *kind;
}

}  // namespace

const Kind& api_service() {
  static const Kind& kind = known("apiregistration.k8s.io/v1", "APIService");
  return kind;
}

const Kind& certificate_signing_request() {
  static const Kind& kind = known("certificates.k8s.io/v1", "CertificateSigningRequest");
  return kind;
}

const Kind& cluster_role() {
  static const Kind& kind = known("rbac.authorization.k8s.io/v1", "ClusterRole");
  return kind;
}

const Kind& cluster_role_binding() {
  static const Kind& kind = known("rbac.authorization.k8s.io/v1", "ClusterRoleBinding");
  return kind;
}

const Kind& config_map() {
  static const Kind& kind = known("v1", "ConfigMap");
  return kind;
}

const Kind& controller_revision() {
  static const Kind& kind = known("apps/v1", "ControllerRevision");
  return kind;
}

const Kind& cron_job() {
  static const Kind& kind = known("batch/v1", "CronJob");
  return kind;
}

const Kind& custom_resource_definition() {
  static const Kind& kind = known("apiextensions.k8s.io/v1", "CustomResourceDefinition");
  return kind;
}

const Kind& daemon_set() {
  static const Kind& kind = known("apps/v1", "DaemonSet");
  return kind;
}

const Kind& deployment() {
  static const Kind& kind = known("apps/v1", "Deployment");
  return kind;
}

const Kind& endpoint_slice() {
  static const Kind& kind = known("discovery.k8s.io/v1", "EndpointSlice");
  return kind;
}

const Kind& endpoints() {
  static const Kind& kind = known("v1", "Endpoints");
  return kind;
}

const Kind& event() {
  static const Kind& kind = known("v1", "Event");
  return kind;
}

const Kind& horizontal_pod_autoscaler() {
  static const Kind& kind = known("autoscaling/v2", "HorizontalPodAutoscaler");
  return kind;
}

const Kind& ip_address() {
  static const Kind& kind = known("networking.k8s.io/v1", "IPAddress");
  return kind;
}

const Kind& job() {
  static const Kind& kind = known("batch/v1", "Job");
  return kind;
}

const Kind& lease() {
  static const Kind& kind = known("coordination.k8s.io/v1", "Lease");
  return kind;
}

const Kind& limit_range() {
  static const Kind& kind = known("v1", "LimitRange");
  return kind;
}

const Kind& namespace_() {
  static const Kind& kind = known("v1", "Namespace");
  return kind;
}

const Kind& node() {
  static const Kind& kind = known("v1", "Node");
  return kind;
}

const Kind& node_metrics() {
  static const Kind& kind = known("metrics.k8s.io/v1beta1", "NodeMetrics");
  return kind;
}

const Kind& persistent_volume() {
  static const Kind& kind = known("v1", "PersistentVolume");
  return kind;
}

const Kind& persistent_volume_claim() {
  static const Kind& kind = known("v1", "PersistentVolumeClaim");
  return kind;
}

const Kind& pod() {
  static const Kind& kind = known("v1", "Pod");
  return kind;
}

const Kind& pod_disruption_budget() {
  static const Kind& kind = known("policy/v1", "PodDisruptionBudget");
  return kind;
}

const Kind& pod_metrics() {
  static const Kind& kind = known("metrics.k8s.io/v1beta1", "PodMetrics");
  return kind;
}

const Kind& priority_class() {
  static const Kind& kind = known("scheduling.k8s.io/v1", "PriorityClass");
  return kind;
}

const Kind& replica_set() {
  static const Kind& kind = known("apps/v1", "ReplicaSet");
  return kind;
}

const Kind& replication_controller() {
  static const Kind& kind = known("v1", "ReplicationController");
  return kind;
}

const Kind& resource_quota() {
  static const Kind& kind = known("v1", "ResourceQuota");
  return kind;
}

const Kind& role() {
  static const Kind& kind = known("rbac.authorization.k8s.io/v1", "Role");
  return kind;
}

const Kind& role_binding() {
  static const Kind& kind = known("rbac.authorization.k8s.io/v1", "RoleBinding");
  return kind;
}

const Kind& runtime_class() {
  static const Kind& kind = known("node.k8s.io/v1", "RuntimeClass");
  return kind;
}

const Kind& secret() {
  static const Kind& kind = known("v1", "Secret");
  return kind;
}

const Kind& service() {
  static const Kind& kind = known("v1", "Service");
  return kind;
}

const Kind& service_account() {
  static const Kind& kind = known("v1", "ServiceAccount");
  return kind;
}

const Kind& stateful_set() {
  static const Kind& kind = known("apps/v1", "StatefulSet");
  return kind;
}

const Kind& storage_class() {
  static const Kind& kind = known("storage.k8s.io/v1", "StorageClass");
  return kind;
}

const Kind& subject_access_review() {
  static const Kind& kind = known("authorization.k8s.io/v1", "SubjectAccessReview");
  return kind;
}

const Kind& volume_attributes_class() {
  static const Kind& kind = known("storage.k8s.io/v1", "VolumeAttributesClass");
  return kind;
}

}  // namespace kinds
}  // namespace sluice::api

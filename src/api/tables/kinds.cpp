// SPDX-License-Identifier: Apache-2.0
// Written by tools/apigen from the facts of a Kubernetes release; do not edit.
// clang-format off

#include "api/tables/kinds.h"

#include "api/columns.h"
#include "api/forms/form.h"
#include "api/tables/schemas.h"

namespace sluice::api::tables {
namespace {

constexpr std::string_view kWords0[] = {"create"};
constexpr std::string_view kWords1[] = {"get", "list"};
constexpr std::string_view kWords2[] = {"cs"};
constexpr std::string_view kWords3[] = {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"};
constexpr std::string_view kWords4[] = {"cm"};
constexpr std::string_view kWords5[] = {"ep"};
constexpr std::string_view kWords6[] = {"ev"};
constexpr std::string_view kWords7[] = {"involvedObject.apiVersion", "involvedObject.fieldPath", "involvedObject.kind", "involvedObject.name", "involvedObject.namespace", "involvedObject.resourceVersion", "involvedObject.uid", "reason", "reportingComponent", "source", "type"};
constexpr std::string_view kWords8[] = {"limits"};
constexpr std::string_view kWords9[] = {"update"};
constexpr std::string_view kWords10[] = {"get", "patch", "update"};
constexpr std::string_view kWords11[] = {"create", "delete", "get", "list", "patch", "update", "watch"};
constexpr std::string_view kWords12[] = {"ns"};
constexpr std::string_view kWords13[] = {"finalize", "status"};
constexpr std::string_view kWords14[] = {"status.phase"};
constexpr std::string_view kWords15[] = {"create", "delete", "get", "patch", "update"};
constexpr std::string_view kWords16[] = {"no"};
constexpr std::string_view kWords17[] = {"proxy", "status"};
constexpr std::string_view kWords18[] = {"spec.unschedulable"};
constexpr std::string_view kWords19[] = {"pvc"};
constexpr std::string_view kWords20[] = {"status"};
constexpr std::string_view kWords21[] = {"pv"};
constexpr std::string_view kWords22[] = {"create", "get"};
constexpr std::string_view kWords23[] = {"get"};
constexpr std::string_view kWords24[] = {"po"};
constexpr std::string_view kWords25[] = {"all"};
constexpr std::string_view kWords26[] = {"attach", "binding", "ephemeralcontainers", "eviction", "exec", "log", "portforward", "proxy", "resize", "status"};
constexpr std::string_view kWords27[] = {"spec.hostNetwork", "spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "status.nominatedNodeName", "status.phase", "status.podIP", "status.podIPs"};
constexpr std::string_view kWords28[] = {"rc"};
constexpr std::string_view kWords29[] = {"scale", "status"};
constexpr std::string_view kWords30[] = {"status.replicas"};
constexpr std::string_view kWords31[] = {"quota"};
constexpr std::string_view kWords32[] = {"type"};
constexpr std::string_view kWords33[] = {"sa"};
constexpr std::string_view kWords34[] = {"token"};
constexpr std::string_view kWords35[] = {"svc"};
constexpr std::string_view kWords36[] = {"spec.clusterIP", "spec.type"};
constexpr std::string_view kWords37[] = {"api-extensions"};
constexpr std::string_view kWords38[] = {"ds"};
constexpr std::string_view kWords39[] = {"deploy"};
constexpr std::string_view kWords40[] = {"rs"};
constexpr std::string_view kWords41[] = {"sts"};
constexpr std::string_view kWords42[] = {"reason", "regarding.apiVersion", "regarding.fieldPath", "regarding.kind", "regarding.name", "regarding.namespace", "regarding.resourceVersion", "regarding.uid", "reportingController", "type"};
constexpr std::string_view kWords43[] = {"hpa"};
constexpr std::string_view kWords44[] = {"cj"};
constexpr std::string_view kWords45[] = {"status.successful"};
constexpr std::string_view kWords46[] = {"csr"};
constexpr std::string_view kWords47[] = {"approval", "status"};
constexpr std::string_view kWords48[] = {"spec.signerName"};
constexpr std::string_view kWords49[] = {"ing"};
constexpr std::string_view kWords50[] = {"ip"};
constexpr std::string_view kWords51[] = {"netpol"};
constexpr std::string_view kWords52[] = {"pdb"};
constexpr std::string_view kWords53[] = {"sc"};
constexpr std::string_view kWords54[] = {"vac"};
constexpr std::string_view kWords55[] = {"crd", "crds"};
constexpr std::string_view kWords56[] = {"pc"};
constexpr std::string_view kWords57[] = {"spec.driver", "spec.nodeName"};

constexpr Kind kKindTable[] = {
  {.group = "", .version = "v1", .kind = "Binding", .plural = "bindings", .singular = "binding", .namespaced = true,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kCoreV1Binding},
  {.group = "", .version = "v1", .kind = "ComponentStatus", .plural = "componentstatuses", .singular = "componentstatus", .namespaced = false,
   .is_virtual = true, .verbs = kWords1, .short_names = kWords2, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kCoreV1ComponentStatus},
  {.group = "", .version = "v1", .kind = "ConfigMap", .plural = "configmaps", .singular = "configmap", .namespaced = true,
   .verbs = kWords3, .short_names = kWords4, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kConfigMap, .schema = &kCoreV1ConfigMap},
  {.group = "", .version = "v1", .kind = "Endpoints", .plural = "endpoints", .singular = "endpoints", .namespaced = true,
   .create_on_update = true, .verbs = kWords3, .short_names = kWords5, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kEndpoints, .schema = &kCoreV1Endpoints},
  {.group = "", .version = "v1", .kind = "Event", .plural = "events", .singular = "event", .namespaced = true,
   .create_on_update = true, .verbs = kWords3, .short_names = kWords6, .categories = {}, .subresources = {}, .field_selectors = kWords7, .columns = columns::kEvent, .schema = &kCoreV1Event},
  {.group = "", .version = "v1", .kind = "LimitRange", .plural = "limitranges", .singular = "limitrange", .namespaced = true,
   .create_on_update = true, .verbs = kWords3, .short_names = kWords8, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kLimitRange, .schema = &kCoreV1LimitRange},
  {.group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces", .singular = "namespace", .namespaced = false,
   .has_status = true, .returns_deleted = true, .verbs = kWords11, .short_names = kWords12, .categories = {}, .subresources = kWords13, .field_selectors = kWords14, .columns = columns::kNamespace, .schema = &kCoreV1Namespace},
  {.group = "", .version = "v1", .kind = "Node", .plural = "nodes", .singular = "node", .namespaced = false,
   .has_status = true, .verbs = kWords3, .short_names = kWords16, .categories = {}, .subresources = kWords17, .field_selectors = kWords18, .columns = columns::kNode, .schema = &kCoreV1Node},
  {.group = "", .version = "v1", .kind = "PersistentVolumeClaim", .plural = "persistentvolumeclaims", .singular = "persistentvolumeclaim", .namespaced = true,
   .has_status = true, .returns_deleted = true, .verbs = kWords3, .short_names = kWords19, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kPersistentVolumeClaim, .schema = &kCoreV1PersistentVolumeClaim},
  {.group = "", .version = "v1", .kind = "PersistentVolume", .plural = "persistentvolumes", .singular = "persistentvolume", .namespaced = false,
   .has_status = true, .returns_deleted = true, .verbs = kWords3, .short_names = kWords21, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kPersistentVolume, .schema = &kCoreV1PersistentVolume},
  {.group = "", .version = "v1", .kind = "Pod", .plural = "pods", .singular = "pod", .namespaced = true,
   .has_status = true, .graceful_delete = true, .returns_deleted = true, .verbs = kWords3, .short_names = kWords24, .categories = kWords25, .subresources = kWords26, .field_selectors = kWords27, .columns = columns::kPod, .schema = &kCoreV1Pod},
  {.group = "", .version = "v1", .kind = "PodTemplate", .plural = "podtemplates", .singular = "podtemplate", .namespaced = true,
   .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kPodTemplate, .schema = &kCoreV1PodTemplate},
  {.group = "", .version = "v1", .kind = "ReplicationController", .plural = "replicationcontrollers", .singular = "replicationcontroller", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords28, .categories = kWords25, .subresources = kWords29, .field_selectors = kWords30, .columns = columns::kReplicationController, .schema = &kCoreV1ReplicationController},
  {.group = "", .version = "v1", .kind = "ResourceQuota", .plural = "resourcequotas", .singular = "resourcequota", .namespaced = true,
   .has_status = true, .returns_deleted = true, .verbs = kWords3, .short_names = kWords31, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kResourceQuota, .schema = &kCoreV1ResourceQuota},
  {.group = "", .version = "v1", .kind = "Secret", .plural = "secrets", .singular = "secret", .namespaced = true,
   .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = kWords32, .columns = columns::kSecret, .schema = &kCoreV1Secret},
  {.group = "", .version = "v1", .kind = "ServiceAccount", .plural = "serviceaccounts", .singular = "serviceaccount", .namespaced = true,
   .returns_deleted = true, .verbs = kWords3, .short_names = kWords33, .categories = {}, .subresources = kWords34, .field_selectors = {}, .columns = columns::kServiceAccount, .schema = &kCoreV1ServiceAccount},
  {.group = "", .version = "v1", .kind = "Service", .plural = "services", .singular = "service", .namespaced = true,
   .has_status = true, .create_on_update = true, .returns_deleted = true, .verbs = kWords3, .short_names = kWords35, .categories = kWords25, .subresources = kWords17, .field_selectors = kWords36, .columns = columns::kService, .schema = &kCoreV1Service},
  {.group = "apiregistration.k8s.io", .version = "v1", .kind = "APIService", .plural = "apiservices", .singular = "apiservice", .namespaced = false,
   .has_status = true, .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = kWords37, .subresources = kWords20, .field_selectors = {}, .columns = columns::kAPIService, .schema = &kApiregistrationV1APIService},
  {.group = "apps", .version = "v1", .kind = "ControllerRevision", .plural = "controllerrevisions", .singular = "controllerrevision", .namespaced = true,
   .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kControllerRevision, .schema = &kAppsV1ControllerRevision},
  {.group = "apps", .version = "v1", .kind = "DaemonSet", .plural = "daemonsets", .singular = "daemonset", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords38, .categories = kWords25, .subresources = kWords20, .field_selectors = {}, .columns = columns::kDaemonSet, .schema = &kAppsV1DaemonSet},
  {.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments", .singular = "deployment", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords39, .categories = kWords25, .subresources = kWords29, .field_selectors = {}, .columns = columns::kDeployment, .schema = &kAppsV1Deployment},
  {.group = "apps", .version = "v1", .kind = "ReplicaSet", .plural = "replicasets", .singular = "replicaset", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords40, .categories = kWords25, .subresources = kWords29, .field_selectors = {}, .columns = columns::kReplicaSet, .schema = &kAppsV1ReplicaSet},
  {.group = "apps", .version = "v1", .kind = "StatefulSet", .plural = "statefulsets", .singular = "statefulset", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords41, .categories = kWords25, .subresources = kWords29, .field_selectors = {}, .columns = columns::kStatefulSet, .schema = &kAppsV1StatefulSet},
  {.group = "events.k8s.io", .version = "v1", .kind = "Event", .plural = "events", .singular = "event", .namespaced = true,
   .create_on_update = true, .verbs = kWords3, .short_names = kWords6, .categories = {}, .subresources = {}, .field_selectors = kWords42, .columns = columns::kEventsEvent, .schema = &kEventsV1Event, .form = &forms::kEventsEvent},
  {.group = "authentication.k8s.io", .version = "v1", .kind = "SelfSubjectReview", .plural = "selfsubjectreviews", .singular = "selfsubjectreview", .namespaced = false,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kAuthenticationV1SelfSubjectReview},
  {.group = "authentication.k8s.io", .version = "v1", .kind = "TokenReview", .plural = "tokenreviews", .singular = "tokenreview", .namespaced = false,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kAuthenticationV1TokenReview},
  {.group = "authorization.k8s.io", .version = "v1", .kind = "LocalSubjectAccessReview", .plural = "localsubjectaccessreviews", .singular = "localsubjectaccessreview", .namespaced = true,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kAuthorizationV1LocalSubjectAccessReview},
  {.group = "authorization.k8s.io", .version = "v1", .kind = "SelfSubjectAccessReview", .plural = "selfsubjectaccessreviews", .singular = "selfsubjectaccessreview", .namespaced = false,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kAuthorizationV1SelfSubjectAccessReview},
  {.group = "authorization.k8s.io", .version = "v1", .kind = "SelfSubjectRulesReview", .plural = "selfsubjectrulesreviews", .singular = "selfsubjectrulesreview", .namespaced = false,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kAuthorizationV1SelfSubjectRulesReview},
  {.group = "authorization.k8s.io", .version = "v1", .kind = "SubjectAccessReview", .plural = "subjectaccessreviews", .singular = "subjectaccessreview", .namespaced = false,
   .is_virtual = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kAuthorizationV1SubjectAccessReview},
  {.group = "autoscaling", .version = "v2", .kind = "HorizontalPodAutoscaler", .plural = "horizontalpodautoscalers", .singular = "horizontalpodautoscaler", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords43, .categories = kWords25, .subresources = kWords20, .field_selectors = {}, .columns = columns::kHorizontalPodAutoscaler, .schema = &kAutoscalingV2HorizontalPodAutoscaler},
  {.group = "autoscaling", .version = "v1", .kind = "HorizontalPodAutoscaler", .plural = "horizontalpodautoscalers", .singular = "horizontalpodautoscaler", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords43, .categories = kWords25, .subresources = kWords20, .field_selectors = {}, .columns = columns::kHorizontalPodAutoscaler, .schema = &kAutoscalingV1HorizontalPodAutoscaler, .form = &forms::kAutoscalerV1},
  {.group = "batch", .version = "v1", .kind = "CronJob", .plural = "cronjobs", .singular = "cronjob", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords44, .categories = kWords25, .subresources = kWords20, .field_selectors = {}, .columns = columns::kCronJob, .schema = &kBatchV1CronJob},
  {.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs", .singular = "job", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = {}, .categories = kWords25, .subresources = kWords20, .field_selectors = kWords45, .columns = columns::kJob, .schema = &kBatchV1Job},
  {.group = "certificates.k8s.io", .version = "v1", .kind = "CertificateSigningRequest", .plural = "certificatesigningrequests", .singular = "certificatesigningrequest", .namespaced = false,
   .has_status = true, .verbs = kWords3, .short_names = kWords46, .categories = {}, .subresources = kWords47, .field_selectors = kWords48, .columns = columns::kCertificateSigningRequest, .schema = &kCertificatesV1CertificateSigningRequest},
  {.group = "networking.k8s.io", .version = "v1", .kind = "IngressClass", .plural = "ingressclasses", .singular = "ingressclass", .namespaced = false,
   .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kIngressClass, .schema = &kNetworkingV1IngressClass},
  {.group = "networking.k8s.io", .version = "v1", .kind = "Ingress", .plural = "ingresses", .singular = "ingress", .namespaced = true,
   .has_status = true, .verbs = kWords3, .short_names = kWords49, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kIngress, .schema = &kNetworkingV1Ingress},
  {.group = "networking.k8s.io", .version = "v1", .kind = "IPAddress", .plural = "ipaddresses", .singular = "ipaddress", .namespaced = false,
   .verbs = kWords3, .short_names = kWords50, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kIPAddress, .schema = &kNetworkingV1IPAddress},
  {.group = "networking.k8s.io", .version = "v1", .kind = "NetworkPolicy", .plural = "networkpolicies", .singular = "networkpolicy", .namespaced = true,
   .verbs = kWords3, .short_names = kWords51, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kNetworkPolicy, .schema = &kNetworkingV1NetworkPolicy},
  {.group = "networking.k8s.io", .version = "v1", .kind = "ServiceCIDR", .plural = "servicecidrs", .singular = "servicecidr", .namespaced = false,
   .has_status = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kServiceCIDR, .schema = &kNetworkingV1ServiceCIDR},
  {.group = "policy", .version = "v1", .kind = "PodDisruptionBudget", .plural = "poddisruptionbudgets", .singular = "poddisruptionbudget", .namespaced = true,
   .has_status = true, .conditional_update = true, .verbs = kWords3, .short_names = kWords52, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kPodDisruptionBudget, .schema = &kPolicyV1PodDisruptionBudget},
  {.group = "rbac.authorization.k8s.io", .version = "v1", .kind = "ClusterRoleBinding", .plural = "clusterrolebindings", .singular = "clusterrolebinding", .namespaced = false,
   .create_on_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kClusterRoleBinding, .schema = &kRbacV1ClusterRoleBinding},
  {.group = "rbac.authorization.k8s.io", .version = "v1", .kind = "ClusterRole", .plural = "clusterroles", .singular = "clusterrole", .namespaced = false,
   .create_on_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kClusterRole, .schema = &kRbacV1ClusterRole},
  {.group = "rbac.authorization.k8s.io", .version = "v1", .kind = "RoleBinding", .plural = "rolebindings", .singular = "rolebinding", .namespaced = true,
   .create_on_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kRoleBinding, .schema = &kRbacV1RoleBinding},
  {.group = "rbac.authorization.k8s.io", .version = "v1", .kind = "Role", .plural = "roles", .singular = "role", .namespaced = true,
   .create_on_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kRole, .schema = &kRbacV1Role},
  {.group = "storage.k8s.io", .version = "v1", .kind = "CSIDriver", .plural = "csidrivers", .singular = "csidriver", .namespaced = false,
   .conditional_update = true, .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kCSIDriver, .schema = &kStorageV1CSIDriver},
  {.group = "storage.k8s.io", .version = "v1", .kind = "CSINode", .plural = "csinodes", .singular = "csinode", .namespaced = false,
   .conditional_update = true, .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kCSINode, .schema = &kStorageV1CSINode},
  {.group = "storage.k8s.io", .version = "v1", .kind = "CSIStorageCapacity", .plural = "csistoragecapacities", .singular = "csistoragecapacity", .namespaced = true,
   .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kCSIStorageCapacity, .schema = &kStorageV1CSIStorageCapacity},
  {.group = "storage.k8s.io", .version = "v1", .kind = "StorageClass", .plural = "storageclasses", .singular = "storageclass", .namespaced = false,
   .returns_deleted = true, .verbs = kWords3, .short_names = kWords53, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kStorageClass, .schema = &kStorageV1StorageClass},
  {.group = "storage.k8s.io", .version = "v1", .kind = "VolumeAttachment", .plural = "volumeattachments", .singular = "volumeattachment", .namespaced = false,
   .has_status = true, .conditional_update = true, .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kVolumeAttachment, .schema = &kStorageV1VolumeAttachment},
  {.group = "storage.k8s.io", .version = "v1", .kind = "VolumeAttributesClass", .plural = "volumeattributesclasses", .singular = "volumeattributesclass", .namespaced = false,
   .returns_deleted = true, .verbs = kWords3, .short_names = kWords54, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kVolumeAttributesClass, .schema = &kStorageV1VolumeAttributesClass},
  {.group = "admissionregistration.k8s.io", .version = "v1", .kind = "MutatingWebhookConfiguration", .plural = "mutatingwebhookconfigurations", .singular = "mutatingwebhookconfiguration", .namespaced = false,
   .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = kWords37, .subresources = {}, .field_selectors = {}, .columns = columns::kMutatingWebhookConfiguration, .schema = &kAdmissionregistrationV1MutatingWebhookConfiguration},
  {.group = "admissionregistration.k8s.io", .version = "v1", .kind = "ValidatingAdmissionPolicy", .plural = "validatingadmissionpolicies", .singular = "validatingadmissionpolicy", .namespaced = false,
   .has_status = true, .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = kWords37, .subresources = kWords20, .field_selectors = {}, .columns = columns::kValidatingAdmissionPolicy, .schema = &kAdmissionregistrationV1ValidatingAdmissionPolicy},
  {.group = "admissionregistration.k8s.io", .version = "v1", .kind = "ValidatingAdmissionPolicyBinding", .plural = "validatingadmissionpolicybindings", .singular = "validatingadmissionpolicybinding", .namespaced = false,
   .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = kWords37, .subresources = {}, .field_selectors = {}, .columns = columns::kValidatingAdmissionPolicyBinding, .schema = &kAdmissionregistrationV1ValidatingAdmissionPolicyBinding},
  {.group = "admissionregistration.k8s.io", .version = "v1", .kind = "ValidatingWebhookConfiguration", .plural = "validatingwebhookconfigurations", .singular = "validatingwebhookconfiguration", .namespaced = false,
   .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = kWords37, .subresources = {}, .field_selectors = {}, .columns = columns::kValidatingWebhookConfiguration, .schema = &kAdmissionregistrationV1ValidatingWebhookConfiguration},
  {.group = "apiextensions.k8s.io", .version = "v1", .kind = "CustomResourceDefinition", .plural = "customresourcedefinitions", .singular = "customresourcedefinition", .namespaced = false,
   .has_status = true, .conditional_update = true, .verbs = kWords3, .short_names = kWords55, .categories = kWords37, .subresources = kWords20, .field_selectors = {}, .columns = columns::kCustomResourceDefinition, .schema = &kApiextensionsV1CustomResourceDefinition},
  {.group = "scheduling.k8s.io", .version = "v1", .kind = "PriorityClass", .plural = "priorityclasses", .singular = "priorityclass", .namespaced = false,
   .verbs = kWords3, .short_names = kWords56, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kPriorityClass, .schema = &kSchedulingV1PriorityClass},
  {.group = "coordination.k8s.io", .version = "v1", .kind = "Lease", .plural = "leases", .singular = "lease", .namespaced = true,
   .create_on_update = true, .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kLease, .schema = &kCoordinationV1Lease},
  {.group = "node.k8s.io", .version = "v1", .kind = "RuntimeClass", .plural = "runtimeclasses", .singular = "runtimeclass", .namespaced = false,
   .create_on_update = true, .conditional_update = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kRuntimeClass, .schema = &kNodeV1RuntimeClass},
  {.group = "discovery.k8s.io", .version = "v1", .kind = "EndpointSlice", .plural = "endpointslices", .singular = "endpointslice", .namespaced = true,
   .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kEndpointSlice, .schema = &kDiscoveryV1EndpointSlice},
  {.group = "resource.k8s.io", .version = "v1", .kind = "DeviceClass", .plural = "deviceclasses", .singular = "deviceclass", .namespaced = false,
   .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kResourceV1DeviceClass},
  {.group = "resource.k8s.io", .version = "v1", .kind = "ResourceClaim", .plural = "resourceclaims", .singular = "resourceclaim", .namespaced = true,
   .has_status = true, .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kResourceClaim, .schema = &kResourceV1ResourceClaim},
  {.group = "resource.k8s.io", .version = "v1", .kind = "ResourceClaimTemplate", .plural = "resourceclaimtemplates", .singular = "resourceclaimtemplate", .namespaced = true,
   .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = {}, .schema = &kResourceV1ResourceClaimTemplate},
  {.group = "resource.k8s.io", .version = "v1", .kind = "ResourceSlice", .plural = "resourceslices", .singular = "resourceslice", .namespaced = false,
   .returns_deleted = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = kWords57, .columns = columns::kResourceSlice, .schema = &kResourceV1ResourceSlice},
  {.group = "flowcontrol.apiserver.k8s.io", .version = "v1", .kind = "FlowSchema", .plural = "flowschemas", .singular = "flowschema", .namespaced = false,
   .has_status = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kFlowSchema, .schema = &kFlowcontrolV1FlowSchema},
  {.group = "flowcontrol.apiserver.k8s.io", .version = "v1", .kind = "PriorityLevelConfiguration", .plural = "prioritylevelconfigurations", .singular = "prioritylevelconfiguration", .namespaced = false,
   .has_status = true, .verbs = kWords3, .short_names = {}, .categories = {}, .subresources = kWords20, .field_selectors = {}, .columns = columns::kPriorityLevelConfiguration, .schema = &kFlowcontrolV1PriorityLevelConfiguration},
  {.group = "metrics.k8s.io", .version = "v1beta1", .kind = "NodeMetrics", .plural = "nodes", .singular = "", .namespaced = false,
   .is_virtual = true, .verbs = kWords1, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kNodeMetrics, .schema = &kMetricsV1beta1NodeMetrics},
  {.group = "metrics.k8s.io", .version = "v1beta1", .kind = "PodMetrics", .plural = "pods", .singular = "", .namespaced = true,
   .is_virtual = true, .verbs = kWords1, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kPodMetrics, .schema = &kMetricsV1beta1PodMetrics},
};

constexpr Subresource kSubresourceTable[] = {
  {"", "v1", "namespaces", "finalize", "Namespace", "", "", kWords9, &kCoreV1Namespace},
  {"", "v1", "namespaces", "status", "Namespace", "", "", kWords10, &kCoreV1Namespace},
  {"", "v1", "nodes", "proxy", "NodeProxyOptions", "", "", kWords15, nullptr},
  {"", "v1", "nodes", "status", "Node", "", "", kWords10, &kCoreV1Node},
  {"", "v1", "persistentvolumeclaims", "status", "PersistentVolumeClaim", "", "", kWords10, &kCoreV1PersistentVolumeClaim},
  {"", "v1", "persistentvolumes", "status", "PersistentVolume", "", "", kWords10, &kCoreV1PersistentVolume},
  {"", "v1", "pods", "attach", "PodAttachOptions", "", "", kWords22, nullptr},
  {"", "v1", "pods", "binding", "Binding", "", "", kWords0, &kCoreV1Binding},
  {"", "v1", "pods", "ephemeralcontainers", "Pod", "", "", kWords10, &kCoreV1Pod},
  {"", "v1", "pods", "eviction", "Eviction", "policy", "v1", kWords0, &kPolicyV1Eviction},
  {"", "v1", "pods", "exec", "PodExecOptions", "", "", kWords22, nullptr},
  {"", "v1", "pods", "log", "Pod", "", "", kWords23, &kCoreV1Pod},
  {"", "v1", "pods", "portforward", "PodPortForwardOptions", "", "", kWords22, nullptr},
  {"", "v1", "pods", "proxy", "PodProxyOptions", "", "", kWords15, nullptr},
  {"", "v1", "pods", "resize", "Pod", "", "", kWords10, &kCoreV1Pod},
  {"", "v1", "pods", "status", "Pod", "", "", kWords10, &kCoreV1Pod},
  {"", "v1", "replicationcontrollers", "scale", "Scale", "autoscaling", "v1", kWords10, &kAutoscalingV1Scale},
  {"", "v1", "replicationcontrollers", "status", "ReplicationController", "", "", kWords10, &kCoreV1ReplicationController},
  {"", "v1", "resourcequotas", "status", "ResourceQuota", "", "", kWords10, &kCoreV1ResourceQuota},
  {"", "v1", "serviceaccounts", "token", "TokenRequest", "authentication.k8s.io", "v1", kWords0, &kAuthenticationV1TokenRequest},
  {"", "v1", "services", "proxy", "ServiceProxyOptions", "", "", kWords15, nullptr},
  {"", "v1", "services", "status", "Service", "", "", kWords10, &kCoreV1Service},
  {"apiregistration.k8s.io", "v1", "apiservices", "status", "APIService", "", "", kWords10, &kApiregistrationV1APIService},
  {"apps", "v1", "daemonsets", "status", "DaemonSet", "", "", kWords10, &kAppsV1DaemonSet},
  {"apps", "v1", "deployments", "scale", "Scale", "autoscaling", "v1", kWords10, &kAutoscalingV1Scale},
  {"apps", "v1", "deployments", "status", "Deployment", "", "", kWords10, &kAppsV1Deployment},
  {"apps", "v1", "replicasets", "scale", "Scale", "autoscaling", "v1", kWords10, &kAutoscalingV1Scale},
  {"apps", "v1", "replicasets", "status", "ReplicaSet", "", "", kWords10, &kAppsV1ReplicaSet},
  {"apps", "v1", "statefulsets", "scale", "Scale", "autoscaling", "v1", kWords10, &kAutoscalingV1Scale},
  {"apps", "v1", "statefulsets", "status", "StatefulSet", "", "", kWords10, &kAppsV1StatefulSet},
  {"autoscaling", "v2", "horizontalpodautoscalers", "status", "HorizontalPodAutoscaler", "", "", kWords10, &kAutoscalingV2HorizontalPodAutoscaler},
  {"autoscaling", "v1", "horizontalpodautoscalers", "status", "HorizontalPodAutoscaler", "", "", kWords10, &kAutoscalingV1HorizontalPodAutoscaler},
  {"batch", "v1", "cronjobs", "status", "CronJob", "", "", kWords10, &kBatchV1CronJob},
  {"batch", "v1", "jobs", "status", "Job", "", "", kWords10, &kBatchV1Job},
  {"certificates.k8s.io", "v1", "certificatesigningrequests", "approval", "CertificateSigningRequest", "", "", kWords10, &kCertificatesV1CertificateSigningRequest},
  {"certificates.k8s.io", "v1", "certificatesigningrequests", "status", "CertificateSigningRequest", "", "", kWords10, &kCertificatesV1CertificateSigningRequest},
  {"networking.k8s.io", "v1", "ingresses", "status", "Ingress", "", "", kWords10, &kNetworkingV1Ingress},
  {"networking.k8s.io", "v1", "servicecidrs", "status", "ServiceCIDR", "", "", kWords10, &kNetworkingV1ServiceCIDR},
  {"policy", "v1", "poddisruptionbudgets", "status", "PodDisruptionBudget", "", "", kWords10, &kPolicyV1PodDisruptionBudget},
  {"storage.k8s.io", "v1", "volumeattachments", "status", "VolumeAttachment", "", "", kWords10, &kStorageV1VolumeAttachment},
  {"admissionregistration.k8s.io", "v1", "validatingadmissionpolicies", "status", "ValidatingAdmissionPolicy", "", "", kWords10, &kAdmissionregistrationV1ValidatingAdmissionPolicy},
  {"apiextensions.k8s.io", "v1", "customresourcedefinitions", "status", "CustomResourceDefinition", "", "", kWords10, &kApiextensionsV1CustomResourceDefinition},
  {"resource.k8s.io", "v1", "resourceclaims", "status", "ResourceClaim", "", "", kWords10, &kResourceV1ResourceClaim},
  {"flowcontrol.apiserver.k8s.io", "v1", "flowschemas", "status", "FlowSchema", "", "", kWords10, &kFlowcontrolV1FlowSchema},
  {"flowcontrol.apiserver.k8s.io", "v1", "prioritylevelconfigurations", "status", "PriorityLevelConfiguration", "", "", kWords10, &kFlowcontrolV1PriorityLevelConfiguration},
};

}  // namespace

constinit const std::span<const Kind> kKinds = kKindTable;
constinit const std::span<const Subresource> kSubresources = kSubresourceTable;

}  // namespace sluice::api::tables

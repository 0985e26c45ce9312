// SPDX-License-Identifier: Apache-2.0
// Written by tools/apigen from the facts of a Kubernetes release; do not edit.
// clang-format off

#pragma once

#include "api/schema.h"

namespace sluice::api::tables {

// NOLINTBEGIN(readability-identifier-naming)
extern const Schema kAdmissionregistrationV1MutatingWebhookConfiguration;
extern const Schema kAdmissionregistrationV1ValidatingAdmissionPolicy;
extern const Schema kAdmissionregistrationV1ValidatingAdmissionPolicyBinding;
extern const Schema kAdmissionregistrationV1ValidatingWebhookConfiguration;
extern const Schema kAppsV1ControllerRevision;
extern const Schema kAppsV1DaemonSet;
extern const Schema kAppsV1Deployment;
extern const Schema kAppsV1ReplicaSet;
extern const Schema kAppsV1StatefulSet;
extern const Schema kAuthenticationV1SelfSubjectReview;
extern const Schema kAuthenticationV1TokenRequest;
extern const Schema kAuthenticationV1TokenReview;
extern const Schema kAuthorizationV1LocalSubjectAccessReview;
extern const Schema kAuthorizationV1SelfSubjectAccessReview;
extern const Schema kAuthorizationV1SelfSubjectRulesReview;
extern const Schema kAuthorizationV1SubjectAccessReview;
extern const Schema kAutoscalingV1HorizontalPodAutoscaler;
extern const Schema kAutoscalingV1Scale;
extern const Schema kAutoscalingV2HorizontalPodAutoscaler;
extern const Schema kBatchV1CronJob;
extern const Schema kBatchV1Job;
extern const Schema kCertificatesV1CertificateSigningRequest;
extern const Schema kCoordinationV1Lease;
extern const Schema kCoreV1Binding;
extern const Schema kCoreV1ComponentStatus;
extern const Schema kCoreV1ConfigMap;
extern const Schema kCoreV1Endpoints;
extern const Schema kCoreV1Event;
extern const Schema kCoreV1LimitRange;
extern const Schema kCoreV1Namespace;
extern const Schema kCoreV1Node;
extern const Schema kCoreV1PersistentVolume;
extern const Schema kCoreV1PersistentVolumeClaim;
extern const Schema kCoreV1Pod;
extern const Schema kCoreV1PodTemplate;
extern const Schema kCoreV1ReplicationController;
extern const Schema kCoreV1ResourceQuota;
extern const Schema kCoreV1Secret;
extern const Schema kCoreV1Service;
extern const Schema kCoreV1ServiceAccount;
extern const Schema kDiscoveryV1EndpointSlice;
extern const Schema kEventsV1Event;
extern const Schema kFlowcontrolV1FlowSchema;
extern const Schema kFlowcontrolV1PriorityLevelConfiguration;
extern const Schema kNetworkingV1IPAddress;
extern const Schema kNetworkingV1Ingress;
extern const Schema kNetworkingV1IngressClass;
extern const Schema kNetworkingV1NetworkPolicy;
extern const Schema kNetworkingV1ServiceCIDR;
extern const Schema kNodeV1RuntimeClass;
extern const Schema kPolicyV1Eviction;
extern const Schema kPolicyV1PodDisruptionBudget;
extern const Schema kRbacV1ClusterRole;
extern const Schema kRbacV1ClusterRoleBinding;
extern const Schema kRbacV1Role;
extern const Schema kRbacV1RoleBinding;
extern const Schema kResourceV1DeviceClass;
extern const Schema kResourceV1ResourceClaim;
extern const Schema kResourceV1ResourceClaimTemplate;
extern const Schema kResourceV1ResourceSlice;
extern const Schema kSchedulingV1PriorityClass;
extern const Schema kStorageV1CSIDriver;
extern const Schema kStorageV1CSINode;
extern const Schema kStorageV1CSIStorageCapacity;
extern const Schema kStorageV1StorageClass;
extern const Schema kStorageV1VolumeAttachment;
extern const Schema kStorageV1VolumeAttributesClass;
extern const Schema kApiextensionsV1CustomResourceDefinition;
extern const Schema kMetaV1DeleteOptions;
extern const Schema kMetaV1ListMeta;
extern const Schema kMetaV1ObjectMeta;
extern const Schema kMetaV1Status;
extern const Schema kApiregistrationV1APIService;
extern const Schema kMetricsV1beta1NodeMetrics;
extern const Schema kMetricsV1beta1PodMetrics;
// NOLINTEND(readability-identifier-naming)

}  // namespace sluice::api::tables

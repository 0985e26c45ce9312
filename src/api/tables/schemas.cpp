// SPDX-License-Identifier: Apache-2.0
// Written by tools/apigen from the facts of a Kubernetes release; do not edit.
// clang-format off

#include "api/tables/schemas.h"

namespace sluice::api::tables {

using T = FieldType;

extern const Schema kAdmissionregistrationV1AuditAnnotation;
extern const Schema kAdmissionregistrationV1ExpressionWarning;
extern const Schema kAdmissionregistrationV1MatchCondition;
extern const Schema kAdmissionregistrationV1MatchResources;
extern const Schema kAdmissionregistrationV1MutatingWebhook;
extern const Schema kAdmissionregistrationV1NamedRuleWithOperations;
extern const Schema kAdmissionregistrationV1ParamKind;
extern const Schema kAdmissionregistrationV1ParamRef;
extern const Schema kAdmissionregistrationV1RuleWithOperations;
extern const Schema kAdmissionregistrationV1ServiceReference;
extern const Schema kAdmissionregistrationV1TypeChecking;
extern const Schema kAdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec;
extern const Schema kAdmissionregistrationV1ValidatingAdmissionPolicySpec;
extern const Schema kAdmissionregistrationV1ValidatingAdmissionPolicyStatus;
extern const Schema kAdmissionregistrationV1ValidatingWebhook;
extern const Schema kAdmissionregistrationV1Validation;
extern const Schema kAdmissionregistrationV1Variable;
extern const Schema kAdmissionregistrationV1WebhookClientConfig;
extern const Schema kAppsV1DaemonSetCondition;
extern const Schema kAppsV1DaemonSetSpec;
extern const Schema kAppsV1DaemonSetStatus;
extern const Schema kAppsV1DaemonSetUpdateStrategy;
extern const Schema kAppsV1DeploymentCondition;
extern const Schema kAppsV1DeploymentSpec;
extern const Schema kAppsV1DeploymentStatus;
extern const Schema kAppsV1DeploymentStrategy;
extern const Schema kAppsV1ReplicaSetCondition;
extern const Schema kAppsV1ReplicaSetSpec;
extern const Schema kAppsV1ReplicaSetStatus;
extern const Schema kAppsV1RollingUpdateDaemonSet;
extern const Schema kAppsV1RollingUpdateDeployment;
extern const Schema kAppsV1RollingUpdateStatefulSetStrategy;
extern const Schema kAppsV1StatefulSetCondition;
extern const Schema kAppsV1StatefulSetOrdinals;
extern const Schema kAppsV1StatefulSetPersistentVolumeClaimRetentionPolicy;
extern const Schema kAppsV1StatefulSetSpec;
extern const Schema kAppsV1StatefulSetStatus;
extern const Schema kAppsV1StatefulSetUpdateStrategy;
extern const Schema kAuthenticationV1BoundObjectReference;
extern const Schema kAuthenticationV1SelfSubjectReviewStatus;
extern const Schema kAuthenticationV1StringList;
extern const Schema kAuthenticationV1TokenRequestSpec;
extern const Schema kAuthenticationV1TokenRequestStatus;
extern const Schema kAuthenticationV1TokenReviewSpec;
extern const Schema kAuthenticationV1TokenReviewStatus;
extern const Schema kAuthenticationV1UserInfo;
extern const Schema kAuthorizationV1FieldSelectorAttributes;
extern const Schema kAuthorizationV1LabelSelectorAttributes;
extern const Schema kAuthorizationV1NonResourceAttributes;
extern const Schema kAuthorizationV1NonResourceRule;
extern const Schema kAuthorizationV1ResourceAttributes;
extern const Schema kAuthorizationV1ResourceRule;
extern const Schema kAuthorizationV1SelfSubjectAccessReviewSpec;
extern const Schema kAuthorizationV1SelfSubjectRulesReviewSpec;
extern const Schema kAuthorizationV1StringList;
extern const Schema kAuthorizationV1SubjectAccessReviewSpec;
extern const Schema kAuthorizationV1SubjectAccessReviewStatus;
extern const Schema kAuthorizationV1SubjectRulesReviewStatus;
extern const Schema kAutoscalingV1CrossVersionObjectReference;
extern const Schema kAutoscalingV1HorizontalPodAutoscalerSpec;
extern const Schema kAutoscalingV1HorizontalPodAutoscalerStatus;
extern const Schema kAutoscalingV1ScaleSpec;
extern const Schema kAutoscalingV1ScaleStatus;
extern const Schema kAutoscalingV2ContainerResourceMetricSource;
extern const Schema kAutoscalingV2ContainerResourceMetricStatus;
extern const Schema kAutoscalingV2CrossVersionObjectReference;
extern const Schema kAutoscalingV2ExternalMetricSource;
extern const Schema kAutoscalingV2ExternalMetricStatus;
extern const Schema kAutoscalingV2HPAScalingPolicy;
extern const Schema kAutoscalingV2HPAScalingRules;
extern const Schema kAutoscalingV2HorizontalPodAutoscalerBehavior;
extern const Schema kAutoscalingV2HorizontalPodAutoscalerCondition;
extern const Schema kAutoscalingV2HorizontalPodAutoscalerSpec;
extern const Schema kAutoscalingV2HorizontalPodAutoscalerStatus;
extern const Schema kAutoscalingV2MetricIdentifier;
extern const Schema kAutoscalingV2MetricSpec;
extern const Schema kAutoscalingV2MetricStatus;
extern const Schema kAutoscalingV2MetricTarget;
extern const Schema kAutoscalingV2MetricValueStatus;
extern const Schema kAutoscalingV2ObjectMetricSource;
extern const Schema kAutoscalingV2ObjectMetricStatus;
extern const Schema kAutoscalingV2PodsMetricSource;
extern const Schema kAutoscalingV2PodsMetricStatus;
extern const Schema kAutoscalingV2ResourceMetricSource;
extern const Schema kAutoscalingV2ResourceMetricStatus;
extern const Schema kBatchV1CronJobSpec;
extern const Schema kBatchV1CronJobStatus;
extern const Schema kBatchV1JobCondition;
extern const Schema kBatchV1JobSpec;
extern const Schema kBatchV1JobStatus;
extern const Schema kBatchV1JobTemplateSpec;
extern const Schema kBatchV1PodFailurePolicy;
extern const Schema kBatchV1PodFailurePolicyOnExitCodesRequirement;
extern const Schema kBatchV1PodFailurePolicyOnPodConditionsPattern;
extern const Schema kBatchV1PodFailurePolicyRule;
extern const Schema kBatchV1SuccessPolicy;
extern const Schema kBatchV1SuccessPolicyRule;
extern const Schema kBatchV1UncountedTerminatedPods;
extern const Schema kCertificatesV1CertificateSigningRequestCondition;
extern const Schema kCertificatesV1CertificateSigningRequestSpec;
extern const Schema kCertificatesV1CertificateSigningRequestStatus;
extern const Schema kCertificatesV1StringList;
extern const Schema kCoordinationV1LeaseSpec;
extern const Schema kCoreV1AWSElasticBlockStoreVolumeSource;
extern const Schema kCoreV1Affinity;
extern const Schema kCoreV1AppArmorProfile;
extern const Schema kCoreV1AttachedVolume;
extern const Schema kCoreV1AzureDiskVolumeSource;
extern const Schema kCoreV1AzureFilePersistentVolumeSource;
extern const Schema kCoreV1AzureFileVolumeSource;
extern const Schema kCoreV1CSIPersistentVolumeSource;
extern const Schema kCoreV1CSIVolumeSource;
extern const Schema kCoreV1Capabilities;
extern const Schema kCoreV1CephFSPersistentVolumeSource;
extern const Schema kCoreV1CephFSVolumeSource;
extern const Schema kCoreV1CinderPersistentVolumeSource;
extern const Schema kCoreV1CinderVolumeSource;
extern const Schema kCoreV1ClientIPConfig;
extern const Schema kCoreV1ClusterTrustBundleProjection;
extern const Schema kCoreV1ComponentCondition;
extern const Schema kCoreV1ConfigMapEnvSource;
extern const Schema kCoreV1ConfigMapKeySelector;
extern const Schema kCoreV1ConfigMapNodeConfigSource;
extern const Schema kCoreV1ConfigMapProjection;
extern const Schema kCoreV1ConfigMapVolumeSource;
extern const Schema kCoreV1Container;
extern const Schema kCoreV1ContainerExtendedResourceRequest;
extern const Schema kCoreV1ContainerImage;
extern const Schema kCoreV1ContainerPort;
extern const Schema kCoreV1ContainerResizePolicy;
extern const Schema kCoreV1ContainerRestartRule;
extern const Schema kCoreV1ContainerRestartRuleOnExitCodes;
extern const Schema kCoreV1ContainerState;
extern const Schema kCoreV1ContainerStateRunning;
extern const Schema kCoreV1ContainerStateTerminated;
extern const Schema kCoreV1ContainerStateWaiting;
extern const Schema kCoreV1ContainerStatus;
extern const Schema kCoreV1ContainerUser;
extern const Schema kCoreV1DaemonEndpoint;
extern const Schema kCoreV1DownwardAPIProjection;
extern const Schema kCoreV1DownwardAPIVolumeFile;
extern const Schema kCoreV1DownwardAPIVolumeSource;
extern const Schema kCoreV1EmptyDirVolumeSource;
extern const Schema kCoreV1EndpointAddress;
extern const Schema kCoreV1EndpointPort;
extern const Schema kCoreV1EndpointSubset;
extern const Schema kCoreV1EnvFromSource;
extern const Schema kCoreV1EnvVar;
extern const Schema kCoreV1EnvVarSource;
extern const Schema kCoreV1EphemeralContainer;
extern const Schema kCoreV1EphemeralVolumeSource;
extern const Schema kCoreV1EventSeries;
extern const Schema kCoreV1EventSource;
extern const Schema kCoreV1ExecAction;
extern const Schema kCoreV1FCVolumeSource;
extern const Schema kCoreV1FileKeySelector;
extern const Schema kCoreV1FlexPersistentVolumeSource;
extern const Schema kCoreV1FlexVolumeSource;
extern const Schema kCoreV1FlockerVolumeSource;
extern const Schema kCoreV1GCEPersistentDiskVolumeSource;
extern const Schema kCoreV1GRPCAction;
extern const Schema kCoreV1GitRepoVolumeSource;
extern const Schema kCoreV1GlusterfsPersistentVolumeSource;
extern const Schema kCoreV1GlusterfsVolumeSource;
extern const Schema kCoreV1HTTPGetAction;
extern const Schema kCoreV1HTTPHeader;
extern const Schema kCoreV1HostAlias;
extern const Schema kCoreV1HostIP;
extern const Schema kCoreV1HostPathVolumeSource;
extern const Schema kCoreV1ISCSIPersistentVolumeSource;
extern const Schema kCoreV1ISCSIVolumeSource;
extern const Schema kCoreV1ImageVolumeSource;
extern const Schema kCoreV1KeyToPath;
extern const Schema kCoreV1Lifecycle;
extern const Schema kCoreV1LifecycleHandler;
extern const Schema kCoreV1LimitRangeItem;
extern const Schema kCoreV1LimitRangeSpec;
extern const Schema kCoreV1LinuxContainerUser;
extern const Schema kCoreV1LoadBalancerIngress;
extern const Schema kCoreV1LoadBalancerStatus;
extern const Schema kCoreV1LocalObjectReference;
extern const Schema kCoreV1LocalVolumeSource;
extern const Schema kCoreV1ModifyVolumeStatus;
extern const Schema kCoreV1NFSVolumeSource;
extern const Schema kCoreV1NamespaceCondition;
extern const Schema kCoreV1NamespaceSpec;
extern const Schema kCoreV1NamespaceStatus;
extern const Schema kCoreV1NodeAddress;
extern const Schema kCoreV1NodeAffinity;
extern const Schema kCoreV1NodeCondition;
extern const Schema kCoreV1NodeConfigSource;
extern const Schema kCoreV1NodeConfigStatus;
extern const Schema kCoreV1NodeDaemonEndpoints;
extern const Schema kCoreV1NodeFeatures;
extern const Schema kCoreV1NodeRuntimeHandler;
extern const Schema kCoreV1NodeRuntimeHandlerFeatures;
extern const Schema kCoreV1NodeSelector;
extern const Schema kCoreV1NodeSelectorRequirement;
extern const Schema kCoreV1NodeSelectorTerm;
extern const Schema kCoreV1NodeSpec;
extern const Schema kCoreV1NodeStatus;
extern const Schema kCoreV1NodeSwapStatus;
extern const Schema kCoreV1NodeSystemInfo;
extern const Schema kCoreV1ObjectFieldSelector;
extern const Schema kCoreV1ObjectReference;
extern const Schema kCoreV1PersistentVolumeClaimCondition;
extern const Schema kCoreV1PersistentVolumeClaimSpec;
extern const Schema kCoreV1PersistentVolumeClaimStatus;
extern const Schema kCoreV1PersistentVolumeClaimTemplate;
extern const Schema kCoreV1PersistentVolumeClaimVolumeSource;
extern const Schema kCoreV1PersistentVolumeSpec;
extern const Schema kCoreV1PersistentVolumeStatus;
extern const Schema kCoreV1PhotonPersistentDiskVolumeSource;
extern const Schema kCoreV1PodAffinity;
extern const Schema kCoreV1PodAffinityTerm;
extern const Schema kCoreV1PodAntiAffinity;
extern const Schema kCoreV1PodCertificateProjection;
extern const Schema kCoreV1PodCondition;
extern const Schema kCoreV1PodDNSConfig;
extern const Schema kCoreV1PodDNSConfigOption;
extern const Schema kCoreV1PodExtendedResourceClaimStatus;
extern const Schema kCoreV1PodIP;
extern const Schema kCoreV1PodOS;
extern const Schema kCoreV1PodReadinessGate;
extern const Schema kCoreV1PodResourceClaim;
extern const Schema kCoreV1PodResourceClaimStatus;
extern const Schema kCoreV1PodSchedulingGate;
extern const Schema kCoreV1PodSecurityContext;
extern const Schema kCoreV1PodSpec;
extern const Schema kCoreV1PodStatus;
extern const Schema kCoreV1PodTemplateSpec;
extern const Schema kCoreV1PortStatus;
extern const Schema kCoreV1PortworxVolumeSource;
extern const Schema kCoreV1PreferredSchedulingTerm;
extern const Schema kCoreV1Probe;
extern const Schema kCoreV1ProjectedVolumeSource;
extern const Schema kCoreV1QuobyteVolumeSource;
extern const Schema kCoreV1RBDPersistentVolumeSource;
extern const Schema kCoreV1RBDVolumeSource;
extern const Schema kCoreV1ReplicationControllerCondition;
extern const Schema kCoreV1ReplicationControllerSpec;
extern const Schema kCoreV1ReplicationControllerStatus;
extern const Schema kCoreV1ResourceClaim;
extern const Schema kCoreV1ResourceFieldSelector;
extern const Schema kCoreV1ResourceHealth;
extern const Schema kCoreV1ResourceQuotaSpec;
extern const Schema kCoreV1ResourceQuotaStatus;
extern const Schema kCoreV1ResourceRequirements;
extern const Schema kCoreV1ResourceStatus;
extern const Schema kCoreV1SELinuxOptions;
extern const Schema kCoreV1ScaleIOPersistentVolumeSource;
extern const Schema kCoreV1ScaleIOVolumeSource;
extern const Schema kCoreV1ScopeSelector;
extern const Schema kCoreV1ScopedResourceSelectorRequirement;
extern const Schema kCoreV1SeccompProfile;
extern const Schema kCoreV1SecretEnvSource;
extern const Schema kCoreV1SecretKeySelector;
extern const Schema kCoreV1SecretProjection;
extern const Schema kCoreV1SecretReference;
extern const Schema kCoreV1SecretVolumeSource;
extern const Schema kCoreV1SecurityContext;
extern const Schema kCoreV1ServiceAccountTokenProjection;
extern const Schema kCoreV1ServicePort;
extern const Schema kCoreV1ServiceSpec;
extern const Schema kCoreV1ServiceStatus;
extern const Schema kCoreV1SessionAffinityConfig;
extern const Schema kCoreV1SleepAction;
extern const Schema kCoreV1StorageOSPersistentVolumeSource;
extern const Schema kCoreV1StorageOSVolumeSource;
extern const Schema kCoreV1Sysctl;
extern const Schema kCoreV1TCPSocketAction;
extern const Schema kCoreV1Taint;
extern const Schema kCoreV1Toleration;
extern const Schema kCoreV1TopologySelectorLabelRequirement;
extern const Schema kCoreV1TopologySelectorTerm;
extern const Schema kCoreV1TopologySpreadConstraint;
extern const Schema kCoreV1TypedLocalObjectReference;
extern const Schema kCoreV1TypedObjectReference;
extern const Schema kCoreV1Volume;
extern const Schema kCoreV1VolumeDevice;
extern const Schema kCoreV1VolumeMount;
extern const Schema kCoreV1VolumeMountStatus;
extern const Schema kCoreV1VolumeNodeAffinity;
extern const Schema kCoreV1VolumeProjection;
extern const Schema kCoreV1VolumeResourceRequirements;
extern const Schema kCoreV1VsphereVirtualDiskVolumeSource;
extern const Schema kCoreV1WeightedPodAffinityTerm;
extern const Schema kCoreV1WindowsSecurityContextOptions;
extern const Schema kCoreV1WorkloadReference;
extern const Schema kDiscoveryV1Endpoint;
extern const Schema kDiscoveryV1EndpointConditions;
extern const Schema kDiscoveryV1EndpointHints;
extern const Schema kDiscoveryV1EndpointPort;
extern const Schema kDiscoveryV1ForNode;
extern const Schema kDiscoveryV1ForZone;
extern const Schema kEventsV1EventSeries;
extern const Schema kFlowcontrolV1ExemptPriorityLevelConfiguration;
extern const Schema kFlowcontrolV1FlowDistinguisherMethod;
extern const Schema kFlowcontrolV1FlowSchemaCondition;
extern const Schema kFlowcontrolV1FlowSchemaSpec;
extern const Schema kFlowcontrolV1FlowSchemaStatus;
extern const Schema kFlowcontrolV1GroupSubject;
extern const Schema kFlowcontrolV1LimitResponse;
extern const Schema kFlowcontrolV1LimitedPriorityLevelConfiguration;
extern const Schema kFlowcontrolV1NonResourcePolicyRule;
extern const Schema kFlowcontrolV1PolicyRulesWithSubjects;
extern const Schema kFlowcontrolV1PriorityLevelConfigurationCondition;
extern const Schema kFlowcontrolV1PriorityLevelConfigurationReference;
extern const Schema kFlowcontrolV1PriorityLevelConfigurationSpec;
extern const Schema kFlowcontrolV1PriorityLevelConfigurationStatus;
extern const Schema kFlowcontrolV1QueuingConfiguration;
extern const Schema kFlowcontrolV1ResourcePolicyRule;
extern const Schema kFlowcontrolV1ServiceAccountSubject;
extern const Schema kFlowcontrolV1Subject;
extern const Schema kFlowcontrolV1UserSubject;
extern const Schema kNetworkingV1HTTPIngressPath;
extern const Schema kNetworkingV1HTTPIngressRuleValue;
extern const Schema kNetworkingV1IPAddressSpec;
extern const Schema kNetworkingV1IPBlock;
extern const Schema kNetworkingV1IngressBackend;
extern const Schema kNetworkingV1IngressClassParametersReference;
extern const Schema kNetworkingV1IngressClassSpec;
extern const Schema kNetworkingV1IngressLoadBalancerIngress;
extern const Schema kNetworkingV1IngressLoadBalancerStatus;
extern const Schema kNetworkingV1IngressPortStatus;
extern const Schema kNetworkingV1IngressRule;
extern const Schema kNetworkingV1IngressServiceBackend;
extern const Schema kNetworkingV1IngressSpec;
extern const Schema kNetworkingV1IngressStatus;
extern const Schema kNetworkingV1IngressTLS;
extern const Schema kNetworkingV1NetworkPolicyEgressRule;
extern const Schema kNetworkingV1NetworkPolicyIngressRule;
extern const Schema kNetworkingV1NetworkPolicyPeer;
extern const Schema kNetworkingV1NetworkPolicyPort;
extern const Schema kNetworkingV1NetworkPolicySpec;
extern const Schema kNetworkingV1ParentReference;
extern const Schema kNetworkingV1ServiceBackendPort;
extern const Schema kNetworkingV1ServiceCIDRSpec;
extern const Schema kNetworkingV1ServiceCIDRStatus;
extern const Schema kNodeV1Overhead;
extern const Schema kNodeV1Scheduling;
extern const Schema kPolicyV1PodDisruptionBudgetSpec;
extern const Schema kPolicyV1PodDisruptionBudgetStatus;
extern const Schema kRbacV1AggregationRule;
extern const Schema kRbacV1PolicyRule;
extern const Schema kRbacV1RoleRef;
extern const Schema kRbacV1Subject;
extern const Schema kResourceV1AllocatedDeviceStatus;
extern const Schema kResourceV1AllocationResult;
extern const Schema kResourceV1CELDeviceSelector;
extern const Schema kResourceV1CapacityRequestPolicy;
extern const Schema kResourceV1CapacityRequestPolicyRange;
extern const Schema kResourceV1CapacityRequirements;
extern const Schema kResourceV1Counter;
extern const Schema kResourceV1CounterSet;
extern const Schema kResourceV1Device;
extern const Schema kResourceV1DeviceAllocationConfiguration;
extern const Schema kResourceV1DeviceAllocationResult;
extern const Schema kResourceV1DeviceAttribute;
extern const Schema kResourceV1DeviceCapacity;
extern const Schema kResourceV1DeviceClaim;
extern const Schema kResourceV1DeviceClaimConfiguration;
extern const Schema kResourceV1DeviceClassConfiguration;
extern const Schema kResourceV1DeviceClassSpec;
extern const Schema kResourceV1DeviceConstraint;
extern const Schema kResourceV1DeviceCounterConsumption;
extern const Schema kResourceV1DeviceRequest;
extern const Schema kResourceV1DeviceRequestAllocationResult;
extern const Schema kResourceV1DeviceSelector;
extern const Schema kResourceV1DeviceSubRequest;
extern const Schema kResourceV1DeviceTaint;
extern const Schema kResourceV1DeviceToleration;
extern const Schema kResourceV1ExactDeviceRequest;
extern const Schema kResourceV1NetworkDeviceData;
extern const Schema kResourceV1OpaqueDeviceConfiguration;
extern const Schema kResourceV1ResourceClaimConsumerReference;
extern const Schema kResourceV1ResourceClaimSpec;
extern const Schema kResourceV1ResourceClaimStatus;
extern const Schema kResourceV1ResourceClaimTemplateSpec;
extern const Schema kResourceV1ResourcePool;
extern const Schema kResourceV1ResourceSliceSpec;
extern const Schema kStorageV1CSIDriverSpec;
extern const Schema kStorageV1CSINodeDriver;
extern const Schema kStorageV1CSINodeSpec;
extern const Schema kStorageV1TokenRequest;
extern const Schema kStorageV1VolumeAttachmentSource;
extern const Schema kStorageV1VolumeAttachmentSpec;
extern const Schema kStorageV1VolumeAttachmentStatus;
extern const Schema kStorageV1VolumeError;
extern const Schema kStorageV1VolumeNodeResources;
extern const Schema kApiextensionsV1CustomResourceColumnDefinition;
extern const Schema kApiextensionsV1CustomResourceConversion;
extern const Schema kApiextensionsV1CustomResourceDefinitionCondition;
extern const Schema kApiextensionsV1CustomResourceDefinitionNames;
extern const Schema kApiextensionsV1CustomResourceDefinitionSpec;
extern const Schema kApiextensionsV1CustomResourceDefinitionStatus;
extern const Schema kApiextensionsV1CustomResourceDefinitionVersion;
extern const Schema kApiextensionsV1CustomResourceSubresourceScale;
extern const Schema kApiextensionsV1CustomResourceSubresourceStatus;
extern const Schema kApiextensionsV1CustomResourceSubresources;
extern const Schema kApiextensionsV1CustomResourceValidation;
extern const Schema kApiextensionsV1ExternalDocumentation;
extern const Schema kApiextensionsV1JSON;
extern const Schema kApiextensionsV1JSONSchemaProps;
extern const Schema kApiextensionsV1JSONSchemaPropsOrArray;
extern const Schema kApiextensionsV1JSONSchemaPropsOrBool;
extern const Schema kApiextensionsV1JSONSchemaPropsOrStringArray;
extern const Schema kApiextensionsV1SelectableField;
extern const Schema kApiextensionsV1ServiceReference;
extern const Schema kApiextensionsV1ValidationRule;
extern const Schema kApiextensionsV1WebhookClientConfig;
extern const Schema kApiextensionsV1WebhookConversion;
extern const Schema kMetaV1Condition;
extern const Schema kMetaV1FieldSelectorRequirement;
extern const Schema kMetaV1FieldsV1;
extern const Schema kMetaV1LabelSelector;
extern const Schema kMetaV1LabelSelectorRequirement;
extern const Schema kMetaV1ManagedFieldsEntry;
extern const Schema kMetaV1OwnerReference;
extern const Schema kMetaV1Preconditions;
extern const Schema kMetaV1StatusCause;
extern const Schema kMetaV1StatusDetails;
extern const Schema kPkgRuntimeRawExtension;
extern const Schema kApiregistrationV1APIServiceCondition;
extern const Schema kApiregistrationV1APIServiceSpec;
extern const Schema kApiregistrationV1APIServiceStatus;
extern const Schema kApiregistrationV1ServiceReference;
extern const Schema kMetricsV1beta1ContainerMetrics;

constexpr Field fAdmissionregistrationV1AuditAnnotation[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "valueExpression", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kAdmissionregistrationV1AuditAnnotation{.name = "io.k8s.api.admissionregistration.v1.AuditAnnotation", .fields = fAdmissionregistrationV1AuditAnnotation};

constexpr Field fAdmissionregistrationV1ExpressionWarning[] = {
  {.name = "fieldRef", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "warning", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kAdmissionregistrationV1ExpressionWarning{.name = "io.k8s.api.admissionregistration.v1.ExpressionWarning", .fields = fAdmissionregistrationV1ExpressionWarning};

constexpr Field fAdmissionregistrationV1MatchCondition[] = {
  {.name = "expression", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAdmissionregistrationV1MatchCondition{.name = "io.k8s.api.admissionregistration.v1.MatchCondition", .fields = fAdmissionregistrationV1MatchCondition};

constexpr Field fAdmissionregistrationV1MatchResources[] = {
  {.name = "excludeResourceRules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kAdmissionregistrationV1NamedRuleWithOperations},
  {.name = "matchPolicy", .type = T::kString, .number = 7, .default_value = "\"Equivalent\""},
  {.name = "namespaceSelector", .type = T::kObject, .number = 1, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "objectSelector", .type = T::kObject, .number = 2, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "resourceRules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kAdmissionregistrationV1NamedRuleWithOperations},
};
constinit const Schema kAdmissionregistrationV1MatchResources{.name = "io.k8s.api.admissionregistration.v1.MatchResources", .fields = fAdmissionregistrationV1MatchResources, .atomic = true};

constexpr Field fAdmissionregistrationV1MutatingWebhook[] = {
  {.name = "admissionReviewVersions", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 8, .default_value = "null"},
  {.name = "clientConfig", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAdmissionregistrationV1WebhookClientConfig, .default_value = "{}"},
  {.name = "failurePolicy", .type = T::kString, .number = 4, .default_value = "\"Fail\""},
  {.name = "matchConditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 12, .schema = &kAdmissionregistrationV1MatchCondition, .list_keys = "name", .merge_key = "name"},
  {.name = "matchPolicy", .type = T::kString, .number = 9, .default_value = "\"Equivalent\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "namespaceSelector", .type = T::kObject, .number = 5, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "objectSelector", .type = T::kObject, .number = 11, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "reinvocationPolicy", .type = T::kString, .number = 10, .default_value = "\"Never\""},
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kAdmissionregistrationV1RuleWithOperations},
  {.name = "sideEffects", .type = T::kString, .flags = kRequired, .number = 6, .default_value = "null"},
  {.name = "timeoutSeconds", .type = T::kInt32, .number = 7, .default_value = "10"},
};
constinit const Schema kAdmissionregistrationV1MutatingWebhook{.name = "io.k8s.api.admissionregistration.v1.MutatingWebhook", .fields = fAdmissionregistrationV1MutatingWebhook};

constexpr Field fAdmissionregistrationV1MutatingWebhookConfiguration[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "webhooks", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kAdmissionregistrationV1MutatingWebhook, .list_keys = "name", .merge_key = "name"},
};
constinit const Schema kAdmissionregistrationV1MutatingWebhookConfiguration{.name = "io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration", .fields = fAdmissionregistrationV1MutatingWebhookConfiguration};

constexpr Field fAdmissionregistrationV1NamedRuleWithOperations[] = {
  {.name = "apiGroups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1, .via = 514},
  {.name = "apiVersions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2, .via = 514},
  {.name = "operations", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1, .via = 2},
  {.name = "resourceNames", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "resources", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3, .via = 514},
  {.name = "scope", .type = T::kString, .number = 4, .via = 514, .default_value = "\"*\""},
};
constinit const Schema kAdmissionregistrationV1NamedRuleWithOperations{.name = "io.k8s.api.admissionregistration.v1.NamedRuleWithOperations", .fields = fAdmissionregistrationV1NamedRuleWithOperations, .atomic = true};

constexpr Field fAdmissionregistrationV1ParamKind[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kAdmissionregistrationV1ParamKind{.name = "io.k8s.api.admissionregistration.v1.ParamKind", .fields = fAdmissionregistrationV1ParamKind, .atomic = true};

constexpr Field fAdmissionregistrationV1ParamRef[] = {
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "parameterNotFoundAction", .type = T::kString, .number = 4},
  {.name = "selector", .type = T::kObject, .number = 3, .schema = &kMetaV1LabelSelector},
};
constinit const Schema kAdmissionregistrationV1ParamRef{.name = "io.k8s.api.admissionregistration.v1.ParamRef", .fields = fAdmissionregistrationV1ParamRef, .atomic = true};

constexpr Field fAdmissionregistrationV1RuleWithOperations[] = {
  {.name = "apiGroups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1, .via = 2},
  {.name = "apiVersions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2, .via = 2},
  {.name = "operations", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "resources", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3, .via = 2},
  {.name = "scope", .type = T::kString, .number = 4, .via = 2, .default_value = "\"*\""},
};
constinit const Schema kAdmissionregistrationV1RuleWithOperations{.name = "io.k8s.api.admissionregistration.v1.RuleWithOperations", .fields = fAdmissionregistrationV1RuleWithOperations};

constexpr Field fAdmissionregistrationV1ServiceReference[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "path", .type = T::kString, .number = 3},
  {.name = "port", .type = T::kInt32, .number = 4, .default_value = "443"},
};
constinit const Schema kAdmissionregistrationV1ServiceReference{.name = "io.k8s.api.admissionregistration.v1.ServiceReference", .fields = fAdmissionregistrationV1ServiceReference};

constexpr Field fAdmissionregistrationV1TypeChecking[] = {
  {.name = "expressionWarnings", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kAdmissionregistrationV1ExpressionWarning},
};
constinit const Schema kAdmissionregistrationV1TypeChecking{.name = "io.k8s.api.admissionregistration.v1.TypeChecking", .fields = fAdmissionregistrationV1TypeChecking};

constexpr Field fAdmissionregistrationV1ValidatingAdmissionPolicy[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAdmissionregistrationV1ValidatingAdmissionPolicySpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAdmissionregistrationV1ValidatingAdmissionPolicyStatus, .default_value = "{}"},
};
constinit const Schema kAdmissionregistrationV1ValidatingAdmissionPolicy{.name = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy", .fields = fAdmissionregistrationV1ValidatingAdmissionPolicy};

constexpr Field fAdmissionregistrationV1ValidatingAdmissionPolicyBinding[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec, .default_value = "{}"},
};
constinit const Schema kAdmissionregistrationV1ValidatingAdmissionPolicyBinding{.name = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding", .fields = fAdmissionregistrationV1ValidatingAdmissionPolicyBinding};

constexpr Field fAdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec[] = {
  {.name = "matchResources", .type = T::kObject, .number = 3, .schema = &kAdmissionregistrationV1MatchResources},
  {.name = "paramRef", .type = T::kObject, .number = 2, .schema = &kAdmissionregistrationV1ParamRef},
  {.name = "policyName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "validationActions", .type = T::kString, .shape = Shape::kList, .flags = kListSet, .number = 4},
};
constinit const Schema kAdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec{.name = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec", .fields = fAdmissionregistrationV1ValidatingAdmissionPolicyBindingSpec};

constexpr Field fAdmissionregistrationV1ValidatingAdmissionPolicySpec[] = {
  {.name = "auditAnnotations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 5, .schema = &kAdmissionregistrationV1AuditAnnotation},
  {.name = "failurePolicy", .type = T::kString, .number = 4, .default_value = "\"Fail\""},
  {.name = "matchConditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .schema = &kAdmissionregistrationV1MatchCondition, .list_keys = "name", .merge_key = "name"},
  {.name = "matchConstraints", .type = T::kObject, .number = 2, .schema = &kAdmissionregistrationV1MatchResources},
  {.name = "paramKind", .type = T::kObject, .number = 1, .schema = &kAdmissionregistrationV1ParamKind},
  {.name = "validations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kAdmissionregistrationV1Validation},
  {.name = "variables", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 7, .schema = &kAdmissionregistrationV1Variable, .list_keys = "name", .merge_key = "name"},
};
constinit const Schema kAdmissionregistrationV1ValidatingAdmissionPolicySpec{.name = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec", .fields = fAdmissionregistrationV1ValidatingAdmissionPolicySpec};

constexpr Field fAdmissionregistrationV1ValidatingAdmissionPolicyStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 3, .schema = &kMetaV1Condition, .list_keys = "type"},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 1},
  {.name = "typeChecking", .type = T::kObject, .number = 2, .schema = &kAdmissionregistrationV1TypeChecking},
};
constinit const Schema kAdmissionregistrationV1ValidatingAdmissionPolicyStatus{.name = "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus", .fields = fAdmissionregistrationV1ValidatingAdmissionPolicyStatus};

constexpr Field fAdmissionregistrationV1ValidatingWebhook[] = {
  {.name = "admissionReviewVersions", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 8, .default_value = "null"},
  {.name = "clientConfig", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAdmissionregistrationV1WebhookClientConfig, .default_value = "{}"},
  {.name = "failurePolicy", .type = T::kString, .number = 4, .default_value = "\"Fail\""},
  {.name = "matchConditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 11, .schema = &kAdmissionregistrationV1MatchCondition, .list_keys = "name", .merge_key = "name"},
  {.name = "matchPolicy", .type = T::kString, .number = 9, .default_value = "\"Equivalent\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "namespaceSelector", .type = T::kObject, .number = 5, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "objectSelector", .type = T::kObject, .number = 10, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kAdmissionregistrationV1RuleWithOperations},
  {.name = "sideEffects", .type = T::kString, .flags = kRequired, .number = 6, .default_value = "null"},
  {.name = "timeoutSeconds", .type = T::kInt32, .number = 7, .default_value = "10"},
};
constinit const Schema kAdmissionregistrationV1ValidatingWebhook{.name = "io.k8s.api.admissionregistration.v1.ValidatingWebhook", .fields = fAdmissionregistrationV1ValidatingWebhook};

constexpr Field fAdmissionregistrationV1ValidatingWebhookConfiguration[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "webhooks", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kAdmissionregistrationV1ValidatingWebhook, .list_keys = "name", .merge_key = "name"},
};
constinit const Schema kAdmissionregistrationV1ValidatingWebhookConfiguration{.name = "io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration", .fields = fAdmissionregistrationV1ValidatingWebhookConfiguration};

constexpr Field fAdmissionregistrationV1Validation[] = {
  {.name = "expression", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "messageExpression", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "reason", .type = T::kString, .number = 3},
};
constinit const Schema kAdmissionregistrationV1Validation{.name = "io.k8s.api.admissionregistration.v1.Validation", .fields = fAdmissionregistrationV1Validation};

constexpr Field fAdmissionregistrationV1Variable[] = {
  {.name = "expression", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAdmissionregistrationV1Variable{.name = "io.k8s.api.admissionregistration.v1.Variable", .fields = fAdmissionregistrationV1Variable, .atomic = true};

constexpr Field fAdmissionregistrationV1WebhookClientConfig[] = {
  {.name = "caBundle", .type = T::kBytes, .number = 2},
  {.name = "service", .type = T::kObject, .number = 1, .schema = &kAdmissionregistrationV1ServiceReference},
  {.name = "url", .type = T::kString, .number = 3},
};
constinit const Schema kAdmissionregistrationV1WebhookClientConfig{.name = "io.k8s.api.admissionregistration.v1.WebhookClientConfig", .fields = fAdmissionregistrationV1WebhookClientConfig};

constexpr Field fAppsV1ControllerRevision[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "data", .type = T::kRaw, .number = 2, .schema = &kPkgRuntimeRawExtension},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "revision", .type = T::kInt64, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
};
constinit const Schema kAppsV1ControllerRevision{.name = "io.k8s.api.apps.v1.ControllerRevision", .fields = fAppsV1ControllerRevision};

constexpr Field fAppsV1DaemonSet[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAppsV1DaemonSetSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAppsV1DaemonSetStatus, .default_value = "{}"},
};
constinit const Schema kAppsV1DaemonSet{.name = "io.k8s.api.apps.v1.DaemonSet", .fields = fAppsV1DaemonSet};

constexpr Field fAppsV1DaemonSetCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAppsV1DaemonSetCondition{.name = "io.k8s.api.apps.v1.DaemonSetCondition", .fields = fAppsV1DaemonSetCondition};

constexpr Field fAppsV1DaemonSetSpec[] = {
  {.name = "minReadySeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "revisionHistoryLimit", .type = T::kInt32, .number = 6, .default_value = "10"},
  {.name = "selector", .type = T::kObject, .flags = kRequired, .number = 1, .schema = &kMetaV1LabelSelector, .default_value = "null"},
  {.name = "template", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1PodTemplateSpec, .default_value = "{}"},
  {.name = "updateStrategy", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAppsV1DaemonSetUpdateStrategy, .default_value = "{}"},
};
constinit const Schema kAppsV1DaemonSetSpec{.name = "io.k8s.api.apps.v1.DaemonSetSpec", .fields = fAppsV1DaemonSetSpec};

constexpr Field fAppsV1DaemonSetStatus[] = {
  {.name = "collisionCount", .type = T::kInt32, .number = 9},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 10, .schema = &kAppsV1DaemonSetCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "currentNumberScheduled", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "desiredNumberScheduled", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "numberAvailable", .type = T::kInt32, .flags = kZeroOmitted, .number = 7},
  {.name = "numberMisscheduled", .type = T::kInt32, .flags = kRequired | kByValue, .number = 2, .default_value = "0"},
  {.name = "numberReady", .type = T::kInt32, .flags = kRequired | kByValue, .number = 4, .default_value = "0"},
  {.name = "numberUnavailable", .type = T::kInt32, .flags = kZeroOmitted, .number = 8},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 5},
  {.name = "updatedNumberScheduled", .type = T::kInt32, .flags = kZeroOmitted, .number = 6},
};
constinit const Schema kAppsV1DaemonSetStatus{.name = "io.k8s.api.apps.v1.DaemonSetStatus", .fields = fAppsV1DaemonSetStatus};

constexpr Field fAppsV1DaemonSetUpdateStrategy[] = {
  {.name = "rollingUpdate", .type = T::kObject, .number = 2, .schema = &kAppsV1RollingUpdateDaemonSet},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"RollingUpdate\""},
};
constinit const Schema kAppsV1DaemonSetUpdateStrategy{.name = "io.k8s.api.apps.v1.DaemonSetUpdateStrategy", .fields = fAppsV1DaemonSetUpdateStrategy};

constexpr Field fAppsV1Deployment[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAppsV1DeploymentSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAppsV1DeploymentStatus, .default_value = "{}"},
};
constinit const Schema kAppsV1Deployment{.name = "io.k8s.api.apps.v1.Deployment", .fields = fAppsV1Deployment};

constexpr Field fAppsV1DeploymentCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 7, .default_value = "null"},
  {.name = "lastUpdateTime", .type = T::kTime, .number = 6, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAppsV1DeploymentCondition{.name = "io.k8s.api.apps.v1.DeploymentCondition", .fields = fAppsV1DeploymentCondition};

constexpr Field fAppsV1DeploymentSpec[] = {
  {.name = "minReadySeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "paused", .type = T::kBool, .flags = kZeroOmitted, .number = 7},
  {.name = "progressDeadlineSeconds", .type = T::kInt32, .number = 9, .default_value = "600"},
  {.name = "replicas", .type = T::kInt32, .number = 1, .default_value = "1"},
  {.name = "revisionHistoryLimit", .type = T::kInt32, .number = 6, .default_value = "10"},
  {.name = "selector", .type = T::kObject, .flags = kRequired, .number = 2, .schema = &kMetaV1LabelSelector, .default_value = "null"},
  {.name = "strategy", .type = T::kObject, .flags = kRetainKeys | kByValue, .number = 4, .schema = &kAppsV1DeploymentStrategy, .default_value = "{}"},
  {.name = "template", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kCoreV1PodTemplateSpec, .default_value = "{}"},
};
constinit const Schema kAppsV1DeploymentSpec{.name = "io.k8s.api.apps.v1.DeploymentSpec", .fields = fAppsV1DeploymentSpec};

constexpr Field fAppsV1DeploymentStatus[] = {
  {.name = "availableReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "collisionCount", .type = T::kInt32, .number = 8},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .schema = &kAppsV1DeploymentCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 1},
  {.name = "readyReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 7},
  {.name = "replicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "terminatingReplicas", .type = T::kInt32, .number = 9},
  {.name = "unavailableReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "updatedReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kAppsV1DeploymentStatus{.name = "io.k8s.api.apps.v1.DeploymentStatus", .fields = fAppsV1DeploymentStatus};

constexpr Field fAppsV1DeploymentStrategy[] = {
  {.name = "rollingUpdate", .type = T::kObject, .number = 2, .schema = &kAppsV1RollingUpdateDeployment},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"RollingUpdate\""},
};
constinit const Schema kAppsV1DeploymentStrategy{.name = "io.k8s.api.apps.v1.DeploymentStrategy", .fields = fAppsV1DeploymentStrategy};

constexpr Field fAppsV1ReplicaSet[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAppsV1ReplicaSetSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAppsV1ReplicaSetStatus, .default_value = "{}"},
};
constinit const Schema kAppsV1ReplicaSet{.name = "io.k8s.api.apps.v1.ReplicaSet", .fields = fAppsV1ReplicaSet};

constexpr Field fAppsV1ReplicaSetCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAppsV1ReplicaSetCondition{.name = "io.k8s.api.apps.v1.ReplicaSetCondition", .fields = fAppsV1ReplicaSetCondition};

constexpr Field fAppsV1ReplicaSetSpec[] = {
  {.name = "minReadySeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "replicas", .type = T::kInt32, .number = 1, .default_value = "1"},
  {.name = "selector", .type = T::kObject, .flags = kRequired, .number = 2, .schema = &kMetaV1LabelSelector, .default_value = "null"},
  {.name = "template", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1PodTemplateSpec, .default_value = "{}"},
};
constinit const Schema kAppsV1ReplicaSetSpec{.name = "io.k8s.api.apps.v1.ReplicaSetSpec", .fields = fAppsV1ReplicaSetSpec};

constexpr Field fAppsV1ReplicaSetStatus[] = {
  {.name = "availableReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .schema = &kAppsV1ReplicaSetCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "fullyLabeledReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 3},
  {.name = "readyReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "replicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "terminatingReplicas", .type = T::kInt32, .number = 7},
};
constinit const Schema kAppsV1ReplicaSetStatus{.name = "io.k8s.api.apps.v1.ReplicaSetStatus", .fields = fAppsV1ReplicaSetStatus};

constexpr Field fAppsV1RollingUpdateDaemonSet[] = {
  {.name = "maxSurge", .type = T::kIntOrString, .number = 2, .default_value = "0"},
  {.name = "maxUnavailable", .type = T::kIntOrString, .number = 1, .default_value = "1"},
};
constinit const Schema kAppsV1RollingUpdateDaemonSet{.name = "io.k8s.api.apps.v1.RollingUpdateDaemonSet", .fields = fAppsV1RollingUpdateDaemonSet};

constexpr Field fAppsV1RollingUpdateDeployment[] = {
  {.name = "maxSurge", .type = T::kIntOrString, .number = 2, .default_value = "\"25%\""},
  {.name = "maxUnavailable", .type = T::kIntOrString, .number = 1, .default_value = "\"25%\""},
};
constinit const Schema kAppsV1RollingUpdateDeployment{.name = "io.k8s.api.apps.v1.RollingUpdateDeployment", .fields = fAppsV1RollingUpdateDeployment};

constexpr Field fAppsV1RollingUpdateStatefulSetStrategy[] = {
  {.name = "maxUnavailable", .type = T::kIntOrString, .number = 2},
  {.name = "partition", .type = T::kInt32, .number = 1, .default_value = "0"},
};
constinit const Schema kAppsV1RollingUpdateStatefulSetStrategy{.name = "io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy", .fields = fAppsV1RollingUpdateStatefulSetStrategy};

constexpr Field fAppsV1StatefulSet[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAppsV1StatefulSetSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAppsV1StatefulSetStatus, .default_value = "{}"},
};
constinit const Schema kAppsV1StatefulSet{.name = "io.k8s.api.apps.v1.StatefulSet", .fields = fAppsV1StatefulSet};

constexpr Field fAppsV1StatefulSetCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAppsV1StatefulSetCondition{.name = "io.k8s.api.apps.v1.StatefulSetCondition", .fields = fAppsV1StatefulSetCondition};

constexpr Field fAppsV1StatefulSetOrdinals[] = {
  {.name = "start", .type = T::kInt32, .flags = kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kAppsV1StatefulSetOrdinals{.name = "io.k8s.api.apps.v1.StatefulSetOrdinals", .fields = fAppsV1StatefulSetOrdinals};

constexpr Field fAppsV1StatefulSetPersistentVolumeClaimRetentionPolicy[] = {
  {.name = "whenDeleted", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"Retain\""},
  {.name = "whenScaled", .type = T::kString, .flags = kZeroOmitted, .number = 2, .default_value = "\"Retain\""},
};
constinit const Schema kAppsV1StatefulSetPersistentVolumeClaimRetentionPolicy{.name = "io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy", .fields = fAppsV1StatefulSetPersistentVolumeClaimRetentionPolicy};

constexpr Field fAppsV1StatefulSetSpec[] = {
  {.name = "minReadySeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 9},
  {.name = "ordinals", .type = T::kObject, .number = 11, .schema = &kAppsV1StatefulSetOrdinals},
  {.name = "persistentVolumeClaimRetentionPolicy", .type = T::kObject, .number = 10, .schema = &kAppsV1StatefulSetPersistentVolumeClaimRetentionPolicy, .default_value = "{}"},
  {.name = "podManagementPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 6, .default_value = "\"OrderedReady\""},
  {.name = "replicas", .type = T::kInt32, .number = 1, .default_value = "1"},
  {.name = "revisionHistoryLimit", .type = T::kInt32, .number = 8, .default_value = "10"},
  {.name = "selector", .type = T::kObject, .flags = kRequired, .number = 2, .schema = &kMetaV1LabelSelector, .default_value = "null"},
  {.name = "serviceName", .type = T::kString, .flags = kByValue, .number = 5, .default_value = "\"\""},
  {.name = "template", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kCoreV1PodTemplateSpec, .default_value = "{}"},
  {.name = "updateStrategy", .type = T::kObject, .flags = kByValue, .number = 7, .schema = &kAppsV1StatefulSetUpdateStrategy, .default_value = "{}"},
  {.name = "volumeClaimTemplates", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kCoreV1PersistentVolumeClaim},
};
constinit const Schema kAppsV1StatefulSetSpec{.name = "io.k8s.api.apps.v1.StatefulSetSpec", .fields = fAppsV1StatefulSetSpec};

constexpr Field fAppsV1StatefulSetStatus[] = {
  {.name = "availableReplicas", .type = T::kInt32, .flags = kByValue, .number = 11, .default_value = "0"},
  {.name = "collisionCount", .type = T::kInt32, .number = 9},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 10, .schema = &kAppsV1StatefulSetCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "currentReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "currentRevision", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 1},
  {.name = "readyReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 3},
  {.name = "replicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 2, .default_value = "0"},
  {.name = "updateRevision", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "updatedReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
};
constinit const Schema kAppsV1StatefulSetStatus{.name = "io.k8s.api.apps.v1.StatefulSetStatus", .fields = fAppsV1StatefulSetStatus};

constexpr Field fAppsV1StatefulSetUpdateStrategy[] = {
  {.name = "rollingUpdate", .type = T::kObject, .number = 2, .schema = &kAppsV1RollingUpdateStatefulSetStrategy},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kAppsV1StatefulSetUpdateStrategy{.name = "io.k8s.api.apps.v1.StatefulSetUpdateStrategy", .fields = fAppsV1StatefulSetUpdateStrategy};

constexpr Field fAuthenticationV1BoundObjectReference[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kAuthenticationV1BoundObjectReference{.name = "io.k8s.api.authentication.v1.BoundObjectReference", .fields = fAuthenticationV1BoundObjectReference};

constexpr Field fAuthenticationV1SelfSubjectReview[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAuthenticationV1SelfSubjectReviewStatus, .default_value = "{}"},
};
constinit const Schema kAuthenticationV1SelfSubjectReview{.name = "io.k8s.api.authentication.v1.SelfSubjectReview", .fields = fAuthenticationV1SelfSubjectReview};

constexpr Field fAuthenticationV1SelfSubjectReviewStatus[] = {
  {.name = "userInfo", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kAuthenticationV1UserInfo, .default_value = "{}"},
};
constinit const Schema kAuthenticationV1SelfSubjectReviewStatus{.name = "io.k8s.api.authentication.v1.SelfSubjectReviewStatus", .fields = fAuthenticationV1SelfSubjectReviewStatus};

constexpr Field fAuthenticationV1StringList[] = {
  {.name = "", .type = T::kString, .shape = Shape::kList, .number = 1},
};
constinit const Schema kAuthenticationV1StringList{.name = "io.k8s.api.authentication.v1.StringList", .fields = fAuthenticationV1StringList, .wraps = true};

constexpr Field fAuthenticationV1TokenRequest[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAuthenticationV1TokenRequestSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAuthenticationV1TokenRequestStatus, .default_value = "{}"},
};
constinit const Schema kAuthenticationV1TokenRequest{.name = "io.k8s.api.authentication.v1.TokenRequest", .fields = fAuthenticationV1TokenRequest};

constexpr Field fAuthenticationV1TokenRequestSpec[] = {
  {.name = "audiences", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
  {.name = "boundObjectRef", .type = T::kObject, .number = 3, .schema = &kAuthenticationV1BoundObjectReference, .default_value = "null"},
  {.name = "expirationSeconds", .type = T::kInt64, .number = 4, .default_value = "3600"},
};
constinit const Schema kAuthenticationV1TokenRequestSpec{.name = "io.k8s.api.authentication.v1.TokenRequestSpec", .fields = fAuthenticationV1TokenRequestSpec};

constexpr Field fAuthenticationV1TokenRequestStatus[] = {
  {.name = "expirationTimestamp", .type = T::kTime, .flags = kRequired, .number = 2, .default_value = "null"},
  {.name = "token", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAuthenticationV1TokenRequestStatus{.name = "io.k8s.api.authentication.v1.TokenRequestStatus", .fields = fAuthenticationV1TokenRequestStatus};

constexpr Field fAuthenticationV1TokenReview[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAuthenticationV1TokenReviewSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAuthenticationV1TokenReviewStatus, .default_value = "{}"},
};
constinit const Schema kAuthenticationV1TokenReview{.name = "io.k8s.api.authentication.v1.TokenReview", .fields = fAuthenticationV1TokenReview};

constexpr Field fAuthenticationV1TokenReviewSpec[] = {
  {.name = "audiences", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "token", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kAuthenticationV1TokenReviewSpec{.name = "io.k8s.api.authentication.v1.TokenReviewSpec", .fields = fAuthenticationV1TokenReviewSpec};

constexpr Field fAuthenticationV1TokenReviewStatus[] = {
  {.name = "audiences", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "authenticated", .type = T::kBool, .flags = kZeroOmitted, .number = 1},
  {.name = "error", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "user", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAuthenticationV1UserInfo, .default_value = "{}"},
};
constinit const Schema kAuthenticationV1TokenReviewStatus{.name = "io.k8s.api.authentication.v1.TokenReviewStatus", .fields = fAuthenticationV1TokenReviewStatus};

constexpr Field fAuthenticationV1UserInfo[] = {
  {.name = "extra", .type = T::kObject, .shape = Shape::kMap, .number = 4, .schema = &kAuthenticationV1StringList},
  {.name = "groups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "username", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kAuthenticationV1UserInfo{.name = "io.k8s.api.authentication.v1.UserInfo", .fields = fAuthenticationV1UserInfo};

constexpr Field fAuthorizationV1FieldSelectorAttributes[] = {
  {.name = "rawSelector", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "requirements", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kMetaV1FieldSelectorRequirement},
};
constinit const Schema kAuthorizationV1FieldSelectorAttributes{.name = "io.k8s.api.authorization.v1.FieldSelectorAttributes", .fields = fAuthorizationV1FieldSelectorAttributes};

constexpr Field fAuthorizationV1LabelSelectorAttributes[] = {
  {.name = "rawSelector", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "requirements", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kMetaV1LabelSelectorRequirement},
};
constinit const Schema kAuthorizationV1LabelSelectorAttributes{.name = "io.k8s.api.authorization.v1.LabelSelectorAttributes", .fields = fAuthorizationV1LabelSelectorAttributes};

constexpr Field fAuthorizationV1LocalSubjectAccessReview[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAuthorizationV1SubjectAccessReviewSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAuthorizationV1SubjectAccessReviewStatus, .default_value = "{}"},
};
constinit const Schema kAuthorizationV1LocalSubjectAccessReview{.name = "io.k8s.api.authorization.v1.LocalSubjectAccessReview", .fields = fAuthorizationV1LocalSubjectAccessReview};

constexpr Field fAuthorizationV1NonResourceAttributes[] = {
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "verb", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kAuthorizationV1NonResourceAttributes{.name = "io.k8s.api.authorization.v1.NonResourceAttributes", .fields = fAuthorizationV1NonResourceAttributes};

constexpr Field fAuthorizationV1NonResourceRule[] = {
  {.name = "nonResourceURLs", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "verbs", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
};
constinit const Schema kAuthorizationV1NonResourceRule{.name = "io.k8s.api.authorization.v1.NonResourceRule", .fields = fAuthorizationV1NonResourceRule};

constexpr Field fAuthorizationV1ResourceAttributes[] = {
  {.name = "fieldSelector", .type = T::kObject, .number = 8, .schema = &kAuthorizationV1FieldSelectorAttributes},
  {.name = "group", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "labelSelector", .type = T::kObject, .number = 9, .schema = &kAuthorizationV1LabelSelectorAttributes},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "resource", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "subresource", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "verb", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "version", .type = T::kString, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kAuthorizationV1ResourceAttributes{.name = "io.k8s.api.authorization.v1.ResourceAttributes", .fields = fAuthorizationV1ResourceAttributes};

constexpr Field fAuthorizationV1ResourceRule[] = {
  {.name = "apiGroups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "resourceNames", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "resources", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "verbs", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
};
constinit const Schema kAuthorizationV1ResourceRule{.name = "io.k8s.api.authorization.v1.ResourceRule", .fields = fAuthorizationV1ResourceRule};

constexpr Field fAuthorizationV1SelfSubjectAccessReview[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAuthorizationV1SelfSubjectAccessReviewSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAuthorizationV1SubjectAccessReviewStatus, .default_value = "{}"},
};
constinit const Schema kAuthorizationV1SelfSubjectAccessReview{.name = "io.k8s.api.authorization.v1.SelfSubjectAccessReview", .fields = fAuthorizationV1SelfSubjectAccessReview};

constexpr Field fAuthorizationV1SelfSubjectAccessReviewSpec[] = {
  {.name = "nonResourceAttributes", .type = T::kObject, .number = 2, .schema = &kAuthorizationV1NonResourceAttributes},
  {.name = "resourceAttributes", .type = T::kObject, .number = 1, .schema = &kAuthorizationV1ResourceAttributes},
};
constinit const Schema kAuthorizationV1SelfSubjectAccessReviewSpec{.name = "io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec", .fields = fAuthorizationV1SelfSubjectAccessReviewSpec};

constexpr Field fAuthorizationV1SelfSubjectRulesReview[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAuthorizationV1SelfSubjectRulesReviewSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAuthorizationV1SubjectRulesReviewStatus, .default_value = "{}"},
};
constinit const Schema kAuthorizationV1SelfSubjectRulesReview{.name = "io.k8s.api.authorization.v1.SelfSubjectRulesReview", .fields = fAuthorizationV1SelfSubjectRulesReview};

constexpr Field fAuthorizationV1SelfSubjectRulesReviewSpec[] = {
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kAuthorizationV1SelfSubjectRulesReviewSpec{.name = "io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec", .fields = fAuthorizationV1SelfSubjectRulesReviewSpec};

constexpr Field fAuthorizationV1StringList[] = {
  {.name = "", .type = T::kString, .shape = Shape::kList, .number = 1},
};
constinit const Schema kAuthorizationV1StringList{.name = "io.k8s.api.authorization.v1.StringList", .fields = fAuthorizationV1StringList, .wraps = true};

constexpr Field fAuthorizationV1SubjectAccessReview[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAuthorizationV1SubjectAccessReviewSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAuthorizationV1SubjectAccessReviewStatus, .default_value = "{}"},
};
constinit const Schema kAuthorizationV1SubjectAccessReview{.name = "io.k8s.api.authorization.v1.SubjectAccessReview", .fields = fAuthorizationV1SubjectAccessReview};

constexpr Field fAuthorizationV1SubjectAccessReviewSpec[] = {
  {.name = "extra", .type = T::kObject, .shape = Shape::kMap, .number = 5, .schema = &kAuthorizationV1StringList},
  {.name = "groups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "nonResourceAttributes", .type = T::kObject, .number = 2, .schema = &kAuthorizationV1NonResourceAttributes},
  {.name = "resourceAttributes", .type = T::kObject, .number = 1, .schema = &kAuthorizationV1ResourceAttributes},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kAuthorizationV1SubjectAccessReviewSpec{.name = "io.k8s.api.authorization.v1.SubjectAccessReviewSpec", .fields = fAuthorizationV1SubjectAccessReviewSpec};

constexpr Field fAuthorizationV1SubjectAccessReviewStatus[] = {
  {.name = "allowed", .type = T::kBool, .flags = kRequired | kByValue, .number = 1, .default_value = "false"},
  {.name = "denied", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "evaluationError", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kAuthorizationV1SubjectAccessReviewStatus{.name = "io.k8s.api.authorization.v1.SubjectAccessReviewStatus", .fields = fAuthorizationV1SubjectAccessReviewStatus};

constexpr Field fAuthorizationV1SubjectRulesReviewStatus[] = {
  {.name = "evaluationError", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "incomplete", .type = T::kBool, .flags = kRequired | kByValue, .number = 3, .default_value = "false"},
  {.name = "nonResourceRules", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 2, .schema = &kAuthorizationV1NonResourceRule, .default_value = "null"},
  {.name = "resourceRules", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kAuthorizationV1ResourceRule, .default_value = "null"},
};
constinit const Schema kAuthorizationV1SubjectRulesReviewStatus{.name = "io.k8s.api.authorization.v1.SubjectRulesReviewStatus", .fields = fAuthorizationV1SubjectRulesReviewStatus};

constexpr Field fAutoscalingV1CrossVersionObjectReference[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV1CrossVersionObjectReference{.name = "io.k8s.api.autoscaling.v1.CrossVersionObjectReference", .fields = fAutoscalingV1CrossVersionObjectReference, .atomic = true};

constexpr Field fAutoscalingV1HorizontalPodAutoscaler[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAutoscalingV1HorizontalPodAutoscalerSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAutoscalingV1HorizontalPodAutoscalerStatus, .default_value = "{}"},
};
constinit const Schema kAutoscalingV1HorizontalPodAutoscaler{.name = "io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler", .fields = fAutoscalingV1HorizontalPodAutoscaler};

constexpr Field fAutoscalingV1HorizontalPodAutoscalerSpec[] = {
  {.name = "maxReplicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "minReplicas", .type = T::kInt32, .number = 2, .default_value = "1"},
  {.name = "scaleTargetRef", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV1CrossVersionObjectReference, .default_value = "{}"},
  {.name = "targetCPUUtilizationPercentage", .type = T::kInt32, .number = 4},
};
constinit const Schema kAutoscalingV1HorizontalPodAutoscalerSpec{.name = "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec", .fields = fAutoscalingV1HorizontalPodAutoscalerSpec};

constexpr Field fAutoscalingV1HorizontalPodAutoscalerStatus[] = {
  {.name = "currentCPUUtilizationPercentage", .type = T::kInt32, .number = 5},
  {.name = "currentReplicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "desiredReplicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 4, .default_value = "0"},
  {.name = "lastScaleTime", .type = T::kTime, .number = 2},
  {.name = "observedGeneration", .type = T::kInt64, .number = 1},
};
constinit const Schema kAutoscalingV1HorizontalPodAutoscalerStatus{.name = "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus", .fields = fAutoscalingV1HorizontalPodAutoscalerStatus};

constexpr Field fAutoscalingV1Scale[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAutoscalingV1ScaleSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAutoscalingV1ScaleStatus, .default_value = "{}"},
};
constinit const Schema kAutoscalingV1Scale{.name = "io.k8s.api.autoscaling.v1.Scale", .fields = fAutoscalingV1Scale};

constexpr Field fAutoscalingV1ScaleSpec[] = {
  {.name = "replicas", .type = T::kInt32, .flags = kByValue | kZeroOmitted, .number = 1},
};
constinit const Schema kAutoscalingV1ScaleSpec{.name = "io.k8s.api.autoscaling.v1.ScaleSpec", .fields = fAutoscalingV1ScaleSpec};

constexpr Field fAutoscalingV1ScaleStatus[] = {
  {.name = "replicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "selector", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kAutoscalingV1ScaleStatus{.name = "io.k8s.api.autoscaling.v1.ScaleStatus", .fields = fAutoscalingV1ScaleStatus};

constexpr Field fAutoscalingV2ContainerResourceMetricSource[] = {
  {.name = "container", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricTarget, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2ContainerResourceMetricSource{.name = "io.k8s.api.autoscaling.v2.ContainerResourceMetricSource", .fields = fAutoscalingV2ContainerResourceMetricSource};

constexpr Field fAutoscalingV2ContainerResourceMetricStatus[] = {
  {.name = "container", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "current", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricValueStatus, .default_value = "{}"},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV2ContainerResourceMetricStatus{.name = "io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus", .fields = fAutoscalingV2ContainerResourceMetricStatus};

constexpr Field fAutoscalingV2CrossVersionObjectReference[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV2CrossVersionObjectReference{.name = "io.k8s.api.autoscaling.v2.CrossVersionObjectReference", .fields = fAutoscalingV2CrossVersionObjectReference};

constexpr Field fAutoscalingV2ExternalMetricSource[] = {
  {.name = "metric", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2MetricIdentifier, .default_value = "{}"},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricTarget, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2ExternalMetricSource{.name = "io.k8s.api.autoscaling.v2.ExternalMetricSource", .fields = fAutoscalingV2ExternalMetricSource};

constexpr Field fAutoscalingV2ExternalMetricStatus[] = {
  {.name = "current", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricValueStatus, .default_value = "{}"},
  {.name = "metric", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2MetricIdentifier, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2ExternalMetricStatus{.name = "io.k8s.api.autoscaling.v2.ExternalMetricStatus", .fields = fAutoscalingV2ExternalMetricStatus};

constexpr Field fAutoscalingV2HPAScalingPolicy[] = {
  {.name = "periodSeconds", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "value", .type = T::kInt32, .flags = kRequired | kByValue, .number = 2, .default_value = "0"},
};
constinit const Schema kAutoscalingV2HPAScalingPolicy{.name = "io.k8s.api.autoscaling.v2.HPAScalingPolicy", .fields = fAutoscalingV2HPAScalingPolicy};

constexpr Field fAutoscalingV2HPAScalingRules[] = {
  {.name = "policies", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kAutoscalingV2HPAScalingPolicy},
  {.name = "selectPolicy", .type = T::kString, .number = 1},
  {.name = "stabilizationWindowSeconds", .type = T::kInt32, .number = 3},
  {.name = "tolerance", .type = T::kQuantity, .number = 4},
};
constinit const Schema kAutoscalingV2HPAScalingRules{.name = "io.k8s.api.autoscaling.v2.HPAScalingRules", .fields = fAutoscalingV2HPAScalingRules};

constexpr Field fAutoscalingV2HorizontalPodAutoscaler[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kAutoscalingV2HorizontalPodAutoscalerSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kAutoscalingV2HorizontalPodAutoscalerStatus, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2HorizontalPodAutoscaler{.name = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler", .fields = fAutoscalingV2HorizontalPodAutoscaler};

constexpr Field fAutoscalingV2HorizontalPodAutoscalerBehavior[] = {
  {.name = "scaleDown", .type = T::kObject, .number = 2, .schema = &kAutoscalingV2HPAScalingRules},
  {.name = "scaleUp", .type = T::kObject, .number = 1, .schema = &kAutoscalingV2HPAScalingRules},
};
constinit const Schema kAutoscalingV2HorizontalPodAutoscalerBehavior{.name = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior", .fields = fAutoscalingV2HorizontalPodAutoscalerBehavior};

constexpr Field fAutoscalingV2HorizontalPodAutoscalerCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV2HorizontalPodAutoscalerCondition{.name = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition", .fields = fAutoscalingV2HorizontalPodAutoscalerCondition};

constexpr Field fAutoscalingV2HorizontalPodAutoscalerSpec[] = {
  {.name = "behavior", .type = T::kObject, .number = 5, .schema = &kAutoscalingV2HorizontalPodAutoscalerBehavior},
  {.name = "maxReplicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "metrics", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kAutoscalingV2MetricSpec, .default_value = "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":80}}}]"},
  {.name = "minReplicas", .type = T::kInt32, .number = 2, .default_value = "1"},
  {.name = "scaleTargetRef", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2CrossVersionObjectReference, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2HorizontalPodAutoscalerSpec{.name = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec", .fields = fAutoscalingV2HorizontalPodAutoscalerSpec};

constexpr Field fAutoscalingV2HorizontalPodAutoscalerStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .schema = &kAutoscalingV2HorizontalPodAutoscalerCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "currentMetrics", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 5, .schema = &kAutoscalingV2MetricStatus, .default_value = "null"},
  {.name = "currentReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 3},
  {.name = "desiredReplicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 4, .default_value = "0"},
  {.name = "lastScaleTime", .type = T::kTime, .number = 2},
  {.name = "observedGeneration", .type = T::kInt64, .number = 1},
};
constinit const Schema kAutoscalingV2HorizontalPodAutoscalerStatus{.name = "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus", .fields = fAutoscalingV2HorizontalPodAutoscalerStatus};

constexpr Field fAutoscalingV2MetricIdentifier[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "selector", .type = T::kObject, .number = 2, .schema = &kMetaV1LabelSelector},
};
constinit const Schema kAutoscalingV2MetricIdentifier{.name = "io.k8s.api.autoscaling.v2.MetricIdentifier", .fields = fAutoscalingV2MetricIdentifier};

constexpr Field fAutoscalingV2MetricSpec[] = {
  {.name = "containerResource", .type = T::kObject, .number = 7, .schema = &kAutoscalingV2ContainerResourceMetricSource},
  {.name = "external", .type = T::kObject, .number = 5, .schema = &kAutoscalingV2ExternalMetricSource},
  {.name = "object", .type = T::kObject, .number = 2, .schema = &kAutoscalingV2ObjectMetricSource},
  {.name = "pods", .type = T::kObject, .number = 3, .schema = &kAutoscalingV2PodsMetricSource},
  {.name = "resource", .type = T::kObject, .number = 4, .schema = &kAutoscalingV2ResourceMetricSource},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV2MetricSpec{.name = "io.k8s.api.autoscaling.v2.MetricSpec", .fields = fAutoscalingV2MetricSpec};

constexpr Field fAutoscalingV2MetricStatus[] = {
  {.name = "containerResource", .type = T::kObject, .number = 7, .schema = &kAutoscalingV2ContainerResourceMetricStatus},
  {.name = "external", .type = T::kObject, .number = 5, .schema = &kAutoscalingV2ExternalMetricStatus},
  {.name = "object", .type = T::kObject, .number = 2, .schema = &kAutoscalingV2ObjectMetricStatus},
  {.name = "pods", .type = T::kObject, .number = 3, .schema = &kAutoscalingV2PodsMetricStatus},
  {.name = "resource", .type = T::kObject, .number = 4, .schema = &kAutoscalingV2ResourceMetricStatus},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV2MetricStatus{.name = "io.k8s.api.autoscaling.v2.MetricStatus", .fields = fAutoscalingV2MetricStatus};

constexpr Field fAutoscalingV2MetricTarget[] = {
  {.name = "averageUtilization", .type = T::kInt32, .number = 4},
  {.name = "averageValue", .type = T::kQuantity, .number = 3},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "value", .type = T::kQuantity, .number = 2},
};
constinit const Schema kAutoscalingV2MetricTarget{.name = "io.k8s.api.autoscaling.v2.MetricTarget", .fields = fAutoscalingV2MetricTarget};

constexpr Field fAutoscalingV2MetricValueStatus[] = {
  {.name = "averageUtilization", .type = T::kInt32, .number = 3},
  {.name = "averageValue", .type = T::kQuantity, .number = 2},
  {.name = "value", .type = T::kQuantity, .number = 1},
};
constinit const Schema kAutoscalingV2MetricValueStatus{.name = "io.k8s.api.autoscaling.v2.MetricValueStatus", .fields = fAutoscalingV2MetricValueStatus};

constexpr Field fAutoscalingV2ObjectMetricSource[] = {
  {.name = "describedObject", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2CrossVersionObjectReference, .default_value = "{}"},
  {.name = "metric", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kAutoscalingV2MetricIdentifier, .default_value = "{}"},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricTarget, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2ObjectMetricSource{.name = "io.k8s.api.autoscaling.v2.ObjectMetricSource", .fields = fAutoscalingV2ObjectMetricSource};

constexpr Field fAutoscalingV2ObjectMetricStatus[] = {
  {.name = "current", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricValueStatus, .default_value = "{}"},
  {.name = "describedObject", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kAutoscalingV2CrossVersionObjectReference, .default_value = "{}"},
  {.name = "metric", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2MetricIdentifier, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2ObjectMetricStatus{.name = "io.k8s.api.autoscaling.v2.ObjectMetricStatus", .fields = fAutoscalingV2ObjectMetricStatus};

constexpr Field fAutoscalingV2PodsMetricSource[] = {
  {.name = "metric", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2MetricIdentifier, .default_value = "{}"},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricTarget, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2PodsMetricSource{.name = "io.k8s.api.autoscaling.v2.PodsMetricSource", .fields = fAutoscalingV2PodsMetricSource};

constexpr Field fAutoscalingV2PodsMetricStatus[] = {
  {.name = "current", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricValueStatus, .default_value = "{}"},
  {.name = "metric", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kAutoscalingV2MetricIdentifier, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2PodsMetricStatus{.name = "io.k8s.api.autoscaling.v2.PodsMetricStatus", .fields = fAutoscalingV2PodsMetricStatus};

constexpr Field fAutoscalingV2ResourceMetricSource[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricTarget, .default_value = "{}"},
};
constinit const Schema kAutoscalingV2ResourceMetricSource{.name = "io.k8s.api.autoscaling.v2.ResourceMetricSource", .fields = fAutoscalingV2ResourceMetricSource};

constexpr Field fAutoscalingV2ResourceMetricStatus[] = {
  {.name = "current", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kAutoscalingV2MetricValueStatus, .default_value = "{}"},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kAutoscalingV2ResourceMetricStatus{.name = "io.k8s.api.autoscaling.v2.ResourceMetricStatus", .fields = fAutoscalingV2ResourceMetricStatus};

constexpr Field fBatchV1CronJob[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kBatchV1CronJobSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kBatchV1CronJobStatus, .default_value = "{}"},
};
constinit const Schema kBatchV1CronJob{.name = "io.k8s.api.batch.v1.CronJob", .fields = fBatchV1CronJob};

constexpr Field fBatchV1CronJobSpec[] = {
  {.name = "concurrencyPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 3, .default_value = "\"Allow\""},
  {.name = "failedJobsHistoryLimit", .type = T::kInt32, .number = 7, .default_value = "1"},
  {.name = "jobTemplate", .type = T::kObject, .flags = kRequired | kByValue, .number = 5, .schema = &kBatchV1JobTemplateSpec, .default_value = "{}"},
  {.name = "schedule", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "startingDeadlineSeconds", .type = T::kInt64, .number = 2},
  {.name = "successfulJobsHistoryLimit", .type = T::kInt32, .number = 6, .default_value = "3"},
  {.name = "suspend", .type = T::kBool, .number = 4, .default_value = "false"},
  {.name = "timeZone", .type = T::kString, .number = 8},
};
constinit const Schema kBatchV1CronJobSpec{.name = "io.k8s.api.batch.v1.CronJobSpec", .fields = fBatchV1CronJobSpec};

constexpr Field fBatchV1CronJobStatus[] = {
  {.name = "active", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1ObjectReference},
  {.name = "lastScheduleTime", .type = T::kTime, .number = 4},
  {.name = "lastSuccessfulTime", .type = T::kTime, .number = 5},
};
constinit const Schema kBatchV1CronJobStatus{.name = "io.k8s.api.batch.v1.CronJobStatus", .fields = fBatchV1CronJobStatus};

constexpr Field fBatchV1Job[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kBatchV1JobSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kBatchV1JobStatus, .default_value = "{}"},
};
constinit const Schema kBatchV1Job{.name = "io.k8s.api.batch.v1.Job", .fields = fBatchV1Job};

constexpr Field fBatchV1JobCondition[] = {
  {.name = "lastProbeTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kBatchV1JobCondition{.name = "io.k8s.api.batch.v1.JobCondition", .fields = fBatchV1JobCondition};

constexpr Field fBatchV1JobSpec[] = {
  {.name = "activeDeadlineSeconds", .type = T::kInt64, .number = 3},
  {.name = "backoffLimit", .type = T::kInt32, .number = 7},
  {.name = "backoffLimitPerIndex", .type = T::kInt32, .number = 12},
  {.name = "completionMode", .type = T::kString, .number = 9},
  {.name = "completions", .type = T::kInt32, .number = 2},
  {.name = "managedBy", .type = T::kString, .number = 15},
  {.name = "manualSelector", .type = T::kBool, .number = 5},
  {.name = "maxFailedIndexes", .type = T::kInt32, .number = 13},
  {.name = "parallelism", .type = T::kInt32, .number = 1},
  {.name = "podFailurePolicy", .type = T::kObject, .number = 11, .schema = &kBatchV1PodFailurePolicy},
  {.name = "podReplacementPolicy", .type = T::kString, .number = 14},
  {.name = "selector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "successPolicy", .type = T::kObject, .number = 16, .schema = &kBatchV1SuccessPolicy},
  {.name = "suspend", .type = T::kBool, .number = 10},
  {.name = "template", .type = T::kObject, .flags = kRequired | kByValue, .number = 6, .schema = &kCoreV1PodTemplateSpec, .default_value = "{}"},
  {.name = "ttlSecondsAfterFinished", .type = T::kInt32, .number = 8},
};
constinit const Schema kBatchV1JobSpec{.name = "io.k8s.api.batch.v1.JobSpec", .fields = fBatchV1JobSpec};

constexpr Field fBatchV1JobStatus[] = {
  {.name = "active", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "completedIndexes", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "completionTime", .type = T::kTime, .number = 3},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic | kPatchMerge, .number = 1, .schema = &kBatchV1JobCondition, .merge_key = "type"},
  {.name = "failed", .type = T::kInt32, .flags = kZeroOmitted, .number = 6},
  {.name = "failedIndexes", .type = T::kString, .number = 10},
  {.name = "ready", .type = T::kInt32, .number = 9},
  {.name = "startTime", .type = T::kTime, .number = 2},
  {.name = "succeeded", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "terminating", .type = T::kInt32, .number = 11},
  {.name = "uncountedTerminatedPods", .type = T::kObject, .number = 8, .schema = &kBatchV1UncountedTerminatedPods},
};
constinit const Schema kBatchV1JobStatus{.name = "io.k8s.api.batch.v1.JobStatus", .fields = fBatchV1JobStatus};

constexpr Field fBatchV1JobTemplateSpec[] = {
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta, .default_value = "{}"},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kBatchV1JobSpec, .default_value = "{}"},
};
constinit const Schema kBatchV1JobTemplateSpec{.name = "io.k8s.api.batch.v1.JobTemplateSpec", .fields = fBatchV1JobTemplateSpec};

constexpr Field fBatchV1PodFailurePolicy[] = {
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kBatchV1PodFailurePolicyRule, .default_value = "null"},
};
constinit const Schema kBatchV1PodFailurePolicy{.name = "io.k8s.api.batch.v1.PodFailurePolicy", .fields = fBatchV1PodFailurePolicy};

constexpr Field fBatchV1PodFailurePolicyOnExitCodesRequirement[] = {
  {.name = "containerName", .type = T::kString, .number = 1},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "values", .type = T::kInt32, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 3, .default_value = "null"},
};
constinit const Schema kBatchV1PodFailurePolicyOnExitCodesRequirement{.name = "io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement", .fields = fBatchV1PodFailurePolicyOnExitCodesRequirement};

constexpr Field fBatchV1PodFailurePolicyOnPodConditionsPattern[] = {
  {.name = "status", .type = T::kString, .flags = kByValue, .number = 2, .default_value = "\"True\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kBatchV1PodFailurePolicyOnPodConditionsPattern{.name = "io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern", .fields = fBatchV1PodFailurePolicyOnPodConditionsPattern};

constexpr Field fBatchV1PodFailurePolicyRule[] = {
  {.name = "action", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "onExitCodes", .type = T::kObject, .number = 2, .schema = &kBatchV1PodFailurePolicyOnExitCodesRequirement},
  {.name = "onPodConditions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kBatchV1PodFailurePolicyOnPodConditionsPattern},
};
constinit const Schema kBatchV1PodFailurePolicyRule{.name = "io.k8s.api.batch.v1.PodFailurePolicyRule", .fields = fBatchV1PodFailurePolicyRule};

constexpr Field fBatchV1SuccessPolicy[] = {
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kBatchV1SuccessPolicyRule, .default_value = "null"},
};
constinit const Schema kBatchV1SuccessPolicy{.name = "io.k8s.api.batch.v1.SuccessPolicy", .fields = fBatchV1SuccessPolicy};

constexpr Field fBatchV1SuccessPolicyRule[] = {
  {.name = "succeededCount", .type = T::kInt32, .number = 2},
  {.name = "succeededIndexes", .type = T::kString, .number = 1},
};
constinit const Schema kBatchV1SuccessPolicyRule{.name = "io.k8s.api.batch.v1.SuccessPolicyRule", .fields = fBatchV1SuccessPolicyRule};

constexpr Field fBatchV1UncountedTerminatedPods[] = {
  {.name = "failed", .type = T::kString, .shape = Shape::kList, .flags = kListSet, .number = 2},
  {.name = "succeeded", .type = T::kString, .shape = Shape::kList, .flags = kListSet, .number = 1},
};
constinit const Schema kBatchV1UncountedTerminatedPods{.name = "io.k8s.api.batch.v1.UncountedTerminatedPods", .fields = fBatchV1UncountedTerminatedPods};

constexpr Field fCertificatesV1CertificateSigningRequest[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCertificatesV1CertificateSigningRequestSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCertificatesV1CertificateSigningRequestStatus, .default_value = "{}"},
};
constinit const Schema kCertificatesV1CertificateSigningRequest{.name = "io.k8s.api.certificates.v1.CertificateSigningRequest", .fields = fCertificatesV1CertificateSigningRequest};

constexpr Field fCertificatesV1CertificateSigningRequestCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 5, .default_value = "null"},
  {.name = "lastUpdateTime", .type = T::kTime, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 6, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCertificatesV1CertificateSigningRequestCondition{.name = "io.k8s.api.certificates.v1.CertificateSigningRequestCondition", .fields = fCertificatesV1CertificateSigningRequestCondition};

constexpr Field fCertificatesV1CertificateSigningRequestSpec[] = {
  {.name = "expirationSeconds", .type = T::kInt32, .number = 8},
  {.name = "extra", .type = T::kObject, .shape = Shape::kMap, .number = 6, .schema = &kCertificatesV1StringList},
  {.name = "groups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "request", .type = T::kBytes, .flags = kRequired, .number = 1, .default_value = "null"},
  {.name = "signerName", .type = T::kString, .flags = kRequired | kByValue, .number = 7, .default_value = "\"\""},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "usages", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
  {.name = "username", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCertificatesV1CertificateSigningRequestSpec{.name = "io.k8s.api.certificates.v1.CertificateSigningRequestSpec", .fields = fCertificatesV1CertificateSigningRequestSpec};

constexpr Field fCertificatesV1CertificateSigningRequestStatus[] = {
  {.name = "certificate", .type = T::kBytes, .number = 2},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 1, .schema = &kCertificatesV1CertificateSigningRequestCondition, .list_keys = "type"},
};
constinit const Schema kCertificatesV1CertificateSigningRequestStatus{.name = "io.k8s.api.certificates.v1.CertificateSigningRequestStatus", .fields = fCertificatesV1CertificateSigningRequestStatus};

constexpr Field fCertificatesV1StringList[] = {
  {.name = "", .type = T::kString, .shape = Shape::kList, .number = 1},
};
constinit const Schema kCertificatesV1StringList{.name = "io.k8s.api.certificates.v1.StringList", .fields = fCertificatesV1StringList, .wraps = true};

constexpr Field fCoordinationV1Lease[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoordinationV1LeaseSpec, .default_value = "{}"},
};
constinit const Schema kCoordinationV1Lease{.name = "io.k8s.api.coordination.v1.Lease", .fields = fCoordinationV1Lease};

constexpr Field fCoordinationV1LeaseSpec[] = {
  {.name = "acquireTime", .type = T::kMicroTime, .number = 3},
  {.name = "holderIdentity", .type = T::kString, .number = 1},
  {.name = "leaseDurationSeconds", .type = T::kInt32, .number = 2},
  {.name = "leaseTransitions", .type = T::kInt32, .number = 5},
  {.name = "preferredHolder", .type = T::kString, .number = 7},
  {.name = "renewTime", .type = T::kMicroTime, .number = 4},
  {.name = "strategy", .type = T::kString, .number = 6},
};
constinit const Schema kCoordinationV1LeaseSpec{.name = "io.k8s.api.coordination.v1.LeaseSpec", .fields = fCoordinationV1LeaseSpec};

constexpr Field fCoreV1AWSElasticBlockStoreVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "partition", .type = T::kInt32, .flags = kZeroOmitted, .number = 3},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1AWSElasticBlockStoreVolumeSource{.name = "io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource", .fields = fCoreV1AWSElasticBlockStoreVolumeSource};

constexpr Field fCoreV1Affinity[] = {
  {.name = "nodeAffinity", .type = T::kObject, .number = 1, .schema = &kCoreV1NodeAffinity},
  {.name = "podAffinity", .type = T::kObject, .number = 2, .schema = &kCoreV1PodAffinity},
  {.name = "podAntiAffinity", .type = T::kObject, .number = 3, .schema = &kCoreV1PodAntiAffinity},
};
constinit const Schema kCoreV1Affinity{.name = "io.k8s.api.core.v1.Affinity", .fields = fCoreV1Affinity};

constexpr Field fCoreV1AppArmorProfile[] = {
  {.name = "localhostProfile", .type = T::kString, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1AppArmorProfile{.name = "io.k8s.api.core.v1.AppArmorProfile", .fields = fCoreV1AppArmorProfile};

constexpr Field fCoreV1AttachedVolume[] = {
  {.name = "devicePath", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1AttachedVolume{.name = "io.k8s.api.core.v1.AttachedVolume", .fields = fCoreV1AttachedVolume};

constexpr Field fCoreV1AzureDiskVolumeSource[] = {
  {.name = "cachingMode", .type = T::kString, .number = 3, .default_value = "\"ReadWrite\""},
  {.name = "diskName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "diskURI", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "fsType", .type = T::kString, .number = 4, .default_value = "\"ext4\""},
  {.name = "kind", .type = T::kString, .number = 6, .default_value = "\"Shared\""},
  {.name = "readOnly", .type = T::kBool, .flags = kByValue, .number = 5, .default_value = "false"},
};
constinit const Schema kCoreV1AzureDiskVolumeSource{.name = "io.k8s.api.core.v1.AzureDiskVolumeSource", .fields = fCoreV1AzureDiskVolumeSource};

constexpr Field fCoreV1AzureFilePersistentVolumeSource[] = {
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "secretName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "secretNamespace", .type = T::kString, .number = 4, .default_value = "null"},
  {.name = "shareName", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1AzureFilePersistentVolumeSource{.name = "io.k8s.api.core.v1.AzureFilePersistentVolumeSource", .fields = fCoreV1AzureFilePersistentVolumeSource};

constexpr Field fCoreV1AzureFileVolumeSource[] = {
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "secretName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "shareName", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1AzureFileVolumeSource{.name = "io.k8s.api.core.v1.AzureFileVolumeSource", .fields = fCoreV1AzureFileVolumeSource};

constexpr Field fCoreV1Binding[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1ObjectReference, .default_value = "{}"},
};
constinit const Schema kCoreV1Binding{.name = "io.k8s.api.core.v1.Binding", .fields = fCoreV1Binding};

constexpr Field fCoreV1CSIPersistentVolumeSource[] = {
  {.name = "controllerExpandSecretRef", .type = T::kObject, .number = 9, .schema = &kCoreV1SecretReference},
  {.name = "controllerPublishSecretRef", .type = T::kObject, .number = 6, .schema = &kCoreV1SecretReference},
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "nodeExpandSecretRef", .type = T::kObject, .number = 10, .schema = &kCoreV1SecretReference},
  {.name = "nodePublishSecretRef", .type = T::kObject, .number = 8, .schema = &kCoreV1SecretReference},
  {.name = "nodeStageSecretRef", .type = T::kObject, .number = 7, .schema = &kCoreV1SecretReference},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "volumeAttributes", .type = T::kString, .shape = Shape::kMap, .number = 5},
  {.name = "volumeHandle", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1CSIPersistentVolumeSource{.name = "io.k8s.api.core.v1.CSIPersistentVolumeSource", .fields = fCoreV1CSIPersistentVolumeSource};

constexpr Field fCoreV1CSIVolumeSource[] = {
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "fsType", .type = T::kString, .number = 3},
  {.name = "nodePublishSecretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1LocalObjectReference},
  {.name = "readOnly", .type = T::kBool, .number = 2},
  {.name = "volumeAttributes", .type = T::kString, .shape = Shape::kMap, .number = 4},
};
constinit const Schema kCoreV1CSIVolumeSource{.name = "io.k8s.api.core.v1.CSIVolumeSource", .fields = fCoreV1CSIVolumeSource};

constexpr Field fCoreV1Capabilities[] = {
  {.name = "add", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "drop", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
};
constinit const Schema kCoreV1Capabilities{.name = "io.k8s.api.core.v1.Capabilities", .fields = fCoreV1Capabilities};

constexpr Field fCoreV1CephFSPersistentVolumeSource[] = {
  {.name = "monitors", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 6},
  {.name = "secretFile", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1SecretReference},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1CephFSPersistentVolumeSource{.name = "io.k8s.api.core.v1.CephFSPersistentVolumeSource", .fields = fCoreV1CephFSPersistentVolumeSource};

constexpr Field fCoreV1CephFSVolumeSource[] = {
  {.name = "monitors", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 6},
  {.name = "secretFile", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1LocalObjectReference},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1CephFSVolumeSource{.name = "io.k8s.api.core.v1.CephFSVolumeSource", .fields = fCoreV1CephFSVolumeSource};

constexpr Field fCoreV1CinderPersistentVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "secretRef", .type = T::kObject, .number = 4, .schema = &kCoreV1SecretReference},
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1CinderPersistentVolumeSource{.name = "io.k8s.api.core.v1.CinderPersistentVolumeSource", .fields = fCoreV1CinderPersistentVolumeSource};

constexpr Field fCoreV1CinderVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "secretRef", .type = T::kObject, .number = 4, .schema = &kCoreV1LocalObjectReference},
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1CinderVolumeSource{.name = "io.k8s.api.core.v1.CinderVolumeSource", .fields = fCoreV1CinderVolumeSource};

constexpr Field fCoreV1ClientIPConfig[] = {
  {.name = "timeoutSeconds", .type = T::kInt32, .number = 1},
};
constinit const Schema kCoreV1ClientIPConfig{.name = "io.k8s.api.core.v1.ClientIPConfig", .fields = fCoreV1ClientIPConfig};

constexpr Field fCoreV1ClusterTrustBundleProjection[] = {
  {.name = "labelSelector", .type = T::kObject, .number = 3, .schema = &kMetaV1LabelSelector},
  {.name = "name", .type = T::kString, .number = 1},
  {.name = "optional", .type = T::kBool, .number = 5},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 4, .default_value = "\"\""},
  {.name = "signerName", .type = T::kString, .number = 2},
};
constinit const Schema kCoreV1ClusterTrustBundleProjection{.name = "io.k8s.api.core.v1.ClusterTrustBundleProjection", .fields = fCoreV1ClusterTrustBundleProjection};

constexpr Field fCoreV1ComponentCondition[] = {
  {.name = "error", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1ComponentCondition{.name = "io.k8s.api.core.v1.ComponentCondition", .fields = fCoreV1ComponentCondition};

constexpr Field fCoreV1ComponentStatus[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kCoreV1ComponentCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
};
constinit const Schema kCoreV1ComponentStatus{.name = "io.k8s.api.core.v1.ComponentStatus", .fields = fCoreV1ComponentStatus};

constexpr Field fCoreV1ConfigMap[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "binaryData", .type = T::kBytes, .shape = Shape::kMap, .number = 3},
  {.name = "data", .type = T::kString, .shape = Shape::kMap, .number = 2},
  {.name = "immutable", .type = T::kBool, .number = 4},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
};
constinit const Schema kCoreV1ConfigMap{.name = "io.k8s.api.core.v1.ConfigMap", .fields = fCoreV1ConfigMap};

constexpr Field fCoreV1ConfigMapEnvSource[] = {
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 2},
};
constinit const Schema kCoreV1ConfigMapEnvSource{.name = "io.k8s.api.core.v1.ConfigMapEnvSource", .fields = fCoreV1ConfigMapEnvSource};

constexpr Field fCoreV1ConfigMapKeySelector[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 3},
};
constinit const Schema kCoreV1ConfigMapKeySelector{.name = "io.k8s.api.core.v1.ConfigMapKeySelector", .fields = fCoreV1ConfigMapKeySelector, .atomic = true};

constexpr Field fCoreV1ConfigMapNodeConfigSource[] = {
  {.name = "kubeletConfigKey", .type = T::kString, .flags = kRequired | kByValue, .number = 5, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "resourceVersion", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1ConfigMapNodeConfigSource{.name = "io.k8s.api.core.v1.ConfigMapNodeConfigSource", .fields = fCoreV1ConfigMapNodeConfigSource};

constexpr Field fCoreV1ConfigMapProjection[] = {
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1KeyToPath},
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 4},
};
constinit const Schema kCoreV1ConfigMapProjection{.name = "io.k8s.api.core.v1.ConfigMapProjection", .fields = fCoreV1ConfigMapProjection};

constexpr Field fCoreV1ConfigMapVolumeSource[] = {
  {.name = "defaultMode", .type = T::kInt32, .number = 3, .default_value = "420"},
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1KeyToPath},
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 4},
};
constinit const Schema kCoreV1ConfigMapVolumeSource{.name = "io.k8s.api.core.v1.ConfigMapVolumeSource", .fields = fCoreV1ConfigMapVolumeSource};

constexpr Field fCoreV1Container[] = {
  {.name = "args", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "command", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "env", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 7, .schema = &kCoreV1EnvVar, .list_keys = "name", .merge_key = "name"},
  {.name = "envFrom", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 19, .schema = &kCoreV1EnvFromSource},
  {.name = "image", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "imagePullPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 14},
  {.name = "lifecycle", .type = T::kObject, .number = 12, .schema = &kCoreV1Lifecycle},
  {.name = "livenessProbe", .type = T::kObject, .number = 10, .schema = &kCoreV1Probe},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .schema = &kCoreV1ContainerPort, .list_keys = "containerPort,protocol", .merge_key = "containerPort"},
  {.name = "readinessProbe", .type = T::kObject, .number = 11, .schema = &kCoreV1Probe},
  {.name = "resizePolicy", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 23, .schema = &kCoreV1ContainerResizePolicy},
  {.name = "resources", .type = T::kObject, .flags = kByValue, .number = 8, .schema = &kCoreV1ResourceRequirements, .default_value = "{}"},
  {.name = "restartPolicy", .type = T::kString, .number = 24},
  {.name = "restartPolicyRules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 25, .schema = &kCoreV1ContainerRestartRule},
  {.name = "securityContext", .type = T::kObject, .number = 15, .schema = &kCoreV1SecurityContext},
  {.name = "startupProbe", .type = T::kObject, .number = 22, .schema = &kCoreV1Probe},
  {.name = "stdin", .type = T::kBool, .flags = kZeroOmitted, .number = 16},
  {.name = "stdinOnce", .type = T::kBool, .flags = kZeroOmitted, .number = 17},
  {.name = "terminationMessagePath", .type = T::kString, .flags = kZeroOmitted, .number = 13, .default_value = "\"/dev/termination-log\""},
  {.name = "terminationMessagePolicy", .type = T::kString, .flags = kZeroOmitted, .number = 20, .default_value = "\"File\""},
  {.name = "tty", .type = T::kBool, .flags = kZeroOmitted, .number = 18},
  {.name = "volumeDevices", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 21, .schema = &kCoreV1VolumeDevice, .list_keys = "devicePath", .merge_key = "devicePath"},
  {.name = "volumeMounts", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 9, .schema = &kCoreV1VolumeMount, .list_keys = "mountPath", .merge_key = "mountPath"},
  {.name = "workingDir", .type = T::kString, .flags = kZeroOmitted, .number = 5},
};
constinit const Schema kCoreV1Container{.name = "io.k8s.api.core.v1.Container", .fields = fCoreV1Container};

constexpr Field fCoreV1ContainerExtendedResourceRequest[] = {
  {.name = "containerName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "requestName", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "resourceName", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1ContainerExtendedResourceRequest{.name = "io.k8s.api.core.v1.ContainerExtendedResourceRequest", .fields = fCoreV1ContainerExtendedResourceRequest};

constexpr Field fCoreV1ContainerImage[] = {
  {.name = "names", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1, .default_value = "null"},
  {.name = "sizeBytes", .type = T::kInt64, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1ContainerImage{.name = "io.k8s.api.core.v1.ContainerImage", .fields = fCoreV1ContainerImage};

constexpr Field fCoreV1ContainerPort[] = {
  {.name = "containerPort", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "hostIP", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "hostPort", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "protocol", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"TCP\""},
};
constinit const Schema kCoreV1ContainerPort{.name = "io.k8s.api.core.v1.ContainerPort", .fields = fCoreV1ContainerPort};

constexpr Field fCoreV1ContainerResizePolicy[] = {
  {.name = "resourceName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "restartPolicy", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1ContainerResizePolicy{.name = "io.k8s.api.core.v1.ContainerResizePolicy", .fields = fCoreV1ContainerResizePolicy};

constexpr Field fCoreV1ContainerRestartRule[] = {
  {.name = "action", .type = T::kString, .flags = kRequired, .number = 1},
  {.name = "exitCodes", .type = T::kObject, .number = 2, .schema = &kCoreV1ContainerRestartRuleOnExitCodes},
};
constinit const Schema kCoreV1ContainerRestartRule{.name = "io.k8s.api.core.v1.ContainerRestartRule", .fields = fCoreV1ContainerRestartRule};

constexpr Field fCoreV1ContainerRestartRuleOnExitCodes[] = {
  {.name = "operator", .type = T::kString, .flags = kRequired, .number = 1},
  {.name = "values", .type = T::kInt32, .shape = Shape::kList, .flags = kListSet, .number = 2},
};
constinit const Schema kCoreV1ContainerRestartRuleOnExitCodes{.name = "io.k8s.api.core.v1.ContainerRestartRuleOnExitCodes", .fields = fCoreV1ContainerRestartRuleOnExitCodes};

constexpr Field fCoreV1ContainerState[] = {
  {.name = "running", .type = T::kObject, .number = 2, .schema = &kCoreV1ContainerStateRunning},
  {.name = "terminated", .type = T::kObject, .number = 3, .schema = &kCoreV1ContainerStateTerminated},
  {.name = "waiting", .type = T::kObject, .number = 1, .schema = &kCoreV1ContainerStateWaiting},
};
constinit const Schema kCoreV1ContainerState{.name = "io.k8s.api.core.v1.ContainerState", .fields = fCoreV1ContainerState};

constexpr Field fCoreV1ContainerStateRunning[] = {
  {.name = "startedAt", .type = T::kTime, .number = 1, .default_value = "null"},
};
constinit const Schema kCoreV1ContainerStateRunning{.name = "io.k8s.api.core.v1.ContainerStateRunning", .fields = fCoreV1ContainerStateRunning};

constexpr Field fCoreV1ContainerStateTerminated[] = {
  {.name = "containerID", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "exitCode", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "finishedAt", .type = T::kTime, .number = 6, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "signal", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "startedAt", .type = T::kTime, .number = 5, .default_value = "null"},
};
constinit const Schema kCoreV1ContainerStateTerminated{.name = "io.k8s.api.core.v1.ContainerStateTerminated", .fields = fCoreV1ContainerStateTerminated};

constexpr Field fCoreV1ContainerStateWaiting[] = {
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1ContainerStateWaiting{.name = "io.k8s.api.core.v1.ContainerStateWaiting", .fields = fCoreV1ContainerStateWaiting};

constexpr Field fCoreV1ContainerStatus[] = {
  {.name = "allocatedResources", .type = T::kQuantity, .shape = Shape::kMap, .number = 10},
  {.name = "allocatedResourcesStatus", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 14, .schema = &kCoreV1ResourceStatus, .list_keys = "name", .merge_key = "name"},
  {.name = "containerID", .type = T::kString, .flags = kZeroOmitted, .number = 8},
  {.name = "image", .type = T::kString, .flags = kRequired | kByValue, .number = 6, .default_value = "\"\""},
  {.name = "imageID", .type = T::kString, .flags = kRequired | kByValue, .number = 7, .default_value = "\"\""},
  {.name = "lastState", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1ContainerState, .default_value = "{}"},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "ready", .type = T::kBool, .flags = kRequired | kByValue, .number = 4, .default_value = "false"},
  {.name = "resources", .type = T::kObject, .number = 11, .schema = &kCoreV1ResourceRequirements},
  {.name = "restartCount", .type = T::kInt32, .flags = kRequired | kByValue, .number = 5, .default_value = "0"},
  {.name = "started", .type = T::kBool, .number = 9},
  {.name = "state", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1ContainerState, .default_value = "{}"},
  {.name = "stopSignal", .type = T::kString, .number = 15},
  {.name = "user", .type = T::kObject, .number = 13, .schema = &kCoreV1ContainerUser},
  {.name = "volumeMounts", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 12, .schema = &kCoreV1VolumeMountStatus, .list_keys = "mountPath", .merge_key = "mountPath"},
};
constinit const Schema kCoreV1ContainerStatus{.name = "io.k8s.api.core.v1.ContainerStatus", .fields = fCoreV1ContainerStatus};

constexpr Field fCoreV1ContainerUser[] = {
  {.name = "linux", .type = T::kObject, .number = 1, .schema = &kCoreV1LinuxContainerUser},
};
constinit const Schema kCoreV1ContainerUser{.name = "io.k8s.api.core.v1.ContainerUser", .fields = fCoreV1ContainerUser};

constexpr Field fCoreV1DaemonEndpoint[] = {
  {.name = "Port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1DaemonEndpoint{.name = "io.k8s.api.core.v1.DaemonEndpoint", .fields = fCoreV1DaemonEndpoint};

constexpr Field fCoreV1DownwardAPIProjection[] = {
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1DownwardAPIVolumeFile},
};
constinit const Schema kCoreV1DownwardAPIProjection{.name = "io.k8s.api.core.v1.DownwardAPIProjection", .fields = fCoreV1DownwardAPIProjection};

constexpr Field fCoreV1DownwardAPIVolumeFile[] = {
  {.name = "fieldRef", .type = T::kObject, .number = 2, .schema = &kCoreV1ObjectFieldSelector},
  {.name = "mode", .type = T::kInt32, .number = 4},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "resourceFieldRef", .type = T::kObject, .number = 3, .schema = &kCoreV1ResourceFieldSelector},
};
constinit const Schema kCoreV1DownwardAPIVolumeFile{.name = "io.k8s.api.core.v1.DownwardAPIVolumeFile", .fields = fCoreV1DownwardAPIVolumeFile};

constexpr Field fCoreV1DownwardAPIVolumeSource[] = {
  {.name = "defaultMode", .type = T::kInt32, .number = 2, .default_value = "420"},
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1DownwardAPIVolumeFile},
};
constinit const Schema kCoreV1DownwardAPIVolumeSource{.name = "io.k8s.api.core.v1.DownwardAPIVolumeSource", .fields = fCoreV1DownwardAPIVolumeSource};

constexpr Field fCoreV1EmptyDirVolumeSource[] = {
  {.name = "medium", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "sizeLimit", .type = T::kQuantity, .number = 2},
};
constinit const Schema kCoreV1EmptyDirVolumeSource{.name = "io.k8s.api.core.v1.EmptyDirVolumeSource", .fields = fCoreV1EmptyDirVolumeSource};

constexpr Field fCoreV1EndpointAddress[] = {
  {.name = "hostname", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "nodeName", .type = T::kString, .number = 4},
  {.name = "targetRef", .type = T::kObject, .number = 2, .schema = &kCoreV1ObjectReference},
};
constinit const Schema kCoreV1EndpointAddress{.name = "io.k8s.api.core.v1.EndpointAddress", .fields = fCoreV1EndpointAddress, .atomic = true};

constexpr Field fCoreV1EndpointPort[] = {
  {.name = "appProtocol", .type = T::kString, .number = 4},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 2, .default_value = "0"},
  {.name = "protocol", .type = T::kString, .flags = kZeroOmitted, .number = 3, .default_value = "\"TCP\""},
};
constinit const Schema kCoreV1EndpointPort{.name = "io.k8s.api.core.v1.EndpointPort", .fields = fCoreV1EndpointPort, .atomic = true};

constexpr Field fCoreV1EndpointSubset[] = {
  {.name = "addresses", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1EndpointAddress},
  {.name = "notReadyAddresses", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1EndpointAddress},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kCoreV1EndpointPort},
};
constinit const Schema kCoreV1EndpointSubset{.name = "io.k8s.api.core.v1.EndpointSubset", .fields = fCoreV1EndpointSubset};

constexpr Field fCoreV1Endpoints[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "subsets", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1EndpointSubset},
};
constinit const Schema kCoreV1Endpoints{.name = "io.k8s.api.core.v1.Endpoints", .fields = fCoreV1Endpoints};

constexpr Field fCoreV1EnvFromSource[] = {
  {.name = "configMapRef", .type = T::kObject, .number = 2, .schema = &kCoreV1ConfigMapEnvSource},
  {.name = "prefix", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "secretRef", .type = T::kObject, .number = 3, .schema = &kCoreV1SecretEnvSource},
};
constinit const Schema kCoreV1EnvFromSource{.name = "io.k8s.api.core.v1.EnvFromSource", .fields = fCoreV1EnvFromSource};

constexpr Field fCoreV1EnvVar[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "value", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "valueFrom", .type = T::kObject, .number = 3, .schema = &kCoreV1EnvVarSource},
};
constinit const Schema kCoreV1EnvVar{.name = "io.k8s.api.core.v1.EnvVar", .fields = fCoreV1EnvVar};

constexpr Field fCoreV1EnvVarSource[] = {
  {.name = "configMapKeyRef", .type = T::kObject, .number = 3, .schema = &kCoreV1ConfigMapKeySelector},
  {.name = "fieldRef", .type = T::kObject, .number = 1, .schema = &kCoreV1ObjectFieldSelector},
  {.name = "fileKeyRef", .type = T::kObject, .number = 5, .schema = &kCoreV1FileKeySelector},
  {.name = "resourceFieldRef", .type = T::kObject, .number = 2, .schema = &kCoreV1ResourceFieldSelector},
  {.name = "secretKeyRef", .type = T::kObject, .number = 4, .schema = &kCoreV1SecretKeySelector},
};
constinit const Schema kCoreV1EnvVarSource{.name = "io.k8s.api.core.v1.EnvVarSource", .fields = fCoreV1EnvVarSource};

constexpr Field fCoreV1EphemeralContainer[] = {
  {.name = "args", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4, .via = 1},
  {.name = "command", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3, .via = 1},
  {.name = "env", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 7, .via = 1, .schema = &kCoreV1EnvVar, .list_keys = "name", .merge_key = "name"},
  {.name = "envFrom", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 19, .via = 1, .schema = &kCoreV1EnvFromSource},
  {.name = "image", .type = T::kString, .flags = kZeroOmitted, .number = 2, .via = 1},
  {.name = "imagePullPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 14, .via = 1},
  {.name = "lifecycle", .type = T::kObject, .number = 12, .via = 1, .schema = &kCoreV1Lifecycle},
  {.name = "livenessProbe", .type = T::kObject, .number = 10, .via = 1, .schema = &kCoreV1Probe},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .via = 1, .default_value = "\"\""},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .via = 1, .schema = &kCoreV1ContainerPort, .list_keys = "containerPort,protocol", .merge_key = "containerPort"},
  {.name = "readinessProbe", .type = T::kObject, .number = 11, .via = 1, .schema = &kCoreV1Probe},
  {.name = "resizePolicy", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 23, .via = 1, .schema = &kCoreV1ContainerResizePolicy},
  {.name = "resources", .type = T::kObject, .flags = kByValue, .number = 8, .via = 1, .schema = &kCoreV1ResourceRequirements, .default_value = "{}"},
  {.name = "restartPolicy", .type = T::kString, .number = 24, .via = 1},
  {.name = "restartPolicyRules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 25, .via = 1, .schema = &kCoreV1ContainerRestartRule},
  {.name = "securityContext", .type = T::kObject, .number = 15, .via = 1, .schema = &kCoreV1SecurityContext},
  {.name = "startupProbe", .type = T::kObject, .number = 22, .via = 1, .schema = &kCoreV1Probe},
  {.name = "stdin", .type = T::kBool, .flags = kZeroOmitted, .number = 16, .via = 1},
  {.name = "stdinOnce", .type = T::kBool, .flags = kZeroOmitted, .number = 17, .via = 1},
  {.name = "targetContainerName", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "terminationMessagePath", .type = T::kString, .flags = kZeroOmitted, .number = 13, .via = 1, .default_value = "\"/dev/termination-log\""},
  {.name = "terminationMessagePolicy", .type = T::kString, .flags = kZeroOmitted, .number = 20, .via = 1, .default_value = "\"File\""},
  {.name = "tty", .type = T::kBool, .flags = kZeroOmitted, .number = 18, .via = 1},
  {.name = "volumeDevices", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 21, .via = 1, .schema = &kCoreV1VolumeDevice, .list_keys = "devicePath", .merge_key = "devicePath"},
  {.name = "volumeMounts", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 9, .via = 1, .schema = &kCoreV1VolumeMount, .list_keys = "mountPath", .merge_key = "mountPath"},
  {.name = "workingDir", .type = T::kString, .flags = kZeroOmitted, .number = 5, .via = 1},
};
constinit const Schema kCoreV1EphemeralContainer{.name = "io.k8s.api.core.v1.EphemeralContainer", .fields = fCoreV1EphemeralContainer};

constexpr Field fCoreV1EphemeralVolumeSource[] = {
  {.name = "volumeClaimTemplate", .type = T::kObject, .number = 1, .schema = &kCoreV1PersistentVolumeClaimTemplate},
};
constinit const Schema kCoreV1EphemeralVolumeSource{.name = "io.k8s.api.core.v1.EphemeralVolumeSource", .fields = fCoreV1EphemeralVolumeSource};

constexpr Field fCoreV1Event[] = {
  {.name = "action", .type = T::kString, .flags = kZeroOmitted, .number = 12},
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "count", .type = T::kInt32, .flags = kZeroOmitted, .number = 8},
  {.name = "eventTime", .type = T::kMicroTime, .number = 10, .default_value = "null"},
  {.name = "firstTimestamp", .type = T::kTime, .number = 6, .default_value = "null"},
  {.name = "involvedObject", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1ObjectReference, .default_value = "{}"},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "lastTimestamp", .type = T::kTime, .number = 7, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "metadata", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "related", .type = T::kObject, .number = 13, .schema = &kCoreV1ObjectReference},
  {.name = "reportingComponent", .type = T::kString, .flags = kByValue, .number = 14, .default_value = "\"\""},
  {.name = "reportingInstance", .type = T::kString, .flags = kByValue, .number = 15, .default_value = "\"\""},
  {.name = "series", .type = T::kObject, .number = 11, .schema = &kCoreV1EventSeries},
  {.name = "source", .type = T::kObject, .flags = kByValue, .number = 5, .schema = &kCoreV1EventSource, .default_value = "{}"},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 9},
};
constinit const Schema kCoreV1Event{.name = "io.k8s.api.core.v1.Event", .fields = fCoreV1Event};

constexpr Field fCoreV1EventSeries[] = {
  {.name = "count", .type = T::kInt32, .flags = kZeroOmitted, .number = 1},
  {.name = "lastObservedTime", .type = T::kMicroTime, .number = 2, .default_value = "null"},
};
constinit const Schema kCoreV1EventSeries{.name = "io.k8s.api.core.v1.EventSeries", .fields = fCoreV1EventSeries};

constexpr Field fCoreV1EventSource[] = {
  {.name = "component", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "host", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1EventSource{.name = "io.k8s.api.core.v1.EventSource", .fields = fCoreV1EventSource};

constexpr Field fCoreV1ExecAction[] = {
  {.name = "command", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
};
constinit const Schema kCoreV1ExecAction{.name = "io.k8s.api.core.v1.ExecAction", .fields = fCoreV1ExecAction};

constexpr Field fCoreV1FCVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "lun", .type = T::kInt32, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "targetWWNs", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "wwids", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
};
constinit const Schema kCoreV1FCVolumeSource{.name = "io.k8s.api.core.v1.FCVolumeSource", .fields = fCoreV1FCVolumeSource};

constexpr Field fCoreV1FileKeySelector[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "optional", .type = T::kBool, .flags = kByValue, .number = 4},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "volumeName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1FileKeySelector{.name = "io.k8s.api.core.v1.FileKeySelector", .fields = fCoreV1FileKeySelector, .atomic = true};

constexpr Field fCoreV1FlexPersistentVolumeSource[] = {
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "options", .type = T::kString, .shape = Shape::kMap, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 3, .schema = &kCoreV1SecretReference},
};
constinit const Schema kCoreV1FlexPersistentVolumeSource{.name = "io.k8s.api.core.v1.FlexPersistentVolumeSource", .fields = fCoreV1FlexPersistentVolumeSource};

constexpr Field fCoreV1FlexVolumeSource[] = {
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "options", .type = T::kString, .shape = Shape::kMap, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 3, .schema = &kCoreV1LocalObjectReference},
};
constinit const Schema kCoreV1FlexVolumeSource{.name = "io.k8s.api.core.v1.FlexVolumeSource", .fields = fCoreV1FlexVolumeSource};

constexpr Field fCoreV1FlockerVolumeSource[] = {
  {.name = "datasetName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "datasetUUID", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1FlockerVolumeSource{.name = "io.k8s.api.core.v1.FlockerVolumeSource", .fields = fCoreV1FlockerVolumeSource};

constexpr Field fCoreV1GCEPersistentDiskVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "partition", .type = T::kInt32, .flags = kZeroOmitted, .number = 3},
  {.name = "pdName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kCoreV1GCEPersistentDiskVolumeSource{.name = "io.k8s.api.core.v1.GCEPersistentDiskVolumeSource", .fields = fCoreV1GCEPersistentDiskVolumeSource};

constexpr Field fCoreV1GRPCAction[] = {
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "service", .type = T::kString, .flags = kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1GRPCAction{.name = "io.k8s.api.core.v1.GRPCAction", .fields = fCoreV1GRPCAction};

constexpr Field fCoreV1GitRepoVolumeSource[] = {
  {.name = "directory", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "repository", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "revision", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1GitRepoVolumeSource{.name = "io.k8s.api.core.v1.GitRepoVolumeSource", .fields = fCoreV1GitRepoVolumeSource};

constexpr Field fCoreV1GlusterfsPersistentVolumeSource[] = {
  {.name = "endpoints", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "endpointsNamespace", .type = T::kString, .number = 4},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1GlusterfsPersistentVolumeSource{.name = "io.k8s.api.core.v1.GlusterfsPersistentVolumeSource", .fields = fCoreV1GlusterfsPersistentVolumeSource};

constexpr Field fCoreV1GlusterfsVolumeSource[] = {
  {.name = "endpoints", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1GlusterfsVolumeSource{.name = "io.k8s.api.core.v1.GlusterfsVolumeSource", .fields = fCoreV1GlusterfsVolumeSource};

constexpr Field fCoreV1HTTPGetAction[] = {
  {.name = "host", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "httpHeaders", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 5, .schema = &kCoreV1HTTPHeader},
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"/\""},
  {.name = "port", .type = T::kIntOrString, .flags = kRequired, .number = 2, .default_value = "0"},
  {.name = "scheme", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"HTTP\""},
};
constinit const Schema kCoreV1HTTPGetAction{.name = "io.k8s.api.core.v1.HTTPGetAction", .fields = fCoreV1HTTPGetAction};

constexpr Field fCoreV1HTTPHeader[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "value", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1HTTPHeader{.name = "io.k8s.api.core.v1.HTTPHeader", .fields = fCoreV1HTTPHeader};

constexpr Field fCoreV1HostAlias[] = {
  {.name = "hostnames", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1HostAlias{.name = "io.k8s.api.core.v1.HostAlias", .fields = fCoreV1HostAlias};

constexpr Field fCoreV1HostIP[] = {
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1HostIP{.name = "io.k8s.api.core.v1.HostIP", .fields = fCoreV1HostIP};

constexpr Field fCoreV1HostPathVolumeSource[] = {
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1HostPathVolumeSource{.name = "io.k8s.api.core.v1.HostPathVolumeSource", .fields = fCoreV1HostPathVolumeSource};

constexpr Field fCoreV1ISCSIPersistentVolumeSource[] = {
  {.name = "chapAuthDiscovery", .type = T::kBool, .flags = kZeroOmitted, .number = 8},
  {.name = "chapAuthSession", .type = T::kBool, .flags = kZeroOmitted, .number = 11},
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "initiatorName", .type = T::kString, .number = 12},
  {.name = "iqn", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "iscsiInterface", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"default\""},
  {.name = "lun", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "portals", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 7},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 6},
  {.name = "secretRef", .type = T::kObject, .number = 10, .schema = &kCoreV1SecretReference},
  {.name = "targetPortal", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1ISCSIPersistentVolumeSource{.name = "io.k8s.api.core.v1.ISCSIPersistentVolumeSource", .fields = fCoreV1ISCSIPersistentVolumeSource};

constexpr Field fCoreV1ISCSIVolumeSource[] = {
  {.name = "chapAuthDiscovery", .type = T::kBool, .flags = kZeroOmitted, .number = 8},
  {.name = "chapAuthSession", .type = T::kBool, .flags = kZeroOmitted, .number = 11},
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "initiatorName", .type = T::kString, .number = 12},
  {.name = "iqn", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "iscsiInterface", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"default\""},
  {.name = "lun", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "portals", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 7},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 6},
  {.name = "secretRef", .type = T::kObject, .number = 10, .schema = &kCoreV1LocalObjectReference},
  {.name = "targetPortal", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1ISCSIVolumeSource{.name = "io.k8s.api.core.v1.ISCSIVolumeSource", .fields = fCoreV1ISCSIVolumeSource};

constexpr Field fCoreV1ImageVolumeSource[] = {
  {.name = "pullPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "reference", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1ImageVolumeSource{.name = "io.k8s.api.core.v1.ImageVolumeSource", .fields = fCoreV1ImageVolumeSource};

constexpr Field fCoreV1KeyToPath[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "mode", .type = T::kInt32, .number = 3},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1KeyToPath{.name = "io.k8s.api.core.v1.KeyToPath", .fields = fCoreV1KeyToPath};

constexpr Field fCoreV1Lifecycle[] = {
  {.name = "postStart", .type = T::kObject, .number = 1, .schema = &kCoreV1LifecycleHandler},
  {.name = "preStop", .type = T::kObject, .number = 2, .schema = &kCoreV1LifecycleHandler},
  {.name = "stopSignal", .type = T::kString, .number = 3},
};
constinit const Schema kCoreV1Lifecycle{.name = "io.k8s.api.core.v1.Lifecycle", .fields = fCoreV1Lifecycle};

constexpr Field fCoreV1LifecycleHandler[] = {
  {.name = "exec", .type = T::kObject, .number = 1, .schema = &kCoreV1ExecAction},
  {.name = "httpGet", .type = T::kObject, .number = 2, .schema = &kCoreV1HTTPGetAction},
  {.name = "sleep", .type = T::kObject, .number = 4, .schema = &kCoreV1SleepAction},
  {.name = "tcpSocket", .type = T::kObject, .number = 3, .schema = &kCoreV1TCPSocketAction},
};
constinit const Schema kCoreV1LifecycleHandler{.name = "io.k8s.api.core.v1.LifecycleHandler", .fields = fCoreV1LifecycleHandler};

constexpr Field fCoreV1LimitRange[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1LimitRangeSpec, .default_value = "{}"},
};
constinit const Schema kCoreV1LimitRange{.name = "io.k8s.api.core.v1.LimitRange", .fields = fCoreV1LimitRange};

constexpr Field fCoreV1LimitRangeItem[] = {
  {.name = "default", .type = T::kQuantity, .shape = Shape::kMap, .number = 4},
  {.name = "defaultRequest", .type = T::kQuantity, .shape = Shape::kMap, .number = 5},
  {.name = "max", .type = T::kQuantity, .shape = Shape::kMap, .number = 2},
  {.name = "maxLimitRequestRatio", .type = T::kQuantity, .shape = Shape::kMap, .number = 6},
  {.name = "min", .type = T::kQuantity, .shape = Shape::kMap, .number = 3},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1LimitRangeItem{.name = "io.k8s.api.core.v1.LimitRangeItem", .fields = fCoreV1LimitRangeItem};

constexpr Field fCoreV1LimitRangeSpec[] = {
  {.name = "limits", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kCoreV1LimitRangeItem, .default_value = "null"},
};
constinit const Schema kCoreV1LimitRangeSpec{.name = "io.k8s.api.core.v1.LimitRangeSpec", .fields = fCoreV1LimitRangeSpec};

constexpr Field fCoreV1LinuxContainerUser[] = {
  {.name = "gid", .type = T::kInt64, .flags = kRequired | kByValue, .number = 2, .default_value = "0"},
  {.name = "supplementalGroups", .type = T::kInt64, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "uid", .type = T::kInt64, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1LinuxContainerUser{.name = "io.k8s.api.core.v1.LinuxContainerUser", .fields = fCoreV1LinuxContainerUser};

constexpr Field fCoreV1LoadBalancerIngress[] = {
  {.name = "hostname", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "ip", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "ipMode", .type = T::kString, .number = 3},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kCoreV1PortStatus},
};
constinit const Schema kCoreV1LoadBalancerIngress{.name = "io.k8s.api.core.v1.LoadBalancerIngress", .fields = fCoreV1LoadBalancerIngress};

constexpr Field fCoreV1LoadBalancerStatus[] = {
  {.name = "ingress", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1LoadBalancerIngress},
};
constinit const Schema kCoreV1LoadBalancerStatus{.name = "io.k8s.api.core.v1.LoadBalancerStatus", .fields = fCoreV1LoadBalancerStatus};

constexpr Field fCoreV1LocalObjectReference[] = {
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1LocalObjectReference{.name = "io.k8s.api.core.v1.LocalObjectReference", .fields = fCoreV1LocalObjectReference, .atomic = true};

constexpr Field fCoreV1LocalVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .number = 2},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1LocalVolumeSource{.name = "io.k8s.api.core.v1.LocalVolumeSource", .fields = fCoreV1LocalVolumeSource};

constexpr Field fCoreV1ModifyVolumeStatus[] = {
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "targetVolumeAttributesClassName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1ModifyVolumeStatus{.name = "io.k8s.api.core.v1.ModifyVolumeStatus", .fields = fCoreV1ModifyVolumeStatus};

constexpr Field fCoreV1NFSVolumeSource[] = {
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "server", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1NFSVolumeSource{.name = "io.k8s.api.core.v1.NFSVolumeSource", .fields = fCoreV1NFSVolumeSource};

constexpr Field fCoreV1Namespace[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1NamespaceSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1NamespaceStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1Namespace{.name = "io.k8s.api.core.v1.Namespace", .fields = fCoreV1Namespace};

constexpr Field fCoreV1NamespaceCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1NamespaceCondition{.name = "io.k8s.api.core.v1.NamespaceCondition", .fields = fCoreV1NamespaceCondition};

constexpr Field fCoreV1NamespaceSpec[] = {
  {.name = "finalizers", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
};
constinit const Schema kCoreV1NamespaceSpec{.name = "io.k8s.api.core.v1.NamespaceSpec", .fields = fCoreV1NamespaceSpec};

constexpr Field fCoreV1NamespaceStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kCoreV1NamespaceCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "phase", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"Active\""},
};
constinit const Schema kCoreV1NamespaceStatus{.name = "io.k8s.api.core.v1.NamespaceStatus", .fields = fCoreV1NamespaceStatus};

constexpr Field fCoreV1Node[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1NodeSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1NodeStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1Node{.name = "io.k8s.api.core.v1.Node", .fields = fCoreV1Node};

constexpr Field fCoreV1NodeAddress[] = {
  {.name = "address", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1NodeAddress{.name = "io.k8s.api.core.v1.NodeAddress", .fields = fCoreV1NodeAddress};

constexpr Field fCoreV1NodeAffinity[] = {
  {.name = "preferredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1PreferredSchedulingTerm},
  {.name = "requiredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .number = 1, .schema = &kCoreV1NodeSelector},
};
constinit const Schema kCoreV1NodeAffinity{.name = "io.k8s.api.core.v1.NodeAffinity", .fields = fCoreV1NodeAffinity};

constexpr Field fCoreV1NodeCondition[] = {
  {.name = "lastHeartbeatTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1NodeCondition{.name = "io.k8s.api.core.v1.NodeCondition", .fields = fCoreV1NodeCondition};

constexpr Field fCoreV1NodeConfigSource[] = {
  {.name = "configMap", .type = T::kObject, .number = 2, .schema = &kCoreV1ConfigMapNodeConfigSource},
};
constinit const Schema kCoreV1NodeConfigSource{.name = "io.k8s.api.core.v1.NodeConfigSource", .fields = fCoreV1NodeConfigSource};

constexpr Field fCoreV1NodeConfigStatus[] = {
  {.name = "active", .type = T::kObject, .number = 2, .schema = &kCoreV1NodeConfigSource},
  {.name = "assigned", .type = T::kObject, .number = 1, .schema = &kCoreV1NodeConfigSource},
  {.name = "error", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "lastKnownGood", .type = T::kObject, .number = 3, .schema = &kCoreV1NodeConfigSource},
};
constinit const Schema kCoreV1NodeConfigStatus{.name = "io.k8s.api.core.v1.NodeConfigStatus", .fields = fCoreV1NodeConfigStatus};

constexpr Field fCoreV1NodeDaemonEndpoints[] = {
  {.name = "kubeletEndpoint", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kCoreV1DaemonEndpoint, .default_value = "{}"},
};
constinit const Schema kCoreV1NodeDaemonEndpoints{.name = "io.k8s.api.core.v1.NodeDaemonEndpoints", .fields = fCoreV1NodeDaemonEndpoints};

constexpr Field fCoreV1NodeFeatures[] = {
  {.name = "supplementalGroupsPolicy", .type = T::kBool, .number = 1},
};
constinit const Schema kCoreV1NodeFeatures{.name = "io.k8s.api.core.v1.NodeFeatures", .fields = fCoreV1NodeFeatures};

constexpr Field fCoreV1NodeRuntimeHandler[] = {
  {.name = "features", .type = T::kObject, .number = 2, .schema = &kCoreV1NodeRuntimeHandlerFeatures},
  {.name = "name", .type = T::kString, .flags = kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1NodeRuntimeHandler{.name = "io.k8s.api.core.v1.NodeRuntimeHandler", .fields = fCoreV1NodeRuntimeHandler};

constexpr Field fCoreV1NodeRuntimeHandlerFeatures[] = {
  {.name = "recursiveReadOnlyMounts", .type = T::kBool, .number = 1},
  {.name = "userNamespaces", .type = T::kBool, .number = 2},
};
constinit const Schema kCoreV1NodeRuntimeHandlerFeatures{.name = "io.k8s.api.core.v1.NodeRuntimeHandlerFeatures", .fields = fCoreV1NodeRuntimeHandlerFeatures};

constexpr Field fCoreV1NodeSelector[] = {
  {.name = "nodeSelectorTerms", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kCoreV1NodeSelectorTerm, .default_value = "null"},
};
constinit const Schema kCoreV1NodeSelector{.name = "io.k8s.api.core.v1.NodeSelector", .fields = fCoreV1NodeSelector, .atomic = true};

constexpr Field fCoreV1NodeSelectorRequirement[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "values", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
};
constinit const Schema kCoreV1NodeSelectorRequirement{.name = "io.k8s.api.core.v1.NodeSelectorRequirement", .fields = fCoreV1NodeSelectorRequirement};

constexpr Field fCoreV1NodeSelectorTerm[] = {
  {.name = "matchExpressions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1NodeSelectorRequirement},
  {.name = "matchFields", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1NodeSelectorRequirement},
};
constinit const Schema kCoreV1NodeSelectorTerm{.name = "io.k8s.api.core.v1.NodeSelectorTerm", .fields = fCoreV1NodeSelectorTerm, .atomic = true};

constexpr Field fCoreV1NodeSpec[] = {
  {.name = "configSource", .type = T::kObject, .number = 6, .schema = &kCoreV1NodeConfigSource},
  {.name = "externalID", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "podCIDR", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "podCIDRs", .type = T::kString, .shape = Shape::kList, .flags = kListSet | kPatchMerge, .number = 7},
  {.name = "providerID", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "taints", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 5, .schema = &kCoreV1Taint},
  {.name = "unschedulable", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kCoreV1NodeSpec{.name = "io.k8s.api.core.v1.NodeSpec", .fields = fCoreV1NodeSpec};

constexpr Field fCoreV1NodeStatus[] = {
  {.name = "addresses", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 5, .schema = &kCoreV1NodeAddress, .list_keys = "type", .merge_key = "type"},
  {.name = "allocatable", .type = T::kQuantity, .shape = Shape::kMap, .number = 2},
  {.name = "capacity", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 4, .schema = &kCoreV1NodeCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "config", .type = T::kObject, .number = 11, .schema = &kCoreV1NodeConfigStatus},
  {.name = "daemonEndpoints", .type = T::kObject, .flags = kByValue, .number = 6, .schema = &kCoreV1NodeDaemonEndpoints, .default_value = "{}"},
  {.name = "declaredFeatures", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 14},
  {.name = "features", .type = T::kObject, .number = 13, .schema = &kCoreV1NodeFeatures},
  {.name = "images", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 8, .schema = &kCoreV1ContainerImage},
  {.name = "nodeInfo", .type = T::kObject, .flags = kByValue, .number = 7, .schema = &kCoreV1NodeSystemInfo, .default_value = "{}"},
  {.name = "phase", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "runtimeHandlers", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 12, .schema = &kCoreV1NodeRuntimeHandler},
  {.name = "volumesAttached", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 10, .schema = &kCoreV1AttachedVolume},
  {.name = "volumesInUse", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 9},
};
constinit const Schema kCoreV1NodeStatus{.name = "io.k8s.api.core.v1.NodeStatus", .fields = fCoreV1NodeStatus};

constexpr Field fCoreV1NodeSwapStatus[] = {
  {.name = "capacity", .type = T::kInt64, .number = 1},
};
constinit const Schema kCoreV1NodeSwapStatus{.name = "io.k8s.api.core.v1.NodeSwapStatus", .fields = fCoreV1NodeSwapStatus};

constexpr Field fCoreV1NodeSystemInfo[] = {
  {.name = "architecture", .type = T::kString, .flags = kRequired | kByValue, .number = 10, .default_value = "\"\""},
  {.name = "bootID", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "containerRuntimeVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 6, .default_value = "\"\""},
  {.name = "kernelVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 4, .default_value = "\"\""},
  {.name = "kubeProxyVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 8, .default_value = "\"\""},
  {.name = "kubeletVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 7, .default_value = "\"\""},
  {.name = "machineID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "operatingSystem", .type = T::kString, .flags = kRequired | kByValue, .number = 9, .default_value = "\"\""},
  {.name = "osImage", .type = T::kString, .flags = kRequired | kByValue, .number = 5, .default_value = "\"\""},
  {.name = "swap", .type = T::kObject, .number = 11, .schema = &kCoreV1NodeSwapStatus},
  {.name = "systemUUID", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1NodeSystemInfo{.name = "io.k8s.api.core.v1.NodeSystemInfo", .fields = fCoreV1NodeSystemInfo};

constexpr Field fCoreV1ObjectFieldSelector[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"v1\""},
  {.name = "fieldPath", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1ObjectFieldSelector{.name = "io.k8s.api.core.v1.ObjectFieldSelector", .fields = fCoreV1ObjectFieldSelector, .atomic = true};

constexpr Field fCoreV1ObjectReference[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "fieldPath", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "resourceVersion", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kCoreV1ObjectReference{.name = "io.k8s.api.core.v1.ObjectReference", .fields = fCoreV1ObjectReference, .atomic = true};

constexpr Field fCoreV1PersistentVolume[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PersistentVolumeSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1PersistentVolumeStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1PersistentVolume{.name = "io.k8s.api.core.v1.PersistentVolume", .fields = fCoreV1PersistentVolume};

constexpr Field fCoreV1PersistentVolumeClaim[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta, .default_value = "{}"},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PersistentVolumeClaimSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1PersistentVolumeClaimStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1PersistentVolumeClaim{.name = "io.k8s.api.core.v1.PersistentVolumeClaim", .fields = fCoreV1PersistentVolumeClaim};

constexpr Field fCoreV1PersistentVolumeClaimCondition[] = {
  {.name = "lastProbeTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PersistentVolumeClaimCondition{.name = "io.k8s.api.core.v1.PersistentVolumeClaimCondition", .fields = fCoreV1PersistentVolumeClaimCondition};

constexpr Field fCoreV1PersistentVolumeClaimSpec[] = {
  {.name = "accessModes", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "dataSource", .type = T::kObject, .number = 7, .schema = &kCoreV1TypedLocalObjectReference},
  {.name = "dataSourceRef", .type = T::kObject, .number = 8, .schema = &kCoreV1TypedObjectReference},
  {.name = "resources", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1VolumeResourceRequirements, .default_value = "{}"},
  {.name = "selector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "storageClassName", .type = T::kString, .number = 5},
  {.name = "volumeAttributesClassName", .type = T::kString, .number = 9},
  {.name = "volumeMode", .type = T::kString, .number = 6, .default_value = "\"Filesystem\""},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1PersistentVolumeClaimSpec{.name = "io.k8s.api.core.v1.PersistentVolumeClaimSpec", .fields = fCoreV1PersistentVolumeClaimSpec};

constexpr Field fCoreV1PersistentVolumeClaimStatus[] = {
  {.name = "accessModes", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "allocatedResourceStatuses", .type = T::kString, .shape = Shape::kMap, .flags = kGranular, .number = 7},
  {.name = "allocatedResources", .type = T::kQuantity, .shape = Shape::kMap, .number = 5},
  {.name = "capacity", .type = T::kQuantity, .shape = Shape::kMap, .number = 3},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 4, .schema = &kCoreV1PersistentVolumeClaimCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "currentVolumeAttributesClassName", .type = T::kString, .number = 8},
  {.name = "modifyVolumeStatus", .type = T::kObject, .number = 9, .schema = &kCoreV1ModifyVolumeStatus},
  {.name = "phase", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1PersistentVolumeClaimStatus{.name = "io.k8s.api.core.v1.PersistentVolumeClaimStatus", .fields = fCoreV1PersistentVolumeClaimStatus};

constexpr Field fCoreV1PersistentVolumeClaimTemplate[] = {
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta, .default_value = "{}"},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1PersistentVolumeClaimSpec, .default_value = "{}"},
};
constinit const Schema kCoreV1PersistentVolumeClaimTemplate{.name = "io.k8s.api.core.v1.PersistentVolumeClaimTemplate", .fields = fCoreV1PersistentVolumeClaimTemplate};

constexpr Field fCoreV1PersistentVolumeClaimVolumeSource[] = {
  {.name = "claimName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1PersistentVolumeClaimVolumeSource{.name = "io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource", .fields = fCoreV1PersistentVolumeClaimVolumeSource};

constexpr Field fCoreV1PersistentVolumeSpec[] = {
  {.name = "accessModes", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "awsElasticBlockStore", .type = T::kObject, .number = 2, .via = 2, .schema = &kCoreV1AWSElasticBlockStoreVolumeSource},
  {.name = "azureDisk", .type = T::kObject, .number = 16, .via = 2, .schema = &kCoreV1AzureDiskVolumeSource},
  {.name = "azureFile", .type = T::kObject, .number = 13, .via = 2, .schema = &kCoreV1AzureFilePersistentVolumeSource},
  {.name = "capacity", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "cephfs", .type = T::kObject, .number = 9, .via = 2, .schema = &kCoreV1CephFSPersistentVolumeSource},
  {.name = "cinder", .type = T::kObject, .number = 8, .via = 2, .schema = &kCoreV1CinderPersistentVolumeSource},
  {.name = "claimRef", .type = T::kObject, .flags = kGranular, .number = 4, .schema = &kCoreV1ObjectReference},
  {.name = "csi", .type = T::kObject, .number = 22, .via = 2, .schema = &kCoreV1CSIPersistentVolumeSource},
  {.name = "fc", .type = T::kObject, .number = 10, .via = 2, .schema = &kCoreV1FCVolumeSource},
  {.name = "flexVolume", .type = T::kObject, .number = 12, .via = 2, .schema = &kCoreV1FlexPersistentVolumeSource},
  {.name = "flocker", .type = T::kObject, .number = 11, .via = 2, .schema = &kCoreV1FlockerVolumeSource},
  {.name = "gcePersistentDisk", .type = T::kObject, .number = 1, .via = 2, .schema = &kCoreV1GCEPersistentDiskVolumeSource},
  {.name = "glusterfs", .type = T::kObject, .number = 4, .via = 2, .schema = &kCoreV1GlusterfsPersistentVolumeSource},
  {.name = "hostPath", .type = T::kObject, .number = 3, .via = 2, .schema = &kCoreV1HostPathVolumeSource},
  {.name = "iscsi", .type = T::kObject, .number = 7, .via = 2, .schema = &kCoreV1ISCSIPersistentVolumeSource},
  {.name = "local", .type = T::kObject, .number = 20, .via = 2, .schema = &kCoreV1LocalVolumeSource},
  {.name = "mountOptions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 7},
  {.name = "nfs", .type = T::kObject, .number = 5, .via = 2, .schema = &kCoreV1NFSVolumeSource},
  {.name = "nodeAffinity", .type = T::kObject, .number = 9, .schema = &kCoreV1VolumeNodeAffinity},
  {.name = "persistentVolumeReclaimPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 5, .default_value = "\"Retain\""},
  {.name = "photonPersistentDisk", .type = T::kObject, .number = 17, .via = 2, .schema = &kCoreV1PhotonPersistentDiskVolumeSource},
  {.name = "portworxVolume", .type = T::kObject, .number = 18, .via = 2, .schema = &kCoreV1PortworxVolumeSource},
  {.name = "quobyte", .type = T::kObject, .number = 15, .via = 2, .schema = &kCoreV1QuobyteVolumeSource},
  {.name = "rbd", .type = T::kObject, .number = 6, .via = 2, .schema = &kCoreV1RBDPersistentVolumeSource},
  {.name = "scaleIO", .type = T::kObject, .number = 19, .via = 2, .schema = &kCoreV1ScaleIOPersistentVolumeSource},
  {.name = "storageClassName", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "storageos", .type = T::kObject, .number = 21, .via = 2, .schema = &kCoreV1StorageOSPersistentVolumeSource},
  {.name = "volumeAttributesClassName", .type = T::kString, .number = 10},
  {.name = "volumeMode", .type = T::kString, .number = 8, .default_value = "\"Filesystem\""},
  {.name = "vsphereVolume", .type = T::kObject, .number = 14, .via = 2, .schema = &kCoreV1VsphereVirtualDiskVolumeSource},
};
constinit const Schema kCoreV1PersistentVolumeSpec{.name = "io.k8s.api.core.v1.PersistentVolumeSpec", .fields = fCoreV1PersistentVolumeSpec};

constexpr Field fCoreV1PersistentVolumeStatus[] = {
  {.name = "lastPhaseTransitionTime", .type = T::kTime, .number = 4},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "phase", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1PersistentVolumeStatus{.name = "io.k8s.api.core.v1.PersistentVolumeStatus", .fields = fCoreV1PersistentVolumeStatus};

constexpr Field fCoreV1PhotonPersistentDiskVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "pdID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PhotonPersistentDiskVolumeSource{.name = "io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource", .fields = fCoreV1PhotonPersistentDiskVolumeSource};

constexpr Field fCoreV1Pod[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PodSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1PodStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1Pod{.name = "io.k8s.api.core.v1.Pod", .fields = fCoreV1Pod};

constexpr Field fCoreV1PodAffinity[] = {
  {.name = "preferredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1WeightedPodAffinityTerm},
  {.name = "requiredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1PodAffinityTerm},
};
constinit const Schema kCoreV1PodAffinity{.name = "io.k8s.api.core.v1.PodAffinity", .fields = fCoreV1PodAffinity};

constexpr Field fCoreV1PodAffinityTerm[] = {
  {.name = "labelSelector", .type = T::kObject, .number = 1, .schema = &kMetaV1LabelSelector},
  {.name = "matchLabelKeys", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
  {.name = "mismatchLabelKeys", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 6},
  {.name = "namespaceSelector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "namespaces", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "topologyKey", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodAffinityTerm{.name = "io.k8s.api.core.v1.PodAffinityTerm", .fields = fCoreV1PodAffinityTerm};

constexpr Field fCoreV1PodAntiAffinity[] = {
  {.name = "preferredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1WeightedPodAffinityTerm},
  {.name = "requiredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1PodAffinityTerm},
};
constinit const Schema kCoreV1PodAntiAffinity{.name = "io.k8s.api.core.v1.PodAntiAffinity", .fields = fCoreV1PodAntiAffinity};

constexpr Field fCoreV1PodCertificateProjection[] = {
  {.name = "certificateChainPath", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "credentialBundlePath", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "keyPath", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "keyType", .type = T::kString, .flags = kRequired, .number = 2},
  {.name = "maxExpirationSeconds", .type = T::kInt32, .number = 3},
  {.name = "signerName", .type = T::kString, .flags = kRequired, .number = 1},
  {.name = "userAnnotations", .type = T::kString, .shape = Shape::kMap, .number = 7},
};
constinit const Schema kCoreV1PodCertificateProjection{.name = "io.k8s.api.core.v1.PodCertificateProjection", .fields = fCoreV1PodCertificateProjection};

constexpr Field fCoreV1PodCondition[] = {
  {.name = "lastProbeTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 7},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodCondition{.name = "io.k8s.api.core.v1.PodCondition", .fields = fCoreV1PodCondition};

constexpr Field fCoreV1PodDNSConfig[] = {
  {.name = "nameservers", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "options", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kCoreV1PodDNSConfigOption},
  {.name = "searches", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
};
constinit const Schema kCoreV1PodDNSConfig{.name = "io.k8s.api.core.v1.PodDNSConfig", .fields = fCoreV1PodDNSConfig};

constexpr Field fCoreV1PodDNSConfigOption[] = {
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "value", .type = T::kString, .number = 2},
};
constinit const Schema kCoreV1PodDNSConfigOption{.name = "io.k8s.api.core.v1.PodDNSConfigOption", .fields = fCoreV1PodDNSConfigOption};

constexpr Field fCoreV1PodExtendedResourceClaimStatus[] = {
  {.name = "requestMappings", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kCoreV1ContainerExtendedResourceRequest, .default_value = "null"},
  {.name = "resourceClaimName", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodExtendedResourceClaimStatus{.name = "io.k8s.api.core.v1.PodExtendedResourceClaimStatus", .fields = fCoreV1PodExtendedResourceClaimStatus};

constexpr Field fCoreV1PodIP[] = {
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodIP{.name = "io.k8s.api.core.v1.PodIP", .fields = fCoreV1PodIP};

constexpr Field fCoreV1PodOS[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodOS{.name = "io.k8s.api.core.v1.PodOS", .fields = fCoreV1PodOS};

constexpr Field fCoreV1PodReadinessGate[] = {
  {.name = "conditionType", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodReadinessGate{.name = "io.k8s.api.core.v1.PodReadinessGate", .fields = fCoreV1PodReadinessGate};

constexpr Field fCoreV1PodResourceClaim[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "resourceClaimName", .type = T::kString, .number = 3},
  {.name = "resourceClaimTemplateName", .type = T::kString, .number = 4},
};
constinit const Schema kCoreV1PodResourceClaim{.name = "io.k8s.api.core.v1.PodResourceClaim", .fields = fCoreV1PodResourceClaim};

constexpr Field fCoreV1PodResourceClaimStatus[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "resourceClaimName", .type = T::kString, .number = 2},
};
constinit const Schema kCoreV1PodResourceClaimStatus{.name = "io.k8s.api.core.v1.PodResourceClaimStatus", .fields = fCoreV1PodResourceClaimStatus};

constexpr Field fCoreV1PodSchedulingGate[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PodSchedulingGate{.name = "io.k8s.api.core.v1.PodSchedulingGate", .fields = fCoreV1PodSchedulingGate};

constexpr Field fCoreV1PodSecurityContext[] = {
  {.name = "appArmorProfile", .type = T::kObject, .number = 11, .schema = &kCoreV1AppArmorProfile},
  {.name = "fsGroup", .type = T::kInt64, .number = 5},
  {.name = "fsGroupChangePolicy", .type = T::kString, .number = 9},
  {.name = "runAsGroup", .type = T::kInt64, .number = 6},
  {.name = "runAsNonRoot", .type = T::kBool, .number = 3},
  {.name = "runAsUser", .type = T::kInt64, .number = 2},
  {.name = "seLinuxChangePolicy", .type = T::kString, .number = 13},
  {.name = "seLinuxOptions", .type = T::kObject, .number = 1, .schema = &kCoreV1SELinuxOptions},
  {.name = "seccompProfile", .type = T::kObject, .number = 10, .schema = &kCoreV1SeccompProfile},
  {.name = "supplementalGroups", .type = T::kInt64, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "supplementalGroupsPolicy", .type = T::kString, .number = 12},
  {.name = "sysctls", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 7, .schema = &kCoreV1Sysctl},
  {.name = "windowsOptions", .type = T::kObject, .number = 8, .schema = &kCoreV1WindowsSecurityContextOptions},
};
constinit const Schema kCoreV1PodSecurityContext{.name = "io.k8s.api.core.v1.PodSecurityContext", .fields = fCoreV1PodSecurityContext};

constexpr Field fCoreV1PodSpec[] = {
  {.name = "activeDeadlineSeconds", .type = T::kInt64, .number = 5},
  {.name = "affinity", .type = T::kObject, .number = 18, .schema = &kCoreV1Affinity},
  {.name = "automountServiceAccountToken", .type = T::kBool, .number = 21},
  {.name = "containers", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kListMap | kPatchMerge, .number = 2, .schema = &kCoreV1Container, .list_keys = "name", .merge_key = "name", .default_value = "null"},
  {.name = "dnsConfig", .type = T::kObject, .number = 26, .schema = &kCoreV1PodDNSConfig},
  {.name = "dnsPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 6, .default_value = "\"ClusterFirst\""},
  {.name = "enableServiceLinks", .type = T::kBool, .number = 30},
  {.name = "ephemeralContainers", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 34, .schema = &kCoreV1EphemeralContainer, .list_keys = "name", .merge_key = "name"},
  {.name = "hostAliases", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 23, .schema = &kCoreV1HostAlias, .list_keys = "ip", .merge_key = "ip"},
  {.name = "hostIPC", .type = T::kBool, .flags = kZeroOmitted, .number = 13},
  {.name = "hostNetwork", .type = T::kBool, .flags = kZeroOmitted, .number = 11},
  {.name = "hostPID", .type = T::kBool, .flags = kZeroOmitted, .number = 12},
  {.name = "hostUsers", .type = T::kBool, .number = 37},
  {.name = "hostname", .type = T::kString, .flags = kZeroOmitted, .number = 16},
  {.name = "hostnameOverride", .type = T::kString, .number = 41},
  {.name = "imagePullSecrets", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 15, .schema = &kCoreV1LocalObjectReference, .list_keys = "name", .merge_key = "name"},
  {.name = "initContainers", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 20, .schema = &kCoreV1Container, .list_keys = "name", .merge_key = "name"},
  {.name = "nodeName", .type = T::kString, .flags = kZeroOmitted, .number = 10},
  {.name = "nodeSelector", .type = T::kString, .shape = Shape::kMap, .flags = kAtomic, .number = 7},
  {.name = "os", .type = T::kObject, .number = 36, .schema = &kCoreV1PodOS},
  {.name = "overhead", .type = T::kQuantity, .shape = Shape::kMap, .number = 32},
  {.name = "preemptionPolicy", .type = T::kString, .number = 31},
  {.name = "priority", .type = T::kInt32, .number = 25},
  {.name = "priorityClassName", .type = T::kString, .flags = kZeroOmitted, .number = 24},
  {.name = "readinessGates", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 28, .schema = &kCoreV1PodReadinessGate},
  {.name = "resourceClaims", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge | kRetainKeys, .number = 39, .schema = &kCoreV1PodResourceClaim, .list_keys = "name", .merge_key = "name"},
  {.name = "resources", .type = T::kObject, .number = 40, .schema = &kCoreV1ResourceRequirements},
  {.name = "restartPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 3, .default_value = "\"Always\""},
  {.name = "runtimeClassName", .type = T::kString, .number = 29},
  {.name = "schedulerName", .type = T::kString, .flags = kZeroOmitted, .number = 19, .default_value = "\"default-scheduler\""},
  {.name = "schedulingGates", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 38, .schema = &kCoreV1PodSchedulingGate, .list_keys = "name", .merge_key = "name"},
  {.name = "securityContext", .type = T::kObject, .number = 14, .schema = &kCoreV1PodSecurityContext, .default_value = "{}"},
  {.name = "serviceAccount", .type = T::kString, .flags = kZeroOmitted, .number = 9},
  {.name = "serviceAccountName", .type = T::kString, .flags = kZeroOmitted, .number = 8},
  {.name = "setHostnameAsFQDN", .type = T::kBool, .number = 35},
  {.name = "shareProcessNamespace", .type = T::kBool, .number = 27},
  {.name = "subdomain", .type = T::kString, .flags = kZeroOmitted, .number = 17},
  {.name = "terminationGracePeriodSeconds", .type = T::kInt64, .number = 4, .default_value = "30"},
  {.name = "tolerations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 22, .schema = &kCoreV1Toleration},
  {.name = "topologySpreadConstraints", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 33, .schema = &kCoreV1TopologySpreadConstraint, .list_keys = "topologyKey,whenUnsatisfiable", .merge_key = "topologyKey"},
  {.name = "volumes", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge | kRetainKeys, .number = 1, .schema = &kCoreV1Volume, .list_keys = "name", .merge_key = "name"},
  {.name = "workloadRef", .type = T::kObject, .number = 42, .schema = &kCoreV1WorkloadReference},
};
constinit const Schema kCoreV1PodSpec{.name = "io.k8s.api.core.v1.PodSpec", .fields = fCoreV1PodSpec};

constexpr Field fCoreV1PodStatus[] = {
  {.name = "allocatedResources", .type = T::kQuantity, .shape = Shape::kMap, .number = 19},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kCoreV1PodCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "containerStatuses", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 8, .schema = &kCoreV1ContainerStatus},
  {.name = "ephemeralContainerStatuses", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 13, .schema = &kCoreV1ContainerStatus},
  {.name = "extendedResourceClaimStatus", .type = T::kObject, .number = 18, .schema = &kCoreV1PodExtendedResourceClaimStatus},
  {.name = "hostIP", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "hostIPs", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic | kPatchMerge, .number = 16, .schema = &kCoreV1HostIP, .merge_key = "ip"},
  {.name = "initContainerStatuses", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 10, .schema = &kCoreV1ContainerStatus},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "nominatedNodeName", .type = T::kString, .flags = kZeroOmitted, .number = 11},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 17},
  {.name = "phase", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "podIP", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "podIPs", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 12, .schema = &kCoreV1PodIP, .list_keys = "ip", .merge_key = "ip"},
  {.name = "qosClass", .type = T::kString, .flags = kZeroOmitted, .number = 9},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "resize", .type = T::kString, .flags = kZeroOmitted, .number = 14},
  {.name = "resourceClaimStatuses", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge | kRetainKeys, .number = 15, .schema = &kCoreV1PodResourceClaimStatus, .list_keys = "name", .merge_key = "name"},
  {.name = "resources", .type = T::kObject, .number = 20, .schema = &kCoreV1ResourceRequirements},
  {.name = "startTime", .type = T::kTime, .number = 7},
};
constinit const Schema kCoreV1PodStatus{.name = "io.k8s.api.core.v1.PodStatus", .fields = fCoreV1PodStatus};

constexpr Field fCoreV1PodTemplate[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "template", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PodTemplateSpec, .default_value = "{}"},
};
constinit const Schema kCoreV1PodTemplate{.name = "io.k8s.api.core.v1.PodTemplate", .fields = fCoreV1PodTemplate};

constexpr Field fCoreV1PodTemplateSpec[] = {
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta, .default_value = "{}"},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PodSpec, .default_value = "{}"},
};
constinit const Schema kCoreV1PodTemplateSpec{.name = "io.k8s.api.core.v1.PodTemplateSpec", .fields = fCoreV1PodTemplateSpec};

constexpr Field fCoreV1PortStatus[] = {
  {.name = "error", .type = T::kString, .number = 3},
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "protocol", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1PortStatus{.name = "io.k8s.api.core.v1.PortStatus", .fields = fCoreV1PortStatus};

constexpr Field fCoreV1PortworxVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1PortworxVolumeSource{.name = "io.k8s.api.core.v1.PortworxVolumeSource", .fields = fCoreV1PortworxVolumeSource};

constexpr Field fCoreV1PreferredSchedulingTerm[] = {
  {.name = "preference", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1NodeSelectorTerm, .default_value = "{}"},
  {.name = "weight", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1PreferredSchedulingTerm{.name = "io.k8s.api.core.v1.PreferredSchedulingTerm", .fields = fCoreV1PreferredSchedulingTerm};

constexpr Field fCoreV1Probe[] = {
  {.name = "exec", .type = T::kObject, .number = 1, .via = 1, .schema = &kCoreV1ExecAction},
  {.name = "failureThreshold", .type = T::kInt32, .flags = kZeroOmitted, .number = 6, .default_value = "3"},
  {.name = "grpc", .type = T::kObject, .number = 4, .via = 1, .schema = &kCoreV1GRPCAction},
  {.name = "httpGet", .type = T::kObject, .number = 2, .via = 1, .schema = &kCoreV1HTTPGetAction},
  {.name = "initialDelaySeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "periodSeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 4, .default_value = "10"},
  {.name = "successThreshold", .type = T::kInt32, .flags = kZeroOmitted, .number = 5, .default_value = "1"},
  {.name = "tcpSocket", .type = T::kObject, .number = 3, .via = 1, .schema = &kCoreV1TCPSocketAction},
  {.name = "terminationGracePeriodSeconds", .type = T::kInt64, .number = 7},
  {.name = "timeoutSeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 3, .default_value = "1"},
};
constinit const Schema kCoreV1Probe{.name = "io.k8s.api.core.v1.Probe", .fields = fCoreV1Probe};

constexpr Field fCoreV1ProjectedVolumeSource[] = {
  {.name = "defaultMode", .type = T::kInt32, .number = 2, .default_value = "420"},
  {.name = "sources", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1VolumeProjection, .default_value = "null"},
};
constinit const Schema kCoreV1ProjectedVolumeSource{.name = "io.k8s.api.core.v1.ProjectedVolumeSource", .fields = fCoreV1ProjectedVolumeSource};

constexpr Field fCoreV1QuobyteVolumeSource[] = {
  {.name = "group", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "registry", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "tenant", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "volume", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1QuobyteVolumeSource{.name = "io.k8s.api.core.v1.QuobyteVolumeSource", .fields = fCoreV1QuobyteVolumeSource};

constexpr Field fCoreV1RBDPersistentVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "image", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "keyring", .type = T::kString, .flags = kZeroOmitted, .number = 6, .default_value = "\"/etc/ceph/keyring\""},
  {.name = "monitors", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
  {.name = "pool", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"rbd\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 8},
  {.name = "secretRef", .type = T::kObject, .number = 7, .schema = &kCoreV1SecretReference},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 5, .default_value = "\"admin\""},
};
constinit const Schema kCoreV1RBDPersistentVolumeSource{.name = "io.k8s.api.core.v1.RBDPersistentVolumeSource", .fields = fCoreV1RBDPersistentVolumeSource};

constexpr Field fCoreV1RBDVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "image", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "keyring", .type = T::kString, .flags = kZeroOmitted, .number = 6, .default_value = "\"/etc/ceph/keyring\""},
  {.name = "monitors", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
  {.name = "pool", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"rbd\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 8},
  {.name = "secretRef", .type = T::kObject, .number = 7, .schema = &kCoreV1LocalObjectReference},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 5, .default_value = "\"admin\""},
};
constinit const Schema kCoreV1RBDVolumeSource{.name = "io.k8s.api.core.v1.RBDVolumeSource", .fields = fCoreV1RBDVolumeSource};

constexpr Field fCoreV1ReplicationController[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1ReplicationControllerSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1ReplicationControllerStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1ReplicationController{.name = "io.k8s.api.core.v1.ReplicationController", .fields = fCoreV1ReplicationController};

constexpr Field fCoreV1ReplicationControllerCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1ReplicationControllerCondition{.name = "io.k8s.api.core.v1.ReplicationControllerCondition", .fields = fCoreV1ReplicationControllerCondition};

constexpr Field fCoreV1ReplicationControllerSpec[] = {
  {.name = "minReadySeconds", .type = T::kInt32, .flags = kByValue | kZeroOmitted, .number = 4},
  {.name = "replicas", .type = T::kInt32, .number = 1, .default_value = "1"},
  {.name = "selector", .type = T::kString, .shape = Shape::kMap, .flags = kAtomic, .number = 2},
  {.name = "template", .type = T::kObject, .number = 3, .schema = &kCoreV1PodTemplateSpec},
};
constinit const Schema kCoreV1ReplicationControllerSpec{.name = "io.k8s.api.core.v1.ReplicationControllerSpec", .fields = fCoreV1ReplicationControllerSpec};

constexpr Field fCoreV1ReplicationControllerStatus[] = {
  {.name = "availableReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 6, .schema = &kCoreV1ReplicationControllerCondition, .list_keys = "type", .merge_key = "type"},
  {.name = "fullyLabeledReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 3},
  {.name = "readyReplicas", .type = T::kInt32, .flags = kZeroOmitted, .number = 4},
  {.name = "replicas", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1ReplicationControllerStatus{.name = "io.k8s.api.core.v1.ReplicationControllerStatus", .fields = fCoreV1ReplicationControllerStatus};

constexpr Field fCoreV1ResourceClaim[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "request", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1ResourceClaim{.name = "io.k8s.api.core.v1.ResourceClaim", .fields = fCoreV1ResourceClaim};

constexpr Field fCoreV1ResourceFieldSelector[] = {
  {.name = "containerName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "divisor", .type = T::kQuantity, .number = 3, .default_value = "\"0\""},
  {.name = "resource", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1ResourceFieldSelector{.name = "io.k8s.api.core.v1.ResourceFieldSelector", .fields = fCoreV1ResourceFieldSelector, .atomic = true};

constexpr Field fCoreV1ResourceHealth[] = {
  {.name = "health", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "resourceID", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1ResourceHealth{.name = "io.k8s.api.core.v1.ResourceHealth", .fields = fCoreV1ResourceHealth};

constexpr Field fCoreV1ResourceQuota[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1ResourceQuotaSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1ResourceQuotaStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1ResourceQuota{.name = "io.k8s.api.core.v1.ResourceQuota", .fields = fCoreV1ResourceQuota};

constexpr Field fCoreV1ResourceQuotaSpec[] = {
  {.name = "hard", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "scopeSelector", .type = T::kObject, .number = 3, .schema = &kCoreV1ScopeSelector},
  {.name = "scopes", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
};
constinit const Schema kCoreV1ResourceQuotaSpec{.name = "io.k8s.api.core.v1.ResourceQuotaSpec", .fields = fCoreV1ResourceQuotaSpec};

constexpr Field fCoreV1ResourceQuotaStatus[] = {
  {.name = "hard", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "used", .type = T::kQuantity, .shape = Shape::kMap, .number = 2},
};
constinit const Schema kCoreV1ResourceQuotaStatus{.name = "io.k8s.api.core.v1.ResourceQuotaStatus", .fields = fCoreV1ResourceQuotaStatus};

constexpr Field fCoreV1ResourceRequirements[] = {
  {.name = "claims", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 3, .schema = &kCoreV1ResourceClaim, .list_keys = "name"},
  {.name = "limits", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "requests", .type = T::kQuantity, .shape = Shape::kMap, .number = 2},
};
constinit const Schema kCoreV1ResourceRequirements{.name = "io.k8s.api.core.v1.ResourceRequirements", .fields = fCoreV1ResourceRequirements};

constexpr Field fCoreV1ResourceStatus[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "resources", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 2, .schema = &kCoreV1ResourceHealth, .list_keys = "resourceID"},
};
constinit const Schema kCoreV1ResourceStatus{.name = "io.k8s.api.core.v1.ResourceStatus", .fields = fCoreV1ResourceStatus};

constexpr Field fCoreV1SELinuxOptions[] = {
  {.name = "level", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "role", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1SELinuxOptions{.name = "io.k8s.api.core.v1.SELinuxOptions", .fields = fCoreV1SELinuxOptions};

constexpr Field fCoreV1ScaleIOPersistentVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 9, .default_value = "\"xfs\""},
  {.name = "gateway", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "protectionDomain", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 10},
  {.name = "secretRef", .type = T::kObject, .flags = kRequired, .number = 3, .schema = &kCoreV1SecretReference, .default_value = "null"},
  {.name = "sslEnabled", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "storageMode", .type = T::kString, .flags = kZeroOmitted, .number = 7, .default_value = "\"ThinProvisioned\""},
  {.name = "storagePool", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "system", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 8},
};
constinit const Schema kCoreV1ScaleIOPersistentVolumeSource{.name = "io.k8s.api.core.v1.ScaleIOPersistentVolumeSource", .fields = fCoreV1ScaleIOPersistentVolumeSource};

constexpr Field fCoreV1ScaleIOVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 9, .default_value = "\"xfs\""},
  {.name = "gateway", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "protectionDomain", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 10},
  {.name = "secretRef", .type = T::kObject, .flags = kRequired, .number = 3, .schema = &kCoreV1LocalObjectReference, .default_value = "null"},
  {.name = "sslEnabled", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "storageMode", .type = T::kString, .flags = kZeroOmitted, .number = 7, .default_value = "\"ThinProvisioned\""},
  {.name = "storagePool", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "system", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 8},
};
constinit const Schema kCoreV1ScaleIOVolumeSource{.name = "io.k8s.api.core.v1.ScaleIOVolumeSource", .fields = fCoreV1ScaleIOVolumeSource};

constexpr Field fCoreV1ScopeSelector[] = {
  {.name = "matchExpressions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1ScopedResourceSelectorRequirement},
};
constinit const Schema kCoreV1ScopeSelector{.name = "io.k8s.api.core.v1.ScopeSelector", .fields = fCoreV1ScopeSelector, .atomic = true};

constexpr Field fCoreV1ScopedResourceSelectorRequirement[] = {
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "scopeName", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "values", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
};
constinit const Schema kCoreV1ScopedResourceSelectorRequirement{.name = "io.k8s.api.core.v1.ScopedResourceSelectorRequirement", .fields = fCoreV1ScopedResourceSelectorRequirement};

constexpr Field fCoreV1SeccompProfile[] = {
  {.name = "localhostProfile", .type = T::kString, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1SeccompProfile{.name = "io.k8s.api.core.v1.SeccompProfile", .fields = fCoreV1SeccompProfile};

constexpr Field fCoreV1Secret[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "data", .type = T::kBytes, .shape = Shape::kMap, .number = 2},
  {.name = "immutable", .type = T::kBool, .number = 5},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "stringData", .type = T::kString, .shape = Shape::kMap, .number = 4},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 3, .default_value = "\"Opaque\""},
};
constinit const Schema kCoreV1Secret{.name = "io.k8s.api.core.v1.Secret", .fields = fCoreV1Secret};

constexpr Field fCoreV1SecretEnvSource[] = {
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 2},
};
constinit const Schema kCoreV1SecretEnvSource{.name = "io.k8s.api.core.v1.SecretEnvSource", .fields = fCoreV1SecretEnvSource};

constexpr Field fCoreV1SecretKeySelector[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 3},
};
constinit const Schema kCoreV1SecretKeySelector{.name = "io.k8s.api.core.v1.SecretKeySelector", .fields = fCoreV1SecretKeySelector, .atomic = true};

constexpr Field fCoreV1SecretProjection[] = {
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1KeyToPath},
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 4},
};
constinit const Schema kCoreV1SecretProjection{.name = "io.k8s.api.core.v1.SecretProjection", .fields = fCoreV1SecretProjection};

constexpr Field fCoreV1SecretReference[] = {
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1SecretReference{.name = "io.k8s.api.core.v1.SecretReference", .fields = fCoreV1SecretReference, .atomic = true};

constexpr Field fCoreV1SecretVolumeSource[] = {
  {.name = "defaultMode", .type = T::kInt32, .number = 3, .default_value = "420"},
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1KeyToPath},
  {.name = "optional", .type = T::kBool, .number = 4},
  {.name = "secretName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1SecretVolumeSource{.name = "io.k8s.api.core.v1.SecretVolumeSource", .fields = fCoreV1SecretVolumeSource};

constexpr Field fCoreV1SecurityContext[] = {
  {.name = "allowPrivilegeEscalation", .type = T::kBool, .number = 7},
  {.name = "appArmorProfile", .type = T::kObject, .number = 12, .schema = &kCoreV1AppArmorProfile},
  {.name = "capabilities", .type = T::kObject, .number = 1, .schema = &kCoreV1Capabilities},
  {.name = "privileged", .type = T::kBool, .number = 2},
  {.name = "procMount", .type = T::kString, .number = 9},
  {.name = "readOnlyRootFilesystem", .type = T::kBool, .number = 6},
  {.name = "runAsGroup", .type = T::kInt64, .number = 8},
  {.name = "runAsNonRoot", .type = T::kBool, .number = 5},
  {.name = "runAsUser", .type = T::kInt64, .number = 4},
  {.name = "seLinuxOptions", .type = T::kObject, .number = 3, .schema = &kCoreV1SELinuxOptions},
  {.name = "seccompProfile", .type = T::kObject, .number = 11, .schema = &kCoreV1SeccompProfile},
  {.name = "windowsOptions", .type = T::kObject, .number = 10, .schema = &kCoreV1WindowsSecurityContextOptions},
};
constinit const Schema kCoreV1SecurityContext{.name = "io.k8s.api.core.v1.SecurityContext", .fields = fCoreV1SecurityContext};

constexpr Field fCoreV1Service[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1ServiceSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1ServiceStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1Service{.name = "io.k8s.api.core.v1.Service", .fields = fCoreV1Service};

constexpr Field fCoreV1ServiceAccount[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "automountServiceAccountToken", .type = T::kBool, .number = 4},
  {.name = "imagePullSecrets", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kCoreV1LocalObjectReference},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "secrets", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kCoreV1ObjectReference, .list_keys = "name", .merge_key = "name"},
};
constinit const Schema kCoreV1ServiceAccount{.name = "io.k8s.api.core.v1.ServiceAccount", .fields = fCoreV1ServiceAccount};

constexpr Field fCoreV1ServiceAccountTokenProjection[] = {
  {.name = "audience", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "expirationSeconds", .type = T::kInt64, .number = 2, .default_value = "3600"},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kCoreV1ServiceAccountTokenProjection{.name = "io.k8s.api.core.v1.ServiceAccountTokenProjection", .fields = fCoreV1ServiceAccountTokenProjection};

constexpr Field fCoreV1ServicePort[] = {
  {.name = "appProtocol", .type = T::kString, .number = 6},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "nodePort", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "protocol", .type = T::kString, .flags = kZeroOmitted, .number = 2, .default_value = "\"TCP\""},
  {.name = "targetPort", .type = T::kIntOrString, .number = 4, .default_value = "0"},
};
constinit const Schema kCoreV1ServicePort{.name = "io.k8s.api.core.v1.ServicePort", .fields = fCoreV1ServicePort};

constexpr Field fCoreV1ServiceSpec[] = {
  {.name = "allocateLoadBalancerNodePorts", .type = T::kBool, .number = 20},
  {.name = "clusterIP", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "clusterIPs", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 18},
  {.name = "externalIPs", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
  {.name = "externalName", .type = T::kString, .flags = kZeroOmitted, .number = 10},
  {.name = "externalTrafficPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 11},
  {.name = "healthCheckNodePort", .type = T::kInt32, .flags = kZeroOmitted, .number = 12},
  {.name = "internalTrafficPolicy", .type = T::kString, .number = 22},
  {.name = "ipFamilies", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 19},
  {.name = "ipFamilyPolicy", .type = T::kString, .number = 17},
  {.name = "loadBalancerClass", .type = T::kString, .number = 21},
  {.name = "loadBalancerIP", .type = T::kString, .flags = kZeroOmitted, .number = 8},
  {.name = "loadBalancerSourceRanges", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 9},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 1, .schema = &kCoreV1ServicePort, .list_keys = "port,protocol", .merge_key = "port"},
  {.name = "publishNotReadyAddresses", .type = T::kBool, .flags = kZeroOmitted, .number = 13},
  {.name = "selector", .type = T::kString, .shape = Shape::kMap, .flags = kAtomic, .number = 2},
  {.name = "sessionAffinity", .type = T::kString, .flags = kZeroOmitted, .number = 7, .default_value = "\"None\""},
  {.name = "sessionAffinityConfig", .type = T::kObject, .number = 14, .schema = &kCoreV1SessionAffinityConfig},
  {.name = "trafficDistribution", .type = T::kString, .number = 23},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"ClusterIP\""},
};
constinit const Schema kCoreV1ServiceSpec{.name = "io.k8s.api.core.v1.ServiceSpec", .fields = fCoreV1ServiceSpec};

constexpr Field fCoreV1ServiceStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kMetaV1Condition, .list_keys = "type", .merge_key = "type"},
  {.name = "loadBalancer", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kCoreV1LoadBalancerStatus, .default_value = "{}"},
};
constinit const Schema kCoreV1ServiceStatus{.name = "io.k8s.api.core.v1.ServiceStatus", .fields = fCoreV1ServiceStatus};

constexpr Field fCoreV1SessionAffinityConfig[] = {
  {.name = "clientIP", .type = T::kObject, .number = 1, .schema = &kCoreV1ClientIPConfig},
};
constinit const Schema kCoreV1SessionAffinityConfig{.name = "io.k8s.api.core.v1.SessionAffinityConfig", .fields = fCoreV1SessionAffinityConfig};

constexpr Field fCoreV1SleepAction[] = {
  {.name = "seconds", .type = T::kInt64, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1SleepAction{.name = "io.k8s.api.core.v1.SleepAction", .fields = fCoreV1SleepAction};

constexpr Field fCoreV1StorageOSPersistentVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1ObjectReference},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "volumeNamespace", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1StorageOSPersistentVolumeSource{.name = "io.k8s.api.core.v1.StorageOSPersistentVolumeSource", .fields = fCoreV1StorageOSPersistentVolumeSource};

constexpr Field fCoreV1StorageOSVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1LocalObjectReference},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "volumeNamespace", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1StorageOSVolumeSource{.name = "io.k8s.api.core.v1.StorageOSVolumeSource", .fields = fCoreV1StorageOSVolumeSource};

constexpr Field fCoreV1Sysctl[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "value", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1Sysctl{.name = "io.k8s.api.core.v1.Sysctl", .fields = fCoreV1Sysctl};

constexpr Field fCoreV1TCPSocketAction[] = {
  {.name = "host", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "port", .type = T::kIntOrString, .flags = kRequired, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1TCPSocketAction{.name = "io.k8s.api.core.v1.TCPSocketAction", .fields = fCoreV1TCPSocketAction};

constexpr Field fCoreV1Taint[] = {
  {.name = "effect", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "timeAdded", .type = T::kTime, .number = 4},
  {.name = "value", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1Taint{.name = "io.k8s.api.core.v1.Taint", .fields = fCoreV1Taint};

constexpr Field fCoreV1Toleration[] = {
  {.name = "effect", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "key", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "operator", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "tolerationSeconds", .type = T::kInt64, .number = 5},
  {.name = "value", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1Toleration{.name = "io.k8s.api.core.v1.Toleration", .fields = fCoreV1Toleration};

constexpr Field fCoreV1TopologySelectorLabelRequirement[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "values", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 2, .default_value = "null"},
};
constinit const Schema kCoreV1TopologySelectorLabelRequirement{.name = "io.k8s.api.core.v1.TopologySelectorLabelRequirement", .fields = fCoreV1TopologySelectorLabelRequirement};

constexpr Field fCoreV1TopologySelectorTerm[] = {
  {.name = "matchLabelExpressions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1TopologySelectorLabelRequirement},
};
constinit const Schema kCoreV1TopologySelectorTerm{.name = "io.k8s.api.core.v1.TopologySelectorTerm", .fields = fCoreV1TopologySelectorTerm, .atomic = true};

constexpr Field fCoreV1TopologySpreadConstraint[] = {
  {.name = "labelSelector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "matchLabelKeys", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 8},
  {.name = "maxSkew", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "minDomains", .type = T::kInt32, .number = 5},
  {.name = "nodeAffinityPolicy", .type = T::kString, .number = 6},
  {.name = "nodeTaintsPolicy", .type = T::kString, .number = 7},
  {.name = "topologyKey", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "whenUnsatisfiable", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kCoreV1TopologySpreadConstraint{.name = "io.k8s.api.core.v1.TopologySpreadConstraint", .fields = fCoreV1TopologySpreadConstraint};

constexpr Field fCoreV1TypedLocalObjectReference[] = {
  {.name = "apiGroup", .type = T::kString, .number = 1, .default_value = "null"},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kCoreV1TypedLocalObjectReference{.name = "io.k8s.api.core.v1.TypedLocalObjectReference", .fields = fCoreV1TypedLocalObjectReference, .atomic = true};

constexpr Field fCoreV1TypedObjectReference[] = {
  {.name = "apiGroup", .type = T::kString, .number = 1, .default_value = "null"},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .number = 4},
};
constinit const Schema kCoreV1TypedObjectReference{.name = "io.k8s.api.core.v1.TypedObjectReference", .fields = fCoreV1TypedObjectReference};

constexpr Field fCoreV1Volume[] = {
  {.name = "awsElasticBlockStore", .type = T::kObject, .number = 4, .via = 2, .schema = &kCoreV1AWSElasticBlockStoreVolumeSource},
  {.name = "azureDisk", .type = T::kObject, .number = 22, .via = 2, .schema = &kCoreV1AzureDiskVolumeSource},
  {.name = "azureFile", .type = T::kObject, .number = 18, .via = 2, .schema = &kCoreV1AzureFileVolumeSource},
  {.name = "cephfs", .type = T::kObject, .number = 14, .via = 2, .schema = &kCoreV1CephFSVolumeSource},
  {.name = "cinder", .type = T::kObject, .number = 13, .via = 2, .schema = &kCoreV1CinderVolumeSource},
  {.name = "configMap", .type = T::kObject, .number = 19, .via = 2, .schema = &kCoreV1ConfigMapVolumeSource},
  {.name = "csi", .type = T::kObject, .number = 28, .via = 2, .schema = &kCoreV1CSIVolumeSource},
  {.name = "downwardAPI", .type = T::kObject, .number = 16, .via = 2, .schema = &kCoreV1DownwardAPIVolumeSource},
  {.name = "emptyDir", .type = T::kObject, .number = 2, .via = 2, .schema = &kCoreV1EmptyDirVolumeSource},
  {.name = "ephemeral", .type = T::kObject, .number = 29, .via = 2, .schema = &kCoreV1EphemeralVolumeSource},
  {.name = "fc", .type = T::kObject, .number = 17, .via = 2, .schema = &kCoreV1FCVolumeSource},
  {.name = "flexVolume", .type = T::kObject, .number = 12, .via = 2, .schema = &kCoreV1FlexVolumeSource},
  {.name = "flocker", .type = T::kObject, .number = 15, .via = 2, .schema = &kCoreV1FlockerVolumeSource},
  {.name = "gcePersistentDisk", .type = T::kObject, .number = 3, .via = 2, .schema = &kCoreV1GCEPersistentDiskVolumeSource},
  {.name = "gitRepo", .type = T::kObject, .number = 5, .via = 2, .schema = &kCoreV1GitRepoVolumeSource},
  {.name = "glusterfs", .type = T::kObject, .number = 9, .via = 2, .schema = &kCoreV1GlusterfsVolumeSource},
  {.name = "hostPath", .type = T::kObject, .number = 1, .via = 2, .schema = &kCoreV1HostPathVolumeSource},
  {.name = "image", .type = T::kObject, .number = 30, .via = 2, .schema = &kCoreV1ImageVolumeSource},
  {.name = "iscsi", .type = T::kObject, .number = 8, .via = 2, .schema = &kCoreV1ISCSIVolumeSource},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "nfs", .type = T::kObject, .number = 7, .via = 2, .schema = &kCoreV1NFSVolumeSource},
  {.name = "persistentVolumeClaim", .type = T::kObject, .number = 10, .via = 2, .schema = &kCoreV1PersistentVolumeClaimVolumeSource},
  {.name = "photonPersistentDisk", .type = T::kObject, .number = 23, .via = 2, .schema = &kCoreV1PhotonPersistentDiskVolumeSource},
  {.name = "portworxVolume", .type = T::kObject, .number = 24, .via = 2, .schema = &kCoreV1PortworxVolumeSource},
  {.name = "projected", .type = T::kObject, .number = 26, .via = 2, .schema = &kCoreV1ProjectedVolumeSource},
  {.name = "quobyte", .type = T::kObject, .number = 21, .via = 2, .schema = &kCoreV1QuobyteVolumeSource},
  {.name = "rbd", .type = T::kObject, .number = 11, .via = 2, .schema = &kCoreV1RBDVolumeSource},
  {.name = "scaleIO", .type = T::kObject, .number = 25, .via = 2, .schema = &kCoreV1ScaleIOVolumeSource},
  {.name = "secret", .type = T::kObject, .number = 6, .via = 2, .schema = &kCoreV1SecretVolumeSource},
  {.name = "storageos", .type = T::kObject, .number = 27, .via = 2, .schema = &kCoreV1StorageOSVolumeSource},
  {.name = "vsphereVolume", .type = T::kObject, .number = 20, .via = 2, .schema = &kCoreV1VsphereVirtualDiskVolumeSource},
};
constinit const Schema kCoreV1Volume{.name = "io.k8s.api.core.v1.Volume", .fields = fCoreV1Volume};

constexpr Field fCoreV1VolumeDevice[] = {
  {.name = "devicePath", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1VolumeDevice{.name = "io.k8s.api.core.v1.VolumeDevice", .fields = fCoreV1VolumeDevice};

constexpr Field fCoreV1VolumeMount[] = {
  {.name = "mountPath", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "mountPropagation", .type = T::kString, .number = 5},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 2},
  {.name = "recursiveReadOnly", .type = T::kString, .number = 7},
  {.name = "subPath", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "subPathExpr", .type = T::kString, .flags = kZeroOmitted, .number = 6},
};
constinit const Schema kCoreV1VolumeMount{.name = "io.k8s.api.core.v1.VolumeMount", .fields = fCoreV1VolumeMount};

constexpr Field fCoreV1VolumeMountStatus[] = {
  {.name = "mountPath", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "recursiveReadOnly", .type = T::kString, .number = 4},
};
constinit const Schema kCoreV1VolumeMountStatus{.name = "io.k8s.api.core.v1.VolumeMountStatus", .fields = fCoreV1VolumeMountStatus};

constexpr Field fCoreV1VolumeNodeAffinity[] = {
  {.name = "required", .type = T::kObject, .number = 1, .schema = &kCoreV1NodeSelector},
};
constinit const Schema kCoreV1VolumeNodeAffinity{.name = "io.k8s.api.core.v1.VolumeNodeAffinity", .fields = fCoreV1VolumeNodeAffinity};

constexpr Field fCoreV1VolumeProjection[] = {
  {.name = "clusterTrustBundle", .type = T::kObject, .number = 5, .schema = &kCoreV1ClusterTrustBundleProjection},
  {.name = "configMap", .type = T::kObject, .number = 3, .schema = &kCoreV1ConfigMapProjection},
  {.name = "downwardAPI", .type = T::kObject, .number = 2, .schema = &kCoreV1DownwardAPIProjection},
  {.name = "podCertificate", .type = T::kObject, .number = 6, .schema = &kCoreV1PodCertificateProjection},
  {.name = "secret", .type = T::kObject, .number = 1, .schema = &kCoreV1SecretProjection},
  {.name = "serviceAccountToken", .type = T::kObject, .number = 4, .schema = &kCoreV1ServiceAccountTokenProjection},
};
constinit const Schema kCoreV1VolumeProjection{.name = "io.k8s.api.core.v1.VolumeProjection", .fields = fCoreV1VolumeProjection};

constexpr Field fCoreV1VolumeResourceRequirements[] = {
  {.name = "limits", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "requests", .type = T::kQuantity, .shape = Shape::kMap, .number = 2},
};
constinit const Schema kCoreV1VolumeResourceRequirements{.name = "io.k8s.api.core.v1.VolumeResourceRequirements", .fields = fCoreV1VolumeResourceRequirements};

constexpr Field fCoreV1VsphereVirtualDiskVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "storagePolicyID", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "storagePolicyName", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "volumePath", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kCoreV1VsphereVirtualDiskVolumeSource{.name = "io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource", .fields = fCoreV1VsphereVirtualDiskVolumeSource};

constexpr Field fCoreV1WeightedPodAffinityTerm[] = {
  {.name = "podAffinityTerm", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1PodAffinityTerm, .default_value = "{}"},
  {.name = "weight", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
};
constinit const Schema kCoreV1WeightedPodAffinityTerm{.name = "io.k8s.api.core.v1.WeightedPodAffinityTerm", .fields = fCoreV1WeightedPodAffinityTerm};

constexpr Field fCoreV1WindowsSecurityContextOptions[] = {
  {.name = "gmsaCredentialSpec", .type = T::kString, .number = 2},
  {.name = "gmsaCredentialSpecName", .type = T::kString, .number = 1},
  {.name = "hostProcess", .type = T::kBool, .number = 4},
  {.name = "runAsUserName", .type = T::kString, .number = 3},
};
constinit const Schema kCoreV1WindowsSecurityContextOptions{.name = "io.k8s.api.core.v1.WindowsSecurityContextOptions", .fields = fCoreV1WindowsSecurityContextOptions};

constexpr Field fCoreV1WorkloadReference[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "podGroup", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "podGroupReplicaKey", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1WorkloadReference{.name = "io.k8s.api.core.v1.WorkloadReference", .fields = fCoreV1WorkloadReference};

constexpr Field fDiscoveryV1Endpoint[] = {
  {.name = "addresses", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 1, .default_value = "null"},
  {.name = "conditions", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kDiscoveryV1EndpointConditions, .default_value = "{}"},
  {.name = "deprecatedTopology", .type = T::kString, .shape = Shape::kMap, .number = 5},
  {.name = "hints", .type = T::kObject, .number = 8, .schema = &kDiscoveryV1EndpointHints},
  {.name = "hostname", .type = T::kString, .number = 3},
  {.name = "nodeName", .type = T::kString, .number = 6},
  {.name = "targetRef", .type = T::kObject, .number = 4, .schema = &kCoreV1ObjectReference},
  {.name = "zone", .type = T::kString, .number = 7},
};
constinit const Schema kDiscoveryV1Endpoint{.name = "io.k8s.api.discovery.v1.Endpoint", .fields = fDiscoveryV1Endpoint};

constexpr Field fDiscoveryV1EndpointConditions[] = {
  {.name = "ready", .type = T::kBool, .number = 1},
  {.name = "serving", .type = T::kBool, .number = 2},
  {.name = "terminating", .type = T::kBool, .number = 3},
};
constinit const Schema kDiscoveryV1EndpointConditions{.name = "io.k8s.api.discovery.v1.EndpointConditions", .fields = fDiscoveryV1EndpointConditions};

constexpr Field fDiscoveryV1EndpointHints[] = {
  {.name = "forNodes", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kDiscoveryV1ForNode},
  {.name = "forZones", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kDiscoveryV1ForZone},
};
constinit const Schema kDiscoveryV1EndpointHints{.name = "io.k8s.api.discovery.v1.EndpointHints", .fields = fDiscoveryV1EndpointHints};

constexpr Field fDiscoveryV1EndpointPort[] = {
  {.name = "appProtocol", .type = T::kString, .number = 4},
  {.name = "name", .type = T::kString, .number = 1, .default_value = "\"\""},
  {.name = "port", .type = T::kInt32, .number = 3},
  {.name = "protocol", .type = T::kString, .number = 2, .default_value = "\"TCP\""},
};
constinit const Schema kDiscoveryV1EndpointPort{.name = "io.k8s.api.discovery.v1.EndpointPort", .fields = fDiscoveryV1EndpointPort, .atomic = true};

constexpr Field fDiscoveryV1EndpointSlice[] = {
  {.name = "addressType", .type = T::kString, .flags = kRequired | kByValue, .number = 4, .default_value = "\"\""},
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "endpoints", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 2, .schema = &kDiscoveryV1Endpoint, .default_value = "null"},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kDiscoveryV1EndpointPort, .default_value = "null"},
};
constinit const Schema kDiscoveryV1EndpointSlice{.name = "io.k8s.api.discovery.v1.EndpointSlice", .fields = fDiscoveryV1EndpointSlice};

constexpr Field fDiscoveryV1ForNode[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kDiscoveryV1ForNode{.name = "io.k8s.api.discovery.v1.ForNode", .fields = fDiscoveryV1ForNode};

constexpr Field fDiscoveryV1ForZone[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kDiscoveryV1ForZone{.name = "io.k8s.api.discovery.v1.ForZone", .fields = fDiscoveryV1ForZone};

constexpr Field fEventsV1Event[] = {
  {.name = "action", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "deprecatedCount", .type = T::kInt32, .flags = kZeroOmitted, .number = 15},
  {.name = "deprecatedFirstTimestamp", .type = T::kTime, .number = 13, .default_value = "null"},
  {.name = "deprecatedLastTimestamp", .type = T::kTime, .number = 14, .default_value = "null"},
  {.name = "deprecatedSource", .type = T::kObject, .flags = kByValue, .number = 12, .schema = &kCoreV1EventSource, .default_value = "{}"},
  {.name = "eventTime", .type = T::kMicroTime, .flags = kRequired, .number = 2, .default_value = "null"},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "note", .type = T::kString, .flags = kZeroOmitted, .number = 10},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "regarding", .type = T::kObject, .flags = kByValue, .number = 8, .schema = &kCoreV1ObjectReference, .default_value = "{}"},
  {.name = "related", .type = T::kObject, .number = 9, .schema = &kCoreV1ObjectReference},
  {.name = "reportingController", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "reportingInstance", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "series", .type = T::kObject, .number = 3, .schema = &kEventsV1EventSeries},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 11},
};
constinit const Schema kEventsV1Event{.name = "io.k8s.api.events.v1.Event", .fields = fEventsV1Event};

constexpr Field fEventsV1EventSeries[] = {
  {.name = "count", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "lastObservedTime", .type = T::kMicroTime, .flags = kRequired, .number = 2, .default_value = "null"},
};
constinit const Schema kEventsV1EventSeries{.name = "io.k8s.api.events.v1.EventSeries", .fields = fEventsV1EventSeries};

constexpr Field fFlowcontrolV1ExemptPriorityLevelConfiguration[] = {
  {.name = "lendablePercent", .type = T::kInt32, .number = 2, .default_value = "0"},
  {.name = "nominalConcurrencyShares", .type = T::kInt32, .number = 1, .default_value = "0"},
};
constinit const Schema kFlowcontrolV1ExemptPriorityLevelConfiguration{.name = "io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration", .fields = fFlowcontrolV1ExemptPriorityLevelConfiguration};

constexpr Field fFlowcontrolV1FlowDistinguisherMethod[] = {
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1FlowDistinguisherMethod{.name = "io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod", .fields = fFlowcontrolV1FlowDistinguisherMethod};

constexpr Field fFlowcontrolV1FlowSchema[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kFlowcontrolV1FlowSchemaSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kFlowcontrolV1FlowSchemaStatus, .default_value = "{}"},
};
constinit const Schema kFlowcontrolV1FlowSchema{.name = "io.k8s.api.flowcontrol.v1.FlowSchema", .fields = fFlowcontrolV1FlowSchema};

constexpr Field fFlowcontrolV1FlowSchemaCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kFlowcontrolV1FlowSchemaCondition{.name = "io.k8s.api.flowcontrol.v1.FlowSchemaCondition", .fields = fFlowcontrolV1FlowSchemaCondition};

constexpr Field fFlowcontrolV1FlowSchemaSpec[] = {
  {.name = "distinguisherMethod", .type = T::kObject, .number = 3, .schema = &kFlowcontrolV1FlowDistinguisherMethod},
  {.name = "matchingPrecedence", .type = T::kInt32, .flags = kByValue, .number = 2, .default_value = "1000"},
  {.name = "priorityLevelConfiguration", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kFlowcontrolV1PriorityLevelConfigurationReference, .default_value = "{}"},
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kFlowcontrolV1PolicyRulesWithSubjects},
};
constinit const Schema kFlowcontrolV1FlowSchemaSpec{.name = "io.k8s.api.flowcontrol.v1.FlowSchemaSpec", .fields = fFlowcontrolV1FlowSchemaSpec};

constexpr Field fFlowcontrolV1FlowSchemaStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 1, .schema = &kFlowcontrolV1FlowSchemaCondition, .list_keys = "type", .merge_key = "type"},
};
constinit const Schema kFlowcontrolV1FlowSchemaStatus{.name = "io.k8s.api.flowcontrol.v1.FlowSchemaStatus", .fields = fFlowcontrolV1FlowSchemaStatus};

constexpr Field fFlowcontrolV1GroupSubject[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1GroupSubject{.name = "io.k8s.api.flowcontrol.v1.GroupSubject", .fields = fFlowcontrolV1GroupSubject};

constexpr Field fFlowcontrolV1LimitResponse[] = {
  {.name = "queuing", .type = T::kObject, .number = 2, .schema = &kFlowcontrolV1QueuingConfiguration},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1LimitResponse{.name = "io.k8s.api.flowcontrol.v1.LimitResponse", .fields = fFlowcontrolV1LimitResponse};

constexpr Field fFlowcontrolV1LimitedPriorityLevelConfiguration[] = {
  {.name = "borrowingLimitPercent", .type = T::kInt32, .number = 4},
  {.name = "lendablePercent", .type = T::kInt32, .number = 3, .default_value = "0"},
  {.name = "limitResponse", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kFlowcontrolV1LimitResponse, .default_value = "{}"},
  {.name = "nominalConcurrencyShares", .type = T::kInt32, .number = 1, .default_value = "30"},
};
constinit const Schema kFlowcontrolV1LimitedPriorityLevelConfiguration{.name = "io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration", .fields = fFlowcontrolV1LimitedPriorityLevelConfiguration};

constexpr Field fFlowcontrolV1NonResourcePolicyRule[] = {
  {.name = "nonResourceURLs", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 6, .default_value = "null"},
  {.name = "verbs", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 1, .default_value = "null"},
};
constinit const Schema kFlowcontrolV1NonResourcePolicyRule{.name = "io.k8s.api.flowcontrol.v1.NonResourcePolicyRule", .fields = fFlowcontrolV1NonResourcePolicyRule};

constexpr Field fFlowcontrolV1PolicyRulesWithSubjects[] = {
  {.name = "nonResourceRules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kFlowcontrolV1NonResourcePolicyRule},
  {.name = "resourceRules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kFlowcontrolV1ResourcePolicyRule},
  {.name = "subjects", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kFlowcontrolV1Subject, .default_value = "null"},
};
constinit const Schema kFlowcontrolV1PolicyRulesWithSubjects{.name = "io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects", .fields = fFlowcontrolV1PolicyRulesWithSubjects};

constexpr Field fFlowcontrolV1PriorityLevelConfiguration[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kFlowcontrolV1PriorityLevelConfigurationSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kFlowcontrolV1PriorityLevelConfigurationStatus, .default_value = "{}"},
};
constinit const Schema kFlowcontrolV1PriorityLevelConfiguration{.name = "io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration", .fields = fFlowcontrolV1PriorityLevelConfiguration};

constexpr Field fFlowcontrolV1PriorityLevelConfigurationCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kFlowcontrolV1PriorityLevelConfigurationCondition{.name = "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition", .fields = fFlowcontrolV1PriorityLevelConfigurationCondition};

constexpr Field fFlowcontrolV1PriorityLevelConfigurationReference[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1PriorityLevelConfigurationReference{.name = "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference", .fields = fFlowcontrolV1PriorityLevelConfigurationReference};

constexpr Field fFlowcontrolV1PriorityLevelConfigurationSpec[] = {
  {.name = "exempt", .type = T::kObject, .number = 3, .schema = &kFlowcontrolV1ExemptPriorityLevelConfiguration},
  {.name = "limited", .type = T::kObject, .number = 2, .schema = &kFlowcontrolV1LimitedPriorityLevelConfiguration},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1PriorityLevelConfigurationSpec{.name = "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec", .fields = fFlowcontrolV1PriorityLevelConfigurationSpec};

constexpr Field fFlowcontrolV1PriorityLevelConfigurationStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 1, .schema = &kFlowcontrolV1PriorityLevelConfigurationCondition, .list_keys = "type", .merge_key = "type"},
};
constinit const Schema kFlowcontrolV1PriorityLevelConfigurationStatus{.name = "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus", .fields = fFlowcontrolV1PriorityLevelConfigurationStatus};

constexpr Field fFlowcontrolV1QueuingConfiguration[] = {
  {.name = "handSize", .type = T::kInt32, .flags = kByValue, .number = 2, .default_value = "8"},
  {.name = "queueLengthLimit", .type = T::kInt32, .flags = kByValue, .number = 3, .default_value = "50"},
  {.name = "queues", .type = T::kInt32, .flags = kByValue, .number = 1, .default_value = "64"},
};
constinit const Schema kFlowcontrolV1QueuingConfiguration{.name = "io.k8s.api.flowcontrol.v1.QueuingConfiguration", .fields = fFlowcontrolV1QueuingConfiguration};

constexpr Field fFlowcontrolV1ResourcePolicyRule[] = {
  {.name = "apiGroups", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 2, .default_value = "null"},
  {.name = "clusterScope", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "namespaces", .type = T::kString, .shape = Shape::kList, .flags = kListSet, .number = 5, .default_value = "null"},
  {.name = "resources", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 3, .default_value = "null"},
  {.name = "verbs", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 1, .default_value = "null"},
};
constinit const Schema kFlowcontrolV1ResourcePolicyRule{.name = "io.k8s.api.flowcontrol.v1.ResourcePolicyRule", .fields = fFlowcontrolV1ResourcePolicyRule};

constexpr Field fFlowcontrolV1ServiceAccountSubject[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1ServiceAccountSubject{.name = "io.k8s.api.flowcontrol.v1.ServiceAccountSubject", .fields = fFlowcontrolV1ServiceAccountSubject};

constexpr Field fFlowcontrolV1Subject[] = {
  {.name = "group", .type = T::kObject, .number = 3, .schema = &kFlowcontrolV1GroupSubject},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "serviceAccount", .type = T::kObject, .number = 4, .schema = &kFlowcontrolV1ServiceAccountSubject},
  {.name = "user", .type = T::kObject, .number = 2, .schema = &kFlowcontrolV1UserSubject},
};
constinit const Schema kFlowcontrolV1Subject{.name = "io.k8s.api.flowcontrol.v1.Subject", .fields = fFlowcontrolV1Subject};

constexpr Field fFlowcontrolV1UserSubject[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kFlowcontrolV1UserSubject{.name = "io.k8s.api.flowcontrol.v1.UserSubject", .fields = fFlowcontrolV1UserSubject};

constexpr Field fNetworkingV1HTTPIngressPath[] = {
  {.name = "backend", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kNetworkingV1IngressBackend, .default_value = "{}"},
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "pathType", .type = T::kString, .flags = kRequired, .number = 3, .default_value = "null"},
};
constinit const Schema kNetworkingV1HTTPIngressPath{.name = "io.k8s.api.networking.v1.HTTPIngressPath", .fields = fNetworkingV1HTTPIngressPath};

constexpr Field fNetworkingV1HTTPIngressRuleValue[] = {
  {.name = "paths", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kNetworkingV1HTTPIngressPath, .default_value = "null"},
};
constinit const Schema kNetworkingV1HTTPIngressRuleValue{.name = "io.k8s.api.networking.v1.HTTPIngressRuleValue", .fields = fNetworkingV1HTTPIngressRuleValue};

constexpr Field fNetworkingV1IPAddress[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kNetworkingV1IPAddressSpec, .default_value = "{}"},
};
constinit const Schema kNetworkingV1IPAddress{.name = "io.k8s.api.networking.v1.IPAddress", .fields = fNetworkingV1IPAddress};

constexpr Field fNetworkingV1IPAddressSpec[] = {
  {.name = "parentRef", .type = T::kObject, .flags = kRequired, .number = 1, .schema = &kNetworkingV1ParentReference},
};
constinit const Schema kNetworkingV1IPAddressSpec{.name = "io.k8s.api.networking.v1.IPAddressSpec", .fields = fNetworkingV1IPAddressSpec};

constexpr Field fNetworkingV1IPBlock[] = {
  {.name = "cidr", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "except", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
};
constinit const Schema kNetworkingV1IPBlock{.name = "io.k8s.api.networking.v1.IPBlock", .fields = fNetworkingV1IPBlock};

constexpr Field fNetworkingV1Ingress[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kNetworkingV1IngressSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kNetworkingV1IngressStatus, .default_value = "{}"},
};
constinit const Schema kNetworkingV1Ingress{.name = "io.k8s.api.networking.v1.Ingress", .fields = fNetworkingV1Ingress};

constexpr Field fNetworkingV1IngressBackend[] = {
  {.name = "resource", .type = T::kObject, .number = 3, .schema = &kCoreV1TypedLocalObjectReference},
  {.name = "service", .type = T::kObject, .number = 4, .schema = &kNetworkingV1IngressServiceBackend},
};
constinit const Schema kNetworkingV1IngressBackend{.name = "io.k8s.api.networking.v1.IngressBackend", .fields = fNetworkingV1IngressBackend};

constexpr Field fNetworkingV1IngressClass[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kNetworkingV1IngressClassSpec, .default_value = "{}"},
};
constinit const Schema kNetworkingV1IngressClass{.name = "io.k8s.api.networking.v1.IngressClass", .fields = fNetworkingV1IngressClass};

constexpr Field fNetworkingV1IngressClassParametersReference[] = {
  {.name = "apiGroup", .type = T::kString, .number = 1},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .number = 5},
  {.name = "scope", .type = T::kString, .number = 4, .default_value = "\"Cluster\""},
};
constinit const Schema kNetworkingV1IngressClassParametersReference{.name = "io.k8s.api.networking.v1.IngressClassParametersReference", .fields = fNetworkingV1IngressClassParametersReference};

constexpr Field fNetworkingV1IngressClassSpec[] = {
  {.name = "controller", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "parameters", .type = T::kObject, .number = 2, .schema = &kNetworkingV1IngressClassParametersReference},
};
constinit const Schema kNetworkingV1IngressClassSpec{.name = "io.k8s.api.networking.v1.IngressClassSpec", .fields = fNetworkingV1IngressClassSpec};

constexpr Field fNetworkingV1IngressLoadBalancerIngress[] = {
  {.name = "hostname", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "ip", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kNetworkingV1IngressPortStatus},
};
constinit const Schema kNetworkingV1IngressLoadBalancerIngress{.name = "io.k8s.api.networking.v1.IngressLoadBalancerIngress", .fields = fNetworkingV1IngressLoadBalancerIngress};

constexpr Field fNetworkingV1IngressLoadBalancerStatus[] = {
  {.name = "ingress", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kNetworkingV1IngressLoadBalancerIngress},
};
constinit const Schema kNetworkingV1IngressLoadBalancerStatus{.name = "io.k8s.api.networking.v1.IngressLoadBalancerStatus", .fields = fNetworkingV1IngressLoadBalancerStatus};

constexpr Field fNetworkingV1IngressPortStatus[] = {
  {.name = "error", .type = T::kString, .number = 3},
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1, .default_value = "0"},
  {.name = "protocol", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kNetworkingV1IngressPortStatus{.name = "io.k8s.api.networking.v1.IngressPortStatus", .fields = fNetworkingV1IngressPortStatus};

constexpr Field fNetworkingV1IngressRule[] = {
  {.name = "host", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "http", .type = T::kObject, .number = 1, .via = 2, .schema = &kNetworkingV1HTTPIngressRuleValue},
};
constinit const Schema kNetworkingV1IngressRule{.name = "io.k8s.api.networking.v1.IngressRule", .fields = fNetworkingV1IngressRule};

constexpr Field fNetworkingV1IngressServiceBackend[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "port", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kNetworkingV1ServiceBackendPort, .default_value = "{}"},
};
constinit const Schema kNetworkingV1IngressServiceBackend{.name = "io.k8s.api.networking.v1.IngressServiceBackend", .fields = fNetworkingV1IngressServiceBackend};

constexpr Field fNetworkingV1IngressSpec[] = {
  {.name = "defaultBackend", .type = T::kObject, .number = 1, .schema = &kNetworkingV1IngressBackend},
  {.name = "ingressClassName", .type = T::kString, .number = 4},
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kNetworkingV1IngressRule},
  {.name = "tls", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kNetworkingV1IngressTLS},
};
constinit const Schema kNetworkingV1IngressSpec{.name = "io.k8s.api.networking.v1.IngressSpec", .fields = fNetworkingV1IngressSpec};

constexpr Field fNetworkingV1IngressStatus[] = {
  {.name = "loadBalancer", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kNetworkingV1IngressLoadBalancerStatus, .default_value = "{}"},
};
constinit const Schema kNetworkingV1IngressStatus{.name = "io.k8s.api.networking.v1.IngressStatus", .fields = fNetworkingV1IngressStatus};

constexpr Field fNetworkingV1IngressTLS[] = {
  {.name = "hosts", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "secretName", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kNetworkingV1IngressTLS{.name = "io.k8s.api.networking.v1.IngressTLS", .fields = fNetworkingV1IngressTLS};

constexpr Field fNetworkingV1NetworkPolicy[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kNetworkingV1NetworkPolicySpec, .default_value = "{}"},
};
constinit const Schema kNetworkingV1NetworkPolicy{.name = "io.k8s.api.networking.v1.NetworkPolicy", .fields = fNetworkingV1NetworkPolicy};

constexpr Field fNetworkingV1NetworkPolicyEgressRule[] = {
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kNetworkingV1NetworkPolicyPort},
  {.name = "to", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kNetworkingV1NetworkPolicyPeer},
};
constinit const Schema kNetworkingV1NetworkPolicyEgressRule{.name = "io.k8s.api.networking.v1.NetworkPolicyEgressRule", .fields = fNetworkingV1NetworkPolicyEgressRule};

constexpr Field fNetworkingV1NetworkPolicyIngressRule[] = {
  {.name = "from", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kNetworkingV1NetworkPolicyPeer},
  {.name = "ports", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kNetworkingV1NetworkPolicyPort},
};
constinit const Schema kNetworkingV1NetworkPolicyIngressRule{.name = "io.k8s.api.networking.v1.NetworkPolicyIngressRule", .fields = fNetworkingV1NetworkPolicyIngressRule};

constexpr Field fNetworkingV1NetworkPolicyPeer[] = {
  {.name = "ipBlock", .type = T::kObject, .number = 3, .schema = &kNetworkingV1IPBlock},
  {.name = "namespaceSelector", .type = T::kObject, .number = 2, .schema = &kMetaV1LabelSelector},
  {.name = "podSelector", .type = T::kObject, .number = 1, .schema = &kMetaV1LabelSelector},
};
constinit const Schema kNetworkingV1NetworkPolicyPeer{.name = "io.k8s.api.networking.v1.NetworkPolicyPeer", .fields = fNetworkingV1NetworkPolicyPeer};

constexpr Field fNetworkingV1NetworkPolicyPort[] = {
  {.name = "endPort", .type = T::kInt32, .number = 3},
  {.name = "port", .type = T::kIntOrString, .number = 2},
  {.name = "protocol", .type = T::kString, .number = 1, .default_value = "\"TCP\""},
};
constinit const Schema kNetworkingV1NetworkPolicyPort{.name = "io.k8s.api.networking.v1.NetworkPolicyPort", .fields = fNetworkingV1NetworkPolicyPort};

constexpr Field fNetworkingV1NetworkPolicySpec[] = {
  {.name = "egress", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kNetworkingV1NetworkPolicyEgressRule},
  {.name = "ingress", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kNetworkingV1NetworkPolicyIngressRule},
  {.name = "podSelector", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1LabelSelector, .default_value = "{}"},
  {.name = "policyTypes", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
};
constinit const Schema kNetworkingV1NetworkPolicySpec{.name = "io.k8s.api.networking.v1.NetworkPolicySpec", .fields = fNetworkingV1NetworkPolicySpec};

constexpr Field fNetworkingV1ParentReference[] = {
  {.name = "group", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "name", .type = T::kString, .flags = kRequired, .number = 4},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "resource", .type = T::kString, .flags = kRequired, .number = 2},
};
constinit const Schema kNetworkingV1ParentReference{.name = "io.k8s.api.networking.v1.ParentReference", .fields = fNetworkingV1ParentReference};

constexpr Field fNetworkingV1ServiceBackendPort[] = {
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "number", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kNetworkingV1ServiceBackendPort{.name = "io.k8s.api.networking.v1.ServiceBackendPort", .fields = fNetworkingV1ServiceBackendPort, .atomic = true};

constexpr Field fNetworkingV1ServiceCIDR[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kNetworkingV1ServiceCIDRSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kNetworkingV1ServiceCIDRStatus, .default_value = "{}"},
};
constinit const Schema kNetworkingV1ServiceCIDR{.name = "io.k8s.api.networking.v1.ServiceCIDR", .fields = fNetworkingV1ServiceCIDR};

constexpr Field fNetworkingV1ServiceCIDRSpec[] = {
  {.name = "cidrs", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
};
constinit const Schema kNetworkingV1ServiceCIDRSpec{.name = "io.k8s.api.networking.v1.ServiceCIDRSpec", .fields = fNetworkingV1ServiceCIDRSpec};

constexpr Field fNetworkingV1ServiceCIDRStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 1, .schema = &kMetaV1Condition, .list_keys = "type", .merge_key = "type"},
};
constinit const Schema kNetworkingV1ServiceCIDRStatus{.name = "io.k8s.api.networking.v1.ServiceCIDRStatus", .fields = fNetworkingV1ServiceCIDRStatus};

constexpr Field fNodeV1Overhead[] = {
  {.name = "podFixed", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
};
constinit const Schema kNodeV1Overhead{.name = "io.k8s.api.node.v1.Overhead", .fields = fNodeV1Overhead};

constexpr Field fNodeV1RuntimeClass[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "handler", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "overhead", .type = T::kObject, .number = 3, .schema = &kNodeV1Overhead},
  {.name = "scheduling", .type = T::kObject, .number = 4, .schema = &kNodeV1Scheduling},
};
constinit const Schema kNodeV1RuntimeClass{.name = "io.k8s.api.node.v1.RuntimeClass", .fields = fNodeV1RuntimeClass};

constexpr Field fNodeV1Scheduling[] = {
  {.name = "nodeSelector", .type = T::kString, .shape = Shape::kMap, .flags = kAtomic, .number = 1},
  {.name = "tolerations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1Toleration},
};
constinit const Schema kNodeV1Scheduling{.name = "io.k8s.api.node.v1.Scheduling", .fields = fNodeV1Scheduling};

constexpr Field fPolicyV1Eviction[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "deleteOptions", .type = T::kObject, .number = 2, .schema = &kMetaV1DeleteOptions},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
};
constinit const Schema kPolicyV1Eviction{.name = "io.k8s.api.policy.v1.Eviction", .fields = fPolicyV1Eviction};

constexpr Field fPolicyV1PodDisruptionBudget[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kPolicyV1PodDisruptionBudgetSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kPolicyV1PodDisruptionBudgetStatus, .default_value = "{}"},
};
constinit const Schema kPolicyV1PodDisruptionBudget{.name = "io.k8s.api.policy.v1.PodDisruptionBudget", .fields = fPolicyV1PodDisruptionBudget};

constexpr Field fPolicyV1PodDisruptionBudgetSpec[] = {
  {.name = "maxUnavailable", .type = T::kIntOrString, .number = 3},
  {.name = "minAvailable", .type = T::kIntOrString, .number = 1},
  {.name = "selector", .type = T::kObject, .flags = kPatchReplace, .number = 2, .schema = &kMetaV1LabelSelector},
  {.name = "unhealthyPodEvictionPolicy", .type = T::kString, .number = 4},
};
constinit const Schema kPolicyV1PodDisruptionBudgetSpec{.name = "io.k8s.api.policy.v1.PodDisruptionBudgetSpec", .fields = fPolicyV1PodDisruptionBudgetSpec};

constexpr Field fPolicyV1PodDisruptionBudgetStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 7, .schema = &kMetaV1Condition, .list_keys = "type", .merge_key = "type"},
  {.name = "currentHealthy", .type = T::kInt32, .flags = kRequired | kByValue, .number = 4, .default_value = "0"},
  {.name = "desiredHealthy", .type = T::kInt32, .flags = kRequired | kByValue, .number = 5, .default_value = "0"},
  {.name = "disruptedPods", .type = T::kTime, .shape = Shape::kMap, .number = 2},
  {.name = "disruptionsAllowed", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3, .default_value = "0"},
  {.name = "expectedPods", .type = T::kInt32, .flags = kRequired | kByValue, .number = 6, .default_value = "0"},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kPolicyV1PodDisruptionBudgetStatus{.name = "io.k8s.api.policy.v1.PodDisruptionBudgetStatus", .fields = fPolicyV1PodDisruptionBudgetStatus};

constexpr Field fRbacV1AggregationRule[] = {
  {.name = "clusterRoleSelectors", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kMetaV1LabelSelector},
};
constinit const Schema kRbacV1AggregationRule{.name = "io.k8s.api.rbac.v1.AggregationRule", .fields = fRbacV1AggregationRule};

constexpr Field fRbacV1ClusterRole[] = {
  {.name = "aggregationRule", .type = T::kObject, .number = 3, .schema = &kRbacV1AggregationRule},
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kRbacV1PolicyRule, .default_value = "null"},
};
constinit const Schema kRbacV1ClusterRole{.name = "io.k8s.api.rbac.v1.ClusterRole", .fields = fRbacV1ClusterRole};

constexpr Field fRbacV1ClusterRoleBinding[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "roleRef", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kRbacV1RoleRef, .default_value = "{}"},
  {.name = "subjects", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kRbacV1Subject},
};
constinit const Schema kRbacV1ClusterRoleBinding{.name = "io.k8s.api.rbac.v1.ClusterRoleBinding", .fields = fRbacV1ClusterRoleBinding};

constexpr Field fRbacV1PolicyRule[] = {
  {.name = "apiGroups", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "nonResourceURLs", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
  {.name = "resourceNames", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 4},
  {.name = "resources", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "verbs", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .default_value = "null"},
};
constinit const Schema kRbacV1PolicyRule{.name = "io.k8s.api.rbac.v1.PolicyRule", .fields = fRbacV1PolicyRule};

constexpr Field fRbacV1Role[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kRbacV1PolicyRule, .default_value = "null"},
};
constinit const Schema kRbacV1Role{.name = "io.k8s.api.rbac.v1.Role", .fields = fRbacV1Role};

constexpr Field fRbacV1RoleBinding[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "roleRef", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kRbacV1RoleRef, .default_value = "{}"},
  {.name = "subjects", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kRbacV1Subject},
};
constinit const Schema kRbacV1RoleBinding{.name = "io.k8s.api.rbac.v1.RoleBinding", .fields = fRbacV1RoleBinding};

constexpr Field fRbacV1RoleRef[] = {
  {.name = "apiGroup", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"rbac.authorization.k8s.io\""},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kRbacV1RoleRef{.name = "io.k8s.api.rbac.v1.RoleRef", .fields = fRbacV1RoleRef, .atomic = true};

constexpr Field fRbacV1Subject[] = {
  {.name = "apiGroup", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kRbacV1Subject{.name = "io.k8s.api.rbac.v1.Subject", .fields = fRbacV1Subject, .atomic = true};

constexpr Field fResourceV1AllocatedDeviceStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 4, .schema = &kMetaV1Condition, .list_keys = "type"},
  {.name = "data", .type = T::kRaw, .number = 5, .schema = &kPkgRuntimeRawExtension},
  {.name = "device", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "networkData", .type = T::kObject, .number = 6, .schema = &kResourceV1NetworkDeviceData},
  {.name = "pool", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "shareID", .type = T::kString, .number = 7},
};
constinit const Schema kResourceV1AllocatedDeviceStatus{.name = "io.k8s.api.resource.v1.AllocatedDeviceStatus", .fields = fResourceV1AllocatedDeviceStatus};

constexpr Field fResourceV1AllocationResult[] = {
  {.name = "allocationTimestamp", .type = T::kTime, .number = 5},
  {.name = "devices", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kResourceV1DeviceAllocationResult},
  {.name = "nodeSelector", .type = T::kObject, .number = 3, .schema = &kCoreV1NodeSelector},
};
constinit const Schema kResourceV1AllocationResult{.name = "io.k8s.api.resource.v1.AllocationResult", .fields = fResourceV1AllocationResult};

constexpr Field fResourceV1CELDeviceSelector[] = {
  {.name = "expression", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kResourceV1CELDeviceSelector{.name = "io.k8s.api.resource.v1.CELDeviceSelector", .fields = fResourceV1CELDeviceSelector};

constexpr Field fResourceV1CapacityRequestPolicy[] = {
  {.name = "default", .type = T::kQuantity, .number = 1},
  {.name = "validRange", .type = T::kObject, .number = 4, .schema = &kResourceV1CapacityRequestPolicyRange},
  {.name = "validValues", .type = T::kQuantity, .shape = Shape::kList, .flags = kAtomic, .number = 3},
};
constinit const Schema kResourceV1CapacityRequestPolicy{.name = "io.k8s.api.resource.v1.CapacityRequestPolicy", .fields = fResourceV1CapacityRequestPolicy};

constexpr Field fResourceV1CapacityRequestPolicyRange[] = {
  {.name = "max", .type = T::kQuantity, .number = 2},
  {.name = "min", .type = T::kQuantity, .flags = kRequired, .number = 1},
  {.name = "step", .type = T::kQuantity, .number = 3},
};
constinit const Schema kResourceV1CapacityRequestPolicyRange{.name = "io.k8s.api.resource.v1.CapacityRequestPolicyRange", .fields = fResourceV1CapacityRequestPolicyRange};

constexpr Field fResourceV1CapacityRequirements[] = {
  {.name = "requests", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
};
constinit const Schema kResourceV1CapacityRequirements{.name = "io.k8s.api.resource.v1.CapacityRequirements", .fields = fResourceV1CapacityRequirements};

constexpr Field fResourceV1Counter[] = {
  {.name = "value", .type = T::kQuantity, .flags = kRequired, .number = 1},
};
constinit const Schema kResourceV1Counter{.name = "io.k8s.api.resource.v1.Counter", .fields = fResourceV1Counter};

constexpr Field fResourceV1CounterSet[] = {
  {.name = "counters", .type = T::kObject, .shape = Shape::kMap, .flags = kRequired, .number = 2, .schema = &kResourceV1Counter},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kResourceV1CounterSet{.name = "io.k8s.api.resource.v1.CounterSet", .fields = fResourceV1CounterSet};

constexpr Field fResourceV1Device[] = {
  {.name = "allNodes", .type = T::kBool, .number = 7},
  {.name = "allowMultipleAllocations", .type = T::kBool, .number = 12},
  {.name = "attributes", .type = T::kObject, .shape = Shape::kMap, .number = 2, .schema = &kResourceV1DeviceAttribute},
  {.name = "bindingConditions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 10},
  {.name = "bindingFailureConditions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 11},
  {.name = "bindsToNode", .type = T::kBool, .number = 9},
  {.name = "capacity", .type = T::kObject, .shape = Shape::kMap, .number = 3, .schema = &kResourceV1DeviceCapacity},
  {.name = "consumesCounters", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kResourceV1DeviceCounterConsumption},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "nodeName", .type = T::kString, .number = 5},
  {.name = "nodeSelector", .type = T::kObject, .number = 6, .schema = &kCoreV1NodeSelector},
  {.name = "taints", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 8, .schema = &kResourceV1DeviceTaint},
};
constinit const Schema kResourceV1Device{.name = "io.k8s.api.resource.v1.Device", .fields = fResourceV1Device};

constexpr Field fResourceV1DeviceAllocationConfiguration[] = {
  {.name = "opaque", .type = T::kObject, .number = 1, .via = 3, .schema = &kResourceV1OpaqueDeviceConfiguration},
  {.name = "requests", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "source", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kResourceV1DeviceAllocationConfiguration{.name = "io.k8s.api.resource.v1.DeviceAllocationConfiguration", .fields = fResourceV1DeviceAllocationConfiguration};

constexpr Field fResourceV1DeviceAllocationResult[] = {
  {.name = "config", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kResourceV1DeviceAllocationConfiguration},
  {.name = "results", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kResourceV1DeviceRequestAllocationResult},
};
constinit const Schema kResourceV1DeviceAllocationResult{.name = "io.k8s.api.resource.v1.DeviceAllocationResult", .fields = fResourceV1DeviceAllocationResult};

constexpr Field fResourceV1DeviceAttribute[] = {
  {.name = "bool", .type = T::kBool, .number = 3},
  {.name = "int", .type = T::kInt64, .number = 2},
  {.name = "string", .type = T::kString, .number = 4},
  {.name = "version", .type = T::kString, .number = 5},
};
constinit const Schema kResourceV1DeviceAttribute{.name = "io.k8s.api.resource.v1.DeviceAttribute", .fields = fResourceV1DeviceAttribute};

constexpr Field fResourceV1DeviceCapacity[] = {
  {.name = "requestPolicy", .type = T::kObject, .number = 2, .schema = &kResourceV1CapacityRequestPolicy},
  {.name = "value", .type = T::kQuantity, .flags = kRequired, .number = 1},
};
constinit const Schema kResourceV1DeviceCapacity{.name = "io.k8s.api.resource.v1.DeviceCapacity", .fields = fResourceV1DeviceCapacity};

constexpr Field fResourceV1DeviceClaim[] = {
  {.name = "config", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kResourceV1DeviceClaimConfiguration},
  {.name = "constraints", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kResourceV1DeviceConstraint},
  {.name = "requests", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kResourceV1DeviceRequest, .default_value = "null"},
};
constinit const Schema kResourceV1DeviceClaim{.name = "io.k8s.api.resource.v1.DeviceClaim", .fields = fResourceV1DeviceClaim};

constexpr Field fResourceV1DeviceClaimConfiguration[] = {
  {.name = "opaque", .type = T::kObject, .number = 1, .via = 2, .schema = &kResourceV1OpaqueDeviceConfiguration},
  {.name = "requests", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
};
constinit const Schema kResourceV1DeviceClaimConfiguration{.name = "io.k8s.api.resource.v1.DeviceClaimConfiguration", .fields = fResourceV1DeviceClaimConfiguration};

constexpr Field fResourceV1DeviceClass[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kResourceV1DeviceClassSpec},
};
constinit const Schema kResourceV1DeviceClass{.name = "io.k8s.api.resource.v1.DeviceClass", .fields = fResourceV1DeviceClass};

constexpr Field fResourceV1DeviceClassConfiguration[] = {
  {.name = "opaque", .type = T::kObject, .number = 1, .via = 1, .schema = &kResourceV1OpaqueDeviceConfiguration},
};
constinit const Schema kResourceV1DeviceClassConfiguration{.name = "io.k8s.api.resource.v1.DeviceClassConfiguration", .fields = fResourceV1DeviceClassConfiguration};

constexpr Field fResourceV1DeviceClassSpec[] = {
  {.name = "config", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kResourceV1DeviceClassConfiguration},
  {.name = "extendedResourceName", .type = T::kString, .number = 4},
  {.name = "selectors", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kResourceV1DeviceSelector},
};
constinit const Schema kResourceV1DeviceClassSpec{.name = "io.k8s.api.resource.v1.DeviceClassSpec", .fields = fResourceV1DeviceClassSpec};

constexpr Field fResourceV1DeviceConstraint[] = {
  {.name = "distinctAttribute", .type = T::kString, .number = 3},
  {.name = "matchAttribute", .type = T::kString, .number = 2},
  {.name = "requests", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
};
constinit const Schema kResourceV1DeviceConstraint{.name = "io.k8s.api.resource.v1.DeviceConstraint", .fields = fResourceV1DeviceConstraint};

constexpr Field fResourceV1DeviceCounterConsumption[] = {
  {.name = "counterSet", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "counters", .type = T::kObject, .shape = Shape::kMap, .flags = kRequired, .number = 2, .schema = &kResourceV1Counter},
};
constinit const Schema kResourceV1DeviceCounterConsumption{.name = "io.k8s.api.resource.v1.DeviceCounterConsumption", .fields = fResourceV1DeviceCounterConsumption};

constexpr Field fResourceV1DeviceRequest[] = {
  {.name = "exactly", .type = T::kObject, .number = 2, .schema = &kResourceV1ExactDeviceRequest},
  {.name = "firstAvailable", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kResourceV1DeviceSubRequest},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kResourceV1DeviceRequest{.name = "io.k8s.api.resource.v1.DeviceRequest", .fields = fResourceV1DeviceRequest};

constexpr Field fResourceV1DeviceRequestAllocationResult[] = {
  {.name = "adminAccess", .type = T::kBool, .number = 5},
  {.name = "bindingConditions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 7},
  {.name = "bindingFailureConditions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 8},
  {.name = "consumedCapacity", .type = T::kQuantity, .shape = Shape::kMap, .number = 10},
  {.name = "device", .type = T::kString, .flags = kRequired | kByValue, .number = 4},
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "pool", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "request", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "shareID", .type = T::kString, .number = 9},
  {.name = "tolerations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 6, .schema = &kResourceV1DeviceToleration},
};
constinit const Schema kResourceV1DeviceRequestAllocationResult{.name = "io.k8s.api.resource.v1.DeviceRequestAllocationResult", .fields = fResourceV1DeviceRequestAllocationResult};

constexpr Field fResourceV1DeviceSelector[] = {
  {.name = "cel", .type = T::kObject, .number = 1, .schema = &kResourceV1CELDeviceSelector},
};
constinit const Schema kResourceV1DeviceSelector{.name = "io.k8s.api.resource.v1.DeviceSelector", .fields = fResourceV1DeviceSelector};

constexpr Field fResourceV1DeviceSubRequest[] = {
  {.name = "allocationMode", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"ExactCount\""},
  {.name = "capacity", .type = T::kObject, .number = 7, .schema = &kResourceV1CapacityRequirements},
  {.name = "count", .type = T::kInt64, .flags = kZeroOmitted, .number = 5},
  {.name = "deviceClassName", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "selectors", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kResourceV1DeviceSelector},
  {.name = "tolerations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 6, .schema = &kResourceV1DeviceToleration},
};
constinit const Schema kResourceV1DeviceSubRequest{.name = "io.k8s.api.resource.v1.DeviceSubRequest", .fields = fResourceV1DeviceSubRequest};

constexpr Field fResourceV1DeviceTaint[] = {
  {.name = "effect", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "timeAdded", .type = T::kTime, .number = 4},
  {.name = "value", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kResourceV1DeviceTaint{.name = "io.k8s.api.resource.v1.DeviceTaint", .fields = fResourceV1DeviceTaint};

constexpr Field fResourceV1DeviceToleration[] = {
  {.name = "effect", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "key", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "operator", .type = T::kString, .flags = kZeroOmitted, .number = 2, .default_value = "\"Equal\""},
  {.name = "tolerationSeconds", .type = T::kInt64, .number = 5},
  {.name = "value", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kResourceV1DeviceToleration{.name = "io.k8s.api.resource.v1.DeviceToleration", .fields = fResourceV1DeviceToleration};

constexpr Field fResourceV1ExactDeviceRequest[] = {
  {.name = "adminAccess", .type = T::kBool, .number = 5},
  {.name = "allocationMode", .type = T::kString, .flags = kZeroOmitted, .number = 3, .default_value = "\"ExactCount\""},
  {.name = "capacity", .type = T::kObject, .number = 7, .schema = &kResourceV1CapacityRequirements},
  {.name = "count", .type = T::kInt64, .flags = kZeroOmitted, .number = 4},
  {.name = "deviceClassName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "selectors", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kResourceV1DeviceSelector},
  {.name = "tolerations", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 6, .schema = &kResourceV1DeviceToleration},
};
constinit const Schema kResourceV1ExactDeviceRequest{.name = "io.k8s.api.resource.v1.ExactDeviceRequest", .fields = fResourceV1ExactDeviceRequest};

constexpr Field fResourceV1NetworkDeviceData[] = {
  {.name = "hardwareAddress", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "interfaceName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "ips", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
};
constinit const Schema kResourceV1NetworkDeviceData{.name = "io.k8s.api.resource.v1.NetworkDeviceData", .fields = fResourceV1NetworkDeviceData};

constexpr Field fResourceV1OpaqueDeviceConfiguration[] = {
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "parameters", .type = T::kRaw, .flags = kRequired, .number = 2, .schema = &kPkgRuntimeRawExtension},
};
constinit const Schema kResourceV1OpaqueDeviceConfiguration{.name = "io.k8s.api.resource.v1.OpaqueDeviceConfiguration", .fields = fResourceV1OpaqueDeviceConfiguration};

constexpr Field fResourceV1ResourceClaim[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kResourceV1ResourceClaimSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kResourceV1ResourceClaimStatus},
};
constinit const Schema kResourceV1ResourceClaim{.name = "io.k8s.api.resource.v1.ResourceClaim", .fields = fResourceV1ResourceClaim};

constexpr Field fResourceV1ResourceClaimConsumerReference[] = {
  {.name = "apiGroup", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 4},
  {.name = "resource", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "uid", .type = T::kString, .flags = kRequired | kByValue, .number = 5},
};
constinit const Schema kResourceV1ResourceClaimConsumerReference{.name = "io.k8s.api.resource.v1.ResourceClaimConsumerReference", .fields = fResourceV1ResourceClaimConsumerReference};

constexpr Field fResourceV1ResourceClaimSpec[] = {
  {.name = "devices", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kResourceV1DeviceClaim, .default_value = "{}"},
};
constinit const Schema kResourceV1ResourceClaimSpec{.name = "io.k8s.api.resource.v1.ResourceClaimSpec", .fields = fResourceV1ResourceClaimSpec};

constexpr Field fResourceV1ResourceClaimStatus[] = {
  {.name = "allocation", .type = T::kObject, .number = 1, .schema = &kResourceV1AllocationResult},
  {.name = "devices", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 4, .schema = &kResourceV1AllocatedDeviceStatus, .list_keys = "driver,device,pool,shareID"},
  {.name = "reservedFor", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 2, .schema = &kResourceV1ResourceClaimConsumerReference, .list_keys = "uid", .merge_key = "uid"},
};
constinit const Schema kResourceV1ResourceClaimStatus{.name = "io.k8s.api.resource.v1.ResourceClaimStatus", .fields = fResourceV1ResourceClaimStatus};

constexpr Field fResourceV1ResourceClaimTemplate[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kResourceV1ResourceClaimTemplateSpec, .default_value = "{}"},
};
constinit const Schema kResourceV1ResourceClaimTemplate{.name = "io.k8s.api.resource.v1.ResourceClaimTemplate", .fields = fResourceV1ResourceClaimTemplate};

constexpr Field fResourceV1ResourceClaimTemplateSpec[] = {
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta, .default_value = "{}"},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kResourceV1ResourceClaimSpec, .default_value = "{}"},
};
constinit const Schema kResourceV1ResourceClaimTemplateSpec{.name = "io.k8s.api.resource.v1.ResourceClaimTemplateSpec", .fields = fResourceV1ResourceClaimTemplateSpec};

constexpr Field fResourceV1ResourcePool[] = {
  {.name = "generation", .type = T::kInt64, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "resourceSliceCount", .type = T::kInt64, .flags = kRequired | kByValue, .number = 3},
};
constinit const Schema kResourceV1ResourcePool{.name = "io.k8s.api.resource.v1.ResourcePool", .fields = fResourceV1ResourcePool};

constexpr Field fResourceV1ResourceSlice[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kResourceV1ResourceSliceSpec},
};
constinit const Schema kResourceV1ResourceSlice{.name = "io.k8s.api.resource.v1.ResourceSlice", .fields = fResourceV1ResourceSlice};

constexpr Field fResourceV1ResourceSliceSpec[] = {
  {.name = "allNodes", .type = T::kBool, .number = 5},
  {.name = "devices", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 6, .schema = &kResourceV1Device},
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "nodeName", .type = T::kString, .number = 3},
  {.name = "nodeSelector", .type = T::kObject, .number = 4, .schema = &kCoreV1NodeSelector},
  {.name = "perDeviceNodeSelection", .type = T::kBool, .number = 7},
  {.name = "pool", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kResourceV1ResourcePool},
  {.name = "sharedCounters", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 8, .schema = &kResourceV1CounterSet},
};
constinit const Schema kResourceV1ResourceSliceSpec{.name = "io.k8s.api.resource.v1.ResourceSliceSpec", .fields = fResourceV1ResourceSliceSpec};

constexpr Field fSchedulingV1PriorityClass[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "description", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "globalDefault", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "preemptionPolicy", .type = T::kString, .number = 5, .default_value = "\"PreemptLowerPriority\""},
  {.name = "value", .type = T::kInt32, .flags = kRequired | kByValue, .number = 2, .default_value = "0"},
};
constinit const Schema kSchedulingV1PriorityClass{.name = "io.k8s.api.scheduling.v1.PriorityClass", .fields = fSchedulingV1PriorityClass};

constexpr Field fStorageV1CSIDriver[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kStorageV1CSIDriverSpec, .default_value = "{}"},
};
constinit const Schema kStorageV1CSIDriver{.name = "io.k8s.api.storage.v1.CSIDriver", .fields = fStorageV1CSIDriver};

constexpr Field fStorageV1CSIDriverSpec[] = {
  {.name = "attachRequired", .type = T::kBool, .number = 1, .default_value = "true"},
  {.name = "fsGroupPolicy", .type = T::kString, .number = 5, .default_value = "\"ReadWriteOnceWithFSType\""},
  {.name = "nodeAllocatableUpdatePeriodSeconds", .type = T::kInt64, .number = 9},
  {.name = "podInfoOnMount", .type = T::kBool, .number = 2, .default_value = "false"},
  {.name = "requiresRepublish", .type = T::kBool, .number = 7, .default_value = "false"},
  {.name = "seLinuxMount", .type = T::kBool, .number = 8, .default_value = "false"},
  {.name = "serviceAccountTokenInSecrets", .type = T::kBool, .number = 10},
  {.name = "storageCapacity", .type = T::kBool, .number = 4, .default_value = "false"},
  {.name = "tokenRequests", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 6, .schema = &kStorageV1TokenRequest},
  {.name = "volumeLifecycleModes", .type = T::kString, .shape = Shape::kList, .flags = kListSet, .number = 3, .default_value = "[\"Persistent\"]"},
};
constinit const Schema kStorageV1CSIDriverSpec{.name = "io.k8s.api.storage.v1.CSIDriverSpec", .fields = fStorageV1CSIDriverSpec};

constexpr Field fStorageV1CSINode[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kStorageV1CSINodeSpec, .default_value = "{}"},
};
constinit const Schema kStorageV1CSINode{.name = "io.k8s.api.storage.v1.CSINode", .fields = fStorageV1CSINode};

constexpr Field fStorageV1CSINodeDriver[] = {
  {.name = "allocatable", .type = T::kObject, .number = 4, .schema = &kStorageV1VolumeNodeResources},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "nodeID", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "topologyKeys", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3, .default_value = "null"},
};
constinit const Schema kStorageV1CSINodeDriver{.name = "io.k8s.api.storage.v1.CSINodeDriver", .fields = fStorageV1CSINodeDriver};

constexpr Field fStorageV1CSINodeSpec[] = {
  {.name = "drivers", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kListMap | kPatchMerge, .number = 1, .schema = &kStorageV1CSINodeDriver, .list_keys = "name", .merge_key = "name", .default_value = "null"},
};
constinit const Schema kStorageV1CSINodeSpec{.name = "io.k8s.api.storage.v1.CSINodeSpec", .fields = fStorageV1CSINodeSpec};

constexpr Field fStorageV1CSIStorageCapacity[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "capacity", .type = T::kQuantity, .number = 4},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "maximumVolumeSize", .type = T::kQuantity, .number = 5},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "nodeTopology", .type = T::kObject, .number = 2, .schema = &kMetaV1LabelSelector},
  {.name = "storageClassName", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
};
constinit const Schema kStorageV1CSIStorageCapacity{.name = "io.k8s.api.storage.v1.CSIStorageCapacity", .fields = fStorageV1CSIStorageCapacity};

constexpr Field fStorageV1StorageClass[] = {
  {.name = "allowVolumeExpansion", .type = T::kBool, .number = 6},
  {.name = "allowedTopologies", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 8, .schema = &kCoreV1TopologySelectorTerm},
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "mountOptions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
  {.name = "parameters", .type = T::kString, .shape = Shape::kMap, .number = 3},
  {.name = "provisioner", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "reclaimPolicy", .type = T::kString, .number = 4, .default_value = "\"Delete\""},
  {.name = "volumeBindingMode", .type = T::kString, .number = 7, .default_value = "\"Immediate\""},
};
constinit const Schema kStorageV1StorageClass{.name = "io.k8s.api.storage.v1.StorageClass", .fields = fStorageV1StorageClass};

constexpr Field fStorageV1TokenRequest[] = {
  {.name = "audience", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "expirationSeconds", .type = T::kInt64, .number = 2},
};
constinit const Schema kStorageV1TokenRequest{.name = "io.k8s.api.storage.v1.TokenRequest", .fields = fStorageV1TokenRequest};

constexpr Field fStorageV1VolumeAttachment[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kStorageV1VolumeAttachmentSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kStorageV1VolumeAttachmentStatus, .default_value = "{}"},
};
constinit const Schema kStorageV1VolumeAttachment{.name = "io.k8s.api.storage.v1.VolumeAttachment", .fields = fStorageV1VolumeAttachment};

constexpr Field fStorageV1VolumeAttachmentSource[] = {
  {.name = "inlineVolumeSpec", .type = T::kObject, .number = 2, .schema = &kCoreV1PersistentVolumeSpec},
  {.name = "persistentVolumeName", .type = T::kString, .number = 1},
};
constinit const Schema kStorageV1VolumeAttachmentSource{.name = "io.k8s.api.storage.v1.VolumeAttachmentSource", .fields = fStorageV1VolumeAttachmentSource};

constexpr Field fStorageV1VolumeAttachmentSpec[] = {
  {.name = "attacher", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "nodeName", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "source", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kStorageV1VolumeAttachmentSource, .default_value = "{}"},
};
constinit const Schema kStorageV1VolumeAttachmentSpec{.name = "io.k8s.api.storage.v1.VolumeAttachmentSpec", .fields = fStorageV1VolumeAttachmentSpec};

constexpr Field fStorageV1VolumeAttachmentStatus[] = {
  {.name = "attachError", .type = T::kObject, .number = 3, .schema = &kStorageV1VolumeError},
  {.name = "attached", .type = T::kBool, .flags = kRequired | kByValue, .number = 1, .default_value = "false"},
  {.name = "attachmentMetadata", .type = T::kString, .shape = Shape::kMap, .number = 2},
  {.name = "detachError", .type = T::kObject, .number = 4, .schema = &kStorageV1VolumeError},
};
constinit const Schema kStorageV1VolumeAttachmentStatus{.name = "io.k8s.api.storage.v1.VolumeAttachmentStatus", .fields = fStorageV1VolumeAttachmentStatus};

constexpr Field fStorageV1VolumeAttributesClass[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "driverName", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "parameters", .type = T::kString, .shape = Shape::kMap, .number = 3},
};
constinit const Schema kStorageV1VolumeAttributesClass{.name = "io.k8s.api.storage.v1.VolumeAttributesClass", .fields = fStorageV1VolumeAttributesClass};

constexpr Field fStorageV1VolumeError[] = {
  {.name = "errorCode", .type = T::kInt32, .number = 3},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "time", .type = T::kTime, .number = 1, .default_value = "null"},
};
constinit const Schema kStorageV1VolumeError{.name = "io.k8s.api.storage.v1.VolumeError", .fields = fStorageV1VolumeError};

constexpr Field fStorageV1VolumeNodeResources[] = {
  {.name = "count", .type = T::kInt32, .number = 1},
};
constinit const Schema kStorageV1VolumeNodeResources{.name = "io.k8s.api.storage.v1.VolumeNodeResources", .fields = fStorageV1VolumeNodeResources};

constexpr Field fApiextensionsV1CustomResourceColumnDefinition[] = {
  {.name = "description", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "format", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "jsonPath", .type = T::kString, .flags = kRequired | kByValue, .number = 6, .default_value = "\"\""},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "priority", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kApiextensionsV1CustomResourceColumnDefinition{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition", .fields = fApiextensionsV1CustomResourceColumnDefinition};

constexpr Field fApiextensionsV1CustomResourceConversion[] = {
  {.name = "strategy", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "webhook", .type = T::kObject, .number = 2, .schema = &kApiextensionsV1WebhookConversion},
};
constinit const Schema kApiextensionsV1CustomResourceConversion{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion", .fields = fApiextensionsV1CustomResourceConversion};

constexpr Field fApiextensionsV1CustomResourceDefinition[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kApiextensionsV1CustomResourceDefinitionSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kApiextensionsV1CustomResourceDefinitionStatus, .default_value = "{}"},
};
constinit const Schema kApiextensionsV1CustomResourceDefinition{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition", .fields = fApiextensionsV1CustomResourceDefinition};

constexpr Field fApiextensionsV1CustomResourceDefinitionCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kApiextensionsV1CustomResourceDefinitionCondition{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition", .fields = fApiextensionsV1CustomResourceDefinitionCondition};

constexpr Field fApiextensionsV1CustomResourceDefinitionNames[] = {
  {.name = "categories", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 6},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 4},
  {.name = "listKind", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "plural", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "shortNames", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "singular", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kApiextensionsV1CustomResourceDefinitionNames{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames", .fields = fApiextensionsV1CustomResourceDefinitionNames};

constexpr Field fApiextensionsV1CustomResourceDefinitionSpec[] = {
  {.name = "conversion", .type = T::kObject, .number = 9, .schema = &kApiextensionsV1CustomResourceConversion, .default_value = "{\"strategy\":\"None\"}"},
  {.name = "group", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "names", .type = T::kObject, .flags = kRequired | kByValue, .number = 3, .schema = &kApiextensionsV1CustomResourceDefinitionNames, .default_value = "{}"},
  {.name = "preserveUnknownFields", .type = T::kBool, .flags = kZeroOmitted, .number = 10},
  {.name = "scope", .type = T::kString, .flags = kRequired | kByValue, .number = 4, .default_value = "\"\""},
  {.name = "versions", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 7, .schema = &kApiextensionsV1CustomResourceDefinitionVersion, .default_value = "null"},
};
constinit const Schema kApiextensionsV1CustomResourceDefinitionSpec{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec", .fields = fApiextensionsV1CustomResourceDefinitionSpec};

constexpr Field fApiextensionsV1CustomResourceDefinitionStatus[] = {
  {.name = "acceptedNames", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kApiextensionsV1CustomResourceDefinitionNames, .default_value = "{}"},
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 1, .schema = &kApiextensionsV1CustomResourceDefinitionCondition, .list_keys = "type", .default_value = "null"},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 4},
  {.name = "storedVersions", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3, .default_value = "null"},
};
constinit const Schema kApiextensionsV1CustomResourceDefinitionStatus{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus", .fields = fApiextensionsV1CustomResourceDefinitionStatus};

constexpr Field fApiextensionsV1CustomResourceDefinitionVersion[] = {
  {.name = "additionalPrinterColumns", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 6, .schema = &kApiextensionsV1CustomResourceColumnDefinition},
  {.name = "deprecated", .type = T::kBool, .flags = kZeroOmitted, .number = 7},
  {.name = "deprecationWarning", .type = T::kString, .number = 8},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "schema", .type = T::kObject, .number = 4, .schema = &kApiextensionsV1CustomResourceValidation},
  {.name = "selectableFields", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 9, .schema = &kApiextensionsV1SelectableField},
  {.name = "served", .type = T::kBool, .flags = kRequired | kByValue, .number = 2, .default_value = "false"},
  {.name = "storage", .type = T::kBool, .flags = kRequired | kByValue, .number = 3, .default_value = "false"},
  {.name = "subresources", .type = T::kObject, .number = 5, .schema = &kApiextensionsV1CustomResourceSubresources},
};
constinit const Schema kApiextensionsV1CustomResourceDefinitionVersion{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion", .fields = fApiextensionsV1CustomResourceDefinitionVersion};

constexpr Field fApiextensionsV1CustomResourceSubresourceScale[] = {
  {.name = "labelSelectorPath", .type = T::kString, .number = 3},
  {.name = "specReplicasPath", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "statusReplicasPath", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kApiextensionsV1CustomResourceSubresourceScale{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale", .fields = fApiextensionsV1CustomResourceSubresourceScale};
constinit const Schema kApiextensionsV1CustomResourceSubresourceStatus{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus", .fields = {}};

constexpr Field fApiextensionsV1CustomResourceSubresources[] = {
  {.name = "scale", .type = T::kObject, .number = 2, .schema = &kApiextensionsV1CustomResourceSubresourceScale},
  {.name = "status", .type = T::kObject, .number = 1, .schema = &kApiextensionsV1CustomResourceSubresourceStatus},
};
constinit const Schema kApiextensionsV1CustomResourceSubresources{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources", .fields = fApiextensionsV1CustomResourceSubresources};

constexpr Field fApiextensionsV1CustomResourceValidation[] = {
  {.name = "openAPIV3Schema", .type = T::kObject, .number = 1, .schema = &kApiextensionsV1JSONSchemaProps},
};
constinit const Schema kApiextensionsV1CustomResourceValidation{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation", .fields = fApiextensionsV1CustomResourceValidation};

constexpr Field fApiextensionsV1ExternalDocumentation[] = {
  {.name = "description", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "url", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kApiextensionsV1ExternalDocumentation{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation", .fields = fApiextensionsV1ExternalDocumentation};
constinit const Schema kApiextensionsV1JSON{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON", .fields = {}, .open = true};

constexpr Field fApiextensionsV1JSONSchemaProps[] = {
  {.name = "$ref", .type = T::kString, .number = 3},
  {.name = "$schema", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "additionalItems", .type = T::kRaw, .number = 33, .schema = &kApiextensionsV1JSONSchemaPropsOrBool},
  {.name = "additionalProperties", .type = T::kRaw, .number = 30, .schema = &kApiextensionsV1JSONSchemaPropsOrBool},
  {.name = "allOf", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 25, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "anyOf", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 27, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "default", .type = T::kRaw, .number = 8, .schema = &kApiextensionsV1JSON},
  {.name = "definitions", .type = T::kObject, .shape = Shape::kMap, .number = 34, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "dependencies", .type = T::kRaw, .shape = Shape::kMap, .number = 32, .schema = &kApiextensionsV1JSONSchemaPropsOrStringArray},
  {.name = "description", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "enum", .type = T::kRaw, .shape = Shape::kList, .flags = kAtomic, .number = 20, .schema = &kApiextensionsV1JSON},
  {.name = "example", .type = T::kRaw, .number = 36, .schema = &kApiextensionsV1JSON},
  {.name = "exclusiveMaximum", .type = T::kBool, .flags = kZeroOmitted, .number = 10},
  {.name = "exclusiveMinimum", .type = T::kBool, .flags = kZeroOmitted, .number = 12},
  {.name = "externalDocs", .type = T::kObject, .number = 35, .schema = &kApiextensionsV1ExternalDocumentation},
  {.name = "format", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "id", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "items", .type = T::kRaw, .number = 24, .schema = &kApiextensionsV1JSONSchemaPropsOrArray},
  {.name = "maxItems", .type = T::kInt64, .number = 16},
  {.name = "maxLength", .type = T::kInt64, .number = 13},
  {.name = "maxProperties", .type = T::kInt64, .number = 21},
  {.name = "maximum", .type = T::kDouble, .number = 9},
  {.name = "minItems", .type = T::kInt64, .number = 17},
  {.name = "minLength", .type = T::kInt64, .number = 14},
  {.name = "minProperties", .type = T::kInt64, .number = 22},
  {.name = "minimum", .type = T::kDouble, .number = 11},
  {.name = "multipleOf", .type = T::kDouble, .number = 19},
  {.name = "not", .type = T::kObject, .number = 28, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "nullable", .type = T::kBool, .flags = kZeroOmitted, .number = 37},
  {.name = "oneOf", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 26, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "pattern", .type = T::kString, .flags = kZeroOmitted, .number = 15},
  {.name = "patternProperties", .type = T::kObject, .shape = Shape::kMap, .number = 31, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "properties", .type = T::kObject, .shape = Shape::kMap, .number = 29, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "required", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 23},
  {.name = "title", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "uniqueItems", .type = T::kBool, .flags = kZeroOmitted, .number = 18},
  {.name = "x-kubernetes-embedded-resource", .type = T::kBool, .flags = kZeroOmitted, .number = 39},
  {.name = "x-kubernetes-int-or-string", .type = T::kBool, .flags = kZeroOmitted, .number = 40},
  {.name = "x-kubernetes-list-map-keys", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 41},
  {.name = "x-kubernetes-list-type", .type = T::kString, .number = 42},
  {.name = "x-kubernetes-map-type", .type = T::kString, .number = 43},
  {.name = "x-kubernetes-preserve-unknown-fields", .type = T::kBool, .number = 38},
  {.name = "x-kubernetes-validations", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 44, .schema = &kApiextensionsV1ValidationRule, .list_keys = "rule", .merge_key = "rule"},
};
constinit const Schema kApiextensionsV1JSONSchemaProps{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps", .fields = fApiextensionsV1JSONSchemaProps};

constexpr Field fApiextensionsV1JSONSchemaPropsOrArray[] = {
  {.name = "", .type = T::kObject, .number = 1, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "", .type = T::kObject, .shape = Shape::kList, .number = 2, .schema = &kApiextensionsV1JSONSchemaProps},
};
constinit const Schema kApiextensionsV1JSONSchemaPropsOrArray{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray", .fields = fApiextensionsV1JSONSchemaPropsOrArray, .open = true, .choice = true};

constexpr Field fApiextensionsV1JSONSchemaPropsOrBool[] = {
  {.name = "", .type = T::kBool, .number = 1},
  {.name = "", .type = T::kObject, .number = 2, .schema = &kApiextensionsV1JSONSchemaProps},
};
constinit const Schema kApiextensionsV1JSONSchemaPropsOrBool{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool", .fields = fApiextensionsV1JSONSchemaPropsOrBool, .open = true, .choice = true};

constexpr Field fApiextensionsV1JSONSchemaPropsOrStringArray[] = {
  {.name = "", .type = T::kObject, .number = 1, .schema = &kApiextensionsV1JSONSchemaProps},
  {.name = "", .type = T::kString, .shape = Shape::kList, .number = 2},
};
constinit const Schema kApiextensionsV1JSONSchemaPropsOrStringArray{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray", .fields = fApiextensionsV1JSONSchemaPropsOrStringArray, .open = true, .choice = true};

constexpr Field fApiextensionsV1SelectableField[] = {
  {.name = "jsonPath", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kApiextensionsV1SelectableField{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField", .fields = fApiextensionsV1SelectableField};

constexpr Field fApiextensionsV1ServiceReference[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "namespace", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "path", .type = T::kString, .number = 3},
  {.name = "port", .type = T::kInt32, .number = 4, .default_value = "443"},
};
constinit const Schema kApiextensionsV1ServiceReference{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference", .fields = fApiextensionsV1ServiceReference};

constexpr Field fApiextensionsV1ValidationRule[] = {
  {.name = "fieldPath", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "messageExpression", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "optionalOldSelf", .type = T::kBool, .number = 6},
  {.name = "reason", .type = T::kString, .number = 4},
  {.name = "rule", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kApiextensionsV1ValidationRule{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule", .fields = fApiextensionsV1ValidationRule};

constexpr Field fApiextensionsV1WebhookClientConfig[] = {
  {.name = "caBundle", .type = T::kBytes, .number = 2},
  {.name = "service", .type = T::kObject, .number = 1, .schema = &kApiextensionsV1ServiceReference},
  {.name = "url", .type = T::kString, .number = 3},
};
constinit const Schema kApiextensionsV1WebhookClientConfig{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig", .fields = fApiextensionsV1WebhookClientConfig};

constexpr Field fApiextensionsV1WebhookConversion[] = {
  {.name = "clientConfig", .type = T::kObject, .number = 2, .schema = &kApiextensionsV1WebhookClientConfig},
  {.name = "conversionReviewVersions", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 3, .default_value = "null"},
};
constinit const Schema kApiextensionsV1WebhookConversion{.name = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion", .fields = fApiextensionsV1WebhookConversion};

constexpr Field fMetaV1Condition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .flags = kRequired, .number = 4, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kRequired | kByValue, .number = 6, .default_value = "\"\""},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 3},
  {.name = "reason", .type = T::kString, .flags = kRequired | kByValue, .number = 5, .default_value = "\"\""},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kMetaV1Condition{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.Condition", .fields = fMetaV1Condition};

constexpr Field fMetaV1DeleteOptions[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "dryRun", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 5},
  {.name = "gracePeriodSeconds", .type = T::kInt64, .number = 1},
  {.name = "ignoreStoreReadErrorWithClusterBreakingPotential", .type = T::kBool, .number = 6},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "orphanDependents", .type = T::kBool, .number = 3},
  {.name = "preconditions", .type = T::kObject, .number = 2, .schema = &kMetaV1Preconditions},
  {.name = "propagationPolicy", .type = T::kString, .number = 4},
};
constinit const Schema kMetaV1DeleteOptions{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions", .fields = fMetaV1DeleteOptions};

constexpr Field fMetaV1FieldSelectorRequirement[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "values", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
};
constinit const Schema kMetaV1FieldSelectorRequirement{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement", .fields = fMetaV1FieldSelectorRequirement};
constinit const Schema kMetaV1FieldsV1{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", .fields = {}};

constexpr Field fMetaV1LabelSelector[] = {
  {.name = "matchExpressions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kMetaV1LabelSelectorRequirement},
  {.name = "matchLabels", .type = T::kString, .shape = Shape::kMap, .number = 1},
};
constinit const Schema kMetaV1LabelSelector{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector", .fields = fMetaV1LabelSelector, .atomic = true};

constexpr Field fMetaV1LabelSelectorRequirement[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "values", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 3},
};
constinit const Schema kMetaV1LabelSelectorRequirement{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement", .fields = fMetaV1LabelSelectorRequirement};

constexpr Field fMetaV1ListMeta[] = {
  {.name = "continue", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "remainingItemCount", .type = T::kInt64, .number = 4},
  {.name = "resourceVersion", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "selfLink", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kMetaV1ListMeta{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta", .fields = fMetaV1ListMeta};

constexpr Field fMetaV1ManagedFieldsEntry[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "fieldsType", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "fieldsV1", .type = T::kRaw, .number = 7, .schema = &kMetaV1FieldsV1},
  {.name = "manager", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "operation", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "subresource", .type = T::kString, .flags = kZeroOmitted, .number = 8},
  {.name = "time", .type = T::kTime, .number = 4},
};
constinit const Schema kMetaV1ManagedFieldsEntry{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry", .fields = fMetaV1ManagedFieldsEntry};

constexpr Field fMetaV1ObjectMeta[] = {
  {.name = "annotations", .type = T::kString, .shape = Shape::kMap, .number = 12},
  {.name = "creationTimestamp", .type = T::kTime, .number = 8},
  {.name = "deletionGracePeriodSeconds", .type = T::kInt64, .number = 10},
  {.name = "deletionTimestamp", .type = T::kTime, .number = 9},
  {.name = "finalizers", .type = T::kString, .shape = Shape::kList, .flags = kListSet | kPatchMerge, .number = 14},
  {.name = "generateName", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "generation", .type = T::kInt64, .flags = kZeroOmitted, .number = 7},
  {.name = "labels", .type = T::kString, .shape = Shape::kMap, .number = 11},
  {.name = "managedFields", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 17, .schema = &kMetaV1ManagedFieldsEntry},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "ownerReferences", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 13, .schema = &kMetaV1OwnerReference, .list_keys = "uid", .merge_key = "uid"},
  {.name = "resourceVersion", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "selfLink", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 5},
};
constinit const Schema kMetaV1ObjectMeta{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", .fields = fMetaV1ObjectMeta};

constexpr Field fMetaV1OwnerReference[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 5},
  {.name = "blockOwnerDeletion", .type = T::kBool, .number = 7},
  {.name = "controller", .type = T::kBool, .number = 6},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3, .default_value = "\"\""},
  {.name = "uid", .type = T::kString, .flags = kRequired | kByValue, .number = 4, .default_value = "\"\""},
};
constinit const Schema kMetaV1OwnerReference{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference", .fields = fMetaV1OwnerReference, .atomic = true};

constexpr Field fMetaV1Preconditions[] = {
  {.name = "resourceVersion", .type = T::kString, .number = 2},
  {.name = "uid", .type = T::kString, .number = 1},
};
constinit const Schema kMetaV1Preconditions{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions", .fields = fMetaV1Preconditions};

constexpr Field fMetaV1Status[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "code", .type = T::kInt32, .flags = kZeroOmitted, .number = 6},
  {.name = "details", .type = T::kObject, .number = 5, .schema = &kMetaV1StatusDetails},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ListMeta},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kMetaV1Status{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.Status", .fields = fMetaV1Status};

constexpr Field fMetaV1StatusCause[] = {
  {.name = "field", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kMetaV1StatusCause{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause", .fields = fMetaV1StatusCause};

constexpr Field fMetaV1StatusDetails[] = {
  {.name = "causes", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 4, .schema = &kMetaV1StatusCause},
  {.name = "group", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "retryAfterSeconds", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "uid", .type = T::kString, .flags = kZeroOmitted, .number = 6},
};
constinit const Schema kMetaV1StatusDetails{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails", .fields = fMetaV1StatusDetails};
constinit const Schema kPkgRuntimeRawExtension{.name = "io.k8s.apimachinery.pkg.runtime.RawExtension", .fields = {}};

constexpr Field fApiregistrationV1APIService[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kApiregistrationV1APIServiceSpec, .default_value = "{}"},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kApiregistrationV1APIServiceStatus, .default_value = "{}"},
};
constinit const Schema kApiregistrationV1APIService{.name = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService", .fields = fApiregistrationV1APIService};

constexpr Field fApiregistrationV1APIServiceCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 3, .default_value = "null"},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2, .default_value = "\"\""},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .default_value = "\"\""},
};
constinit const Schema kApiregistrationV1APIServiceCondition{.name = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition", .fields = fApiregistrationV1APIServiceCondition};

constexpr Field fApiregistrationV1APIServiceSpec[] = {
  {.name = "caBundle", .type = T::kBytes, .flags = kAtomic, .number = 5},
  {.name = "group", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "groupPriorityMinimum", .type = T::kInt32, .flags = kRequired | kByValue, .number = 7, .default_value = "0"},
  {.name = "insecureSkipTLSVerify", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "service", .type = T::kObject, .number = 1, .schema = &kApiregistrationV1ServiceReference},
  {.name = "version", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "versionPriority", .type = T::kInt32, .flags = kRequired | kByValue, .number = 8, .default_value = "0"},
};
constinit const Schema kApiregistrationV1APIServiceSpec{.name = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec", .fields = fApiregistrationV1APIServiceSpec};

constexpr Field fApiregistrationV1APIServiceStatus[] = {
  {.name = "conditions", .type = T::kObject, .shape = Shape::kList, .flags = kListMap | kPatchMerge, .number = 1, .schema = &kApiregistrationV1APIServiceCondition, .list_keys = "type", .merge_key = "type"},
};
constinit const Schema kApiregistrationV1APIServiceStatus{.name = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus", .fields = fApiregistrationV1APIServiceStatus};

constexpr Field fApiregistrationV1ServiceReference[] = {
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "namespace", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "port", .type = T::kInt32, .number = 3, .default_value = "443"},
};
constinit const Schema kApiregistrationV1ServiceReference{.name = "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference", .fields = fApiregistrationV1ServiceReference};

constexpr Field fMetricsV1beta1ContainerMetrics[] = {
  {.name = "name", .type = T::kString, .flags = kRequired, .number = 1},
  {.name = "usage", .type = T::kQuantity, .shape = Shape::kMap, .flags = kRequired, .number = 2},
};
constinit const Schema kMetricsV1beta1ContainerMetrics{.name = "io.k8s.metrics.pkg.apis.metrics.v1beta1.ContainerMetrics", .fields = fMetricsV1beta1ContainerMetrics};

constexpr Field fMetricsV1beta1NodeMetrics[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "timestamp", .type = T::kTime, .flags = kRequired, .number = 2},
  {.name = "usage", .type = T::kQuantity, .shape = Shape::kMap, .flags = kRequired, .number = 4},
  {.name = "window", .type = T::kDuration, .flags = kRequired, .number = 3},
};
constinit const Schema kMetricsV1beta1NodeMetrics{.name = "io.k8s.metrics.pkg.apis.metrics.v1beta1.NodeMetrics", .fields = fMetricsV1beta1NodeMetrics};

constexpr Field fMetricsV1beta1PodMetrics[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "containers", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 4, .schema = &kMetricsV1beta1ContainerMetrics},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "timestamp", .type = T::kTime, .flags = kRequired, .number = 2},
  {.name = "window", .type = T::kDuration, .flags = kRequired, .number = 3},
};
constinit const Schema kMetricsV1beta1PodMetrics{.name = "io.k8s.metrics.pkg.apis.metrics.v1beta1.PodMetrics", .fields = fMetricsV1beta1PodMetrics};

}  // namespace sluice::api::tables

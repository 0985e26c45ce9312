// SPDX-License-Identifier: Apache-2.0
// Written by tools/apigen from the facts of a Kubernetes release; do not edit.
// clang-format off

#include "api/tables/schemas.h"

namespace sluice::api::tables {

using T = FieldType;

extern const Schema kBatchV1JobCondition;
extern const Schema kBatchV1JobSpec;
extern const Schema kBatchV1JobStatus;
extern const Schema kBatchV1PodFailurePolicy;
extern const Schema kBatchV1PodFailurePolicyOnExitCodesRequirement;
extern const Schema kBatchV1PodFailurePolicyOnPodConditionsPattern;
extern const Schema kBatchV1PodFailurePolicyRule;
extern const Schema kBatchV1SuccessPolicy;
extern const Schema kBatchV1SuccessPolicyRule;
extern const Schema kBatchV1UncountedTerminatedPods;
extern const Schema kCoordinationV1LeaseSpec;
extern const Schema kCoreV1AWSElasticBlockStoreVolumeSource;
extern const Schema kCoreV1Affinity;
extern const Schema kCoreV1AppArmorProfile;
extern const Schema kCoreV1AttachedVolume;
extern const Schema kCoreV1AzureDiskVolumeSource;
extern const Schema kCoreV1AzureFileVolumeSource;
extern const Schema kCoreV1CSIVolumeSource;
extern const Schema kCoreV1Capabilities;
extern const Schema kCoreV1CephFSVolumeSource;
extern const Schema kCoreV1CinderVolumeSource;
extern const Schema kCoreV1ClientIPConfig;
extern const Schema kCoreV1ClusterTrustBundleProjection;
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
extern const Schema kCoreV1FlexVolumeSource;
extern const Schema kCoreV1FlockerVolumeSource;
extern const Schema kCoreV1GCEPersistentDiskVolumeSource;
extern const Schema kCoreV1GRPCAction;
extern const Schema kCoreV1GitRepoVolumeSource;
extern const Schema kCoreV1GlusterfsVolumeSource;
extern const Schema kCoreV1HTTPGetAction;
extern const Schema kCoreV1HTTPHeader;
extern const Schema kCoreV1HostAlias;
extern const Schema kCoreV1HostIP;
extern const Schema kCoreV1HostPathVolumeSource;
extern const Schema kCoreV1ISCSIVolumeSource;
extern const Schema kCoreV1ImageVolumeSource;
extern const Schema kCoreV1KeyToPath;
extern const Schema kCoreV1Lifecycle;
extern const Schema kCoreV1LifecycleHandler;
extern const Schema kCoreV1LinuxContainerUser;
extern const Schema kCoreV1LoadBalancerIngress;
extern const Schema kCoreV1LoadBalancerStatus;
extern const Schema kCoreV1LocalObjectReference;
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
extern const Schema kCoreV1PersistentVolumeClaimSpec;
extern const Schema kCoreV1PersistentVolumeClaimTemplate;
extern const Schema kCoreV1PersistentVolumeClaimVolumeSource;
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
extern const Schema kCoreV1RBDVolumeSource;
extern const Schema kCoreV1ResourceClaim;
extern const Schema kCoreV1ResourceFieldSelector;
extern const Schema kCoreV1ResourceHealth;
extern const Schema kCoreV1ResourceRequirements;
extern const Schema kCoreV1ResourceStatus;
extern const Schema kCoreV1SELinuxOptions;
extern const Schema kCoreV1ScaleIOVolumeSource;
extern const Schema kCoreV1SeccompProfile;
extern const Schema kCoreV1SecretEnvSource;
extern const Schema kCoreV1SecretKeySelector;
extern const Schema kCoreV1SecretProjection;
extern const Schema kCoreV1SecretVolumeSource;
extern const Schema kCoreV1SecurityContext;
extern const Schema kCoreV1ServiceAccountTokenProjection;
extern const Schema kCoreV1ServicePort;
extern const Schema kCoreV1ServiceSpec;
extern const Schema kCoreV1ServiceStatus;
extern const Schema kCoreV1SessionAffinityConfig;
extern const Schema kCoreV1SleepAction;
extern const Schema kCoreV1StorageOSVolumeSource;
extern const Schema kCoreV1Sysctl;
extern const Schema kCoreV1TCPSocketAction;
extern const Schema kCoreV1Taint;
extern const Schema kCoreV1Toleration;
extern const Schema kCoreV1TopologySpreadConstraint;
extern const Schema kCoreV1TypedLocalObjectReference;
extern const Schema kCoreV1TypedObjectReference;
extern const Schema kCoreV1Volume;
extern const Schema kCoreV1VolumeDevice;
extern const Schema kCoreV1VolumeMount;
extern const Schema kCoreV1VolumeMountStatus;
extern const Schema kCoreV1VolumeProjection;
extern const Schema kCoreV1VolumeResourceRequirements;
extern const Schema kCoreV1VsphereVirtualDiskVolumeSource;
extern const Schema kCoreV1WeightedPodAffinityTerm;
extern const Schema kCoreV1WindowsSecurityContextOptions;
extern const Schema kCoreV1WorkloadReference;
extern const Schema kMetaV1Condition;
extern const Schema kMetaV1LabelSelector;
extern const Schema kMetaV1LabelSelectorRequirement;
extern const Schema kMetaV1ManagedFieldsEntry;
extern const Schema kMetaV1OwnerReference;
extern const Schema kMetaV1Preconditions;
extern const Schema kMetaV1StatusCause;
extern const Schema kMetaV1StatusDetails;

constexpr Field fBatchV1Job[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kBatchV1JobSpec},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kBatchV1JobStatus},
};
constinit const Schema kBatchV1Job{.name = "io.k8s.api.batch.v1.Job", .fields = fBatchV1Job};

constexpr Field fBatchV1JobCondition[] = {
  {.name = "lastProbeTime", .type = T::kTime, .number = 3},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kBatchV1JobCondition{.name = "io.k8s.api.batch.v1.JobCondition", .fields = fBatchV1JobCondition};

constexpr Field fBatchV1JobSpec[] = {
  {.name = "activeDeadlineSeconds", .type = T::kInt64, .number = 3},
  {.name = "backoffLimit", .type = T::kInt32, .number = 7, .default_value = "6"},
  {.name = "backoffLimitPerIndex", .type = T::kInt32, .number = 12},
  {.name = "completionMode", .type = T::kString, .number = 9, .default_value = "\"NonIndexed\""},
  {.name = "completions", .type = T::kInt32, .number = 2},
  {.name = "managedBy", .type = T::kString, .number = 15},
  {.name = "manualSelector", .type = T::kBool, .number = 5, .default_value = "false"},
  {.name = "maxFailedIndexes", .type = T::kInt32, .number = 13},
  {.name = "parallelism", .type = T::kInt32, .number = 1},
  {.name = "podFailurePolicy", .type = T::kObject, .number = 11, .schema = &kBatchV1PodFailurePolicy},
  {.name = "podReplacementPolicy", .type = T::kString, .number = 14},
  {.name = "selector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "successPolicy", .type = T::kObject, .number = 16, .schema = &kBatchV1SuccessPolicy},
  {.name = "suspend", .type = T::kBool, .number = 10, .default_value = "false"},
  {.name = "template", .type = T::kObject, .flags = kRequired | kByValue, .number = 6, .schema = &kCoreV1PodTemplateSpec},
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

constexpr Field fBatchV1PodFailurePolicy[] = {
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kBatchV1PodFailurePolicyRule},
};
constinit const Schema kBatchV1PodFailurePolicy{.name = "io.k8s.api.batch.v1.PodFailurePolicy", .fields = fBatchV1PodFailurePolicy};

constexpr Field fBatchV1PodFailurePolicyOnExitCodesRequirement[] = {
  {.name = "containerName", .type = T::kString, .number = 1},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "values", .type = T::kInt32, .shape = Shape::kList, .flags = kRequired | kListSet, .number = 3},
};
constinit const Schema kBatchV1PodFailurePolicyOnExitCodesRequirement{.name = "io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement", .fields = fBatchV1PodFailurePolicyOnExitCodesRequirement};

constexpr Field fBatchV1PodFailurePolicyOnPodConditionsPattern[] = {
  {.name = "status", .type = T::kString, .flags = kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kBatchV1PodFailurePolicyOnPodConditionsPattern{.name = "io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern", .fields = fBatchV1PodFailurePolicyOnPodConditionsPattern};

constexpr Field fBatchV1PodFailurePolicyRule[] = {
  {.name = "action", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "onExitCodes", .type = T::kObject, .number = 2, .schema = &kBatchV1PodFailurePolicyOnExitCodesRequirement},
  {.name = "onPodConditions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 3, .schema = &kBatchV1PodFailurePolicyOnPodConditionsPattern},
};
constinit const Schema kBatchV1PodFailurePolicyRule{.name = "io.k8s.api.batch.v1.PodFailurePolicyRule", .fields = fBatchV1PodFailurePolicyRule};

constexpr Field fBatchV1SuccessPolicy[] = {
  {.name = "rules", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kBatchV1SuccessPolicyRule},
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

constexpr Field fCoordinationV1Lease[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoordinationV1LeaseSpec},
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
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1AppArmorProfile{.name = "io.k8s.api.core.v1.AppArmorProfile", .fields = fCoreV1AppArmorProfile};

constexpr Field fCoreV1AttachedVolume[] = {
  {.name = "devicePath", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1AttachedVolume{.name = "io.k8s.api.core.v1.AttachedVolume", .fields = fCoreV1AttachedVolume};

constexpr Field fCoreV1AzureDiskVolumeSource[] = {
  {.name = "cachingMode", .type = T::kString, .number = 3, .default_value = "\"ReadWrite\""},
  {.name = "diskName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "diskURI", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "fsType", .type = T::kString, .number = 4, .default_value = "\"ext4\""},
  {.name = "kind", .type = T::kString, .number = 6, .default_value = "\"Shared\""},
  {.name = "readOnly", .type = T::kBool, .flags = kByValue, .number = 5, .default_value = "false"},
};
constinit const Schema kCoreV1AzureDiskVolumeSource{.name = "io.k8s.api.core.v1.AzureDiskVolumeSource", .fields = fCoreV1AzureDiskVolumeSource};

constexpr Field fCoreV1AzureFileVolumeSource[] = {
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "secretName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "shareName", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1AzureFileVolumeSource{.name = "io.k8s.api.core.v1.AzureFileVolumeSource", .fields = fCoreV1AzureFileVolumeSource};

constexpr Field fCoreV1Binding[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "target", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1ObjectReference},
};
constinit const Schema kCoreV1Binding{.name = "io.k8s.api.core.v1.Binding", .fields = fCoreV1Binding};

constexpr Field fCoreV1CSIVolumeSource[] = {
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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

constexpr Field fCoreV1CephFSVolumeSource[] = {
  {.name = "monitors", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1},
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 6},
  {.name = "secretFile", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1LocalObjectReference},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1CephFSVolumeSource{.name = "io.k8s.api.core.v1.CephFSVolumeSource", .fields = fCoreV1CephFSVolumeSource};

constexpr Field fCoreV1CinderVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "secretRef", .type = T::kObject, .number = 4, .schema = &kCoreV1LocalObjectReference},
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 4},
  {.name = "signerName", .type = T::kString, .number = 2},
};
constinit const Schema kCoreV1ClusterTrustBundleProjection{.name = "io.k8s.api.core.v1.ClusterTrustBundleProjection", .fields = fCoreV1ClusterTrustBundleProjection};

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
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kByValue | kZeroOmitted, .number = 1, .via = 1},
  {.name = "optional", .type = T::kBool, .number = 3},
};
constinit const Schema kCoreV1ConfigMapKeySelector{.name = "io.k8s.api.core.v1.ConfigMapKeySelector", .fields = fCoreV1ConfigMapKeySelector, .atomic = true};

constexpr Field fCoreV1ConfigMapNodeConfigSource[] = {
  {.name = "kubeletConfigKey", .type = T::kString, .flags = kRequired | kByValue, .number = 5},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "namespace", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "containerName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "requestName", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "resourceName", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1ContainerExtendedResourceRequest{.name = "io.k8s.api.core.v1.ContainerExtendedResourceRequest", .fields = fCoreV1ContainerExtendedResourceRequest};

constexpr Field fCoreV1ContainerImage[] = {
  {.name = "names", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "sizeBytes", .type = T::kInt64, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1ContainerImage{.name = "io.k8s.api.core.v1.ContainerImage", .fields = fCoreV1ContainerImage};

constexpr Field fCoreV1ContainerPort[] = {
  {.name = "containerPort", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3},
  {.name = "hostIP", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "hostPort", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "protocol", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"TCP\""},
};
constinit const Schema kCoreV1ContainerPort{.name = "io.k8s.api.core.v1.ContainerPort", .fields = fCoreV1ContainerPort};

constexpr Field fCoreV1ContainerResizePolicy[] = {
  {.name = "resourceName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "restartPolicy", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
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
  {.name = "startedAt", .type = T::kTime, .number = 1},
};
constinit const Schema kCoreV1ContainerStateRunning{.name = "io.k8s.api.core.v1.ContainerStateRunning", .fields = fCoreV1ContainerStateRunning};

constexpr Field fCoreV1ContainerStateTerminated[] = {
  {.name = "containerID", .type = T::kString, .flags = kZeroOmitted, .number = 7},
  {.name = "exitCode", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
  {.name = "finishedAt", .type = T::kTime, .number = 6},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "signal", .type = T::kInt32, .flags = kZeroOmitted, .number = 2},
  {.name = "startedAt", .type = T::kTime, .number = 5},
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
  {.name = "image", .type = T::kString, .flags = kRequired | kByValue, .number = 6},
  {.name = "imageID", .type = T::kString, .flags = kRequired | kByValue, .number = 7},
  {.name = "lastState", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1ContainerState},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "ready", .type = T::kBool, .flags = kRequired | kByValue, .number = 4},
  {.name = "resources", .type = T::kObject, .number = 11, .schema = &kCoreV1ResourceRequirements},
  {.name = "restartCount", .type = T::kInt32, .flags = kRequired | kByValue, .number = 5},
  {.name = "started", .type = T::kBool, .number = 9},
  {.name = "state", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1ContainerState},
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
  {.name = "Port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1DaemonEndpoint{.name = "io.k8s.api.core.v1.DaemonEndpoint", .fields = fCoreV1DaemonEndpoint};

constexpr Field fCoreV1DownwardAPIProjection[] = {
  {.name = "items", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1DownwardAPIVolumeFile},
};
constinit const Schema kCoreV1DownwardAPIProjection{.name = "io.k8s.api.core.v1.DownwardAPIProjection", .fields = fCoreV1DownwardAPIProjection};

constexpr Field fCoreV1DownwardAPIVolumeFile[] = {
  {.name = "fieldRef", .type = T::kObject, .number = 2, .schema = &kCoreV1ObjectFieldSelector},
  {.name = "mode", .type = T::kInt32, .number = 4},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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

constexpr Field fCoreV1EnvFromSource[] = {
  {.name = "configMapRef", .type = T::kObject, .number = 2, .schema = &kCoreV1ConfigMapEnvSource},
  {.name = "prefix", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "secretRef", .type = T::kObject, .number = 3, .schema = &kCoreV1SecretEnvSource},
};
constinit const Schema kCoreV1EnvFromSource{.name = "io.k8s.api.core.v1.EnvFromSource", .fields = fCoreV1EnvFromSource};

constexpr Field fCoreV1EnvVar[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1, .via = 1},
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
  {.name = "eventTime", .type = T::kMicroTime, .number = 10},
  {.name = "firstTimestamp", .type = T::kTime, .number = 6},
  {.name = "involvedObject", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1ObjectReference},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "lastTimestamp", .type = T::kTime, .number = 7},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "metadata", .type = T::kObject, .flags = kRequired | kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "related", .type = T::kObject, .number = 13, .schema = &kCoreV1ObjectReference},
  {.name = "reportingComponent", .type = T::kString, .flags = kByValue, .number = 14},
  {.name = "reportingInstance", .type = T::kString, .flags = kByValue, .number = 15},
  {.name = "series", .type = T::kObject, .number = 11, .schema = &kCoreV1EventSeries},
  {.name = "source", .type = T::kObject, .flags = kByValue, .number = 5, .schema = &kCoreV1EventSource},
  {.name = "type", .type = T::kString, .flags = kZeroOmitted, .number = 9},
};
constinit const Schema kCoreV1Event{.name = "io.k8s.api.core.v1.Event", .fields = fCoreV1Event};

constexpr Field fCoreV1EventSeries[] = {
  {.name = "count", .type = T::kInt32, .flags = kZeroOmitted, .number = 1},
  {.name = "lastObservedTime", .type = T::kMicroTime, .number = 2},
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
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "optional", .type = T::kBool, .flags = kByValue, .number = 4},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "volumeName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1FileKeySelector{.name = "io.k8s.api.core.v1.FileKeySelector", .fields = fCoreV1FileKeySelector, .atomic = true};

constexpr Field fCoreV1FlexVolumeSource[] = {
  {.name = "driver", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "pdName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
};
constinit const Schema kCoreV1GCEPersistentDiskVolumeSource{.name = "io.k8s.api.core.v1.GCEPersistentDiskVolumeSource", .fields = fCoreV1GCEPersistentDiskVolumeSource};

constexpr Field fCoreV1GRPCAction[] = {
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
  {.name = "service", .type = T::kString, .flags = kByValue, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1GRPCAction{.name = "io.k8s.api.core.v1.GRPCAction", .fields = fCoreV1GRPCAction};

constexpr Field fCoreV1GitRepoVolumeSource[] = {
  {.name = "directory", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "repository", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "revision", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1GitRepoVolumeSource{.name = "io.k8s.api.core.v1.GitRepoVolumeSource", .fields = fCoreV1GitRepoVolumeSource};

constexpr Field fCoreV1GlusterfsVolumeSource[] = {
  {.name = "endpoints", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1GlusterfsVolumeSource{.name = "io.k8s.api.core.v1.GlusterfsVolumeSource", .fields = fCoreV1GlusterfsVolumeSource};

constexpr Field fCoreV1HTTPGetAction[] = {
  {.name = "host", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "httpHeaders", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 5, .schema = &kCoreV1HTTPHeader},
  {.name = "path", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"/\""},
  {.name = "port", .type = T::kIntOrString, .flags = kRequired, .number = 2},
  {.name = "scheme", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"HTTP\""},
};
constinit const Schema kCoreV1HTTPGetAction{.name = "io.k8s.api.core.v1.HTTPGetAction", .fields = fCoreV1HTTPGetAction};

constexpr Field fCoreV1HTTPHeader[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "value", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1HTTPHeader{.name = "io.k8s.api.core.v1.HTTPHeader", .fields = fCoreV1HTTPHeader};

constexpr Field fCoreV1HostAlias[] = {
  {.name = "hostnames", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 2},
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1HostAlias{.name = "io.k8s.api.core.v1.HostAlias", .fields = fCoreV1HostAlias};

constexpr Field fCoreV1HostIP[] = {
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1HostIP{.name = "io.k8s.api.core.v1.HostIP", .fields = fCoreV1HostIP};

constexpr Field fCoreV1HostPathVolumeSource[] = {
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "type", .type = T::kString, .number = 2, .default_value = "\"\""},
};
constinit const Schema kCoreV1HostPathVolumeSource{.name = "io.k8s.api.core.v1.HostPathVolumeSource", .fields = fCoreV1HostPathVolumeSource};

constexpr Field fCoreV1ISCSIVolumeSource[] = {
  {.name = "chapAuthDiscovery", .type = T::kBool, .flags = kZeroOmitted, .number = 8},
  {.name = "chapAuthSession", .type = T::kBool, .flags = kZeroOmitted, .number = 11},
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "initiatorName", .type = T::kString, .number = 12},
  {.name = "iqn", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "iscsiInterface", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"default\""},
  {.name = "lun", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3},
  {.name = "portals", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 7},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 6},
  {.name = "secretRef", .type = T::kObject, .number = 10, .schema = &kCoreV1LocalObjectReference},
  {.name = "targetPortal", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1ISCSIVolumeSource{.name = "io.k8s.api.core.v1.ISCSIVolumeSource", .fields = fCoreV1ISCSIVolumeSource};

constexpr Field fCoreV1ImageVolumeSource[] = {
  {.name = "pullPolicy", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "reference", .type = T::kString, .flags = kZeroOmitted, .number = 1},
};
constinit const Schema kCoreV1ImageVolumeSource{.name = "io.k8s.api.core.v1.ImageVolumeSource", .fields = fCoreV1ImageVolumeSource};

constexpr Field fCoreV1KeyToPath[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "mode", .type = T::kInt32, .number = 3},
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
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

constexpr Field fCoreV1LinuxContainerUser[] = {
  {.name = "gid", .type = T::kInt64, .flags = kRequired | kByValue, .number = 2},
  {.name = "supplementalGroups", .type = T::kInt64, .shape = Shape::kList, .flags = kAtomic, .number = 3},
  {.name = "uid", .type = T::kInt64, .flags = kRequired | kByValue, .number = 1},
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

constexpr Field fCoreV1NFSVolumeSource[] = {
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "server", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1NFSVolumeSource{.name = "io.k8s.api.core.v1.NFSVolumeSource", .fields = fCoreV1NFSVolumeSource};

constexpr Field fCoreV1Namespace[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1NamespaceSpec},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1NamespaceStatus},
};
constinit const Schema kCoreV1Namespace{.name = "io.k8s.api.core.v1.Namespace", .fields = fCoreV1Namespace};

constexpr Field fCoreV1NamespaceCondition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1NodeSpec},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1NodeStatus},
};
constinit const Schema kCoreV1Node{.name = "io.k8s.api.core.v1.Node", .fields = fCoreV1Node};

constexpr Field fCoreV1NodeAddress[] = {
  {.name = "address", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1NodeAddress{.name = "io.k8s.api.core.v1.NodeAddress", .fields = fCoreV1NodeAddress};

constexpr Field fCoreV1NodeAffinity[] = {
  {.name = "preferredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kCoreV1PreferredSchedulingTerm},
  {.name = "requiredDuringSchedulingIgnoredDuringExecution", .type = T::kObject, .number = 1, .schema = &kCoreV1NodeSelector},
};
constinit const Schema kCoreV1NodeAffinity{.name = "io.k8s.api.core.v1.NodeAffinity", .fields = fCoreV1NodeAffinity};

constexpr Field fCoreV1NodeCondition[] = {
  {.name = "lastHeartbeatTime", .type = T::kTime, .number = 3},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "kubeletEndpoint", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kCoreV1DaemonEndpoint},
};
constinit const Schema kCoreV1NodeDaemonEndpoints{.name = "io.k8s.api.core.v1.NodeDaemonEndpoints", .fields = fCoreV1NodeDaemonEndpoints};

constexpr Field fCoreV1NodeFeatures[] = {
  {.name = "supplementalGroupsPolicy", .type = T::kBool, .number = 1},
};
constinit const Schema kCoreV1NodeFeatures{.name = "io.k8s.api.core.v1.NodeFeatures", .fields = fCoreV1NodeFeatures};

constexpr Field fCoreV1NodeRuntimeHandler[] = {
  {.name = "features", .type = T::kObject, .number = 2, .schema = &kCoreV1NodeRuntimeHandlerFeatures},
  {.name = "name", .type = T::kString, .flags = kByValue, .number = 1},
};
constinit const Schema kCoreV1NodeRuntimeHandler{.name = "io.k8s.api.core.v1.NodeRuntimeHandler", .fields = fCoreV1NodeRuntimeHandler};

constexpr Field fCoreV1NodeRuntimeHandlerFeatures[] = {
  {.name = "recursiveReadOnlyMounts", .type = T::kBool, .number = 1},
  {.name = "userNamespaces", .type = T::kBool, .number = 2},
};
constinit const Schema kCoreV1NodeRuntimeHandlerFeatures{.name = "io.k8s.api.core.v1.NodeRuntimeHandlerFeatures", .fields = fCoreV1NodeRuntimeHandlerFeatures};

constexpr Field fCoreV1NodeSelector[] = {
  {.name = "nodeSelectorTerms", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kCoreV1NodeSelectorTerm},
};
constinit const Schema kCoreV1NodeSelector{.name = "io.k8s.api.core.v1.NodeSelector", .fields = fCoreV1NodeSelector, .atomic = true};

constexpr Field fCoreV1NodeSelectorRequirement[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
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
  {.name = "daemonEndpoints", .type = T::kObject, .flags = kByValue, .number = 6, .schema = &kCoreV1NodeDaemonEndpoints},
  {.name = "declaredFeatures", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 14},
  {.name = "features", .type = T::kObject, .number = 13, .schema = &kCoreV1NodeFeatures},
  {.name = "images", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 8, .schema = &kCoreV1ContainerImage},
  {.name = "nodeInfo", .type = T::kObject, .flags = kByValue, .number = 7, .schema = &kCoreV1NodeSystemInfo},
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
  {.name = "architecture", .type = T::kString, .flags = kRequired | kByValue, .number = 10},
  {.name = "bootID", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "containerRuntimeVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 6},
  {.name = "kernelVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 4},
  {.name = "kubeProxyVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 8},
  {.name = "kubeletVersion", .type = T::kString, .flags = kRequired | kByValue, .number = 7},
  {.name = "machineID", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "operatingSystem", .type = T::kString, .flags = kRequired | kByValue, .number = 9},
  {.name = "osImage", .type = T::kString, .flags = kRequired | kByValue, .number = 5},
  {.name = "swap", .type = T::kObject, .number = 11, .schema = &kCoreV1NodeSwapStatus},
  {.name = "systemUUID", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1NodeSystemInfo{.name = "io.k8s.api.core.v1.NodeSystemInfo", .fields = fCoreV1NodeSystemInfo};

constexpr Field fCoreV1ObjectFieldSelector[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted, .number = 1, .default_value = "\"v1\""},
  {.name = "fieldPath", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
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

constexpr Field fCoreV1PersistentVolumeClaimSpec[] = {
  {.name = "accessModes", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 1},
  {.name = "dataSource", .type = T::kObject, .number = 7, .schema = &kCoreV1TypedLocalObjectReference},
  {.name = "dataSourceRef", .type = T::kObject, .number = 8, .schema = &kCoreV1TypedObjectReference},
  {.name = "resources", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1VolumeResourceRequirements},
  {.name = "selector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "storageClassName", .type = T::kString, .number = 5},
  {.name = "volumeAttributesClassName", .type = T::kString, .number = 9},
  {.name = "volumeMode", .type = T::kString, .number = 6, .default_value = "\"Filesystem\""},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1PersistentVolumeClaimSpec{.name = "io.k8s.api.core.v1.PersistentVolumeClaimSpec", .fields = fCoreV1PersistentVolumeClaimSpec};

constexpr Field fCoreV1PersistentVolumeClaimTemplate[] = {
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1PersistentVolumeClaimSpec},
};
constinit const Schema kCoreV1PersistentVolumeClaimTemplate{.name = "io.k8s.api.core.v1.PersistentVolumeClaimTemplate", .fields = fCoreV1PersistentVolumeClaimTemplate};

constexpr Field fCoreV1PersistentVolumeClaimVolumeSource[] = {
  {.name = "claimName", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1PersistentVolumeClaimVolumeSource{.name = "io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource", .fields = fCoreV1PersistentVolumeClaimVolumeSource};

constexpr Field fCoreV1PhotonPersistentDiskVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "pdID", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1PhotonPersistentDiskVolumeSource{.name = "io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource", .fields = fCoreV1PhotonPersistentDiskVolumeSource};

constexpr Field fCoreV1Pod[] = {
  {.name = "apiVersion", .type = T::kString, .flags = kZeroOmitted},
  {.name = "kind", .type = T::kString, .flags = kZeroOmitted},
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PodSpec},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1PodStatus},
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
  {.name = "topologyKey", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
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
  {.name = "lastProbeTime", .type = T::kTime, .number = 3},
  {.name = "lastTransitionTime", .type = T::kTime, .number = 4},
  {.name = "message", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 7},
  {.name = "reason", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "requestMappings", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1, .schema = &kCoreV1ContainerExtendedResourceRequest},
  {.name = "resourceClaimName", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1PodExtendedResourceClaimStatus{.name = "io.k8s.api.core.v1.PodExtendedResourceClaimStatus", .fields = fCoreV1PodExtendedResourceClaimStatus};

constexpr Field fCoreV1PodIP[] = {
  {.name = "ip", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1PodIP{.name = "io.k8s.api.core.v1.PodIP", .fields = fCoreV1PodIP};

constexpr Field fCoreV1PodOS[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1PodOS{.name = "io.k8s.api.core.v1.PodOS", .fields = fCoreV1PodOS};

constexpr Field fCoreV1PodReadinessGate[] = {
  {.name = "conditionType", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1PodReadinessGate{.name = "io.k8s.api.core.v1.PodReadinessGate", .fields = fCoreV1PodReadinessGate};

constexpr Field fCoreV1PodResourceClaim[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "resourceClaimName", .type = T::kString, .number = 3},
  {.name = "resourceClaimTemplateName", .type = T::kString, .number = 4},
};
constinit const Schema kCoreV1PodResourceClaim{.name = "io.k8s.api.core.v1.PodResourceClaim", .fields = fCoreV1PodResourceClaim};

constexpr Field fCoreV1PodResourceClaimStatus[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "resourceClaimName", .type = T::kString, .number = 2},
};
constinit const Schema kCoreV1PodResourceClaimStatus{.name = "io.k8s.api.core.v1.PodResourceClaimStatus", .fields = fCoreV1PodResourceClaimStatus};

constexpr Field fCoreV1PodSchedulingGate[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "containers", .type = T::kObject, .shape = Shape::kList, .flags = kRequired | kListMap | kPatchMerge, .number = 2, .schema = &kCoreV1Container, .list_keys = "name", .merge_key = "name"},
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

constexpr Field fCoreV1PodTemplateSpec[] = {
  {.name = "metadata", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kMetaV1ObjectMeta},
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1PodSpec},
};
constinit const Schema kCoreV1PodTemplateSpec{.name = "io.k8s.api.core.v1.PodTemplateSpec", .fields = fCoreV1PodTemplateSpec};

constexpr Field fCoreV1PortStatus[] = {
  {.name = "error", .type = T::kString, .number = 3},
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
  {.name = "protocol", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1PortStatus{.name = "io.k8s.api.core.v1.PortStatus", .fields = fCoreV1PortStatus};

constexpr Field fCoreV1PortworxVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "volumeID", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1PortworxVolumeSource{.name = "io.k8s.api.core.v1.PortworxVolumeSource", .fields = fCoreV1PortworxVolumeSource};

constexpr Field fCoreV1PreferredSchedulingTerm[] = {
  {.name = "preference", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1NodeSelectorTerm},
  {.name = "weight", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "sources", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 1, .schema = &kCoreV1VolumeProjection},
};
constinit const Schema kCoreV1ProjectedVolumeSource{.name = "io.k8s.api.core.v1.ProjectedVolumeSource", .fields = fCoreV1ProjectedVolumeSource};

constexpr Field fCoreV1QuobyteVolumeSource[] = {
  {.name = "group", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "registry", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "tenant", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "volume", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1QuobyteVolumeSource{.name = "io.k8s.api.core.v1.QuobyteVolumeSource", .fields = fCoreV1QuobyteVolumeSource};

constexpr Field fCoreV1RBDVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "image", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "keyring", .type = T::kString, .flags = kZeroOmitted, .number = 6, .default_value = "\"/etc/ceph/keyring\""},
  {.name = "monitors", .type = T::kString, .shape = Shape::kList, .flags = kRequired | kAtomic, .number = 1},
  {.name = "pool", .type = T::kString, .flags = kZeroOmitted, .number = 4, .default_value = "\"rbd\""},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 8},
  {.name = "secretRef", .type = T::kObject, .number = 7, .schema = &kCoreV1LocalObjectReference},
  {.name = "user", .type = T::kString, .flags = kZeroOmitted, .number = 5, .default_value = "\"admin\""},
};
constinit const Schema kCoreV1RBDVolumeSource{.name = "io.k8s.api.core.v1.RBDVolumeSource", .fields = fCoreV1RBDVolumeSource};

constexpr Field fCoreV1ResourceClaim[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "request", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1ResourceClaim{.name = "io.k8s.api.core.v1.ResourceClaim", .fields = fCoreV1ResourceClaim};

constexpr Field fCoreV1ResourceFieldSelector[] = {
  {.name = "containerName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "divisor", .type = T::kQuantity, .number = 3},
  {.name = "resource", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1ResourceFieldSelector{.name = "io.k8s.api.core.v1.ResourceFieldSelector", .fields = fCoreV1ResourceFieldSelector, .atomic = true};

constexpr Field fCoreV1ResourceHealth[] = {
  {.name = "health", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "resourceID", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1ResourceHealth{.name = "io.k8s.api.core.v1.ResourceHealth", .fields = fCoreV1ResourceHealth};

constexpr Field fCoreV1ResourceRequirements[] = {
  {.name = "claims", .type = T::kObject, .shape = Shape::kList, .flags = kListMap, .number = 3, .schema = &kCoreV1ResourceClaim, .list_keys = "name"},
  {.name = "limits", .type = T::kQuantity, .shape = Shape::kMap, .number = 1},
  {.name = "requests", .type = T::kQuantity, .shape = Shape::kMap, .number = 2},
};
constinit const Schema kCoreV1ResourceRequirements{.name = "io.k8s.api.core.v1.ResourceRequirements", .fields = fCoreV1ResourceRequirements};

constexpr Field fCoreV1ResourceStatus[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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

constexpr Field fCoreV1ScaleIOVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 9, .default_value = "\"xfs\""},
  {.name = "gateway", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "protectionDomain", .type = T::kString, .flags = kZeroOmitted, .number = 5},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 10},
  {.name = "secretRef", .type = T::kObject, .flags = kRequired, .number = 3, .schema = &kCoreV1LocalObjectReference},
  {.name = "sslEnabled", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "storageMode", .type = T::kString, .flags = kZeroOmitted, .number = 7, .default_value = "\"ThinProvisioned\""},
  {.name = "storagePool", .type = T::kString, .flags = kZeroOmitted, .number = 6},
  {.name = "system", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 8},
};
constinit const Schema kCoreV1ScaleIOVolumeSource{.name = "io.k8s.api.core.v1.ScaleIOVolumeSource", .fields = fCoreV1ScaleIOVolumeSource};

constexpr Field fCoreV1SeccompProfile[] = {
  {.name = "localhostProfile", .type = T::kString, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
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
  {.name = "spec", .type = T::kObject, .flags = kByValue, .number = 2, .schema = &kCoreV1ServiceSpec},
  {.name = "status", .type = T::kObject, .flags = kByValue, .number = 3, .schema = &kCoreV1ServiceStatus},
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
  {.name = "path", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
};
constinit const Schema kCoreV1ServiceAccountTokenProjection{.name = "io.k8s.api.core.v1.ServiceAccountTokenProjection", .fields = fCoreV1ServiceAccountTokenProjection};

constexpr Field fCoreV1ServicePort[] = {
  {.name = "appProtocol", .type = T::kString, .number = 6},
  {.name = "name", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "nodePort", .type = T::kInt32, .flags = kZeroOmitted, .number = 5},
  {.name = "port", .type = T::kInt32, .flags = kRequired | kByValue, .number = 3},
  {.name = "protocol", .type = T::kString, .flags = kZeroOmitted, .number = 2, .default_value = "\"TCP\""},
  {.name = "targetPort", .type = T::kIntOrString, .number = 4},
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
  {.name = "loadBalancer", .type = T::kObject, .flags = kByValue, .number = 1, .schema = &kCoreV1LoadBalancerStatus},
};
constinit const Schema kCoreV1ServiceStatus{.name = "io.k8s.api.core.v1.ServiceStatus", .fields = fCoreV1ServiceStatus};

constexpr Field fCoreV1SessionAffinityConfig[] = {
  {.name = "clientIP", .type = T::kObject, .number = 1, .schema = &kCoreV1ClientIPConfig},
};
constinit const Schema kCoreV1SessionAffinityConfig{.name = "io.k8s.api.core.v1.SessionAffinityConfig", .fields = fCoreV1SessionAffinityConfig};

constexpr Field fCoreV1SleepAction[] = {
  {.name = "seconds", .type = T::kInt64, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1SleepAction{.name = "io.k8s.api.core.v1.SleepAction", .fields = fCoreV1SleepAction};

constexpr Field fCoreV1StorageOSVolumeSource[] = {
  {.name = "fsType", .type = T::kString, .flags = kZeroOmitted, .number = 3},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 4},
  {.name = "secretRef", .type = T::kObject, .number = 5, .schema = &kCoreV1LocalObjectReference},
  {.name = "volumeName", .type = T::kString, .flags = kZeroOmitted, .number = 1},
  {.name = "volumeNamespace", .type = T::kString, .flags = kZeroOmitted, .number = 2},
};
constinit const Schema kCoreV1StorageOSVolumeSource{.name = "io.k8s.api.core.v1.StorageOSVolumeSource", .fields = fCoreV1StorageOSVolumeSource};

constexpr Field fCoreV1Sysctl[] = {
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "value", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
};
constinit const Schema kCoreV1Sysctl{.name = "io.k8s.api.core.v1.Sysctl", .fields = fCoreV1Sysctl};

constexpr Field fCoreV1TCPSocketAction[] = {
  {.name = "host", .type = T::kString, .flags = kZeroOmitted, .number = 2},
  {.name = "port", .type = T::kIntOrString, .flags = kRequired, .number = 1},
};
constinit const Schema kCoreV1TCPSocketAction{.name = "io.k8s.api.core.v1.TCPSocketAction", .fields = fCoreV1TCPSocketAction};

constexpr Field fCoreV1Taint[] = {
  {.name = "effect", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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

constexpr Field fCoreV1TopologySpreadConstraint[] = {
  {.name = "labelSelector", .type = T::kObject, .number = 4, .schema = &kMetaV1LabelSelector},
  {.name = "matchLabelKeys", .type = T::kString, .shape = Shape::kList, .flags = kAtomic, .number = 8},
  {.name = "maxSkew", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
  {.name = "minDomains", .type = T::kInt32, .number = 5},
  {.name = "nodeAffinityPolicy", .type = T::kString, .number = 6},
  {.name = "nodeTaintsPolicy", .type = T::kString, .number = 7},
  {.name = "topologyKey", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "whenUnsatisfiable", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
};
constinit const Schema kCoreV1TopologySpreadConstraint{.name = "io.k8s.api.core.v1.TopologySpreadConstraint", .fields = fCoreV1TopologySpreadConstraint};

constexpr Field fCoreV1TypedLocalObjectReference[] = {
  {.name = "apiGroup", .type = T::kString, .number = 1},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
};
constinit const Schema kCoreV1TypedLocalObjectReference{.name = "io.k8s.api.core.v1.TypedLocalObjectReference", .fields = fCoreV1TypedLocalObjectReference, .atomic = true};

constexpr Field fCoreV1TypedObjectReference[] = {
  {.name = "apiGroup", .type = T::kString, .number = 1},
  {.name = "kind", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
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
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "devicePath", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1VolumeDevice{.name = "io.k8s.api.core.v1.VolumeDevice", .fields = fCoreV1VolumeDevice};

constexpr Field fCoreV1VolumeMount[] = {
  {.name = "mountPath", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "mountPropagation", .type = T::kString, .number = 5},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 2},
  {.name = "recursiveReadOnly", .type = T::kString, .number = 7},
  {.name = "subPath", .type = T::kString, .flags = kZeroOmitted, .number = 4},
  {.name = "subPathExpr", .type = T::kString, .flags = kZeroOmitted, .number = 6},
};
constinit const Schema kCoreV1VolumeMount{.name = "io.k8s.api.core.v1.VolumeMount", .fields = fCoreV1VolumeMount};

constexpr Field fCoreV1VolumeMountStatus[] = {
  {.name = "mountPath", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "readOnly", .type = T::kBool, .flags = kZeroOmitted, .number = 3},
  {.name = "recursiveReadOnly", .type = T::kString, .number = 4},
};
constinit const Schema kCoreV1VolumeMountStatus{.name = "io.k8s.api.core.v1.VolumeMountStatus", .fields = fCoreV1VolumeMountStatus};

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
  {.name = "volumePath", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
};
constinit const Schema kCoreV1VsphereVirtualDiskVolumeSource{.name = "io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource", .fields = fCoreV1VsphereVirtualDiskVolumeSource};

constexpr Field fCoreV1WeightedPodAffinityTerm[] = {
  {.name = "podAffinityTerm", .type = T::kObject, .flags = kRequired | kByValue, .number = 2, .schema = &kCoreV1PodAffinityTerm},
  {.name = "weight", .type = T::kInt32, .flags = kRequired | kByValue, .number = 1},
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
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "podGroup", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "podGroupReplicaKey", .type = T::kString, .flags = kZeroOmitted, .number = 3},
};
constinit const Schema kCoreV1WorkloadReference{.name = "io.k8s.api.core.v1.WorkloadReference", .fields = fCoreV1WorkloadReference};

constexpr Field fMetaV1Condition[] = {
  {.name = "lastTransitionTime", .type = T::kTime, .flags = kRequired, .number = 4},
  {.name = "message", .type = T::kString, .flags = kRequired | kByValue, .number = 6},
  {.name = "observedGeneration", .type = T::kInt64, .flags = kZeroOmitted, .number = 3},
  {.name = "reason", .type = T::kString, .flags = kRequired | kByValue, .number = 5},
  {.name = "status", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
  {.name = "type", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
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

constexpr Field fMetaV1LabelSelector[] = {
  {.name = "matchExpressions", .type = T::kObject, .shape = Shape::kList, .flags = kAtomic, .number = 2, .schema = &kMetaV1LabelSelectorRequirement},
  {.name = "matchLabels", .type = T::kString, .shape = Shape::kMap, .number = 1},
};
constinit const Schema kMetaV1LabelSelector{.name = "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector", .fields = fMetaV1LabelSelector, .atomic = true};

constexpr Field fMetaV1LabelSelectorRequirement[] = {
  {.name = "key", .type = T::kString, .flags = kRequired | kByValue, .number = 1},
  {.name = "operator", .type = T::kString, .flags = kRequired | kByValue, .number = 2},
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
  {.name = "fieldsV1", .type = T::kRaw, .number = 7},
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
  {.name = "name", .type = T::kString, .flags = kRequired | kByValue, .number = 3},
  {.name = "uid", .type = T::kString, .flags = kRequired | kByValue, .number = 4},
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

}  // namespace sluice::api::tables

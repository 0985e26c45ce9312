// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/cluster_columns.h"
#include "api/printing/cells.h"
#include "api/standard_columns.h"
#include "api/storage_columns.h"
#include "api/workload_columns.h"

// The columns of each kind, with the headers kubectl users know, as data.
namespace sluice::api::columns {

inline constexpr Column kConfigMap[] = {
    kName, {.name = "Data", .description = "Number of entries", .cell = cells::data_count}, kAge};

inline constexpr Column kEvent[] = {
    {.name = "Last Seen", .description = "Last occurrence", .cell = cells::event_last_seen},
    {.name = "Type", .description = "Normal or Warning", .path = "type"},
    {.name = "Reason", .description = "What happened, in one word", .path = "reason"},
    {.name = "Object", .description = "What it happened to", .cell = cells::event_object},
    {.name = "Subobject",
     .priority = 1,
     .description = "Part of the object concerned",
     .path = "involvedObject.fieldPath"},
    {.name = "Source",
     .priority = 1,
     .description = "Component that reported it",
     .cell = cells::event_source},
    {.name = "Message", .description = "What happened", .path = "message"},
    {.name = "First Seen",
     .priority = 1,
     .description = "First occurrence",
     .cell = cells::event_first_seen},
    {.name = "Count",
     .priority = 1,
     .description = "Number of occurrences",
     .cell = cells::event_count},
    {.name = "Name",
     .format = "name",
     .priority = 1,
     .description = "Name of the event",
     .path = "metadata.name"}};

// The same events seen through events.k8s.io, where the fields have other names.
inline constexpr Column kEventsEvent[] = {
    kEvent[0],
    kEvent[1],
    kEvent[2],
    kEvent[3],
    {.name = "Subobject",
     .priority = 1,
     .description = "Part of the object concerned",
     .path = "regarding.fieldPath"},
    kEvent[5],
    {.name = "Message", .description = "What happened", .path = "note"},
    kEvent[7],
    kEvent[8],
    kEvent[9]};

inline constexpr Column kJob[] = {
    kName,
    {.name = "Status", .description = "Whether it runs or how it ended", .cell = cells::job_status},
    {.name = "Completions",
     .description = "Pods that succeeded, of those wanted",
     .cell = cells::job_completions},
    {.name = "Duration", .description = "Running time so far", .cell = cells::job_duration},
    kAge,
    kContainers,
    kImages,
    {.name = "Selector",
     .priority = 1,
     .description = "Labels its pods carry",
     .cell = cells::job_selector}};

inline constexpr Column kLease[] = {
    kName,
    {.name = "Holder", .description = "Who holds the lease", .path = "spec.holderIdentity"},
    kAge};

inline constexpr Column kNamespace[] = {
    kName,
    {.name = "Status", .description = "Active or Terminating", .path = "status.phase"},
    kAge};

inline constexpr Column kNode[] = {
    kName,
    {.name = "Status", .description = "Whether it takes pods", .cell = cells::node_status},
    {.name = "Roles", .description = "Roles by label", .cell = cells::node_roles},
    kAge,
    {.name = "Version",
     .description = "Version of the kubelet",
     .path = "status.nodeInfo.kubeletVersion"},
    {.name = "Internal-IP",
     .priority = 1,
     .description = "Address inside the cluster",
     .cell = cells::node_internal_ip},
    {.name = "External-IP",
     .priority = 1,
     .description = "Address outside the cluster",
     .cell = cells::node_external_ip},
    {.name = "OS-Image",
     .priority = 1,
     .description = "Operating system",
     .cell = cells::node_os_image},
    {.name = "Kernel-Version", .priority = 1, .description = "Kernel", .cell = cells::node_kernel},
    {.name = "Container-Runtime",
     .priority = 1,
     .description = "What runs containers there",
     .cell = cells::node_runtime}};

inline constexpr Column kPod[] = {
    kName,
    {.name = "Ready", .description = "Containers ready, of all", .cell = cells::pod_ready},
    {.name = "Status", .description = "What the pod does", .cell = cells::pod_status},
    {.name = "Restarts", .description = "Restarts of its containers", .cell = cells::pod_restarts},
    kAge,
    {.name = "IP", .priority = 1, .description = "Address of the pod", .cell = cells::pod_ip},
    {.name = "Node", .priority = 1, .description = "Where it runs", .cell = cells::pod_node},
    {.name = "Nominated Node",
     .priority = 1,
     .description = "Where it may run after preemption",
     .cell = cells::pod_nominated_node},
    {.name = "Readiness Gates",
     .priority = 1,
     .description = "Gates passed, of all",
     .cell = cells::pod_readiness_gates}};

inline constexpr Column kSecret[] = {
    kName,
    {.name = "Type", .description = "Type of the secret", .path = "type"},
    {.name = "Data", .description = "Number of entries", .cell = cells::data_count},
    kAge};

inline constexpr Column kService[] = {
    kName,
    {.name = "Type", .description = "How it is reached", .path = "spec.type"},
    {.name = "Cluster-IP",
     .description = "Address inside the cluster",
     .cell = cells::service_cluster_ip},
    {.name = "External-IP",
     .description = "Address outside the cluster",
     .cell = cells::service_external_ip},
    {.name = "Port(s)", .description = "Ports and protocols", .cell = cells::service_ports},
    kAge,
    {.name = "Selector",
     .priority = 1,
     .description = "Labels of the pods behind it",
     .cell = cells::service_selector}};

inline constexpr Column kServiceAccount[] = {kName, kAge};

}  // namespace sluice::api::columns

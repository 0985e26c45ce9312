// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/printing/cells.h"
#include "api/standard_columns.h"

// The columns of workloads and of what scales and protects them.
namespace sluice::api::columns {

// What several of them have.
inline constexpr Column kContainers = {.name = "Containers",
                                       .priority = 1,
                                       .description = "Names of the pod's containers",
                                       .cell = cells::job_containers};
inline constexpr Column kImages = {.name = "Images",
                                   .priority = 1,
                                   .description = "Images of the pod's containers",
                                   .cell = cells::job_images};
inline constexpr Column kPodSelector = {.name = "Selector",
                                        .priority = 1,
                                        .description = "Labels its pods carry",
                                        .path = "spec.selector",
                                        .show = Show::kSelector};
inline constexpr Column kReplicasWanted = {
    .name = "Desired", .type = "integer", .description = "Pods wanted", .path = "spec.replicas"};
inline constexpr Column kReplicasThere = {.name = "Current",
                                          .type = "integer",
                                          .description = "Pods there are",
                                          .path = "status.replicas"};
inline constexpr Column kReplicasReady = {.name = "Ready",
                                          .type = "integer",
                                          .description = "Pods that are ready",
                                          .path = "status.readyReplicas"};

inline constexpr Column kControllerRevision[] = {kName,
                                                 {.name = "Controller",
                                                  .description = "What it is a revision of",
                                                  .cell = cells::controller_name},
                                                 {.name = "Revision",
                                                  .type = "integer",
                                                  .shown_type = "string",
                                                  .description = "Number of the revision",
                                                  .path = "revision"},
                                                 kAge};

inline constexpr Column kCronJob[] = {
    kName,
    {.name = "Schedule", .description = "When jobs start", .path = "spec.schedule"},
    {.name = "Timezone",
     .description = "Where the schedule holds",
     .path = "spec.timeZone",
     .missing = "<none>"},
    {.name = "Suspend",
     .shown_type = "boolean",
     .description = "Whether it pauses",
     .cell = cells::cron_job_suspend},
    {.name = "Active",
     .type = "integer",
     .description = "Jobs that run now",
     .path = "status.active",
     .show = Show::kCount},
    {.name = "Last Schedule",
     .description = "Time since the last job started",
     .path = "status.lastScheduleTime",
     .show = Show::kAge,
     .missing = "<none>"},
    kAge,
    {.name = "Containers",
     .priority = 1,
     .description = "Names of the pod's containers",
     .cell = cells::cron_job_containers},
    {.name = "Images",
     .priority = 1,
     .description = "Images of the pod's containers",
     .cell = cells::cron_job_images},
    {.name = "Selector",
     .priority = 1,
     .description = "Labels its pods carry",
     .path = "spec.jobTemplate.spec.selector",
     .show = Show::kSelector}};

inline constexpr Column kDaemonSet[] = {kName,
                                        {.name = "Desired",
                                         .type = "integer",
                                         .description = "Nodes that should run it",
                                         .path = "status.desiredNumberScheduled"},
                                        {.name = "Current",
                                         .type = "integer",
                                         .description = "Nodes that run it",
                                         .path = "status.currentNumberScheduled"},
                                        {.name = "Ready",
                                         .type = "integer",
                                         .description = "Pods that are ready",
                                         .path = "status.numberReady"},
                                        {.name = "Up-to-date",
                                         .type = "integer",
                                         .description = "Pods of the current template",
                                         .path = "status.updatedNumberScheduled"},
                                        {.name = "Available",
                                         .type = "integer",
                                         .description = "Pods that are available",
                                         .path = "status.numberAvailable"},
                                        {.name = "Node Selector",
                                         .description = "Labels of its nodes",
                                         .path = "spec.template.spec.nodeSelector",
                                         .show = Show::kLabels},
                                        kAge,
                                        kContainers,
                                        kImages,
                                        kPodSelector};

inline constexpr Column kDeployment[] = {
    kName,
    {.name = "Ready", .description = "Pods ready, of those wanted", .cell = cells::replicas_ready},
    {.name = "Up-to-date",
     .type = "integer",
     .shown_type = "string",
     .description = "Pods of the current template",
     .path = "status.updatedReplicas"},
    {.name = "Available",
     .type = "integer",
     .shown_type = "string",
     .description = "Pods that are available",
     .path = "status.availableReplicas"},
    kAge,
    kContainers,
    kImages,
    kPodSelector};

inline constexpr Column kScale[] = {
    {.name = "Name", .description = "Name of what is scaled", .path = "metadata.name"},
    {.name = "Desired",
     .type = "integer",
     .description = "Replicas wanted",
     .path = "spec.replicas"},
    {.name = "Available",
     .type = "integer",
     .description = "Replicas there are",
     .path = "status.replicas"},
    kAge};

inline constexpr Column kHorizontalPodAutoscaler[] = {
    kName,
    {.name = "Reference", .description = "What it scales", .cell = cells::autoscaler_reference},
    {.name = "Targets",
     .description = "Load, of the load wanted",
     .cell = cells::autoscaler_targets},
    {.name = "MinPods",
     .description = "Fewest replicas",
     .path = "spec.minReplicas",
     .show = Show::kText,
     .missing = "<unset>"},
    {.name = "MaxPods",
     .type = "integer",
     .shown_type = "string",
     .description = "Most replicas",
     .path = "spec.maxReplicas"},
    {.name = "Replicas",
     .type = "integer",
     .shown_type = "string",
     .description = "Replicas there are",
     .path = "status.currentReplicas"},
    kAge};

inline constexpr Column kPodDisruptionBudget[] = {kName,
                                                  {.name = "Min Available",
                                                   .description = "Pods that must stay",
                                                   .path = "spec.minAvailable",
                                                   .show = Show::kText,
                                                   .missing = "N/A"},
                                                  {.name = "Max Unavailable",
                                                   .description = "Pods that may be missing",
                                                   .path = "spec.maxUnavailable",
                                                   .show = Show::kText,
                                                   .missing = "N/A"},
                                                  {.name = "Allowed Disruptions",
                                                   .type = "integer",
                                                   .description = "Pods that may go now",
                                                   .path = "status.disruptionsAllowed"},
                                                  kAge};

inline constexpr Column kPodTemplate[] = {kName,
                                          {.name = "Containers",
                                           .description = "Names of the pod's containers",
                                           .cell = cells::template_containers},
                                          {.name = "Images",
                                           .description = "Images of the pod's containers",
                                           .cell = cells::template_images},
                                          {.name = "Pod Labels",
                                           .description = "Labels of the pods",
                                           .path = "template.metadata.labels",
                                           .show = Show::kLabels}};

inline constexpr Column kReplicaSet[] = {kName, kReplicasWanted, kReplicasThere, kReplicasReady,
                                         kAge,  kContainers,     kImages,        kPodSelector};

inline constexpr Column kReplicationController[] = {kName,
                                                    kReplicasWanted,
                                                    kReplicasThere,
                                                    kReplicasReady,
                                                    kAge,
                                                    kContainers,
                                                    kImages,
                                                    {.name = "Selector",
                                                     .priority = 1,
                                                     .description = "Labels its pods carry",
                                                     .path = "spec.selector",
                                                     .show = Show::kLabels}};

inline constexpr Column kStatefulSet[] = {
    kName,
    {.name = "Ready", .description = "Pods ready, of those wanted", .cell = cells::replicas_ready},
    kAge,
    kContainers,
    kImages};

}  // namespace sluice::api::columns

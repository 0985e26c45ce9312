// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/printing/cells.h"
#include "api/standard_columns.h"

// The columns of volumes, claims and what provides them.
namespace sluice::api::columns {

// What volumes and claims both have.
inline constexpr Column kAttributesClass = {.name = "VolumeAttributesClass",
                                            .description = "Class of its attributes",
                                            .path = "spec.volumeAttributesClassName",
                                            .missing = "<unset>"};
inline constexpr Column kVolumeMode = {.name = "VolumeMode",
                                       .priority = 1,
                                       .description = "Filesystem or block device",
                                       .path = "spec.volumeMode",
                                       .missing = "<unset>"};

inline constexpr Column kCSIDriver[] = {kName,
                                        {.name = "AttachRequired",
                                         .type = "boolean",
                                         .description = "Whether volumes are attached first",
                                         .path = "spec.attachRequired"},
                                        {.name = "PodInfoOnMount",
                                         .type = "boolean",
                                         .description = "Whether mounts name the pod",
                                         .path = "spec.podInfoOnMount"},
                                        {.name = "StorageCapacity",
                                         .type = "boolean",
                                         .description = "Whether capacity is published",
                                         .path = "spec.storageCapacity"},
                                        {.name = "TokenRequests",
                                         .description = "Audiences of tokens it gets",
                                         .cell = cells::driver_audiences},
                                        {.name = "RequiresRepublish",
                                         .type = "boolean",
                                         .description = "Whether volumes are published again",
                                         .path = "spec.requiresRepublish"},
                                        {.name = "Modes",
                                         .description = "Lifecycles of its volumes",
                                         .path = "spec.volumeLifecycleModes",
                                         .show = Show::kJoined,
                                         .missing = "<none>"},
                                        kAge};

inline constexpr Column kCSINode[] = {kName,
                                      {.name = "Drivers",
                                       .type = "integer",
                                       .description = "Drivers on the node",
                                       .path = "spec.drivers",
                                       .show = Show::kCount},
                                      kAge};

inline constexpr Column kCSIStorageCapacity[] = {kName, kCreatedAt};

inline constexpr Column kPersistentVolume[] = {
    kName,
    {.name = "Capacity", .description = "Size", .path = "spec.capacity.storage", .missing = "0"},
    {.name = "Access Modes",
     .description = "How it may be mounted",
     .cell = cells::volume_access_modes},
    {.name = "Reclaim Policy",
     .description = "What happens after release",
     .path = "spec.persistentVolumeReclaimPolicy"},
    {.name = "Status", .description = "Whether it is bound", .cell = cells::phase},
    {.name = "Claim", .description = "Claim it is bound to", .cell = cells::volume_claim},
    {.name = "StorageClass", .description = "Class it belongs to", .cell = cells::volume_class},
    kAttributesClass,
    {.name = "Reason", .description = "Why it is in that status", .path = "status.reason"},
    kAge,
    kVolumeMode};

inline constexpr Column kPersistentVolumeClaim[] = {
    kName,
    {.name = "Status", .description = "Whether it is bound", .cell = cells::phase},
    {.name = "Volume", .description = "Volume it is bound to", .path = "spec.volumeName"},
    {.name = "Capacity", .description = "Size of the volume", .cell = cells::claim_capacity},
    {.name = "Access Modes",
     .description = "How it may be mounted",
     .cell = cells::claim_access_modes},
    {.name = "StorageClass", .description = "Class it asks for", .cell = cells::volume_class},
    kAttributesClass,
    kAge,
    kVolumeMode};

inline constexpr Column kStorageClass[] = {
    {.name = "Name",
     .format = "name",
     .description = "Name of the object",
     .cell = cells::storage_class_name},
    {.name = "Provisioner", .description = "What makes its volumes", .path = "provisioner"},
    {.name = "ReclaimPolicy",
     .description = "What happens after release",
     .path = "reclaimPolicy",
     .missing = "Delete"},
    {.name = "VolumeBindingMode",
     .description = "When volumes are made",
     .path = "volumeBindingMode",
     .missing = "Immediate"},
    {.name = "AllowVolumeExpansion",
     .type = "boolean",
     .shown_type = "string",
     .description = "Whether volumes may grow",
     .path = "allowVolumeExpansion"},
    kAge};

inline constexpr Column kVolumeAttachment[] = {
    kName,
    {.name = "Attacher",
     .format = "name",
     .description = "Driver that attaches",
     .path = "spec.attacher"},
    {.name = "PV", .description = "Volume", .path = "spec.source.persistentVolumeName"},
    {.name = "Node", .description = "Where to", .path = "spec.nodeName"},
    {.name = "Attached",
     .type = "boolean",
     .description = "Whether it is attached",
     .path = "status.attached"},
    kAge};

inline constexpr Column kVolumeAttributesClass[] = {
    kName, {.name = "DriverName", .description = "Driver it is for", .path = "driverName"}, kAge};

}  // namespace sluice::api::columns

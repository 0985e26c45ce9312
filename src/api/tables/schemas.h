// SPDX-License-Identifier: Apache-2.0
// Written by tools/apigen from the facts of a Kubernetes release; do not edit.
// clang-format off

#pragma once

#include "api/schema.h"

namespace sluice::api::tables {

// NOLINTBEGIN(readability-identifier-naming)
extern const Schema kBatchV1Job;
extern const Schema kCoordinationV1Lease;
extern const Schema kCoreV1Binding;
extern const Schema kCoreV1ConfigMap;
extern const Schema kCoreV1Event;
extern const Schema kCoreV1Namespace;
extern const Schema kCoreV1Node;
extern const Schema kCoreV1Pod;
extern const Schema kCoreV1Secret;
extern const Schema kCoreV1Service;
extern const Schema kCoreV1ServiceAccount;
extern const Schema kMetaV1DeleteOptions;
extern const Schema kMetaV1ListMeta;
extern const Schema kMetaV1ObjectMeta;
extern const Schema kMetaV1Status;
// NOLINTEND(readability-identifier-naming)

}  // namespace sluice::api::tables

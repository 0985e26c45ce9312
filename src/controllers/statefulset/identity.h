// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/client.h"

namespace sluice::controllers::statefulset {

// Every pod of a set has a number, and with it its name, its host name and its volumes. Pure.

// The number of a pod of that set; nothing when its name is not one of the set's.
std::optional<std::int64_t> ordinal_of(const client::Object& set, const client::Object& pod);

// The labels by which a pod of that number and name is found.
json::Object identity_labels(const std::string& name, std::int64_t ordinal);

// Whether the pod still has them: people can change labels.
bool has_identity(const client::Object& pod);

// The pod with that number as `revision` (a ControllerRevision) describes it.
client::Object new_pod(const client::Object& set, const client::Object& revision,
                       std::int64_t ordinal);

// The claims of that pod. Their owner follows from spec.persistentVolumeClaimRetentionPolicy.
std::vector<client::Object> new_claims(const client::Object& set, std::int64_t ordinal);

// Who a claim of `pod` goes with: the set, the pod (when it is one too many), or nobody (null).
json::Value claim_owner(const client::Object& set, const client::Object& pod, bool surplus);

}  // namespace sluice::controllers::statefulset

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/kind.h"
#include "base/result.h"
#include "client/client.h"
#include "json/quantity.h"

namespace sluice::controllers::volumes {

// Annotations by which this controller and others like it know what has been done.
inline constexpr const char* kBindCompleted = "pv.kubernetes.io/bind-completed";
inline constexpr const char* kBoundByController = "pv.kubernetes.io/bound-by-controller";
inline constexpr const char* kProvisionedBy = "pv.kubernetes.io/provisioned-by";
inline constexpr const char* kProvisioner = "volume.kubernetes.io/storage-provisioner";
// For which node the volume is to be: set by the scheduler, read by provisioners.
inline constexpr const char* kSelectedNode = "volume.kubernetes.io/selected-node";

// Views of claims and volumes. Pure.
std::string class_of(const client::Object& claim_or_volume);
json::Quantity requested(const client::Object& claim);
json::Quantity capacity(const client::Object& claim_status_or_volume_spec);

// The binding was completed, whatever became of the volume since.
bool is_bound(const client::Object& claim);

// The volume is meant for this claim: it names it, and no other that had the name before.
bool is_meant_for(const client::Object& volume, const client::Object& claim);
api::Key claim_of(const client::Object& volume);  // empty name: none

// The two sides of a binding as they are written.
client::Object with_claim(const client::Object& volume, const client::Object& claim);
client::Object with_volume(const client::Object& claim, const client::Object& volume);
json::Value bound_status(const client::Object& claim, const client::Object& volume);

}  // namespace sluice::controllers::volumes

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// What the server itself writes into CustomResourceDefinition objects.

inline constexpr std::string_view kCleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

// The conversion strategy and the port of its webhook, where left out.
void default_definition(json::Value& definition);

// The storage version is among status.storedVersions.
void note_stored_version(json::Value& definition);

// status as it should be beside `others`, all definitions there are: which names are accepted,
// whether it is established, and whether its group was approved. Names that another definition of
// the group already has are refused.
void settle_names(json::Value& definition, std::span<const json::Value> others, WallTime now);

// Deletion was asked for: instances have to go first.
void begin_cleanup(json::Value& definition, WallTime now);

// Some could not be removed; it will be tried again.
void fail_cleanup(json::Value& definition, const std::string& why, WallTime now);

// Why nothing is left to wait for.
struct CleanupEnd {
  std::string_view reason;
  std::string_view message;
};
inline constexpr CleanupEnd kInstancesRemoved{"InstanceDeletionCompleted", "removed all instances"};
inline constexpr CleanupEnd kNeverEstablished{"NeverEstablished", "resource was never established"};
inline constexpr CleanupEnd kOverlapsBuiltIn{
    "OverlappingBuiltInResource", "instances overlap with built-in resources in storage"};

// Lets the deletion finish.
void end_cleanup(json::Value& definition, const CleanupEnd& end, WallTime now);

bool is_established(const json::Value& definition);

}  // namespace sluice::api

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "base/clock.h"
#include "base/result.h"
#include "client/client.h"
#include "json/value.h"

namespace sluice::registry {

// Nothing keeps the object any more: its deletion was asked for, its grace period is over and its
// last finalizer is gone.
bool deletion_is_due(const api::Kind& kind, const json::Value& object);

// Conflict when the object is another one than the request means, by its UID or resourceVersion.
Result<void> check_preconditions(const api::Kind& kind, const client::DeleteOptions& options,
                                 const json::Value& object);

// What a request to delete makes of an object: the state it waits in, or the order to remove it
// now. Finalizers for the propagation policy are put on, for the garbage collector to take off.
struct Deletion {
  json::Value object;
  bool now = false;
};
Result<Deletion> decide_deletion(const api::Kind& kind, const client::DeleteOptions& options,
                                 json::Value object, WallTime now);

}  // namespace sluice::registry

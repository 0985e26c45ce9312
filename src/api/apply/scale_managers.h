// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// Who owns the replicas of an object, as its Scale has it in metadata.managedFields; and back.

// Of the object's list: those who own its replicas, as owners of spec.replicas.
json::Value scale_managers(const Kind& kind, const json::Value& managers);

// The object's list once its Scale has that one: who lost the replicas there has lost them, who won
// them there has won them.
json::Value with_scale_managers(const Kind& kind, const json::Value& managers,
                                const json::Value& scale);

}  // namespace sluice::api

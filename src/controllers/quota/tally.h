// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "api/kind.h"
#include "api/quota/amounts.h"
#include "base/clock.h"
#include "client/client.h"

// What a ResourceQuota's status should say. No I/O.
namespace sluice::controllers::quota {

// Whether the quota limits anything about objects of the kind.
bool limits(const client::Object& quota, const api::Kind& kind);

// What the objects of one kind count for against the quota; every resource it limits of the kind is
// there, if only as zero.
api::quota::Amounts tally(const client::Object& quota, const api::Kind& kind,
                          const std::vector<client::ObjectPtr>& objects, WallTime now);

// The status with that usage. Limits of things that nobody counts keep the usage they had.
json::Value status(const client::Object& quota, const api::quota::Amounts& used);

}  // namespace sluice::controllers::quota

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "clusters/cluster.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// Forbidden: a database would go, and its records with it.
Result<void> check_database(client::Client& client, const client::Object& object,
                            const Cluster& cluster);

// From what slurmctld's pods have to what they are to have, of a cluster that has never worked;
// empty for a new one. Forbidden: it would cost jobs or state.
Result<slurmconf::Plan> plan_from_effect(client::Client& client, const client::Object& object,
                                         const Cluster& cluster);

}  // namespace sluice::clusters

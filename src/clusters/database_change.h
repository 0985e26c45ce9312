// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "clusters/cluster.h"
#include "json/value.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// What changes of slurmdbd's file, but for its password, and of MariaDB. Where the records are does
// not change unless the annotations of `object` vouch for it; an older MariaDB is refused. Pure.
Result<std::vector<slurmconf::Change>> database_changes(const Cluster& from, const Cluster& to,
                                                        const json::Value& object);

}  // namespace sluice::clusters

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"

namespace sluice::api::kinds {

// The kinds of workloads that controllers work with by name, beside those of kind.h.
const Kind& controller_revision();
const Kind& cron_job();
const Kind& daemon_set();
const Kind& deployment();
const Kind& replica_set();
const Kind& replication_controller();
const Kind& stateful_set();

}  // namespace sluice::api::kinds

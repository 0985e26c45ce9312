// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"

namespace sluice::jobs {

// The files in deploy/crds, as documents of YAML.
std::string_view definitions_text();

// The kinds they define, as the server has them.
struct Kinds {
  api::KindPtr job;                 // SlurmJob
  api::KindPtr connection;          // SlurmConnection
  api::KindPtr cluster_connection;  // SlurmClusterConnection
};

// Installs the definitions, and the policy on who may use a SlurmClusterConnection, or brings older
// ones up to date. Waits for up to ten seconds until the server serves them.
Result<Kinds> install_definitions(client::Client& client, Clock& clock);

}  // namespace sluice::jobs

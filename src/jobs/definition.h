// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"

namespace sluice::jobs {

// deploy/crds/slurmjobs.slurmjob.dev.yaml
std::string_view definition_text();

// Installs the definition, or brings an older one up to date, and returns the kind SlurmJob as the
// server has it. Waits for up to ten seconds until the server serves it.
Result<api::KindPtr> install_definition(client::Client& client, Clock& clock);

}  // namespace sluice::jobs

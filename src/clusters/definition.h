// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"

namespace sluice::clusters {

// The file in deploy/crds that defines SlurmClusters.
std::string_view definitions_text();

// Installs it, or brings an older one up to date, and waits for up to ten seconds until the server
// serves the kind.
Result<api::KindPtr> install_definition(client::Client& client, Clock& clock);

}  // namespace sluice::clusters

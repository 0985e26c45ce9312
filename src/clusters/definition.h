// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"

namespace sluice::clusters {

// The files in deploy/crds that define SlurmClusters and NodeServices.
std::string_view definitions_text();

// The kind of what machines run, which the file beside it defines, once that was installed.
Result<api::KindPtr> node_services_kind(client::Client& client, Clock& clock);

// Installs it, or brings an older one up to date, and waits for up to ten seconds until the server
// serves the kind.
Result<api::KindPtr> install_definition(client::Client& client, Clock& clock);

}  // namespace sluice::clusters

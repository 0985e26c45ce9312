// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"

namespace sluice::machines {

// The files in deploy/crds that are about machines, as documents of YAML.
std::string_view definitions_text();

// The kinds they define, as the server has them. Nobody here reads templates.
struct Kinds {
  api::KindPtr config;      // VirtualKubeletConfig
  api::KindPtr node_class;  // SlurmNodeClass
};

// Installs the definitions, or brings older ones up to date. Waits for up to ten seconds until the
// server serves them.
Result<Kinds> install_definitions(client::Client& client, Clock& clock);

}  // namespace sluice::machines

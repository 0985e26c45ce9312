// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "services/graph.h"

namespace sluice::services {

// How a command gets what it says of the machine where it registers.
constexpr std::string_view kRegistersAs = "SLUICE_REGISTERS_AS";

// By service: what it says there.
using Registrations = std::map<std::string, std::string>;
Registrations registrations_of(const NodeServices& graph);

// From now on the service says this, and its variable has it; empty: nothing.
void register_as(Service& service, std::string text);

}  // namespace sluice::services

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/processes.h"
#include "base/result.h"
#include "lab/configuration.h"
#include "lab/installation.h"
#include "lab/layout.h"
#include "lab/state.h"

namespace sluice::lab {

// All that is needed to start any daemon of one lab.
struct Setting {
  Layout layout;
  State state;
  Installation installation;
  Machine machine;
  OwnPrograms programs;
};

// The daemons a lab of these options consists of, in the order they must start.
std::vector<std::string> daemon_names(const LabOptions& options);

// Whether the nodes need an address each: dynamic ones of Slurm before 24.11.
bool uses_shim(const Setting& setting);

// The address a daemon listens on: dynamic nodes of old Slurm have one each.
std::string daemon_address(const Setting& setting, std::string_view daemon);

// Its port as people see it; 0 when it has none.
std::int64_t daemon_port(const State& state, std::string_view daemon);

// How to start it. Unsupported when this installation cannot.
Result<DaemonCommand> daemon_command(const Setting& setting, std::string_view daemon);

// Starts it and records it in the lab's state, without waiting for it.
Result<void> launch(Setting& setting, std::string_view daemon);

// Returns when it answers. Unavailable carries the end of its log.
Result<void> await_answer(const Setting& setting, std::string_view daemon);

// Environment of every program of the lab.
std::vector<std::pair<std::string, std::string>> lab_environment(const Setting& setting);

}  // namespace sluice::lab

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lab/layout.h"
#include "lab/state.h"

namespace sluice::lab {

// Who and where the lab runs.
struct Machine {
  std::string user;  // name of the current user, or her number when she has none
  std::string home;
  std::string host;  // short host name, as Slurm wants it
};
Machine this_machine();

// The lab's configuration files as text. Pure.
std::string slurm_conf_text(const Layout& layout, const State& state, const Machine& machine);
std::string slurmdbd_conf_text(const Layout& layout, const State& state, const Machine& machine,
                               std::string_view password);

// "NodeName=..."-style properties of each node: CPUs, memory, feature.
std::string node_properties(const LabOptions& options);

}  // namespace sluice::lab

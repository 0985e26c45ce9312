// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
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

// Generic resources of each node. Invalid names what is not name:count or name:type:count.
struct LabGres {
  std::string name;
  std::string type;  // empty: none
  std::int64_t count = 0;
};
Result<std::vector<LabGres>> parse_gres(std::string_view text);
// GPUs without a file do not count for Slurm: each has one, gpu0 and so on, in `devices`.
std::string gres_conf_text(const std::vector<LabGres>& gres, const std::filesystem::path& devices);
std::int64_t gpu_count(const std::vector<LabGres>& gres);

// "NodeName=..."-style properties of each node: CPUs, memory, generic resources, feature.
std::string node_properties(const LabOptions& options);

}  // namespace sluice::lab

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "clusters/cluster.h"
#include "slurmconf/config.h"

namespace sluice::clusters {

// What was written into the spec as text, against what the rest of it says. Invalid names the
// field, the parameter and what helps: a parameter that has a field of its own, two fragments that
// contradict each other, a password in the clear, a partition of nodes that nobody declares.
Result<void> check_texts(const Cluster& cluster);

// slurm.conf and its companions, by name, as they will lie in /etc/slurm. Pure.
std::map<std::string, std::string> configuration_files(const Cluster& cluster);

// Changes when any of them does: what a pod has is told by it. Pure.
std::string configuration_mark(const Cluster& cluster);
constexpr const char* kMarkFile = "sluice.mark";

// Those of `files` that Slurm's model knows, read. Invalid: somebody has changed them.
Result<std::vector<slurmconf::Config>> read_files(const std::map<std::string, std::string>& files);

// Pure. Fragments come last, in the order of their names.
std::string slurm_conf_text(const Cluster& cluster);
std::string slurmdbd_conf_text(const Cluster& cluster, const std::string& password);

// Of slurmd: its steps are asked who their user is through it. %n stands for the node's name. Pure.
std::string slurmd_spool_directory(const Cluster& cluster);

// Changes when something changes that a running slurmctld cannot take over, or dies of when it is
// told to: such a configuration reaches only a slurmctld that starts with it.
std::string restart_mark(const Cluster& cluster);

}  // namespace sluice::clusters

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "json/value.h"

namespace sluice::agent {

// Where a slurmd that gets its configuration from slurmctld has it.
constexpr const char* kSlurmConf = "/run/slurm/conf/slurm.conf";

// On a Node: a digest of it, so that whoever changes the configuration sees who has it.
constexpr const char* kSlurmConfAnnotation = "sluice.dev/slurm-conf";

// Empty: there is none.
std::string slurm_conf_digest(const std::filesystem::path& file);

// As a merge patch; nothing: the Node says so already, or there is nothing to say.
std::optional<json::Value> slurm_conf_patch(const json::Value& node, const std::string& digest);

}  // namespace sluice::agent

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "json/value.h"

namespace sluice::agent {

// Where a slurmd that gets its configuration from slurmctld has it.
constexpr const char* kSlurmConfDirectory = "/run/slurm/conf";

// On a Node: a digest of slurm.conf, so that whoever changes the configuration sees who has it. The
// other files have one of their own (services/sent_files.h).
constexpr const char* kSlurmConfAnnotation = "sluice.dev/slurm-conf";

struct SlurmConfDigests {
  std::string conf;   // empty: there is none
  std::string files;  // beside it; empty when there is none
};
SlurmConfDigests slurm_conf_digests(const std::filesystem::path& directory);

// As a merge patch; nothing: the Node says so already, or there is nothing to say.
std::optional<json::Value> slurm_conf_patch(const json::Value& node,
                                            const SlurmConfDigests& digests);

}  // namespace sluice::agent

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace sluice::machines {

enum class Role { kSlurmController, kSlurmWorker, kKubernetesWorker, kCustom };
enum class Format { kCloudConfig, kIgnition };

// Of a VirtualKubeletConfig. Invalid names the field and what is expected.
Result<Role> read_role(const json::Value& config);
Result<Format> read_format(const json::Value& config);

std::string_view to_string(Role role);      // "slurm-worker"
std::string_view to_string(Format format);  // "cloud-config"

inline bool is_of_slurm(Role role) {
  return role == Role::kSlurmController || role == Role::kSlurmWorker;
}

}  // namespace sluice::machines

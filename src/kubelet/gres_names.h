// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "slurm/gres.h"

namespace sluice::kubelet {

// Slurm's generic resources have these names in Kubernetes: gres.sluice.dev/<name>, with a type
// gres.sluice.dev/<name>.<type>, and GPUs also the names that everybody uses for them. Pure.

// "nvidia.com/gpu" is "gpu", "gres.sluice.dev/gpu.a100" is "gpu:a100"; nothing: Slurm has no such
// resource.
std::optional<std::string> gres_of_resource(std::string_view resource);

// What a node with these shows. GPUs are nvidia.com/gpu, and amd.com/gpu where their type says so.
// Names that Kubernetes does not allow are left out.
std::map<std::string, std::int64_t> resources_of_gres(const slurm::Gres& gres);

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace sluice::kubelet {

// The name of the virtual node for a partition: "slurm" and "GPU_long" are "slurm-gpu-long". Where
// that is taken by another partition's, it ends in four digits made of the partition's name. Pure.
std::string partition_node_name(const std::string& kubelet, const std::string& partition,
                                const std::function<bool(const std::string&)>& is_taken);

}  // namespace sluice::kubelet

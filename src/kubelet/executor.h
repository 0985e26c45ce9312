// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice::kubelet {

// What runs the pods of a node: a Slurm cluster, or this machine without Slurm.
enum class Executor { kSlurm, kLocal };

constexpr std::string_view to_string(Executor executor) {
  return executor == Executor::kSlurm ? "slurm" : "local";
}

// The node's label that says so; also the key of the taint of a local node beside a Slurm one.
inline constexpr const char* kExecutorLabel = "sluice.dev/executor";

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "containers/runtime.h"
#include "pod/protocol.h"

namespace sluice::pod {

// What whoever runs a pod begins with: its runner, and each task of a container that runs as tasks.

// The pod, as the kubelet wrote it down for the attempt.
Result<PodSpec> read_spec(const std::filesystem::path& attempt_dir);

// What its containers are made with on this node. `environment`: of the job, "NAME=value".
Result<std::unique_ptr<containers::Runtime>> runtime_for(
    const PodSpec& spec, const std::vector<std::string>& environment);

}  // namespace sluice::pod

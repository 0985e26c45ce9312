// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "json/value.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// The container of a pod that runs once for each task of its job, and what srun is told: asked for
// by the annotation sluice.dev/mpi (pmi2, pmix, …, or true for the site's default) or by mpi-flags
// of ours and of other systems, which are flags of srun or true. Invalid names the annotation.
Result<pod::Tasks> tasks_of(const json::Value& pod);

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::kubelet {

// How a pod gets to its node. A batch job waits for slurmctld's next tick, once a second or slower.
// An allocation is granted at once, inside the request, or not at all.
enum class Startup {
  kAuto,      // an allocation where that is faster and something is free, else a batch job
  kBatch,     // always a batch job
  kAllocate,  // an allocation whenever something is free, else a batch job
};

// "true": Slurm may requeue its job, which only batch jobs can be; "false": then the pod fails.
inline constexpr std::string_view kRequeueAnnotation = "sluice.dev/requeue";

// "auto", "batch", "allocate"; Invalid otherwise, naming `field`.
Result<Startup> parse_startup(std::string_view word, std::string_view field);

// What the pod's annotations and flags ask for, `usual` when they say nothing. What only a batch
// job can do makes it one: to be requeued, to wait for something, to have several tasks or nodes.
Result<Startup> startup_of(const json::Value& pod, const std::vector<std::string>& flags,
                           Startup usual);

}  // namespace sluice::kubelet

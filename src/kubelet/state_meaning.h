// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "slurm/slurm.h"

namespace sluice::kubelet {

// What a state of its Slurm job means for a pod; docs/manual.md has the same table for people.
struct StateMeaning {
  slurm::JobState state;
  std::string_view reason;  // of the pod, of its containers that ended with it, of JobRunning

  // Of a job that is over before it started its pod: somebody decided against it, so that there is
  // no further attempt.
  bool on_purpose = false;

  // What the pod did is not to blame: Kubernetes' condition DisruptionTarget, by which Jobs can
  // tell.
  bool disruption = false;
};

const StateMeaning& meaning_of(slurm::JobState state);

}  // namespace sluice::kubelet

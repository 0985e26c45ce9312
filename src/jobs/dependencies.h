// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "client/client.h"

namespace sluice::jobs {

// What spec.dependsOn of a SlurmJob comes to at the moment.
struct Dependencies {
  enum class Verdict {
    kReady,  // submit it, with `option`
    kWaits,  // for something that will happen, or may
    kNever,  // somebody must change something first
  };
  Verdict verdict = Verdict::kReady;
  std::string option;   // "--dependency=afterok:7,afterany:8"; empty: nothing to wait for any more
  std::string reason;   // "DependencyCycle"; for conditions
  std::string message;  // for people
};

// `find`: another job of the namespace, null when there is none. What is over is judged here, for
// Slurm may have forgotten it; what is not is left to Slurm, if it cannot be launched again under
// another number, and if the job has no inputs: these may be its results. Pure.
Dependencies judge_dependencies(const client::Object& job,
                                const std::function<client::ObjectPtr(const std::string&)>& find);

// The names of the jobs it depends on.
std::vector<std::string> depended_on(const client::Object& job);

}  // namespace sluice::jobs

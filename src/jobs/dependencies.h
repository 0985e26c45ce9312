// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "api/meta.h"
#include "client/client.h"
#include "runtime/informer.h"

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

// The same among the jobs of an informer.
inline Dependencies judge_dependencies(const client::Object& job, const runtime::Informer& jobs) {
  return judge_dependencies(job, [&](const std::string& name) {
    return jobs.get({api::ns(job), name});
  });
}

// The names of the jobs it depends on.
std::vector<std::string> depended_on(const client::Object& job);

}  // namespace sluice::jobs

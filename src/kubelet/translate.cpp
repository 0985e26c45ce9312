// SPDX-License-Identifier: Apache-2.0
#include "kubelet/translate.h"

#include "api/meta.h"
#include "base/text.h"
#include "kubelet/flags.h"
#include "kubelet/pod_resources.h"

namespace sluice::kubelet {
namespace {

std::string partition(const json::Value& pod, const JobSurroundings& surroundings) {
  const std::string& asked = api::annotation(pod, "sluice.dev/partition");
  return asked.empty() ? surroundings.partition : asked;
}

// The pod's own deadline ends it; Slurm's limit leaves it the time for that.
std::int64_t time_limit(const json::Value& pod) {
  const std::int64_t deadline = pod.at("spec", "activeDeadlineSeconds").as_int();
  const std::int64_t grace = pod.at("spec", "terminationGracePeriodSeconds").as_int(30);
  return deadline == 0 ? 0 : deadline + grace;
}

}  // namespace

std::string job_name(const json::Value& pod) {
  return api::ns(pod) + "/" + api::name(pod);
}

std::string runner_script(const JobSurroundings& surroundings, bool allocated) {
  return "#!/bin/sh\nexec " + shell_quote(surroundings.sluice_binary.string()) + " pod --dir " +
         shell_quote(surroundings.attempt_dir.string()) +
         (allocated ? " --allocation " + shell_quote(surroundings.comment) + "\n" : "\n");
}

Result<slurm::JobRequest> translate(const json::Value& pod, const JobSurroundings& surroundings) {
  TRY_ASSIGN(const PodResources resources, pod_resources(pod));
  TRY_ASSIGN(std::vector<std::string> flags, slurm_flags(pod, resources.gres_text()));
  return slurm::JobRequest{.name = job_name(pod),
                           .comment = surroundings.comment,
                           .script = runner_script(surroundings, /*allocated=*/false),
                           .partition = partition(pod, surroundings),
                           .output = (surroundings.attempt_dir / "_job.log").string(),
                           .environment = surroundings.environment,
                           .cpus = resources.cpus,
                           .cpu_thousandths = resources.cpu_thousandths,
                           .memory_mib = resources.memory_mib,
                           .time_limit_seconds = time_limit(pod),
                           .flags = std::move(flags)};
}

}  // namespace sluice::kubelet

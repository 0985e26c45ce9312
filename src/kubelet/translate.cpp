// SPDX-License-Identifier: Apache-2.0
#include "kubelet/translate.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "kubelet/flags.h"
#include "kubelet/pod_resources.h"
#include "slurm/flags.h"

namespace sluice::kubelet {
namespace {

// What the pod itself says, one way or the other; the last one counts, as for sbatch.
Result<std::string> asked_partition(const json::Value& pod, const std::vector<std::string>& flags) {
  TRY_ASSIGN(const auto words, slurm::flag_words(flags));
  if (auto flag = slurm::flag_value(words, "partition", 'p')) {
    return std::move(*flag);
  }
  return slurm_partition(pod);
}

bool names(const std::string& partitions, const std::string& one) {
  const auto all = split(partitions, ',');
  return std::find(all.begin(), all.end(), one) != all.end();
}

// A node may stand for one partition: then the pod, being there, has chosen it.
Result<std::string> partition(const json::Value& pod, const JobSurroundings& surroundings,
                              const std::vector<std::string>& flags) {
  TRY_ASSIGN(const std::string asked, asked_partition(pod, flags));
  const std::string& given = surroundings.node_partition;
  if (given.empty()) {
    const std::string own = slurm_partition(pod);
    return own.empty() ? surroundings.partition : own;
  }
  if (!asked.empty() && !names(asked, given)) {
    return fail(Code::kInvalid, "the pod is on node " + pod.at("spec", "nodeName").as_string() +
                                    ", which stands for partition \"" + given +
                                    "\", and asks for partition \"" + asked +
                                    "\": expected the same, or none");
  }
  return given;
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
  TRY_ASSIGN(std::string where, partition(pod, surroundings, flags));
  return slurm::JobRequest{.name = job_name(pod),
                           .comment = surroundings.comment,
                           .script = runner_script(surroundings, /*allocated=*/false),
                           .partition = std::move(where),
                           .output = (surroundings.attempt_dir / "_job.log").string(),
                           .environment = surroundings.environment,
                           .cpus = resources.cpus,
                           .cpu_thousandths = resources.cpu_thousandths,
                           .memory_mib = resources.memory_mib,
                           .time_limit_seconds = time_limit(pod),
                           .flags = std::move(flags)};
}

}  // namespace sluice::kubelet

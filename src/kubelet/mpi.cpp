// SPDX-License-Identifier: Apache-2.0
#include "kubelet/mpi.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "api/meta.h"
#include "base/text.h"
#include "slurm/flags.h"

namespace sluice::kubelet {
namespace {

constexpr std::string_view kMpi = "sluice.dev/mpi";
constexpr std::string_view kContainer = "sluice.dev/mpi-container";
constexpr std::string_view kOutput = "sluice.dev/mpi-output";

// The later one wins where srun takes the last of two.
constexpr std::array<std::string_view, 5> kFlags{
    "slurm-job.knoc.io/mpi-flags", "slurm-job.vk.io/mpi-flags", "slurm-job.hpk.io/mpi-flags",
    "slurm.hpk.io/mpi-flags", "sluice.dev/mpi-flags"};

// How the tasks are laid out and bound, and by which interface they find each other. What srun
// could be told beside that is the runner's: output, input, environment, programs, other steps.
constexpr std::array<std::string_view, 22> kAllowed{"mpi",
                                                    "ntasks",
                                                    "nodes",
                                                    "cpus-per-task",
                                                    "ntasks-per-node",
                                                    "ntasks-per-core",
                                                    "ntasks-per-socket",
                                                    "ntasks-per-gpu",
                                                    "threads-per-core",
                                                    "distribution",
                                                    "cpu-bind",
                                                    "mem-bind",
                                                    "gpu-bind",
                                                    "gpus-per-task",
                                                    "accel-bind",
                                                    "hint",
                                                    "cpu-freq",
                                                    "network",
                                                    "resv-ports",
                                                    "exact",
                                                    "overcommit",
                                                    "mem-per-cpu"};
constexpr std::string_view kAllowedShort = "nNcmO";

bool is_allowed(std::string_view word) {
  if (!word.starts_with("--")) {
    return kAllowedShort.find(word[1]) != std::string_view::npos;
  }
  const std::string_view name = word.substr(2, word.find('=') - 2);
  return std::find(kAllowed.begin(), kAllowed.end(), name) != kAllowed.end();
}

tl::unexpected<Error> wrong(std::string_view annotation, const std::string& what) {
  return fail(Code::kInvalid, "annotation " + std::string(annotation) + ": " + what);
}

tl::unexpected<Error> not_allowed(const std::string& annotation, const std::string& word) {
  return wrong(annotation, "\"" + word +
                               "\" is not allowed here: expected true, or flags of srun that lay "
                               "out and bind tasks, such as --mpi=pmi2 --distribution=cyclic "
                               "--cpu-bind=cores");
}

Result<void> add_flags(const std::string& annotation, const std::string& text, pod::Tasks& tasks) {
  if (text == "true") {
    return {};
  }
  if ((" " + text).find(" -np") != std::string::npos) {
    return not_allowed(annotation, "-np");  // mpiexec's, which srun would read as -n p
  }
  const auto words = slurm::flag_words({text});
  if (!words) {
    return tl::unexpected(with_context(words.error(), "annotation " + annotation));
  }
  for (const std::string& word : *words) {
    if (word.starts_with('-') && !is_allowed(word)) {
      return not_allowed(annotation, word);
    }
    tasks.flags.push_back(word);
  }
  return {};
}

Result<void> add_interface(const std::string& mpi, pod::Tasks& tasks) {
  const bool plain = std::all_of(mpi.begin(), mpi.end(),
                                 [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (!plain) {
    return wrong(kMpi,
                 "expected true, false or an interface such as pmi2 or pmix, got \"" + mpi + "\"");
  }
  if (!mpi.empty() && mpi != "true") {
    tasks.flags.insert(tasks.flags.begin(), "--mpi=" + mpi);
  }
  return {};
}

Result<void> choose_container(const json::Value& pod, pod::Tasks& tasks) {
  const json::Array& containers = pod.at("spec", "containers").as_array();
  const std::string& named = api::annotation(pod, kContainer);
  const auto chosen =
      std::find_if(containers.begin(), containers.end(), [&](const json::Value& container) {
        return named.empty() || container.at("name").as_string() == named;
      });
  if (chosen == containers.end()) {
    return wrong(kContainer, "the pod has no container \"" + named + "\"");
  }
  tasks.container = chosen->at("name").as_string();
  if (chosen->at("tty").as_bool()) {
    return fail(Code::kInvalid, "container " + tasks.container +
                                    ": tty: the tasks of a container cannot share a terminal");
  }
  return {};
}

}  // namespace

Result<pod::Tasks> tasks_of(const json::Value& pod) {
  pod::Tasks tasks;
  const std::string& mpi = api::annotation(pod, kMpi);
  bool wanted = !mpi.empty();
  for (const std::string_view name : kFlags) {
    const std::string& text = api::annotation(pod, name);
    if (!text.empty()) {
      wanted = true;
      TRY(add_flags(std::string(name), text, tasks));
    }
  }
  if (!wanted || mpi == "false") {
    return pod::Tasks{};
  }
  TRY(add_interface(mpi, tasks));
  TRY(choose_container(pod, tasks));
  const std::string& output = api::annotation(pod, kOutput);
  if (!output.empty() && output != "rank0" && output != "all") {
    return wrong(kOutput, "expected rank0 or all, got \"" + output + "\"");
  }
  tasks.all_output = output == "all";
  return tasks;
}

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#include "kubelet/translate.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "json/quantity.h"
#include "kubelet/flags.h"

namespace sluice::kubelet {
namespace {

constexpr std::int64_t kMebibyte = 1024 * 1024;

struct Amount {
  json::Quantity cpu;
  json::Quantity memory;
};

Result<json::Quantity> quantity(const json::Value& container, std::string_view resource) {
  const json::Value& resources = container.at("resources");
  const json::Value* value = resources.find("requests", resource);
  if (value == nullptr) {
    value = resources.find("limits", resource);
  }
  if (value == nullptr) {
    return json::Quantity();
  }
  auto parsed = json::Quantity::from(*value);
  if (!parsed) {
    return tl::unexpected(with_context(
        parsed.error(),
        "container " + container.at("name").as_string() + " " + std::string(resource)));
  }
  return parsed;
}

Result<Amount> amount(const json::Value& container) {
  Amount result;
  TRY_ASSIGN(result.cpu, quantity(container, "cpu"));
  TRY_ASSIGN(result.memory, quantity(container, "memory"));
  return result;
}

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return value / unit + (value % unit > 0 ? 1 : 0);
}

std::string partition(const json::Value& pod, const JobSurroundings& surroundings) {
  const std::string& asked = api::annotation(pod, "sluice.dev/partition");
  return asked.empty() ? surroundings.partition : asked;
}

}  // namespace

std::string runner_script(const JobSurroundings& surroundings, bool releases) {
  return "#!/bin/sh\nexec " + shell_quote(surroundings.sluice_binary.string()) + " pod --dir " +
         shell_quote(surroundings.attempt_dir.string()) + (releases ? " --release\n" : "\n");
}

Result<PodResources> pod_resources(const json::Value& pod) {
  Amount sum;
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    TRY_ASSIGN(const Amount one, amount(container));
    sum = {sum.cpu + one.cpu, sum.memory + one.memory};
  }
  for (const json::Value& container : pod.at("spec", "initContainers").as_array()) {
    TRY_ASSIGN(const Amount one, amount(container));
    sum = {std::max(sum.cpu, one.cpu), std::max(sum.memory, one.memory)};
  }
  return PodResources{.cpus = std::max<std::int64_t>(1, sum.cpu.value()),
                      .memory_mib = round_up(sum.memory.value(), kMebibyte)};
}

Result<slurm::JobRequest> translate(const json::Value& pod, const JobSurroundings& surroundings) {
  TRY_ASSIGN(const PodResources resources, pod_resources(pod));
  TRY_ASSIGN(std::vector<std::string> flags, slurm_flags(pod));
  return slurm::JobRequest{.name = api::ns(pod) + "/" + api::name(pod),
                           .comment = surroundings.comment,
                           .script = runner_script(surroundings, /*releases=*/false),
                           .partition = partition(pod, surroundings),
                           .output = (surroundings.attempt_dir / "_job.log").string(),
                           .environment = surroundings.environment,
                           .cpus = resources.cpus,
                           .memory_mib = resources.memory_mib,
                           .time_limit_seconds = pod.at("spec", "activeDeadlineSeconds").as_int(),
                           .flags = std::move(flags)};
}

}  // namespace sluice::kubelet

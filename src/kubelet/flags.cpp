// SPDX-License-Identifier: Apache-2.0
#include "kubelet/flags.h"

#include <algorithm>
#include <array>

#include "api/meta.h"
#include "base/text.h"
#include "slurm/flags.h"

namespace sluice::kubelet {
namespace {

// Whole command lines. The later one wins where Slurm takes the last of two.
constexpr std::array<std::string_view, 5> kLines{"slurm-job.knoc.io/flags", "slurm-job.vk.io/flags",
                                                 "slurm-job.hpk.io/flags", "slurm.hpk.io/flags",
                                                 "sluice.dev/flags"};

constexpr std::string_view kOurs = "sluice.dev/";
constexpr std::string_view kSlinky = "slurmjob.slinky.slurm.net/";

// One sbatch flag, by the name it has as an annotation of ours and of slurm-bridge.
struct Named {
  std::string_view flag;
  std::string_view ours;
  std::string_view slinky;
};
constexpr std::array<Named, 38> kNamed{{{"account", "account", "account"},
                                        {"qos", "qos", "qos"},
                                        {"constraint", "constraint", "constraints"},
                                        {"time", "time", "timelimit"},
                                        {"nodes", "nodes", ""},
                                        {"ntasks", "ntasks", ""},
                                        {"ntasks-per-node", "ntasks-per-node", ""},
                                        {"reservation", "reservation", "reservation"},
                                        {"licenses", "licenses", "licenses"},
                                        {"gres", "gres", "gres"},
                                        {"nice", "nice", ""},
                                        {"priority", "priority", "priority"},
                                        {"wckey", "wckey", "wckey"},
                                        {"nodelist", "nodelist", ""},
                                        {"exclude", "exclude", ""},
                                        {"begin", "begin", ""},
                                        {"deadline", "deadline", ""},
                                        {"dependency", "dependency", ""},
                                        {"tmp", "tmp", ""},
                                        {"cpus-per-task", "cpus-per-task", "cpu-per-task"},
                                        {"mem", "mem", "mem-per-node"},
                                        {"mem-per-cpu", "mem-per-cpu", ""},
                                        {"mem-per-gpu", "mem-per-gpu", ""},
                                        {"gpus", "gpus", ""},
                                        {"gpus-per-node", "gpus-per-node", ""},
                                        {"gpus-per-task", "gpus-per-task", ""},
                                        {"cpus-per-gpu", "cpus-per-gpu", ""},
                                        {"ntasks-per-socket", "ntasks-per-socket", ""},
                                        {"ntasks-per-core", "ntasks-per-core", ""},
                                        {"ntasks-per-gpu", "ntasks-per-gpu", ""},
                                        {"threads-per-core", "threads-per-core", ""},
                                        {"mincpus", "mincpus", ""},
                                        {"distribution", "distribution", ""},
                                        {"hint", "hint", ""},
                                        {"switches", "switches", ""},
                                        {"job-name", "job-name", "job-name"},
                                        {"mail-type", "mail-type", ""},
                                        {"mail-user", "mail-user", ""}}};

// Those that may stand alone: "true" is the flag without a value, "false" none.
constexpr std::array<std::string_view, 3> kSwitches{"exclusive", "contiguous", "oversubscribe"};

// Its name and value; an empty value: the pod has no such annotation.
std::pair<std::string, std::string> annotation_of(const json::Value& pod, const Named& row) {
  std::string name = std::string(kOurs) + std::string(row.ours);
  const std::string& own = api::annotation(pod, name);
  if (!own.empty() || row.slinky.empty()) {
    return {std::move(name), own};
  }
  name = std::string(kSlinky) + std::string(row.slinky);
  return {name, api::annotation(pod, name)};
}

Result<void> check_value(const std::string& name, const std::string& value) {
  const bool plain = std::all_of(value.begin(), value.end(),
                                 [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
  if (!plain) {
    return fail(Code::kInvalid, "annotation " + name + ": control characters are not allowed");
  }
  return {};
}

Result<void> add_named(const json::Value& pod, const std::string& gres,
                       std::vector<std::string>& into) {
  for (const Named& row : kNamed) {
    auto [name, value] = annotation_of(pod, row);
    TRY(check_value(name, value));
    if (row.flag == "gres" && !gres.empty()) {
      value = value.empty() ? gres : gres + "," + value;
    }
    if (!value.empty()) {
      into.push_back("--" + std::string(row.flag) + "=" + shell_quote(value));
    }
  }
  return {};
}

Result<void> add_switches(const json::Value& pod, std::vector<std::string>& into) {
  for (const std::string_view flag : kSwitches) {
    const auto [name, value] = annotation_of(pod, {flag, flag, flag == "exclusive" ? flag : ""});
    TRY(check_value(name, value));
    if (value == "true") {
      into.push_back("--" + std::string(flag));
    } else if (!value.empty() && value != "false") {
      if (flag != "exclusive") {
        return fail(Code::kInvalid,
                    "annotation " + name + ": expected true or false, got \"" + value + "\"");
      }
      into.push_back("--exclusive=" + shell_quote(value));  // user, mcs
    }
  }
  return {};
}

// slurm-bridge names the two ends of --nodes.
Result<void> add_node_range(const json::Value& pod, std::vector<std::string>& into) {
  const std::string& least = api::annotation(pod, std::string(kSlinky) + "min-nodes");
  const std::string& most = api::annotation(pod, std::string(kSlinky) + "max-nodes");
  TRY(check_value(std::string(kSlinky) + "min-nodes", least));
  TRY(check_value(std::string(kSlinky) + "max-nodes", most));
  if (!least.empty() || !most.empty()) {
    into.push_back("--nodes=" +
                   shell_quote((least.empty() ? "1" : least) + (most.empty() ? "" : "-" + most)));
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> slurm_flags(const json::Value& pod, const std::string& gres) {
  std::vector<std::string> flags;
  TRY(add_node_range(pod, flags));
  TRY(add_named(pod, gres, flags));
  TRY(add_switches(pod, flags));
  for (const std::string_view name : kLines) {
    const std::string& text = api::annotation(pod, name);
    if (text.empty()) {
      continue;
    }
    if (const auto words = slurm::flag_words({text}); !words) {
      return tl::unexpected(with_context(words.error(), "annotation " + std::string(name)));
    }
    flags.push_back(text);
  }
  return flags;
}

std::string slurm_partition(const json::Value& pod) {
  return annotation_of(pod, {"partition", "partition", "partition"}).second;
}

}  // namespace sluice::kubelet

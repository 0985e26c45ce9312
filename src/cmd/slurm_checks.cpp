// SPDX-License-Identifier: Apache-2.0
#include "cmd/slurm_checks.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::cmd {
namespace {

// What a command of Slurm says, on either output; nothing when it fails.
std::optional<std::string> ask(const slurm::ConnectOptions& options, CommandRunner& runner,
                               std::vector<std::string> argv) {
  Command command{
      .argv = std::move(argv), .input = {}, .environment = {}, .timeout = std::chrono::seconds(10)};
  if (!options.bin_dir.empty()) {
    command.argv[0] = options.bin_dir + "/" + command.argv[0];
  }
  if (!options.slurm_conf.empty()) {
    command.environment.emplace_back("SLURM_CONF", options.slurm_conf);
  }
  const auto done = runner.run(command);
  if (!done || done->exit_code != 0) {
    return std::nullopt;
  }
  return done->out + done->err;
}

Finding accounting(slurm::Slurm& slurm) {
  const auto jobs = slurm.remembered_jobs({1});
  return jobs ? Finding{Verdict::kGood, "accounting", "answers"}
              : Finding{Verdict::kNote, "accounting",
                        jobs.error().message +
                            "; who cancelled a job, and how one ended that slurmctld has "
                            "forgotten, cannot be told"};
}

Finding gpus(const slurm::ConnectOptions& options, CommandRunner& runner) {
  const auto gres =
      parse_gres(ask(options, runner, {"sinfo", "--noheader", "--format=%G"}).value_or(""));
  if (gres.empty()) {
    return {Verdict::kNote, "gpus",
            "no node has GRES: pods that ask for nvidia.com/gpu or amd.com/gpu stay pending"};
  }
  return {Verdict::kGood, "gpus", join(gres, ", ")};
}

Finding mpi(const slurm::ConnectOptions& options, CommandRunner& runner) {
  const auto flavours = parse_mpi_list(ask(options, runner, {"srun", "--mpi=list"}).value_or(""));
  const bool useful = std::any_of(flavours.begin(), flavours.end(),
                                  [](const std::string& name) { return name.starts_with("pmi"); });
  return useful ? Finding{Verdict::kGood, "mpi", join(flavours, ", ")}
                : Finding{Verdict::kNote, "mpi",
                          "srun offers no PMI: tasks of one pod cannot find each other (it has: " +
                              join(flavours, ", ") + ")"};
}

Findings partition_findings(slurm::Slurm& slurm) {
  Findings findings;
  const auto partitions = slurm.partitions();
  for (const auto& partition : partitions.value_or(std::vector<slurm::Partition>())) {
    findings.push_back(
        {partition.up ? Verdict::kGood : Verdict::kNote, "partition " + partition.name,
         std::to_string(partition.nodes) + " nodes, " + std::to_string(partition.all.cpus) +
             " CPUs, " + std::to_string(partition.all.memory_mib) + " MiB" +
             (partition.is_default ? ", default" : "") + (partition.up ? "" : ", down")});
  }
  return findings;
}

}  // namespace

// cgroup.conf says what task/cgroup keeps; releases that do not show it keep their silence.
Finding limits_finding(const std::map<std::string, std::string>& settings) {
  const auto plugin = settings.find("TaskPlugin");
  if (plugin == settings.end() || plugin->second.find("cgroup") == std::string::npos) {
    return {Verdict::kNote, "limits",
            "no task/cgroup: Slurm counts processors and memory but does not keep pods to them"};
  }
  std::vector<std::string> loose;
  for (const auto& [setting, resource] :
       {std::pair("ConstrainCores", "processors"), std::pair("ConstrainRAMSpace", "memory")}) {
    const auto found = settings.find(setting);
    if (found != settings.end() && found->second != "yes") {
      loose.push_back(std::string(resource) + " (" + setting + "=" + found->second + ")");
    }
  }
  if (!loose.empty()) {
    return {Verdict::kNote, "limits",
            "cgroup.conf does not keep pods to their " + join(loose, " and ")};
  }
  return {Verdict::kGood, "limits", "cgroups keep pods to their processors and memory"};
}

std::map<std::string, std::string> parse_settings(std::string_view text) {
  std::map<std::string, std::string> settings;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos) {
      settings.emplace(trim(line.substr(0, equals)), trim(line.substr(equals + 1)));
    }
  }
  return settings;
}

std::vector<std::string> parse_mpi_list(std::string_view text) {
  std::vector<std::string> names;
  for (std::string_view line : split(text, '\n')) {
    // "srun: pmi2" before Slurm 22.05, "\tpmi2" since; words around them end in a colon or more.
    line = trim(line.starts_with("srun: ") ? line.substr(6) : line);
    if (!line.empty() && line.find_first_of(" :") == std::string_view::npos) {
      names.emplace_back(line);
    }
  }
  return names;
}

std::vector<std::string> parse_gres(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view line : split(text, '\n')) {
    const std::string_view gres = trim(line);
    if (!gres.empty() && gres != "(null)" && std::find(all.begin(), all.end(), gres) == all.end()) {
      all.emplace_back(gres);
    }
  }
  return all;
}

Findings slurm_findings(const slurm::ConnectOptions& options, CommandRunner& runner) {
  const auto slurm = slurm::connect(options, runner);
  if (!slurm) {
    return {{Verdict::kMissing, "slurm", slurm.error().message}};
  }
  Findings findings{{Verdict::kGood, "slurm adapter", std::string((*slurm)->adapter())}};
  if ((*slurm)->adapter() == "cli") {
    findings.push_back({Verdict::kNote, "libslurm",
                        "not used: " + options.module_path.string() +
                            " does not load here; pods start a few milliseconds later"});
  }
  const auto info = (*slurm)->ping();
  if (!info) {
    findings.push_back({Verdict::kMissing, "slurmctld", info.error().message});
    return findings;
  }
  findings.push_back(
      {Verdict::kGood, "slurmctld",
       "cluster " + info->name + ", Slurm " + info->version + " on " + info->control_host});
  append(findings, partition_findings(**slurm));
  const auto settings =
      parse_settings(ask(options, runner, {"scontrol", "show", "config"}).value_or(""));
  append(findings, {accounting(**slurm), limits_finding(settings), gpus(options, runner),
                    mpi(options, runner)});
  return findings;
}

}  // namespace sluice::cmd

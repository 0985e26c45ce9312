// SPDX-License-Identifier: Apache-2.0
#include <sys/statfs.h>
#include <unistd.h>

#include <iostream>

#include "cmd/console.h"
#include "cmd/home.h"
#include "cmd/site.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

enum class Verdict { kGood, kNote, kMissing };

struct Finding {
  Verdict verdict = Verdict::kGood;
  std::string subject;
  std::string detail;
};

void print(const Finding& finding) {
  const char* mark = finding.verdict == Verdict::kGood   ? "ok      "
                     : finding.verdict == Verdict::kNote ? "note    "
                                                         : "MISSING ";
  std::cout << mark << finding.subject << ": " << finding.detail << "\n";
}

Finding program(const std::string& name, const std::string& why) {
  const auto path = find_program(name);
  return path ? Finding{Verdict::kGood, name, *path}
              : Finding{Verdict::kMissing, name, "not found on $PATH; " + why};
}

Finding accounting(slurm::Slurm& slurm) {
  const auto jobs = slurm.remembered_jobs({1});
  return jobs ? Finding{Verdict::kGood, "accounting", "answers"}
              : Finding{Verdict::kNote, "accounting",
                        jobs.error().message +
                            "; who cancelled a job, and how one ended that slurmctld has "
                            "forgotten, cannot be told"};
}

std::vector<Finding> slurm_findings(const std::string& slurm_conf, const std::string& preference) {
  ProcessRunner runner;
  const auto options = slurm_options(slurm_conf, preference);
  if (!options) {
    return {{Verdict::kMissing, "slurm", options.error().message}};
  }
  const auto slurm = slurm::connect(*options, runner);
  if (!slurm) {
    return {{Verdict::kMissing, "slurm", slurm.error().message}};
  }
  std::vector<Finding> findings{
      {Verdict::kGood, "slurm adapter", std::string((*slurm)->adapter())}};
  if ((*slurm)->adapter() == "cli") {
    findings.push_back({Verdict::kNote, "libslurm",
                        "not used: " + options->module_path.string() +
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
  findings.push_back(accounting(**slurm));
  const auto partitions = (*slurm)->partitions();
  for (const auto& partition : partitions.value_or(std::vector<slurm::Partition>())) {
    findings.push_back(
        {partition.up ? Verdict::kGood : Verdict::kNote, "partition " + partition.name,
         std::to_string(partition.nodes) + " nodes, " + std::to_string(partition.cpus) + " CPUs, " +
             std::to_string(partition.memory_mib) + " MiB" +
             (partition.is_default ? ", default" : "") + (partition.up ? "" : ", down")});
  }
  return findings;
}

// Compute nodes must see the state directory; a local file system is fine only when they are here.
Finding home_finding(const Home& home) {
  std::filesystem::path existing = home.directory();
  std::error_code error;
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) {
    existing = existing.parent_path();
  }
  struct statfs status {};
  if (::statfs(existing.c_str(), &status) != 0) {
    return {Verdict::kMissing, "state directory",
            home.directory().string() + " cannot be looked at"};
  }
  constexpr long kNetworkTypes[] = {
      0x6969,     0x0BD00BD0, 0x47504653, 0x19830326,
      0xaad7aaea, 0xfe534d42, 0x00c36400};  // NFS, Lustre, GPFS, BeeGFS, Panasas, SMB, Ceph
  for (const long type : kNetworkTypes) {
    if (static_cast<long>(status.f_type) == type) {
      return {Verdict::kGood, "state directory",
              home.directory().string() + ", on a shared file system"};
    }
  }
  return {Verdict::kNote, "state directory",
          home.directory().string() +
              " is on a local file system: compute nodes other than this machine cannot see it;\n"
              "        set SLUICE_HOME to a shared directory"};
}

}  // namespace

int run_doctor(const std::vector<std::string>& arguments) {
  std::string home_option;
  std::string slurm_conf;
  std::string preference = "auto";
  const Usage usage{
      .synopsis = "sluice doctor [options]",
      .summary =
          "Looks at this site as `sluice up` would and says what it offers and what is missing. "
          "Changes\n"
          "nothing. Exit status 1 when something needed is missing.",
      .options = {{"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)",
                   &home_option},
                  {"slurm-conf", "FILE", "slurm.conf to use (default $SLURM_CONF)", &slurm_conf},
                  {"slurm", "WAY", "native, cli or auto", &preference}},
      .examples = "  sluice doctor"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto home = Home::find(home_option);
  if (!home) {
    return report(home.error());
  }
  std::vector<Finding> findings{program("sbatch", "pods with their own Slurm flags need it"),
                                program("kubectl", "Debian calls the package kubernetes-client")};
  for (Finding& finding : slurm_findings(slurm_conf, preference)) {
    findings.push_back(std::move(finding));
  }
  findings.push_back(home_finding(*home));
  bool complete = true;
  for (const Finding& finding : findings) {
    print(finding);
    complete = complete && finding.verdict != Verdict::kMissing;
  }
  return complete ? kExitOk : kExitFailure;
}

}  // namespace sluice::cmd

// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <iostream>
#include <utility>

#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/executors.h"
#include "cmd/finding.h"
#include "cmd/host_name.h"
#include "cmd/machine_checks.h"
#include "cmd/site.h"
#include "cmd/slurm_checks.h"
#include "cmd/subcommand.h"
#include "http/sockets.h"
#include "http/url.h"
#include "json/text.h"
#include "slurm/local/local_jobs.h"

namespace sluice::cmd {
namespace {

constexpr const char* kPatience = "30";  // seconds in the queue
constexpr const char* kKubectl = "Debian calls the package kubernetes-client";

struct Arguments {
  std::string home;
  std::string slurm_conf;
  std::string preference = "auto";
  std::string executor = "slurm";
  std::string token_file;
  std::string partition;
  std::string output = "text";
  std::string mark;
  std::string callback;
  bool job = false;
};

Finding program(const std::string& name, const std::string& why) {
  const auto path = find_program(name);
  return path ? Finding{Verdict::kGood, name, *path}
              : Finding{Verdict::kMissing, name, "not found on $PATH; " + why};
}

// A file in the state directory while a compute node looks for it.
class Mark {
 public:
  static Result<Mark> make(const Home& home) {
    TRY(home.prepare());
    const std::filesystem::path path = home.directory() / ("doctor-" + random_hex(16));
    TRY(write_file_atomic(path, ""));
    return Mark(path);
  }
  Mark(Mark&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Mark& operator=(Mark&&) = delete;
  ~Mark() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit Mark(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

Result<Findings> ask_node(const Arguments& arguments, const Home& home,
                          const slurm::ConnectOptions& slurm, CommandRunner& runner) {
  TRY_ASSIGN(const auto binary, own_binary());
  TRY_ASSIGN(const Mark mark, Mark::make(home));
  TRY_ASSIGN(const UniqueFd door, http::listen_on("0.0.0.0", 0));
  Command command{.argv = {"srun", "--nodes=1", "--ntasks=1", "--time=1", "--quiet",
                           "--job-name=sluice-doctor", std::string("--immediate=") + kPatience},
                  .input = {},
                  .environment = {},
                  .timeout = std::chrono::seconds(90)};
  if (!arguments.partition.empty()) {
    command.argv.push_back("--partition=" + arguments.partition);
  }
  command.argv.insert(
      command.argv.end(),
      {binary.string(), "doctor", "--output=json", "--mark=" + mark.path().string(),
       "--callback=" + host_name() + ":" + std::to_string(http::local_port(door.get()))});
  if (!slurm.slurm_conf.empty()) {
    command.environment.emplace_back("SLURM_CONF", slurm.slurm_conf);
  }
  TRY_ASSIGN(const CommandOutput done, runner.run(command));
  const auto document = json::parse(done.out);
  if (!document) {
    return fail(Code::kUnavailable, "no answer from a job: " + std::string(trim(done.err)));
  }
  return findings_from_json(*document);
}

Findings job_findings(const Arguments& arguments, const Home& home,
                      const slurm::ConnectOptions& slurm, CommandRunner& runner) {
  auto found = ask_node(arguments, home, slurm, runner);
  if (!found) {
    return {{Verdict::kMissing, "compute node", found.error().message}};
  }
  for (Finding& finding : *found) {
    finding.subject = "compute node, " + finding.subject;
  }
  return std::move(*found);
}

Finding local_finding() {
  const slurm::Capacity here = slurm::this_machine();
  return {Verdict::kGood, "local executor",
          std::to_string(here.cpus) + " CPUs, " + std::to_string(here.memory_mib) +
              " MiB of this machine for pods"};
}

Finding local_limits_finding() {
  const std::map<std::string, std::string> missing = slurm::look_for_group_place().missing;
  if (missing.empty()) {
    return {Verdict::kGood, "local limits", "control groups keep pods to their limits"};
  }
  std::vector<std::string> names;
  for (const auto& [name, why] : missing) {
    names.push_back(name);
  }
  return {Verdict::kNote, "local limits",
          "counted, not kept for " + join(names, ", ") + ": " + missing.begin()->second};
}

Result<Findings> look(const Arguments& arguments) {
  if (!arguments.callback.empty()) {
    TRY_ASSIGN(const http::HostPort where, http::parse_host_port(arguments.callback, 0));
    return node_findings({arguments.mark, where.host, where.port});
  }
  TRY_ASSIGN(const auto executors, parse_executors(arguments.executor));
  if (executors.front() == kubelet::Executor::kLocal) {
    Findings findings{program("kubectl", kKubectl), local_finding(), local_limits_finding()};
    append(findings, machine_findings());
    return findings;
  }
  TRY_ASSIGN(const Home home, Home::find(arguments.home));
  TRY_ASSIGN(const auto slurm,
             slurm_options(arguments.slurm_conf, arguments.preference, arguments.token_file));
  ProcessRunner runner;
  Findings findings{program("sbatch", "pods with their own Slurm flags need it"),
                    program("kubectl", kKubectl)};
  append(findings, slurm_findings(slurm, runner));
  const bool reachable = is_complete(findings);
  findings.push_back(home_finding(home));
  append(findings, machine_findings());
  if (executors.back() == kubelet::Executor::kLocal) {
    append(findings, {local_finding(), local_limits_finding()});
  }
  if (arguments.job && reachable) {
    append(findings, job_findings(arguments, home, slurm, runner));
  } else if (!arguments.job) {
    findings.push_back({Verdict::kNote, "compute nodes",
                        "not looked at; they may differ from this machine: sluice doctor --job"});
  }
  return findings;
}

}  // namespace

int run_doctor(const std::vector<std::string>& words) {
  Arguments a;
  const Usage usage{
      .synopsis = "sluice doctor [options]",
      .summary =
          "Looks at this site as `sluice up` would and says what it offers, what is missing, and "
          "what\n"
          "that means for pods. Changes nothing; --job runs one job of a few seconds. Exit status "
          "1\n"
          "when something needed is missing.",
      .options = {{"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)", &a.home},
                  {"executor", "WHAT", "slurm, local or both, as for `sluice up`", &a.executor},
                  {"slurm-conf", "FILE", "slurm.conf to use (default $SLURM_CONF)", &a.slurm_conf},
                  {"slurm", "WAY", kSlurmWayHelp, &a.preference},
                  {"slurm-token", "FILE", kSlurmTokenHelp, &a.token_file},
                  {"job", "", "look from a compute node too, by a job", &a.job},
                  {"partition", "NAME", "that job's partition", &a.partition},
                  {"output", "FORM", "text, or json for programs (also: -o FORM)", &a.output},
                  {"callback", "HOST:PORT", "in that job: where home is", &a.callback},
                  {"mark", "FILE", "in that job: what is to be seen", &a.mark}},
      .examples =
          "  sluice doctor\n"
          "  sluice doctor --job -o json"};
  std::vector<std::string> arguments = words;
  for (std::string& word : arguments) {
    if (word == "-o") {
      word = "--output";  // kubectl's habit
    }
  }
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (a.output != "text" && a.output != "json") {
    report(Error{Code::kInvalid, "output: expected text or json, got \"" + a.output + "\""});
    return kExitUsage;
  }
  const auto findings = look(a);
  if (!findings) {
    return report(findings.error());
  }
  if (a.output == "json") {
    std::cout << json::write_pretty(to_json(*findings)) << "\n";
  } else {
    for (const Finding& finding : *findings) {
      std::cout << to_line(finding) << "\n";
    }
  }
  return is_complete(*findings) ? kExitOk : kExitFailure;
}

}  // namespace sluice::cmd

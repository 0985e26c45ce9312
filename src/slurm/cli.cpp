// SPDX-License-Identifier: Apache-2.0
#include "slurm/cli.h"

#include <unistd.h>

#include <atomic>
#include <ctime>
#include <initializer_list>
#include <mutex>

#include "base/files.h"
#include "base/text.h"
#include "slurm/cli_parse.h"
#include "slurm/cli_start.h"
#include "slurm/digest.h"
#include "slurm/partition_sums.h"
#include "slurm/refusal.h"
#include "slurm/request.h"

namespace sluice::slurm {
namespace {

using Arguments = std::vector<std::string>;

constexpr int kClockSkewSeconds = 2;  // between slurmctld's machine and this one

// sbatch's file format: NAME=value, each ended by a zero byte.
std::string export_file_text(const JobRequest& request) {
  std::string text;
  for (const auto& [key, value] : job_environment(request)) {
    text += key + "=" + value + '\0';
  }
  return text;
}

// The user's flags may change what stands before them, not what stands behind. --export=ALL is the
// default, but sbatch of 26.05 forgets the file unless it is said.
Result<Arguments> sbatch_arguments(const JobRequest& request, const std::string& export_file) {
  TRY_ASSIGN(Arguments words, resource_arguments(request));
  words.insert(words.end(),
               {"--parsable", "--requeue", "--comment=" + request.comment,
                "--chdir=" + request.working_directory, "--output=" + output_pattern(request),
                "--export=ALL", "--export-file=" + export_file});
  return words;
}

Result<Arguments> allocation_arguments(const JobRequest& request) {
  TRY_ASSIGN(Arguments words, resource_arguments(request));
  words.insert(words.end(), {"--ntasks=1", "--comment=" + request.comment,
                             "--chdir=" + request.working_directory});
  return words;
}

Arguments with(Arguments words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
  return words;
}

class CliSlurm final : public Slurm {
 public:
  CliSlurm(CommandRunner& runner, CliOptions options)
      : runner_(runner), options_(std::move(options)) {}

  std::string_view adapter() const override { return "cli"; }

  Result<ClusterInfo> ping() override {
    TRY(check_answer());
    {
      const std::scoped_lock lock(mutex_);
      if (info_) {
        return *info_;
      }
    }
    TRY_ASSIGN(const std::string config, run("scontrol", {"show", "config"}));
    const std::scoped_lock lock(mutex_);
    info_ = parse_config(config);
    return *info_;
  }

  Result<JobId> submit(const JobRequest& request) override {
    TRY(check_request(request));
    const TemporaryDirectory scratch("sluice-submit");
    const std::filesystem::path export_file = scratch.path() / "environment";
    TRY_ASSIGN(const Arguments arguments, sbatch_arguments(request, export_file.string()));
    TRY(write_file_replacing(export_file, export_file_text(request), 0600));
    TRY(check_if_silent());
    TRY_ASSIGN(const std::string output, run("sbatch", arguments, request.script));
    return parse_submitted(output);
  }

  Result<std::optional<JobId>> start_now(const JobRequest& request) override {
    TRY(check_request(request));
    TRY_ASSIGN(const Arguments arguments, allocation_arguments(request));
    TRY(check_if_silent());
    TRY_ASSIGN(const bool free, would_start_now(arguments, request.script));
    if (!free) {
      return std::nullopt;
    }
    // Granted at once or not at all; salloc itself ends at once.
    TRY_ASSIGN(const CommandOutput output,
               call("salloc", with(arguments, {"--no-shell", "--immediate=1"})));
    const auto granted = parse_granted(output.err);
    if (!granted) {
      TRY(check_said_no(output));
      return std::nullopt;
    }
    return start_in(*this, *granted, request,
                    through_srun(runner_, {path_of("srun"), options_.slurm_conf}));
  }

  Result<JobChanges> jobs(Cursor since) override {
    TRY_ASSIGN(const std::string output,
               run("squeue", {"-h", "-a", "-t", "all", "-u", user(), "-O", jobs_format()}));
    const Cursor cursor{digest(output)};
    if (cursor.position == since.position) {
      return JobChanges{.unchanged = true, .cursor = cursor};
    }
    return JobChanges{.jobs = parse_jobs(output), .cursor = cursor};
  }

  // sacct talks to slurmdbd: what it says tells nothing about slurmctld.
  Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& ids) override {
    if (ids.empty()) {
      return std::vector<Job>{};
    }
    std::string list;
    for (const JobId id : ids) {
      list += (list.empty() ? "" : ",") + std::to_string(id);
    }
    auto output =
        call("sacct", {"-n", "-P", "-X", "-D", "-u", user(), "--delimiter",
                       std::string(kAccountingDelimiter), "-o", accounting_format(), "-j", list});
    if (!output) {
      return tl::unexpected(Error{Code::kUnavailable, output.error().message});
    }
    if (output->exit_code != 0) {
      return tl::unexpected(accounting_refusal(output->err.empty() ? output->out : output->err));
    }
    return parse_accounting(output->out);
  }

  Result<Job> job(JobId id) override {
    TRY(check_if_silent());
    TRY_ASSIGN(const std::string output, run("squeue", {"-h", "-a", "-t", "all", "-j",
                                                        std::to_string(id), "-O", jobs_format()}));
    const auto found = parse_jobs(output);
    if (found.empty()) {
      return fail(Code::kNotFound, "job " + std::to_string(id) + " is unknown");
    }
    return found.front();
  }

  Result<void> signal(JobId id, int signal_number) override {
    TRY(check_started(id));
    TRY(run("scancel",
            {"--batch", "--signal=" + std::to_string(signal_number), std::to_string(id)}));
    return {};
  }

  Result<void> signal_steps(JobId id, int signal_number) override {
    TRY(check_started(id));
    TRY(run("scancel", {"--signal=" + std::to_string(signal_number), std::to_string(id)}));
    return {};
  }

  // No command completes an allocation.
  Result<void> complete(JobId id, int /*exit_code*/) override { return cancel(id); }

  Result<void> cancel(JobId id) override {
    TRY(check_if_silent());
    // Only --verbose tells an unknown job; its exit code is zero either way.
    TRY_ASSIGN(const CommandOutput output, call("scancel", {"--verbose", std::to_string(id)}));
    if (output.err.find("already completing or completed") != std::string::npos) {
      return {};
    }
    for (const std::string_view line : split(output.err, '\n')) {
      if (line.find("error:") != std::string_view::npos) {
        return tl::unexpected(noted(refusal(line)));
      }
    }
    return {};
  }

  Result<std::vector<Partition>> partitions() override {
    TRY_ASSIGN(const auto all_nodes, nodes());
    TRY_ASSIGN(const std::string output, run("scontrol", {"-a", "-o", "show", "partition"}));
    std::vector<Partition> partitions = parse_partitions(output);
    add_node_sums(partitions, all_nodes);
    return partitions;
  }

  Result<std::vector<Node>> nodes() override {
    TRY(check_if_silent());
    TRY_ASSIGN(const std::string output, run("sinfo", {"-h", "-a", "-N", "-O", nodes_format()}));
    return parse_nodes(output);
  }

 private:
  std::string user() const {
    return options_.user.empty() ? std::to_string(::getuid()) : options_.user;
  }

  // scancel would retry for a minute on a job that has not started.
  Result<void> check_started(JobId id) {
    TRY_ASSIGN(const Job found, job(id));
    if (is_final(found.state)) {
      return fail(Code::kNotFound, "job " + std::to_string(id) + " is over");
    }
    if (found.state == JobState::kPending) {
      return fail(Code::kConflict, "job " + std::to_string(id) + " has not started");
    }
    return {};
  }

  std::string path_of(const std::string& program) const {
    return options_.bin_dir.empty() ? find_program(program).value_or(program)
                                    : options_.bin_dir + "/" + program;
  }

  Result<CommandOutput> call(const std::string& program, const Arguments& arguments,
                             std::string input = "") {
    Command command{.argv = {options_.bin_dir.empty() ? program : options_.bin_dir + "/" + program},
                    .input = std::move(input),
                    // Indices of arrays are cut off at 64 characters unless told otherwise.
                    .environment = {{"SLURM_TIME_FORMAT", "%s"}, {"SLURM_BITSTR_LEN", "0"}}};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    if (!options_.slurm_conf.empty()) {
      command.environment.emplace_back("SLURM_CONF", options_.slurm_conf);
    }
    auto output = runner_.run(command);
    if (!output && output.error().code == Code::kTimeout) {
      return tl::unexpected(noted({Code::kUnavailable, output.error().message}));
    }
    return output;
  }

  Result<std::string> run(const std::string& program, const Arguments& arguments,
                          std::string input = "") {
    TRY_ASSIGN(CommandOutput output, call(program, arguments, std::move(input)));
    if (output.exit_code != 0) {
      return tl::unexpected(noted(refusal(output.err.empty() ? output.out : output.err)));
    }
    return std::move(output.out);
  }

  // An allocation that is declined stays in the accounts as a job that failed; a question does not.
  Result<bool> would_start_now(const Arguments& arguments, const std::string& script) {
    TRY_ASSIGN(const CommandOutput output,
               call("sbatch", with(arguments, {"--test-only"}), script));
    const auto start = parse_expected_start(output.err);
    if (!start) {
      TRY(check_said_no(output));
    }
    return start && *start <= std::time(nullptr) + kClockSkewSeconds;
  }

  // Fails when it was not slurmctld that spoke.
  Result<void> check_said_no(const CommandOutput& output) {
    const Error refused = noted(refusal(output.err));
    if (refused.code == Code::kUnavailable) {
      return tl::unexpected(refused);
    }
    return {};
  }

  Error noted(Error error) {
    silent_ = silent_ || error.code == Code::kUnavailable;
    return error;
  }

  Result<void> check_answer() {
    TRY_ASSIGN(const CommandOutput output, call("scontrol", {"ping"}));
    if (output.out.find(" is UP") == std::string::npos) {
      const auto lines = split(trim(output.out.empty() ? output.err : output.out), '\n');
      return tl::unexpected(noted({Code::kUnavailable, std::string(lines.front())}));
    }
    silent_ = false;
    return {};
  }

  // Most commands try for ten seconds before they give up; scontrol ping knows at once.
  Result<void> check_if_silent() { return silent_ ? check_answer() : Result<void>{}; }

  CommandRunner& runner_;
  const CliOptions options_;
  std::atomic<bool> silent_ = false;
  std::mutex mutex_;
  std::optional<ClusterInfo> info_;
};

}  // namespace

std::unique_ptr<Slurm> make_cli(CommandRunner& runner, CliOptions options) {
  return std::make_unique<CliSlurm>(runner, std::move(options));
}

}  // namespace sluice::slurm

// SPDX-License-Identifier: Apache-2.0
#include "slurm/cli_start.h"

#include <poll.h>
#include <signal.h>

#include <limits>

#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "slurm/refusal.h"
#include "slurm/request.h"

namespace sluice::slurm {
namespace {

constexpr Duration kPatience = std::chrono::seconds(10);
constexpr int kLookEveryMilliseconds = 2;

constexpr std::string_view kInBackground = R"(log=$1; shift
"$@" >"$log" 2>&1 </dev/null &
echo $!
)";

std::optional<std::int64_t> number_after(std::string_view words, std::string_view mark) {
  const std::size_t at = words.find(mark);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view rest = words.substr(at + mark.size());
  return parse_int(rest.substr(0, rest.find_first_not_of("0123456789")));
}

// The step would need srun for its output; so the script sends its own.
std::string with_output(const JobRequest& request) {
  if (request.output.empty()) {
    return request.script;
  }
  return "exec >" + shell_quote(request.output) + " 2>&1\n" + request.script;
}

std::string of_process(pid_t pid, std::string_view file) {
  return read_file("/proc/" + std::to_string(pid) + "/" + std::string(file)).value_or("");
}

bool has_ended(pid_t pid) {
  const std::string stat = of_process(pid, "stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.substr(name_end + 1).starts_with(" Z");
}

// srun has no other child; as long as srun does not wait for it, its number stays taken.
void end_watchdog(pid_t srun) {
  const std::string children = of_process(srun, "task/" + std::to_string(srun) + "/children");
  for (const std::string_view child : split(trim(children), ' ')) {
    if (const auto pid = parse_int(child); pid && *pid > 1) {
      ::kill(static_cast<pid_t>(*pid), SIGKILL);
    }
  }
}

// Until its step runs, it has ended or its time is up.
SrunSays follow(pid_t srun, const std::filesystem::path& log) {
  const RealClock clock;
  const SteadyTime deadline = clock.steady() + kPatience;
  while (true) {
    const bool last = has_ended(srun) || clock.steady() >= deadline;
    SrunSays says = parse_srun(read_file(log).value_or(""));
    if (says.running || last) {
      return says;
    }
    ::poll(nullptr, 0, kLookEveryMilliseconds);
  }
}

}  // namespace

Command step_command(JobId id, const JobRequest& request, const Srun& srun,
                     const std::filesystem::path& log) {
  Command command{.argv = {"/bin/sh", "-c", std::string(kInBackground), "start", log.string(),
                           srun.path, "--jobid=" + std::to_string(id), "--verbose", "--ntasks=1",
                           "--cpus-per-task=" + std::to_string(request.cpus),
                           "--chdir=" + request.working_directory, "--input=none", "--output=none",
                           "--error=none", "/bin/sh", "-c", with_output(request)},
                  .environment = job_environment(request),
                  .only_this_environment = true};
  if (!srun.slurm_conf.empty()) {
    std::erase_if(command.environment,
                  [](const auto& entry) { return entry.first == "SLURM_CONF"; });
    command.environment.emplace_back("SLURM_CONF", srun.slurm_conf);
  }
  return command;
}

SrunSays parse_srun(std::string_view log) {
  SrunSays says;
  for (const std::string_view line : split(log, '\n')) {
    says.running = says.running || line.ends_with(" tasks started");
    if (line.find("error: ") != std::string_view::npos) {
      says.errors += std::string(line) + "\n";
    }
  }
  return says;
}

std::optional<std::int64_t> parse_expected_start(std::string_view sbatch_words) {
  return number_after(sbatch_words, " to start at ");
}

std::optional<JobId> parse_granted(std::string_view salloc_words) {
  const auto id = number_after(salloc_words, "Granted job allocation ");
  if (!id || *id <= 0 || *id > std::numeric_limits<JobId>::max()) {
    return std::nullopt;
  }
  return static_cast<JobId>(*id);
}

Result<bool> launch_step(CommandRunner& runner, JobId id, const JobRequest& request,
                         const Srun& srun) {
  const TemporaryDirectory scratch("sluice-start");
  const std::filesystem::path log = scratch.path() / "log";
  TRY_ASSIGN(const CommandOutput output, runner.run(step_command(id, request, srun, log)));
  const auto printed = parse_int(trim(output.out));
  if (!printed || *printed <= 1) {
    return fail(Code::kInternal, "starting srun: " + std::string(trim(output.err)));
  }
  const auto pid = static_cast<pid_t>(*printed);
  const SrunSays says = follow(pid, log);
  if (says.running) {
    end_watchdog(pid);
    return true;
  }
  if (!has_ended(pid)) {
    end_watchdog(pid);  // it would end whatever has the job's id by then
    ::kill(pid, SIGKILL);
    return fail(Code::kUnavailable, "srun did not start the job within 10 s");
  }
  if (says.errors.empty()) {
    return fail(Code::kUnavailable, "srun ended without a word");
  }
  log::debug("no step was launched", {{"reason", refusal(says.errors).message}});
  return false;
}

StepLauncher through_srun(CommandRunner& runner, Srun srun) {
  return [&runner, srun = std::move(srun)](JobId id, const JobRequest& request) {
    return launch_step(runner, id, request, srun);
  };
}

Result<std::optional<JobId>> start_in(Slurm& slurm, JobId id, const JobRequest& request,
                                      const StepLauncher& launch) {
  TRY_ASSIGN(const bool launched, launch(id, request));
  if (launched) {
    return id;
  }
  const auto ours = check_own(slurm, id, request.comment);
  const auto given_back = ours ? slurm.complete(id, 1) : ours;
  if (!given_back && given_back.error().code != Code::kNotFound) {
    return tl::unexpected(given_back.error());
  }
  return std::nullopt;
}

}  // namespace sluice::slurm

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

// srun itself would have to stay for the output; so the script sends its own.
std::string with_output(const JobRequest& request) {
  if (request.output.empty()) {
    return request.script;
  }
  return "exec >" + shell_quote(request.output) + " 2>&1\n" + request.script;
}

std::optional<JobId> granted(std::string_view line) {
  constexpr std::string_view kGranted = "jobid ";
  const std::size_t at = line.find(kGranted);
  if (at == std::string_view::npos || line.find(": nodes(", at) == std::string_view::npos) {
    return std::nullopt;
  }
  line.remove_prefix(at + kGranted.size());
  const auto id = parse_int(line.substr(0, line.find(':')));
  if (!id || *id <= 0 || *id > std::numeric_limits<JobId>::max()) {
    return std::nullopt;
  }
  return static_cast<JobId>(*id);
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

Result<Command> start_command(const JobRequest& request, const std::string& srun,
                              const std::string& slurm_conf, const std::filesystem::path& log) {
  Command command{
      .argv = {"/bin/sh", "-c", std::string(kInBackground), "start", log.string(), srun},
      .environment = job_environment(request),
      .only_this_environment = true};
  if (!slurm_conf.empty()) {
    std::erase_if(command.environment,
                  [](const auto& entry) { return entry.first == "SLURM_CONF"; });
    command.environment.emplace_back("SLURM_CONF", slurm_conf);
  }
  TRY_ASSIGN(const auto resources, resource_arguments(request));
  command.argv.insert(command.argv.end(), resources.begin(), resources.end());
  command.argv.insert(command.argv.end(),
                      {"--verbose", "--immediate=1", "--comment=" + request.comment,
                       "--chdir=" + request.working_directory, "--input=none", "--output=none",
                       "--error=none", "/bin/sh", "-c", with_output(request)});
  return command;
}

SrunSays parse_srun(std::string_view log) {
  SrunSays says;
  for (const std::string_view line : split(log, '\n')) {
    if (const auto id = granted(line)) {
      says.granted = id;
    }
    says.running = says.running || (says.granted && line.ends_with(" tasks started"));
    if (line.find("error: ") != std::string_view::npos) {
      says.errors += std::string(line) + "\n";
    }
  }
  return says;
}

Result<std::optional<JobId>> start_through_srun(CommandRunner& runner, const JobRequest& request,
                                                const std::string& srun,
                                                const std::string& slurm_conf) {
  const TemporaryDirectory scratch("sluice-start");
  const std::filesystem::path log = scratch.path() / "log";
  TRY_ASSIGN(const Command command, start_command(request, srun, slurm_conf, log));
  TRY_ASSIGN(const CommandOutput output, runner.run(command));
  const auto pid = parse_int(trim(output.out));
  if (!pid || *pid <= 1) {
    return fail(Code::kInternal, "starting srun: " + std::string(trim(output.err)));
  }
  const SrunSays says = follow(static_cast<pid_t>(*pid), log);
  if (says.running) {
    end_watchdog(static_cast<pid_t>(*pid));
    return says.granted;
  }
  if (!has_ended(static_cast<pid_t>(*pid))) {
    ::kill(static_cast<pid_t>(*pid), SIGKILL);  // its watchdog clears up behind it
    return fail(Code::kUnavailable, "srun did not start the job within 10 s");
  }
  const Error refused = refusal(says.errors);
  log::debug("not started at once", {{"reason", refused.message}});
  return refused.code == Code::kUnavailable ? Result<std::optional<JobId>>(tl::unexpected(refused))
                                            : std::nullopt;
}

}  // namespace sluice::slurm

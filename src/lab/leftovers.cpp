// SPDX-License-Identifier: Apache-2.0
#include "lab/leftovers.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/waiting.h"

namespace sluice::lab {
namespace {

bool has(const ProcessEntry& entry, const std::string& line) {
  return std::find(entry.environment.begin(), entry.environment.end(), line) !=
         entry.environment.end();
}

// SLURMD_NODENAME exists only inside a step: salloc's shell on the submitting side lacks it.
bool is_inside_job(const ProcessEntry& entry, const std::string& cluster) {
  return has(entry, "SLURM_CLUSTER_NAME=" + cluster) &&
         std::any_of(entry.environment.begin(), entry.environment.end(),
                     [](const std::string& line) { return line.starts_with("SLURMD_NODENAME="); });
}

// sshd writes its title over its environment, mark included; the title names the configuration.
bool is_our_sshd(const ProcessEntry& entry, const std::string& directory) {
  return entry.command_line.starts_with("sshd: ") &&
         entry.command_line.find(" -f " + directory + "/ssh/sshd_config ") != std::string::npos;
}

std::string_view program_of(const ProcessEntry& entry) {
  return std::string_view(entry.command_line)
      .substr(0, entry.command_line.find_first_of(std::string_view(": \0", 3)));
}

// Without its cluster an srun waits for ever.
bool is_our_srun(const ProcessEntry& entry, const std::string& directory) {
  return program_of(entry).ends_with("srun") &&
         has(entry, "SLURM_CONF=" + directory + "/etc/slurm.conf");
}

// slurmd starts slurmstepd with an empty environment, but in its own working directory.
bool is_our_stepd(const ProcessEntry& entry, const std::string& directory) {
  return program_of(entry).ends_with("slurmstepd") &&
         (entry.working_directory == directory ||
          entry.working_directory.starts_with(directory + "/"));
}

std::set<pid_t> ancestors(const std::map<pid_t, pid_t>& parents, pid_t self) {
  std::set<pid_t> result;
  for (pid_t pid = self; pid > 0 && result.insert(pid).second;) {
    const auto found = parents.find(pid);
    pid = found == parents.end() ? 0 : found->second;
  }
  return result;
}

}  // namespace

std::vector<ProcessId> members(const std::vector<ProcessEntry>& all, const Membership& lab,
                               pid_t self) {
  const std::string mark = std::string(kMemberVariable) + "=" + lab.directory;
  std::map<pid_t, pid_t> parents;
  std::set<pid_t> found;
  for (const ProcessEntry& entry : all) {
    parents[entry.id.pid] = entry.parent;
    const bool recorded =
        std::find(lab.recorded.begin(), lab.recorded.end(), entry.id) != lab.recorded.end();
    if (recorded || has(entry, mark) || is_inside_job(entry, lab.cluster) ||
        is_our_sshd(entry, lab.directory) || is_our_stepd(entry, lab.directory) ||
        is_our_srun(entry, lab.directory)) {
      found.insert(entry.id.pid);
    }
  }
  const std::set<pid_t> spared = ancestors(parents, self);
  std::vector<ProcessId> result;
  for (const ProcessEntry& entry : all) {
    const std::set<pid_t> line = ancestors(parents, entry.id.pid);
    const bool belongs =
        std::any_of(line.begin(), line.end(), [&](pid_t pid) { return found.contains(pid); });
    if (belongs && !spared.contains(entry.id.pid) && entry.id.pid > 1) {
      result.push_back(entry.id);
    }
  }
  return result;
}

Result<int> kill_members(const Membership& lab) {
  int killed = 0;
  std::vector<ProcessId> left;
  const bool gone = wait_until(std::chrono::seconds(10), [&] {
    left = members(list_processes(), lab, ::getpid());
    killed = std::max(killed, static_cast<int>(left.size()));
    for (const ProcessId& process : left) {
      send_signal(process, SIGKILL);
    }
    return left.empty();
  });
  if (!gone) {
    std::string pids;
    for (const ProcessId& process : left) {
      pids += " " + std::to_string(process.pid);
    }
    return fail(Code::kTimeout, "these processes of the lab do not end:" + pids);
  }
  return killed;
}

}  // namespace sluice::lab

// SPDX-License-Identifier: Apache-2.0
#include "lab/configuration.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>

#include "base/text.h"
#include "lab/tree.h"

namespace sluice::lab {
namespace {

using std::to_string;

constexpr const char* kGpu = "gpu";

std::string identity(const Layout& layout, const State& state, const Machine& machine) {
  return "ClusterName=" + state.cluster + "\nSlurmctldHost=" + machine.host +
         "(127.0.0.1)\nSlurmctldPort=" + to_string(state.port("slurmctld")) +
         "\nSlurmdPort=" + to_string(state.port("slurmd")) + "\nSlurmUser=" + machine.user +
         "\nSlurmdUser=" + machine.user +
         "\nAuthType=auth/munge\nAuthInfo=socket=" + layout.munge_socket().string() +
         "\nCredType=cred/munge\n";
}

std::string files(const Layout& layout) {
  const std::string dir = layout.dir.string();
  return "StateSaveLocation=" + layout.state().string() + "\nSlurmdSpoolDir=" + dir +
         "/spool/%n\nSlurmctldPidFile=" + dir + "/run/slurmctld.pid\nSlurmdPidFile=" + dir +
         "/run/slurmd-%n.pid\nSlurmctldLogFile=" + layout.log("slurmctld").string() +
         "\nSlurmdLogFile=" + dir + "/log/slurmd-%n.log\nLogTimeFormat=iso8601_ms\n";
}

// Short waits for tests; nothing is requeued behind the submitter's back; the sizes fit thousands
// of pods. batch_sched_delay=0 halves the time a batch job waits for its start.
constexpr std::string_view kBehaviour =
    "MpiDefault=pmi2\n"
    "ProctrackType=proctrack/linuxproc\n"
    "TaskPlugin=task/none\n"
    "JobAcctGatherType=jobacct_gather/linux\n"
    "SwitchType=switch/none\n"
    "ReturnToService=2\n"
    "SlurmdTimeout=60\n"
    "SlurmctldTimeout=30\n"
    "InactiveLimit=0\n"
    "KillWait=5\n"
    "MinJobAge=300\n"
    "Waittime=0\n"
    "JobRequeue=0\n"
    "MailProg=/bin/true\n"
    "SchedulerType=sched/backfill\n"
    "SchedulerParameters=batch_sched_delay=0\n"
    "SelectType=select/cons_tres\n"
    "SelectTypeParameters=CR_Core_Memory\n"
    "SlurmdParameters=config_overrides\n"
    "TreeWidth=65533\n"
    "MaxJobCount=50000\n"
    "MaxArraySize=10001\n"
    "DefMemPerCPU=100\n";

// The names are those of valid resources: they were checked before.
std::string gres_types(const LabOptions& options) {
  std::vector<std::string> names;
  for (const LabGres& one : parse_gres(options.gres).value_or(std::vector<LabGres>())) {
    if (std::find(names.begin(), names.end(), one.name) == names.end()) {
      names.push_back(one.name);
    }
  }
  return names.empty() ? "" : "GresTypes=" + join(names, ",") + "\n";
}

std::string accounting(const Layout& layout, const State& state) {
  // slurmctld ignores AuthInfo towards slurmdbd: the munge socket is given as the "password".
  return "AccountingStorageType=accounting_storage/slurmdbd\nAccountingStorageHost=127.0.0.1\n"
         "AccountingStoragePort=" +
         to_string(state.port("slurmdbd")) +
         "\nAccountingStoragePass=" + layout.munge_socket().string() +
         "\nAccountingStoreFlags=job_comment\n";
}

std::string jwt(const Layout& layout) {
  return "AuthAltTypes=auth/jwt\nAuthAltParameters=jwt_key=" + layout.jwt_key().string() + "\n";
}

std::string nodes(const State& state, const Machine& machine) {
  if (state.options.dynamic) {
    return "MaxNodeCount=" + to_string(state.options.nodes + 256) + "\n";
  }
  std::string text;
  for (std::int64_t i = 1; i <= state.options.nodes; ++i) {
    text += "NodeName=" + node_name(i) + " NodeHostname=" + machine.host +
            " NodeAddr=127.0.0.1 Port=" + to_string(state.port("slurmd-" + node_name(i))) + " " +
            node_properties(state.options) + " State=UNKNOWN\n";
  }
  return text;
}

}  // namespace

Machine this_machine() {
  Machine machine{std::to_string(::geteuid()), "/", "localhost"};
  if (const passwd* entry = ::getpwuid(::geteuid()); entry != nullptr) {
    machine.user = entry->pw_name;
    machine.home = entry->pw_dir;
  }
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) == 0) {
    machine.host = std::string(host.data());
    machine.host = machine.host.substr(0, machine.host.find('.'));
  }
  return machine;
}

std::string node_properties(const LabOptions& options) {
  return "CPUs=" + to_string(options.cpus) + " RealMemory=" + to_string(options.memory_mib) +
         (options.gres.empty() ? "" : " Gres=" + options.gres) + " Feature=lab";
}

Result<std::vector<LabGres>> parse_gres(std::string_view text) {
  std::vector<LabGres> all;
  for (const std::string_view entry : split(text, ',')) {
    const std::vector<std::string_view> words = split(entry, ':');
    const auto count = parse_int(words.back());
    const bool plain =
        entry.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_:") == std::string_view::npos;
    if (text.empty()) {
      break;
    }
    if (!plain || words.size() < 2 || words.size() > 3 || words.front().empty() ||
        words[words.size() - 2].empty() || !count || *count < 1) {
      return fail(Code::kInvalid, "gres: expected name:count or name:type:count, got \"" +
                                      std::string(entry) + "\"");
    }
    all.push_back({.name = std::string(words.front()),
                   .type = words.size() == 3 ? std::string(words[1]) : "",
                   .count = *count});
  }
  return all;
}

std::string gres_conf_text(const std::vector<LabGres>& gres, const std::filesystem::path& devices) {
  std::string text;
  std::int64_t gpu = 0;
  for (const LabGres& one : gres) {
    text += "Name=" + one.name + (one.type.empty() ? "" : " Type=" + one.type) +
            " Count=" + to_string(one.count);
    if (one.name == kGpu) {
      text += " File=" + (devices / "gpu").string() + "[" + to_string(gpu) + "-" +
              to_string(gpu + one.count - 1) + "]";
      gpu += one.count;
    }
    text += "\n";
  }
  return text;
}

std::int64_t gpu_count(const std::vector<LabGres>& gres) {
  return std::accumulate(gres.begin(), gres.end(), std::int64_t{0},
                         [](std::int64_t sum, const LabGres& one) {
                           return sum + (one.name == kGpu ? one.count : 0);
                         });
}

std::string slurm_conf_text(const Layout& layout, const State& state, const Machine& machine) {
  std::string text = identity(layout, state, machine) + files(layout) + std::string(kBehaviour) +
                     gres_types(state.options);
  if (state.options.accounting) {
    text += accounting(layout, state);
  }
  if (state.options.rest) {
    text += jwt(layout);
  }
  if (const std::string plugins = state.options.slurm_root + "/lib/slurm";
      !state.options.slurm_root.empty() && !is_tree(state.options.slurm_root) &&
      std::filesystem::exists(plugins)) {
    text += "PluginDir=" + plugins + "\n";
  }
  return text + nodes(state, machine) +
         "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
         "PartitionName=debug Nodes=ALL MaxTime=01:00:00 State=UP\n";
}

std::string slurmdbd_conf_text(const Layout& layout, const State& state, const Machine& machine,
                               std::string_view password) {
  return "AuthType=auth/munge\nAuthInfo=socket=" + layout.munge_socket().string() + "\n" +
         (state.options.rest ? jwt(layout) : "") +
         "DbdHost=localhost\nDbdAddr=127.0.0.1\nDbdPort=" + to_string(state.port("slurmdbd")) +
         "\nSlurmUser=" + machine.user +
         "\nStorageType=accounting_storage/mysql\nStorageHost=127.0.0.1\nStoragePort=" +
         to_string(state.port("mariadbd")) +
         "\nStorageUser=slurm\nStoragePass=" + std::string(password) +
         "\nStorageLoc=slurm_acct_db\nLogFile=" + layout.log("slurmdbd").string() +
         "\nPidFile=" + layout.dir.string() + "/run/slurmdbd.pid\n";
}

}  // namespace sluice::lab

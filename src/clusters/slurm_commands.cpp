// SPDX-License-Identifier: Apache-2.0
#include "clusters/slurm_commands.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::clusters {
namespace {

constexpr int kNotYet = 75;  // EX_TEMPFAIL

// $1: the mark of the files that are wanted. Beside slurmctld, in the container that otherwise does
// the same by itself; /run/taken-over has what slurmctld was told last.
constexpr const char* kReconfigure = R"sh(
tries=0
while [ "$(cat /etc/slurm/sluice.mark 2>/dev/null)" != "$1" ]; do
  if [ "$2" = look ] || [ $tries -ge 100 ]; then exit 75; fi
  tries=$((tries+1))
  sleep 0.03
done
now=$(readlink /etc/slurm/..data)
grep -qxF "$now" /run/taken-over 2>/dev/null && exit 0
[ "$2" = look ] && exit 75
scontrol reconfigure 2>&1 || exit 1
echo "$now" >/run/taken-over
)sh";

bool is_no_answer(Code code) {
  return code == Code::kNotFound || code == Code::kUnavailable || code == Code::kTimeout;
}

}  // namespace

Result<client::CommandOutput> SlurmCommands::run(const char* container,
                                                 std::vector<std::string> argv) {
  Error last{Code::kUnavailable, "there is no controller"};
  for (std::int64_t i = 0; i < controllers_; ++i) {
    auto output = commands_.run({.pod = {ns_, pod_ + std::to_string(i)},
                                 .container = container,
                                 .argv = argv,
                                 .input = "",
                                 .timeout = std::chrono::seconds(30)});
    if (output) {
      return output;
    }
    last = output.error();
    if (!is_no_answer(last.code)) {
      break;
    }
  }
  const Code code = is_no_answer(last.code) ? Code::kUnavailable : last.code;
  return tl::unexpected(Error{code, last.message});
}

Result<std::string> SlurmCommands::ask(std::vector<std::string> argv) {
  const std::string name = argv.front();
  TRY_ASSIGN(client::CommandOutput output, run("slurmctld", std::move(argv)));
  if (output.exit_code != 0) {
    return fail(Code::kUnavailable, name + ": " + std::string(trim(output.err + output.out)));
  }
  return std::move(output.out);
}

Result<void> SlurmCommands::ping() {
  TRY_ASSIGN(const std::string said, ask({"scontrol", "ping"}));
  if (said.find(" is UP") == std::string::npos) {
    return fail(Code::kUnavailable, "slurmctld does not answer");
  }
  return {};
}

Result<slurmconf::Queue> SlurmCommands::queue(bool also_over) {
  std::vector<std::string> argv{"squeue", "--noheader", "--all",
                                std::string("--format=") + slurmconf::kQueueFormat};
  if (also_over) {
    argv.emplace_back("--states=all");
  }
  TRY_ASSIGN(const std::string said, ask(std::move(argv)));
  return slurmconf::read_queue(said);
}

Result<std::vector<std::string>> SlurmCommands::over(const std::vector<std::string>& jobs) {
  TRY_ASSIGN(const std::string said, ask({"sacct", "--noheader", "--parsable2", "--allocations",
                                          "--format=JobIDRaw,State", "--jobs=" + join(jobs, ",")}));
  std::vector<std::string> over;
  for (const std::string_view line : split(said, '\n')) {
    const auto words = split(line, '|');
    if (words.size() > 1 && words[1] != "PENDING" && words[1] != "RUNNING") {
      over.emplace_back(words[0]);
    }
  }
  return over;
}

Result<std::map<std::string, std::string>> SlurmCommands::partition_states() {
  TRY_ASSIGN(const std::string said, ask({"scontrol", "--all", "--oneliner", "show", "partition"}));
  return slurmconf::read_partition_states(said);
}

Result<void> SlurmCommands::set_partition_state(const std::string& name, const std::string& state) {
  TRY(ask({"scontrol", "update", "PartitionName=" + name, "State=" + state}));
  return {};
}

// Of nodes that are not there sinfo says nothing, where scontrol would fail.
Result<std::map<std::string, SlurmCommands::Node>> SlurmCommands::nodes_at_door(
    const std::vector<std::string>& names) {
  TRY_ASSIGN(const std::string said,
             ask({"sinfo", "--noheader", "--all", "--Node", "--nodes=" + join(names, ","),
                  std::string("--format=") + slurmconf::kNodeFormat}));
  return slurmconf::read_nodes_at_door(said);
}

Result<void> SlurmCommands::drain(const std::string& node, const std::string& reason) {
  TRY(ask({"scontrol", "update", "NodeName=" + node, "State=DRAIN", "Reason=" + reason}));
  return {};
}

Result<void> SlurmCommands::undrain(const std::string& node) {
  TRY(ask({"scontrol", "update", "NodeName=" + node, "State=UNDRAIN"}));
  return {};
}

Result<void> SlurmCommands::reconfigure(const std::string& mark) {
  TRY_ASSIGN(const client::CommandOutput output,
             run("reconfigure", {"/bin/sh", "-c", kReconfigure, "sh", mark}));
  if (output.exit_code == kNotYet) {
    return fail(Code::kUnavailable, "the files are not in the pod yet");
  }
  if (output.exit_code != 0) {
    return fail(Code::kInternal, std::string(trim(output.out + output.err)));
  }
  return {};
}

Result<bool> SlurmCommands::has_taken_over(const std::string& mark) {
  TRY_ASSIGN(const client::CommandOutput output,
             run("reconfigure", {"/bin/sh", "-c", kReconfigure, "sh", mark, "look"}));
  return output.exit_code == 0;
}

}  // namespace sluice::clusters

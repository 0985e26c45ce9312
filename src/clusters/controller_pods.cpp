// SPDX-License-Identifier: Apache-2.0
#include "clusters/controller_pods.h"

#include "clusters/cluster.h"

namespace sluice::clusters {
namespace {

constexpr int kMostControllers = 2;  // as the definition says

}  // namespace

ControllerPods::ControllerPods(client::PodCommands& commands, const api::Key& cluster)
    : commands_(commands), cluster_(cluster) {}

// How many there are is not known here: one that is not there is one that cannot be reached.
Result<CommandOutput> ControllerPods::run(const Command& command) {
  client::PodCommand there{.pod = {cluster_.ns, ""},
                           .container = "slurmctld",
                           .argv = {},
                           .input = command.input,
                           .timeout = command.timeout};
  if (!command.environment.empty()) {
    there.argv.emplace_back("env");
    for (const auto& [name, value] : command.environment) {
      there.argv.push_back(name + "=" + value);
    }
  }
  there.argv.insert(there.argv.end(), command.argv.begin(), command.argv.end());
  Cluster cluster;
  cluster.name = cluster_.name;
  const std::string pods = cluster.component("controller");
  Error first;
  for (int i = 0; i < kMostControllers; ++i) {
    there.pod.name = pods + "-" + std::to_string(i);
    auto output = commands_.run(there);
    if (output) {
      return CommandOutput{output->exit_code, std::move(output->out), std::move(output->err)};
    }
    if (i == 0) {
      first = std::move(output.error());
    }
  }
  return fail(Code::kUnavailable, "pod " + pods + "-0: " + first.message);
}

}  // namespace sluice::clusters

// SPDX-License-Identifier: Apache-2.0
//
// `sluice agent`: looks after one machine of a Slurm cluster.
#include "agent/agent.h"

#include "base/files.h"
#include "cmd/agent_config.h"
#include "cmd/console.h"
#include "cmd/service.h"
#include "cmd/subcommand.h"
#include "detach/command_slurm_nodes.h"
#include "http/own_address.h"
#include "remote/http_client.h"
#include "runtime/manager.h"

namespace sluice::cmd {
namespace {

constexpr std::chrono::seconds kStopWithin{20};
constexpr const char* kKubernetesWorker = "kubernetes-worker";  // its kubelet registers the Node

struct Options {
  std::string config = "/etc/sluice/agent.yaml";
  std::string log_level = "info";
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice agent [options]\n       sluice agent config --cluster NAME [options]",
      .summary =
          "Looks after one machine of a Slurm cluster: starts its services in their order, starts "
          "again what has\n"
          "stopped, and shows the machine as a Node that takes no pods and is ready while all are "
          "well. Takes\n"
          "the operator's orders to detach its node from Slurm, over TLS with certificates on both "
          "sides. In the\n"
          "foreground, until SIGTERM; the services go on.",
      .options = {{"config", "FILE",
                   "what the bootstrap provider or `sluice agent config` wrote for it", &o.config},
                  {"log-level", "LEVEL", "debug, info, warning or error", &o.log_level}},
      .examples = "  sluice agent --config /etc/sluice/agent.yaml"};
}

Result<int> run(const Options& options, const sigset_t& signals) {
  TRY_ASSIGN(const log::Level level, parse_level(options.log_level));
  log::set_level(level);
  TRY_ASSIGN(const std::string text, read_file(options.config));
  auto config = agent::read_config(text);
  if (!config) {
    return tl::unexpected(with_context(std::move(config).error(), options.config));
  }
  std::unique_ptr<client::Client> client;
  std::string server;
  if (!config->kubeconfig.empty() && config->role != kKubernetesWorker) {
    TRY_ASSIGN(auto endpoint, remote::read_kubeconfig(config->kubeconfig));
    server = endpoint.connection.host;
    TRY_ASSIGN(client, remote::connect(std::move(endpoint)));
  }
  RealClock clock;
  ProcessRunner runner;
  const auto slurm =
      detach::make_command_slurm_nodes(runner, {.controller = config->slurm_controller});
  http::OwnAddress address(server);  // there the operator asks
  agent::Agent the_agent(std::move(*config), {.address = [&address] { return address.now(); },
                                              .client = client.get(),
                                              .runner = runner,
                                              .slurm = *slurm,
                                              .clock = clock});
  runtime::Manager manager(clock);
  manager.add(the_agent);
  TRY(manager.start());
  log::info("agent runs");
  int received = 0;
  ::sigwait(&signals, &received);
  TRY(manager.stop(kStopWithin));
  return kExitOk;
}

}  // namespace

int run_agent(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments.front() == "config") {
    return run_agent_config({arguments.begin() + 1, arguments.end()});
  }
  return run_service(arguments, usage, run);
}

}  // namespace sluice::cmd

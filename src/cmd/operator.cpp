// SPDX-License-Identifier: Apache-2.0
//
// `sluice operator`: SlurmJobs of any Kubernetes become jobs of Slurm clusters elsewhere. Several
// may run; the one that holds the lease acts.
#include "jobs/operator.h"

#include "base/log.h"
#include "cmd/console.h"
#include "cmd/job_options.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/led_process.h"
#include "cmd/metrics_server.h"
#include "cmd/service.h"
#include "cmd/site.h"
#include "cmd/subcommand.h"
#include "jobs/definition.h"
#include "remote/http_client.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string kubeconfig;
  JobOptions jobs;
  std::string log_level = "info";
  std::string metrics_listen;
  bool no_leader_election = false;
};

Usage usage(Options& o) {
  Usage usage{
      .synopsis = "sluice operator [options]",
      .summary =
          "Runs SlurmJobs (slurmjob.dev/v1) of any Kubernetes as batch jobs of the Slurm clusters "
          "they "
          "name,\n"
          "by SSH, through slurmrestd or here; installs their definitions. In the foreground, "
          "until SIGTERM. "
          "Several may\n"
          "run at a time: the one that holds the lease kube-system/sluice-operator acts.",
      .options = {{"kubeconfig", "FILE",
                   "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                   &o.kubeconfig},
                  {"metrics-listen", "ADDRESS:PORT",
                   "serve /metrics over HTTPS there, with a certificate of its own, to everybody",
                   &o.metrics_listen},
                  {"no-leader-election", "", "act at once; only when no other can run",
                   &o.no_leader_election},
                  {"log-level", "LEVEL", "debug, info, warning or error", &o.log_level}},
      .examples = "  sluice operator --kubeconfig ~/.kube/config"};
  const std::vector<Option> jobs = job_options(o.jobs);
  usage.options.insert(usage.options.end(), jobs.begin(), jobs.end());
  return usage;
}

Result<int> run(const Options& options, const sigset_t& signals) {
  TRY_ASSIGN(const log::Level level, parse_level(options.log_level));
  log::set_level(level);
  TRY_ASSIGN(auto client, remote::connect(kubeconfig_path(options.kubeconfig)));
  LedProcess process(std::move(client), {.lease = {"kube-system", "sluice-operator"},
                                         .ready = "operator runs",
                                         .elect = !options.no_leader_election});
  TRY_ASSIGN(jobs::Kinds kinds, jobs::install_definitions(process.client(), process.clock()));
  TRY_ASSIGN(jobs::OperatorOptions about, operator_options(options.jobs, "", process.clock()));
  jobs::Operator the_operator(std::move(about), std::move(kinds), process.client(), process.clock(),
                              process.informers());
  process.manager().add(the_operator);
  std::unique_ptr<http::Server> metrics;
  if (!options.metrics_listen.empty()) {
    TRY_ASSIGN(metrics, serve_metrics(options.metrics_listen, process.clock(),
                                      [&](Exposition& page) { the_operator.write_metrics(page); }));
  }
  return process.run(signals);
}

}  // namespace

int run_operator(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto code = run(options, block_stop_signals());
  return code ? *code : report(code.error());
}

}  // namespace sluice::cmd

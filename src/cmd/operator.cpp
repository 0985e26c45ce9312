// SPDX-License-Identifier: Apache-2.0
//
// `sluice operator`: SlurmJobs of any Kubernetes become jobs of Slurm clusters elsewhere, and
// machines of Cluster API nodes of Slurm clusters. Several may run; the one that holds the lease
// acts.
#include "jobs/operator.h"

#include <array>
#include <memory>

#include "base/log.h"
#include "clusters/controller_pods.h"
#include "clusters/definition.h"
#include "clusters/operator.h"
#include "cmd/console.h"
#include "cmd/job_options.h"
#include "cmd/job_webhook.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/led_process.h"
#include "cmd/metrics_server.h"
#include "cmd/service.h"
#include "cmd/site.h"
#include "cmd/subcommand.h"
#include "controllers/choice.h"
#include "jobs/definition.h"
#include "machines/cluster_agents.h"
#include "machines/https_agents.h"
#include "machines/operator.h"
#include "pools/definition.h"
#include "pools/operator.h"
#include "remote/http_client.h"
#include "remote/pod_commands.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string kubeconfig;
  std::string controllers = "*";
  JobOptions jobs;
  JobWebhookOptions webhook;
  std::string log_level = "info";
  std::string metrics_listen;
  bool no_leader_election = false;
  bool claims_here = false;
  std::string result_image;
};

Usage usage(Options& o) {
  Usage usage{
      .synopsis = "sluice operator [options]",
      .summary =
          "Runs SlurmJobs (slurmjob.dev/v1) of any Kubernetes as batch jobs of the Slurm clusters "
          "they name,\n"
          "by SSH, through slurmrestd or here, and makes machines of Cluster API nodes of Slurm "
          "clusters\n"
          "(VirtualKubeletConfig), and runs the Slurm clusters that SlurmClusters declare; "
          "installs their definitions. In the foreground, until SIGTERM. "
          "Several may\n"
          "run at a time: the one that holds the lease kube-system/sluice-operator acts.",
      .options =
          {{"kubeconfig", "FILE",
            "whose current context to use (default $KUBECONFIG or ~/.kube/config)", &o.kubeconfig},
           {"controllers", "LIST",
            "which run: slurmjob, machines, slurmcluster; * for all, -name for all but that one",
            &o.controllers},
           {"metrics-listen", "ADDRESS:PORT",
            "serve /metrics over HTTPS there, with a certificate of its own, to everybody",
            &o.metrics_listen},
           {"result-image", "IMAGE",
            "make a pod of each job that is over, named after it, which prints what the "
            "job printed; with this program in it as `sluice` (default: no such pods)",
            &o.result_image},
           {"claims-here", "",
            "hostPath and local volumes have the same path on this machine: results and "
            "inputs of SlurmJobs may be in claims",
            &o.claims_here},
           {"no-leader-election", "", "act at once; only when no other can run",
            &o.no_leader_election},
           {"log-level", "LEVEL", "debug, info, warning or error", &o.log_level}},
      .examples = "  sluice operator --kubeconfig ~/.kube/config"};
  for (const std::vector<Option>& more : {job_webhook_options(o.webhook), job_options(o.jobs)}) {
    usage.options.insert(usage.options.end(), more.begin(), more.end());
  }
  return usage;
}

constexpr std::array<std::string_view, 3> kControllers{"slurmjob", "machines", "slurmcluster"};

// What was chosen, on one process; they have nothing else in common.
class Operators {
 public:
  Operators(LedProcess& process, remote::Endpoint endpoint)
      : process_(process), commands_(std::move(endpoint)) {}

  Result<void> add(std::string_view name, const Options& options) {
    if (name == "slurmcluster") {
      return add_clusters();
    }
    return name == "machines" ? add_machines() : add_jobs(options);
  }

  void write_metrics(Exposition& page) {
    if (jobs_ != nullptr) {
      jobs_->write_metrics(page);
    }
    if (machines_ != nullptr) {
      machines_->write_metrics(page);
    }
  }

 private:
  Result<void> add_jobs(const Options& options) {
    TRY_ASSIGN(jobs::Kinds kinds, jobs::install_definitions(process_.client(), process_.clock()));
    TRY_ASSIGN(jobs::OperatorOptions about, operator_options(options.jobs, "", process_.clock()));
    about.claims_here = options.claims_here;
    about.result_image = options.result_image;
    TRY_ASSIGN(webhook_, serve_job_webhook(options.webhook, process_.client(), process_.clock()));
    jobs_ = std::make_unique<jobs::Operator>(std::move(about), std::move(kinds), process_.client(),
                                             process_.clock(), process_.informers());
    process_.manager().add(*jobs_);
    return {};
  }

  Result<void> add_machines() {
    TRY_ASSIGN(machines::Kinds kinds,
               machines::install_definitions(process_.client(), process_.clock()));
    agents_of_machines_ =
        std::make_unique<machines::HttpsAgents>(process_.client(), process_.clock());
    agents_ = std::make_unique<machines::ClusterAgents>(
        *agents_of_machines_,
        [this](const api::Key& cluster) {
          return std::make_unique<clusters::ControllerPods>(commands_, cluster);
        },
        process_.clock());
    machines_ = std::make_unique<machines::Operator>(machines::Operator::Parts{
        std::move(kinds), process_.client(), process_.clock(), process_.informers(), *agents_});
    process_.manager().add(*machines_);
    TRY_ASSIGN(api::KindPtr pool, pools::install_definition(process_.client(), process_.clock()));
    pools_ = std::make_unique<pools::Operator>(
        pools::Operator::Parts{std::move(pool), process_.client(), process_.clock(),
                               process_.informers(), machines_->fleet(), *agents_});
    process_.manager().add(*pools_);
    return {};
  }

  Result<void> add_clusters() {
    TRY_ASSIGN(const api::KindPtr kind,
               clusters::install_definition(process_.client(), process_.clock()));
    TRY_ASSIGN(const api::KindPtr services,
               clusters::node_services_kind(process_.client(), process_.clock()));
    clusters_ = std::make_unique<clusters::Operator>(clusters::Operator::Parts{
        kind, services, process_.client(), process_.clock(), process_.informers(), commands_});
    process_.manager().add(*clusters_);
    return {};
  }

  LedProcess& process_;
  remote::PodCommands commands_;
  std::unique_ptr<clusters::Operator> clusters_;
  std::unique_ptr<jobs::Operator> jobs_;
  std::unique_ptr<http::Server> webhook_;  // of the jobs; null: none
  std::unique_ptr<machines::HttpsAgents> agents_of_machines_;
  std::unique_ptr<machines::ClusterAgents> agents_;
  std::unique_ptr<machines::Operator> machines_;
  std::unique_ptr<pools::Operator> pools_;  // uses the two before
};

Result<int> run(const Options& options, const sigset_t& signals) {
  TRY_ASSIGN(const log::Level level, parse_level(options.log_level));
  log::set_level(level);
  const auto chosen = controllers::choose(options.controllers, kControllers);
  if (!chosen) {
    return tl::unexpected(with_context(chosen.error(), "controllers"));
  }
  TRY_ASSIGN(const remote::Endpoint endpoint,
             remote::read_kubeconfig(kubeconfig_path(options.kubeconfig)));
  TRY_ASSIGN(auto client, remote::connect(endpoint));
  LedProcess process(std::move(client), {.lease = {"kube-system", "sluice-operator"},
                                         .ready = "operator runs",
                                         .elect = !options.no_leader_election});
  Operators operators(process, endpoint);
  for (const std::string_view name : *chosen) {
    TRY(operators.add(name, options));
  }
  std::unique_ptr<http::Server> metrics;
  if (!options.metrics_listen.empty()) {
    TRY_ASSIGN(metrics, serve_metrics(options.metrics_listen, process.clock(),
                                      [&](Exposition& page) { operators.write_metrics(page); }));
  }
  return process.run(signals);
}

}  // namespace

int run_operator(const std::vector<std::string>& arguments) {
  return run_service(arguments, usage, run);
}

}  // namespace sluice::cmd

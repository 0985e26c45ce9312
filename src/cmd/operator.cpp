// SPDX-License-Identifier: Apache-2.0
//
// `sluice operator`: SlurmJobs of any Kubernetes become jobs of Slurm clusters elsewhere. Several may
// run; the one that holds the lease acts.
#include "base/log.h"
#include "cmd/console.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/led_process.h"
#include "cmd/metrics_server.h"
#include "cmd/local_slurm.h"
#include "cmd/service.h"
#include "cmd/site.h"
#include "cmd/subcommand.h"
#include "cmd/vault.h"
#include "cmd/webhook_post.h"
#include "jobs/definition.h"
#include "jobs/operator.h"
#include "remote/http_client.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string kubeconfig;
  std::string known_hosts;
  std::string credentials_dir;
  VaultOptions vault;
  std::string log_level = "info";
  std::string metrics_listen;
  bool no_leader_election = false;
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice operator [options]",
      .summary =
          "Runs SlurmJobs (slurmjob.dev/v1) of any Kubernetes as batch jobs of the Slurm clusters they "
          "name,\n"
          "by SSH, through slurmrestd or here; installs their definitions. In the foreground, until SIGTERM. "
          "Several may\n"
          "run at a time: the one that holds the lease kube-system/sluice-operator acts.",
      .options = {{"kubeconfig", "FILE",
                   "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                   &o.kubeconfig},
                  {"ssh-known-hosts", "FILE",
                   "hosts that jobs may be submitted to, beside those their Secrets name "
                   "(default ~/.ssh/known_hosts)",
                   &o.known_hosts},
                  {"credentials-dir", "DIR",
                   "holds a directory for each credentialsDirectory that SlurmClusterConnections name",
                   &o.credentials_dir},
                  {"vault-address", "URL",
                   "of a Vault that holds credentials of SlurmClusterConnections (vaultPath)", &o.vault.address},
                  {"vault-token-file", "FILE", "holds the token for it, renewed by an agent", &o.vault.token_file},
                  {"vault-ca-file", "FILE", "who signed its certificate (default: who this machine trusts)",
                   &o.vault.ca_file},
                  {"metrics-listen", "ADDRESS:PORT",
                   "serve /metrics over HTTPS there, with a certificate of its own, to everybody",
                   &o.metrics_listen},
                  {"no-leader-election", "", "act at once; only when no other can run",
                   &o.no_leader_election},
                  {"log-level", "LEVEL", "debug, info, warning or error", &o.log_level}},
      .examples = "  sluice operator --kubeconfig ~/.kube/config"};
}

Result<int> run(const Options& options, const sigset_t& signals) {
  TRY_ASSIGN(const log::Level level, parse_level(options.log_level));
  log::set_level(level);
  TRY_ASSIGN(std::string known_hosts, read_known_hosts(options.known_hosts));
  TRY_ASSIGN(auto client, remote::connect(kubeconfig_path(options.kubeconfig)));
  LedProcess process(std::move(client), {.lease = {"kube-system", "sluice-operator"},
                                         .ready = "operator runs",
                                         .elect = !options.no_leader_election});
  TRY_ASSIGN(jobs::Kinds kinds, jobs::install_definitions(process.client(), process.clock()));
  TRY_ASSIGN(jobs::ReadVault vault, vault_reader(options.vault, process.clock()));
  jobs::Operator the_operator({.known_hosts = std::move(known_hosts),
                               .credentials_dir = options.credentials_dir,
                               .vault = std::move(vault),
                               .local_slurm = local_slurm(""),
                               .notify = post_notice},
                              std::move(kinds), process.client(), process.clock(),
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

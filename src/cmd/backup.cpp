// SPDX-License-Identifier: Apache-2.0
//
// `sluice backup` and `sluice restore`: what a SlurmCluster must not lose, and back.
#include "clusters/backup.h"

#include <iostream>

#include "cmd/console.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/subcommand.h"
#include "remote/http_client.h"
#include "remote/pod_commands.h"
#include "runtime/definitions.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string kubeconfig;
  std::string ns = "default";
  std::string directory;
  bool discard_jobs = false;
};

Usage usage(Options& o, bool back) {
  Usage usage{
      .synopsis = back ? "sluice restore --from DIRECTORY [options] slurmcluster/NAME"
                       : "sluice backup --to DIRECTORY [options] slurmcluster/NAME",
      .summary =
          back
              ? "Brings a SlurmCluster back to a backup: the state of slurmctld (jobs, nodes, "
                "reservations) and its own\ndatabase. slurmctld, slurmdbd and MariaDB start anew "
                "with it; what was before stays on their volumes.\nRefused while the cluster has "
                "jobs, which would be lost or run twice."
              : "Copies what a SlurmCluster must not lose: the state of slurmctld (jobs, nodes, "
                "reservations), which\nstands still for as long as a copy inside its pod takes, "
                "and the database, if it is its own, in one\ntransaction. Keys are not in it: they "
                "are in the Secret NAME-keys. The files are for nobody else.",
      .options = {{back ? "from" : "to", "DIRECTORY",
                   back ? "what `sluice backup` made" : "a name that is free; it is made",
                   &o.directory},
                  {"namespace", "NAME", "where the SlurmCluster is", &o.ns},
                  {"kubeconfig", "FILE",
                   "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                   &o.kubeconfig}},
      .examples = back ? "  sluice restore --from alps-monday slurmcluster/alps"
                       : "  sluice backup --to alps-monday slurmcluster/alps"};
  if (back) {
    usage.options.push_back({"discard-jobs", "",
                             "restore although the cluster has jobs: they are lost",
                             &o.discard_jobs});
  }
  return usage;
}

Result<void> work(const Options& options, const std::string& name, bool back) {
  const auto path = kubeconfig_path(options.kubeconfig);
  TRY_ASSIGN(const auto client, remote::connect(path));
  TRY_ASSIGN(remote::Endpoint endpoint, remote::read_kubeconfig(path));
  remote::PodCommands commands(std::move(endpoint));
  RealClock clock;
  TRY_ASSIGN(const api::KindPtr kind,
             runtime::await_kind(*client, clock, "slurmclusters.sluice.dev"));
  TRY_ASSIGN(const client::ObjectPtr object, client->get(*kind, {options.ns, name}));
  TRY_ASSIGN(const clusters::Cluster cluster, clusters::read_cluster(*object));
  const clusters::BackupParts parts{
      *client, commands, clock, [](const std::string& what) { std::cout << what << std::endl; }};
  if (back) {
    TRY(clusters::restore(parts, cluster, options.directory,
                          {.discard_jobs = options.discard_jobs}));
  } else {
    TRY(clusters::back_up(parts, cluster, options.directory));
  }
  std::cout << "done\n";
  return {};
}

int run(const std::vector<std::string>& arguments, bool back) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options, back), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.size() != 1 || options.directory.empty()) {
    return usage_error(std::string("expected the name of one SlurmCluster and ") +
                       (back ? "--from" : "--to"));
  }
  std::string name = parsed.rest.front();
  name = name.substr(name.find('/') == std::string::npos ? 0 : name.find('/') + 1);
  const auto done = work(options, name, back);
  return done ? kExitOk : report(done.error());
}

}  // namespace

int run_backup(const std::vector<std::string>& arguments) {
  return run(arguments, false);
}

int run_restore(const std::vector<std::string>& arguments) {
  return run(arguments, true);
}

}  // namespace sluice::cmd

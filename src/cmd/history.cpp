// SPDX-License-Identifier: Apache-2.0
//
// `sluice history` and `sluice rollback`: the specs that a SlurmCluster had, and back to one.
#include "clusters/history.h"

#include <algorithm>
#include <iostream>

#include "api/meta.h"
#include "clusters/change.h"
#include "clusters/configuration.h"
#include "cmd/console.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/subcommand.h"
#include "cmd/table.h"
#include "remote/http_client.h"
#include "runtime/definitions.h"

namespace sluice::cmd {
namespace {

using clusters::Revision;

struct Options {
  std::string kubeconfig;
  std::string ns = "default";
  std::int64_t to = 0;
};

Usage usage(Options& o, bool back) {
  Usage usage{
      .synopsis = back ? "sluice rollback [options] CLUSTER" : "sluice history [options] CLUSTER",
      .summary = back ? "Gives a SlurmCluster a spec that it had before. What that takes is "
                        "decided as for any\nother change: it may be refused."
                      : "The specs that a SlurmCluster had, and what changed with each. The "
                        "last ten are kept.",
      .options = {{"namespace", "NAME", "where the SlurmCluster is", &o.ns},
                  {"kubeconfig", "FILE",
                   "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                   &o.kubeconfig}},
      .examples =
          back ? "  sluice rollback alps\n  sluice rollback --to 3 alps" : "  sluice history alps"};
  if (back) {
    usage.options.push_back(
        {"to", "NUMBER",
         "which, as `sluice history` numbers them (default: the last one before that worked)",
         &o.to});
  }
  return usage;
}

// The files of a revision; none when its spec is not what this program reads.
std::map<std::string, std::string> files_of(const Revision& revision, const std::string& name) {
  const auto cluster = clusters::read_cluster(
      json::Object{{"metadata", json::Object{{"name", name}}}, {"spec", revision.spec()}});
  return cluster ? clusters::configuration_files(*cluster) : std::map<std::string, std::string>();
}

std::string changes(const Revision& from, const Revision& to, const std::string& name) {
  const auto cluster = clusters::read_cluster(
      json::Object{{"metadata", json::Object{{"name", name}}}, {"spec", to.spec()}});
  const auto plan = cluster ? clusters::plan_change(files_of(from, name), *cluster)
                            : tl::unexpected(cluster.error());
  std::string text;
  for (const slurmconf::Change& change : plan ? plan->changes : std::vector<slurmconf::Change>()) {
    text += (text.empty() ? "" : ", ") + change.what;
  }
  return text.empty() ? "nothing of slurm.conf" : text;
}

Result<client::ObjectPtr> find_cluster(client::Client& client, Clock& clock, const api::Key& key) {
  TRY_ASSIGN(const api::KindPtr kind,
             runtime::await_kind(client, clock, "slurmclusters.sluice.dev"));
  return client.get(*kind, key);
}

// The last one that was not taken back and is not what the cluster has anyway; 0: none.
std::int64_t one_before(const std::vector<Revision>& all, const client::Object& cluster) {
  for (auto one = all.rbegin(); one != all.rend(); ++one) {
    if (!clusters::has_failed(*one) &&
        api::name(*one->object) != clusters::revision_name(cluster)) {
      return one->number;
    }
  }
  return 0;
}

Result<void> print_history(client::Client& client, Clock& clock, const api::Key& key) {
  TRY_ASSIGN(const std::vector<Revision> all, clusters::revisions(client, key));
  if (all.empty()) {
    return fail(Code::kNotFound,
                "SlurmCluster " + api::to_string(key) + ": nothing is known of it");
  }
  TRY_ASSIGN(const client::ObjectPtr cluster, find_cluster(client, clock, key));
  const std::string& applied = cluster->at("status", "applied").as_string();
  std::vector<std::vector<std::string>> rows{{"REVISION", "SINCE", "STATE", "CHANGED"}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    rows.push_back({std::to_string(all[i].number),
                    all[i].object->at("metadata", "creationTimestamp").as_string(),
                    clusters::has_failed(all[i])           ? "taken back"
                    : api::name(*all[i].object) == applied ? "in effect"
                                                           : "",
                    i == 0 ? "" : changes(all[i - 1], all[i], key.name)});
  }
  std::cout << table_text(rows);
  return {};
}

Result<void> roll_back(client::Client& client, Clock& clock, const api::Key& key, std::int64_t to) {
  TRY_ASSIGN(const std::vector<Revision> all, clusters::revisions(client, key));
  if (to == 0) {
    TRY_ASSIGN(const client::ObjectPtr cluster, find_cluster(client, clock, key));
    to = one_before(all, *cluster);
  }
  const auto wanted =
      std::find_if(all.begin(), all.end(), [&](const Revision& one) { return one.number == to; });
  if (wanted == all.end()) {
    return fail(Code::kNotFound, "SlurmCluster " + api::to_string(key) + ": there is no revision " +
                                     (to == 0 ? "before this one" : std::to_string(to)));
  }
  TRY_ASSIGN(const api::KindPtr kind,
             runtime::await_kind(client, clock, "slurmclusters.sluice.dev"));
  const json::Value whole =
      json::Array{json::Object{{"op", "replace"}, {"path", "/spec"}, {"value", wanted->spec()}}};
  TRY(client.patch(*kind, key, {.type = client::PatchType::kJson, .body = whole}));
  std::cout << "SlurmCluster " << api::to_string(key) << " gets the spec of revision " << to
            << "\n";
  return {};
}

int run(const std::vector<std::string>& arguments, bool back) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options, back), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.size() != 1) {
    return usage_error("expected the name of one SlurmCluster");
  }
  const auto client = remote::connect(kubeconfig_path(options.kubeconfig));
  if (!client) {
    return report(client.error());
  }
  RealClock clock;
  const api::Key key{options.ns, parsed.rest.front()};
  const auto done =
      back ? roll_back(**client, clock, key, options.to) : print_history(**client, clock, key);
  return done ? kExitOk : report(done.error());
}

}  // namespace

int run_history(const std::vector<std::string>& arguments) {
  return run(arguments, false);
}

int run_rollback(const std::vector<std::string>& arguments) {
  return run(arguments, true);
}

}  // namespace sluice::cmd

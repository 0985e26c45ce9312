// SPDX-License-Identifier: Apache-2.0
//
// `sluice agent config`: what an administrator gives a machine so that it joins a SlurmCluster.
#include "cmd/agent_config.h"

#include <iostream>

#include "api/meta.h"
#include "clusters/cluster_nodes.h"
#include "clusters/node_services.h"
#include "clusters/objects.h"
#include "cmd/console.h"
#include "cmd/host_name.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/subcommand.h"
#include "json/yaml.h"
#include "remote/http_client.h"
#include "runtime/definitions.h"
#include "services/graph.h"

namespace sluice::cmd {
namespace {

constexpr const char* kStateDirectory = "/var/lib/sluice/agent";  // slurmd's unit looks there

struct Options {
  std::string cluster;
  std::string ns = "default";
  std::string node;
  std::string pool;
  std::string kubeconfig;
  std::string agent_kubeconfig = "/etc/sluice/kubeconfig";
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice agent config --cluster NAME [options]",
      .summary =
          "Prints what `sluice agent` reads on a machine that shall join a SlurmCluster and that "
          "nobody else\n"
          "sets up. Asks the API server for what the cluster declares; writes nothing.",
      .options = {{"cluster", "NAME", "the SlurmCluster, which has spec.compute", &o.cluster},
                  {"namespace", "NAME", "where it is", &o.ns},
                  {"node", "NAME",
                   "what the machine is called: as hostname -s says there (default: this one)",
                   &o.node},
                  {"pool", "NAME", "its first pool, until the label of its Node says another one",
                   &o.pool},
                  {"agent-kubeconfig", "FILE", "what the agent shall use, on the machine",
                   &o.agent_kubeconfig},
                  {"kubeconfig", "FILE",
                   "whose current context to ask (default $KUBECONFIG or ~/.kube/config)",
                   &o.kubeconfig}},
      .examples =
          "  sluice agent config --cluster hpc --node n1 --pool batch > agent.yaml\n"
          "  scp agent.yaml n1:/etc/sluice/agent.yaml"};
}

Result<std::string> config_text(const Options& options) {
  TRY_ASSIGN(const auto client, remote::connect(kubeconfig_path(options.kubeconfig)));
  RealClock clock;
  TRY_ASSIGN(const api::KindPtr kind,
             runtime::await_kind(*client, clock, "nodeservices.sluice.dev"));
  const api::Key key{options.ns, options.cluster + "-nodes"};
  const auto object = client->get(*kind, key);
  if (!object) {
    return tl::unexpected(with_context(
        object.error(),
        "NodeServices " + api::to_string(key) + ", which a SlurmCluster with spec.compute has"));
  }
  TRY_ASSIGN(const services::NodeServices graph, services::read_services_object(**object));
  const auto of_pool = services::of_pool(graph, options.pool);
  if (!of_pool) {
    return tl::unexpected(with_context(of_pool.error(), "--pool"));
  }
  const std::string node = options.node.empty() ? host_name() : options.node;
  json::Value config = json::Object{
      {"kind", "AgentConfig"},
      {"role", "slurm-worker"},
      {"node",
       json::Object{{"name", node},
                    {"labels", json::Object{{clusters::kClusterLabel, options.cluster},
                                            {clusters::kClusterNamespaceLabel, options.ns}}}}},
      {"kubeconfig", options.agent_kubeconfig},
      {"stateDirectory", kStateDirectory},
      {"nodeServices", json::Object{{"namespace", key.ns}, {"name", key.name}}},
      {"slurm",
       json::Object{{"node", node},
                    {"controller", api::annotation(**object, clusters::kControllerAnnotation)}}}};
  if (!options.pool.empty()) {
    config["pool"] = options.pool;
  }
  return json::write_yaml(config);
}

}  // namespace

int run_agent_config(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (options.cluster.empty()) {
    return usage_error("of which cluster? sluice agent config --cluster NAME");
  }
  const auto text = config_text(options);
  if (!text) {
    return report(text.error());
  }
  std::cout << *text;
  return kExitOk;
}

}  // namespace sluice::cmd

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "services/graph.h"

namespace sluice::services {

// One file for people who deploy otherwise.
struct Rendered {
  std::string path;  // relative
  std::string text;
  unsigned mode = 0644;
  std::string service = {};  // whose it is, for systemd
};

struct RenderOptions {
  std::string program = "/usr/local/bin/sluice";  // where the gates find it on machines
  std::string run_directory = "/run/sluice/services";
  std::string image;            // where a service names none
  std::string space = "slurm";  // of Kubernetes
  // Of the Nomad that shall run it, as number: 1.8 is 108. Older ones do not know every setting.
  int nomad_version = 108;
  // For systemd: somebody stays beside the services and says who is ready.
  bool held = false;
};

// A tree to be copied over the machine's root: a unit for each service with the gates in it, and
// the files. Stops kill what the service says; slurmd's jobs go on. A machine is of one pool, which
// has to be chosen (of_pool) where there are several.
Result<std::vector<Rendered>> render_systemd(const NodeServices& graph,
                                             const RenderOptions& options);

// A DaemonSet (or a Deployment of one, where one machine shall run it) for each service, and a
// ConfigMap with its files. Its secretFiles come from their Secrets, which are in its namespace.
Result<std::vector<Rendered>> render_kubernetes(const NodeServices& graph,
                                                const RenderOptions& options);

// A job for each service, as HCL and as the JSON of the API.
Result<std::vector<Rendered>> render_nomad(const NodeServices& graph, const RenderOptions& options);

// The job of one service as Nomad's API takes it.
Result<json::Value> nomad_job(const Service& service, const NodeServices& graph,
                              const RenderOptions& options);

// The same job as HCL.
std::string nomad_hcl(const json::Value& job);

// `sluice jobsync VERB` with what the service waits for, as words of a command.
std::vector<std::string> gate_command(std::string_view verb, const Service& service,
                                      const NodeServices& graph, const RenderOptions& options);

// The service's command behind its gate: `sluice jobsync exec`. A restart of it alone is gated too,
// and its process is whose life the state shares. Engines that start again whatever ends, however
// it ended, have what may end stay.
struct Gated {
  bool own_cgroup = false;
  bool stays = false;
};
std::vector<std::string> gated_command(const Service& service, const NodeServices& graph,
                                       const RenderOptions& options, Gated how);

// `sluice jobsync hold` with its probe: who stays beside it and says that it is ready. Empty for
// one that says so itself, when it is done.
std::vector<std::string> hold_command(const Service& service, const NodeServices& graph,
                                      const RenderOptions& options);

// Commands of a shell that put each file of the service, file0, file1, ... of a directory, into its
// place, whole.
std::string install_script(const Service& service, const std::string& from);

// The same for its files of Secrets, with the owners they are to have.
std::string install_secrets_script(const Service& service, const std::string& from);

// "sluice-slurmd.service"
std::string unit_name(const std::string& service);
std::string unit_path(const std::string& service);  // relative

// "GRAPH-NAME", and the pool behind it for a service of one: what it is called where the services
// of all machines are side by side.
std::string deployed_name(const Service& service, const NodeServices& graph);

// A service that is only the name of a unit can be rendered by nobody.
Result<void> require_commands(const NodeServices& graph);

}  // namespace sluice::services

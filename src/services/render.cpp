// SPDX-License-Identifier: Apache-2.0
#include "services/render.h"

#include <cstdio>

namespace sluice::services {

std::string deployed_name(const Service& service, const NodeServices& graph) {
  const std::string& pool = service.placement.pool;
  return graph.name + "-" + service.name + (pool.empty() ? "" : "-" + pool);
}

Result<void> require_commands(const NodeServices& graph) {
  for (const Service& service : graph.services) {
    if (service.command.empty()) {
      return fail(Code::kInvalid, "\"" + service.name + "\": only its unit " + service.unit +
                                      " is known; expected a command");
    }
  }
  return {};
}

std::vector<std::string> gate_command(std::string_view verb, const Service& service,
                                      const NodeServices& graph, const RenderOptions& options) {
  std::vector<std::string> words{options.program, "jobsync",   std::string(verb),    "--service",
                                 service.name,    "--run-dir", options.run_directory};
  for (const std::string& other : waits_for(service, graph.services)) {
    words.insert(words.end(), {"--for", other});
  }
  for (const std::string& file : service.needs_files) {
    words.insert(words.end(), {"--file", file});
  }
  const bool before_it_starts = verb == "wait" || verb == "exec";
  for (const std::string& address :
       before_it_starts ? service.needs_open : std::vector<std::string>{}) {
    words.insert(words.end(), {"--open", address});
  }
  return words;
}

std::vector<std::string> gated_command(const Service& service, const NodeServices& graph,
                                       const RenderOptions& options, bool own_cgroup) {
  std::vector<std::string> words = gate_command("exec", service, graph, options);
  if (!service.user.empty() && service.user != "root") {
    words.insert(words.end(), {"--user", service.user});
  }
  if (own_cgroup) {
    words.emplace_back("--own-cgroup");
  }
  words.emplace_back("--");
  words.insert(words.end(), service.command.begin(), service.command.end());
  return words;
}

std::string install_script(const Service& service, const std::string& from) {
  std::string script = "set -e\n";
  for (std::size_t i = 0; i < service.files.size(); ++i) {
    const File& file = service.files[i];
    char mode[16];
    std::snprintf(mode, sizeof mode, "%04o", file.mode);
    script += "install -D -m " + std::string(mode) + " \"" + from + "/file" + std::to_string(i) +
              "\" '" + file.path + ".new'\nmv '" + file.path + ".new' '" + file.path + "'\n";
  }
  return script;
}

}  // namespace sluice::services

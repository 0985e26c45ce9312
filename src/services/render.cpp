// SPDX-License-Identifier: Apache-2.0
#include "services/render.h"

#include <cstdio>

namespace sluice::services {
namespace {

// Whole, or as it was.
std::string install_command(const std::string& from, const std::string& to, unsigned mode,
                            const std::string& owner) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "%04o", mode);
  return "install -D -m " + std::string(digits) + (owner.empty() ? "" : " -o '" + owner + "'") +
         " \"" + from + "\" '" + to + ".new'\nmv '" + to + ".new' '" + to + "'\n";
}

}  // namespace

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
                                       const RenderOptions& options, Gated how) {
  std::vector<std::string> words = gate_command("exec", service, graph, options);
  if (!service.user.empty() && service.user != "root") {
    words.insert(words.end(), {"--user", service.user});
  }
  if (how.own_cgroup) {
    words.emplace_back("--own-cgroup");
  }
  if (may_end(service)) {
    words.emplace_back("--may-end");
  }
  if (may_end(service) && how.stays) {
    words.emplace_back("--stay");
  }
  words.emplace_back("--");
  words.insert(words.end(), service.command.begin(), service.command.end());
  return words;
}

std::vector<std::string> hold_command(const Service& service, const NodeServices& graph,
                                      const RenderOptions& options) {
  if (service.ready_when_done) {
    return {};
  }
  std::vector<std::string> words = gate_command("hold", service, graph, options);
  if (!service.readiness.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), service.readiness.begin(), service.readiness.end());
  }
  return words;
}

std::string install_script(const Service& service, const std::string& from) {
  std::string script = "set -e\n";
  for (std::size_t i = 0; i < service.files.size(); ++i) {
    const File& file = service.files[i];
    script += install_command(from + "/file" + std::to_string(i), file.path, file.mode, "");
  }
  return script;
}

std::string install_secrets_script(const Service& service, const std::string& from) {
  std::string script;
  for (std::size_t i = 0; i < service.secret_files.size(); ++i) {
    const SecretFile& file = service.secret_files[i];
    script += install_command(from + "/file" + std::to_string(i), file.path, file.mode, file.owner);
  }
  return script;
}

}  // namespace sluice::services

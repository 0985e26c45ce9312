// SPDX-License-Identifier: Apache-2.0
//
// Units as systemd.service(5) and systemd.kill(5) describe them. systemd orders starts, but a
// service that has started is not ready yet: the gates are commands before and after.
#include <set>

#include "base/text.h"
#include "services/render.h"

namespace sluice::services {
namespace {

constexpr const char* kRestarts[]{"always", "on-failure", "no"};

// One word of a command line: specifiers and variables are doubled, the rest stands in quotes.
std::string word(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '$') {
      out += c;
    } else if (c == '"' || c == '\\') {
      out += '\\';
    }
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  const bool plain = !text.empty() && text.find_first_of(" \t\n'\"\\;") == text.npos;
  return plain ? out : "\"" + out + "\"";
}

std::string line(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& one : words) {
    text += (text.empty() ? "" : " ") + word(one);
  }
  return text;
}

// Gates before and after: nobody else says that it is ready.
std::string gated_by_commands(const Service& service, const NodeServices& graph,
                              const RenderOptions& options) {
  std::string text;
  if (has_gate(service, graph.services)) {
    text += "ExecStartPre=+" + line(gate_command("wait", service, graph, options)) + "\n";
  }
  text += "ExecStart=" + line(service.command) + "\n";
  // The variable is systemd's: it stands after what was quoted.
  std::vector<std::string> ready = gate_command("ready", service, graph, options);
  text += "ExecStartPost=+" + line(ready) + " --pid $MAINPID";
  if (!service.readiness.empty()) {
    text += " -- " + line(service.readiness);
  }
  text += "\nExecStopPost=+" +
          line({options.program, "jobsync", "removed", "--service", service.name, "--run-dir",
                options.run_directory}) +
          "\n";
  return text;
}

std::string unit(const Service& service, const NodeServices& graph, const RenderOptions& options) {
  std::string text = "[Unit]\nDescription=" + service.name + " of " + graph.name + "\n";
  const std::vector<std::string> others = waits_for(service, graph.services);
  for (const std::string& other : others) {
    text += "Wants=" + unit_name(other) + "\nAfter=" + unit_name(other) + "\n";
  }
  for (const std::string& path : service.unless_files) {
    text += "ConditionPathExists=!" + path + "\n";
  }
  if (options.held) {
    text += "StartLimitIntervalSec=0\n";  // whoever stays beside it never gives up
  }
  text += "Wants=network-online.target\nAfter=network-online.target\n\n[Service]\nType=exec\n";
  if (!service.user.empty() && !options.held) {
    text += "User=" + service.user + "\n";
  }
  for (const auto& [name, value] : service.environment) {
    text += "Environment=" + word(name + "=" + value) + "\n";
  }
  text += options.held ? "ExecStart=" + line(gated_command(service, graph, options, false)) + "\n"
                       : gated_by_commands(service, graph, options);
  text += std::string("Restart=") + kRestarts[static_cast<int>(service.restart)] + "\n";
  text += "RestartSec=" + std::to_string(service.restart_delay) + "\nTimeoutStartSec=infinity\n";
  if (service.kill_mode == KillMode::kProcess) {
    text += "KillMode=process\nDelegate=yes\nOOMPolicy=continue\n";
  }
  return text + "LimitNOFILE=131072\n\n[Install]\nWantedBy=multi-user.target\n";
}

}  // namespace

std::string unit_name(const std::string& service) {
  return "sluice-" + service + ".service";
}

std::string unit_path(const std::string& service) {
  return "etc/systemd/system/" + unit_name(service);
}

Result<std::vector<Rendered>> render_systemd(const NodeServices& graph,
                                             const RenderOptions& options) {
  TRY(require_commands(graph));
  std::vector<Rendered> all;
  std::set<std::string> names;
  for (const Service& service : graph.services) {
    if (!names.insert(service.name).second) {
      return fail(Code::kInvalid,
                  "\"" + service.name + "\" is there for several pools; choose one with --pool");
    }
    all.push_back({unit_path(service.name), unit(service, graph, options), 0644, service.name});
    for (const File& file : service.files) {
      all.push_back({file.path.substr(1), file.text, file.mode, service.name});
    }
  }
  return all;
}

}  // namespace sluice::services

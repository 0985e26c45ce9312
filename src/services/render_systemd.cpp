// SPDX-License-Identifier: Apache-2.0
//
// Units as systemd.service(5), systemd.unit(5) and systemd.kill(5) describe them. systemd orders
// starts, but a service that has started is not ready yet: the gates are commands before and after.
// Beside each service that runs is a unit that stays and looks at it: when one that it needs was
// started anew, somebody has to say that it is well all the same.
#include <algorithm>
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

bool has(const NodeServices& graph, const std::string& name) {
  return std::any_of(graph.services.begin(), graph.services.end(),
                     [&](const Service& service) { return service.name == name; });
}

std::string removed_command(const Service& service, const RenderOptions& options) {
  return line({options.program, "jobsync", "removed", "--service", service.name, "--run-dir",
               options.run_directory});
}

// What may end stays in its state when it has: systemd would start it again for whoever wants it.
std::string until_it_ends(const Service& service, const NodeServices& graph,
                          const RenderOptions& options) {
  return "ExecStart=" + line(gated_command(service, graph, options, {})) + "\n" +
         (options.held ? "" : "ExecStop=+" + removed_command(service, options) + "\n") +
         "RemainAfterExit=yes\n";
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
  return text + "\nExecStopPost=+" + removed_command(service, options) + "\n";
}

std::string holder_name(const std::string& service) {
  return service + "-hold";
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
  const bool with_holder = !options.held && !hold_command(service, graph, options).empty();
  if (with_holder) {
    text += "Wants=" + unit_name(holder_name(service.name)) + "\n";
  }
  if (options.held) {
    text += "StartLimitIntervalSec=0\n";  // whoever stays beside it never gives up
  }
  text += "Wants=network-online.target\nAfter=network-online.target\n\n[Service]\nType=exec\n";
  const bool by_jobsync = options.held || may_end(service);
  if (!service.user.empty() && !by_jobsync) {
    text += "User=" + service.user + "\n";
  }
  for (const auto& [name, value] : service.environment) {
    text += "Environment=" + word(name + "=" + value) + "\n";
  }
  text += may_end(service) ? until_it_ends(service, graph, options)
          : options.held   ? "ExecStart=" + line(gated_command(service, graph, options, {})) + "\n"
                           : gated_by_commands(service, graph, options);
  text += std::string("Restart=") + kRestarts[static_cast<int>(service.restart)] + "\n";
  text += "RestartSec=" + std::to_string(service.restart_delay) + "\nTimeoutStartSec=infinity\n";
  if (service.kill_mode == KillMode::kProcess) {
    text += "KillMode=process\nDelegate=yes\nOOMPolicy=continue\n";
  }
  return text + "LimitNOFILE=131072\n\n[Install]\nWantedBy=multi-user.target\n";
}

// Comes and goes with the service.
std::string holder_unit(const Service& service, const NodeServices& graph,
                        const RenderOptions& options) {
  const std::string beside = unit_name(service.name);
  return "[Unit]\nDescription=says whether " + service.name + " of " + graph.name +
         " is ready\nBindsTo=" + beside + "\nAfter=" + beside +
         "\nStartLimitIntervalSec=0\n\n[Service]\nType=exec\nExecStart=" +
         line(hold_command(service, graph, options)) + "\nRestart=always\nRestartSec=1\n";
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
    if (!options.held && !hold_command(service, graph, options).empty()) {
      const std::string holder = holder_name(service.name);
      if (has(graph, holder)) {
        return fail(Code::kInvalid, "\"" + holder + "\": the unit beside \"" + service.name +
                                        "\" is called so; expected another name");
      }
      all.push_back({unit_path(holder), holder_unit(service, graph, options), 0644, service.name});
    }
    for (const File& file : service.files) {
      all.push_back({file.path.substr(1), file.text, file.mode, service.name});
    }
  }
  return all;
}

}  // namespace sluice::services

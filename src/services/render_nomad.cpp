// SPDX-License-Identifier: Apache-2.0
//
// A job of Nomad for each service, with raw_exec: the gate before it, the holder of its state
// beside it, and the traps of that driver avoided. Nomad writes the memory it was told as a limit
// (300 MB when it was told nothing) and kills everything in the task's cgroup when the task ends or
// is replaced: what slurmd started would go with it. So there is no upper limit of memory (1.7.3),
// and what shall survive leaves Nomad's cgroup before it starts. Times are nanoseconds.
#include <algorithm>

#include "json/text.h"
#include "json/value.h"
#include "services/render.h"

namespace sluice::services {
namespace {

using json::Array;
using json::Object;
using json::Value;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kKnowsNoLimit = 107;
constexpr const char* kEveryPool = "all";  // Nomad's own name; without one it is "default"
// Nomad's templates are not used: these stand for nothing in our files.
constexpr const char* kLeft = "@@{";
constexpr const char* kRight = "}@@";

Value words(std::vector<std::string>::const_iterator from,
            std::vector<std::string>::const_iterator to) {
  Array all;
  for (; from != to; ++from) {
    all.emplace_back(*from);
  }
  return all;
}

Value config(const std::vector<std::string>& command) {
  return Object{{"command", command.front()}, {"args", words(command.begin() + 1, command.end())}};
}

Value resources(const RenderOptions& options) {
  Value limits = Object{{"CPU", 50}, {"MemoryMB", 64}};
  if (options.nomad_version >= kKnowsNoLimit) {
    limits["MemoryMaxMB"] = -1;
  }
  return limits;
}

Value task(const char* name, const std::vector<std::string>& command,
           const RenderOptions& options) {
  return Object{{"Name", name},
                {"Driver", "raw_exec"},
                {"Config", config(command)},
                {"Resources", resources(options)}};
}

// The files, each put in its place whole.
Value preparation(const Service& service, const RenderOptions& options) {
  Array templates;
  for (const File& file : service.files) {
    const std::string name = "file" + std::to_string(templates.size());
    templates.push_back(Object{{"EmbeddedTmpl", file.text},
                               {"DestPath", "local/" + name},
                               {"ChangeMode", "noop"},
                               {"Perms", "0600"},
                               {"LeftDelim", kLeft},
                               {"RightDelim", kRight}});
  }
  Value prepare =
      task("prepare", {"/bin/sh", "-c", install_script(service, "$NOMAD_TASK_DIR")}, options);
  prepare["Lifecycle"] = Object{{"Hook", "prestart"}, {"Sidecar", false}};
  if (!templates.empty()) {
    prepare["Templates"] = std::move(templates);
  }
  return prepare;
}

Value main_task(const Service& service, const NodeServices& graph, const RenderOptions& options) {
  const bool leaves = service.kill_mode == KillMode::kProcess;
  const std::vector<std::string> command =
      gated_command(service, graph, options, {.own_cgroup = leaves, .stays = true});
  Value main = task(service.name.c_str(), command, options);
  main["User"] = "root";
  main["KillSignal"] = "SIGTERM";
  main["KillTimeout"] = 30 * kSecond;
  main["Leader"] = true;
  for (const auto& [name, value] : service.environment) {
    main["Env"][name] = value;
  }
  return main;
}

Array tasks(const Service& service, const NodeServices& graph, const RenderOptions& options) {
  Array all;
  if (!service.files.empty()) {
    all.push_back(preparation(service, options));
  }
  if (has_gate(service, graph.services)) {
    Value gate = task("gate", gate_command("wait", service, graph, options), options);
    gate["Lifecycle"] = Object{{"Hook", "prestart"}, {"Sidecar", false}};
    all.push_back(std::move(gate));
  }
  all.push_back(main_task(service, graph, options));
  // After the service has started, and still there when it is killed: it says that it is gone.
  if (const auto hold = hold_command(service, graph, options); !hold.empty()) {
    Value holder = task("hold", hold, options);
    holder["Lifecycle"] = Object{{"Hook", "poststart"}, {"Sidecar", true}};
    holder["KillTimeout"] = 30 * kSecond;
    all.push_back(std::move(holder));
  }
  return all;
}

Value constraints(const Service& service) {
  Array all{Object{{"LTarget", "${attr.driver.raw_exec}"}, {"RTarget", "1"}, {"Operand", "="}}};
  for (const Constraint& one : service.placement.constraints) {
    all.push_back(Object{{"LTarget", one.attribute}, {"RTarget", one.value}, {"Operand", one.op}});
  }
  return all;
}

bool has_pools(const NodeServices& graph) {
  return std::any_of(graph.services.begin(), graph.services.end(),
                     [](const Service& one) { return !one.placement.pool.empty(); });
}

}  // namespace

Result<json::Value> nomad_job(const Service& service, const NodeServices& graph,
                              const RenderOptions& options) {
  for (const File& file : service.files) {
    if (file.text.find(kLeft) != file.text.npos) {
      return fail(Code::kUnsupported, "\"" + service.name + "\": the file " + file.path +
                                          " holds " + kLeft + ", which Nomad would replace");
    }
  }
  // Attempts never run out: a system job that has failed is not started again by Nomad.
  Value group = Object{{"Name", service.name},
                       {"Count", 1},
                       {"RestartPolicy", Object{{"Attempts", 3},
                                                {"Interval", 300 * kSecond},
                                                {"Delay", service.restart_delay * kSecond},
                                                {"Mode", "delay"}}},
                       {"Tasks", tasks(service, graph, options)}};
  if (service.restart == Restart::kNever) {
    group["RestartPolicy"]["Attempts"] = 0;
    group["RestartPolicy"]["Mode"] = "fail";
  }
  if (!service.ports.empty()) {
    Value network = Object{{"Mode", "host"}};
    for (const Port& port : service.ports) {
      network["ReservedPorts"].array().push_back(
          Object{{"Label", port.name}, {"Value", port.number}});
    }
    group["Networks"] = Array{std::move(network)};
  }
  const Placement& placement = service.placement;
  const std::string id = deployed_name(service, graph);
  Value job = Object{
      {"ID", id},
      {"Name", id},
      {"Type", placement.everywhere ? "system" : "service"},
      {"Priority", placement.priority},
      {"Datacenters", placement.datacenters.empty()
                          ? Value(Array{"*"})
                          : words(placement.datacenters.begin(), placement.datacenters.end())}};
  if (!placement.pool.empty() || has_pools(graph)) {
    job["NodePool"] = placement.pool.empty() ? kEveryPool : placement.pool;
  }
  job["Constraints"] = constraints(service);
  job["Update"] = Object{{"MaxParallel", 1}, {"Stagger", 10 * kSecond}};
  job["Meta"] = Object{{"sluice_graph", graph.name}, {"sluice_service", service.name}};
  if (!graph.space.empty()) {  // another graph of that name is not this one
    job["Meta"]["sluice_namespace"] = graph.space;
  }
  job["TaskGroups"] = Array{std::move(group)};
  return job;
}

Result<std::vector<Rendered>> render_nomad(const NodeServices& graph,
                                           const RenderOptions& options) {
  TRY(require_commands(graph));
  std::vector<Rendered> all;
  for (const Service& service : graph.services) {
    TRY_ASSIGN(const Value job, nomad_job(service, graph, options));
    const std::string name = deployed_name(service, graph);
    all.push_back({name + ".nomad.hcl", nomad_hcl(job)});
    all.push_back({name + ".nomad.json", json::write_pretty(Object{{"Job", job}}) + "\n"});
  }
  return all;
}

}  // namespace sluice::services

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::services {

// The services of a machine as data. Whoever runs them (the agent through systemd, Nomad,
// Kubernetes) reads the same graph: what each is, and what must be there before it starts.

// What the service needs on the machine and brings along itself. Never a secret: those are put
// there by others and are among needs_files.
struct File {
  std::string path;
  std::string text;
  unsigned mode = 0644;
};

struct Port {
  std::string name;
  std::int64_t number = 0;
};

// What a machine must be like: "${meta.role}" "=" "compute".
struct Constraint {
  std::string attribute;
  std::string op;
  std::string value;
};

// Where services run that are placed by somebody.
struct Placement {
  bool everywhere = true;  // on every machine that fits; else on one of them
  std::string pool;
  std::vector<std::string> datacenters;
  std::vector<Constraint> constraints;
  std::int64_t priority = 50;  // 1 to 100
};

enum class Restart { kAlways, kOnFailure, kNever };

// What a stop kills: the process alone, so that what it started goes on (jobs under slurmd), or
// everything.
enum class KillMode { kProcess, kAll };

struct Service {
  std::string name;
  std::string unit = {};  // a unit of systemd that is there already; else `command` is what runs
  std::vector<std::string> command = {};  // with an absolute path, in the foreground
  std::string user = {};                  // empty: root
  std::string image = {};                 // where it runs in a container
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::vector<File> files = {};
  std::vector<std::string> needs_ready = {};  // services that must be ready before
  std::vector<std::string> needs_files = {};  // paths that must be there before
  std::vector<std::string> provides = {};     // paths that are there once it is ready
  Restart restart = Restart::kAlways;
  std::int64_t restart_delay = 5;           // seconds
  std::vector<std::string> readiness = {};  // succeeds when it is ready; empty: started is ready
  KillMode kill_mode = KillMode::kAll;
  std::vector<Port> ports = {};
  Placement placement = {};
};

struct NodeServices {
  std::string name;
  std::vector<Service> services;  // each after those it needs
};

// A list of services. `path` names it in errors ("services"). Each comes after those it needs, also
// those that provide the files it needs. Invalid names the field and what was expected: a need that
// nobody meets, services that need one another, with the whole circle.
Result<std::vector<Service>> read_services(const json::Value& list, const std::string& path,
                                           const Placement& usual = {});

// A document of the kind NodeServices, JSON or YAML.
Result<NodeServices> read_node_services(std::string_view yaml);

// Those that `service` waits for: what it needs ready, and who provides the files it needs.
std::vector<std::string> waits_for(const Service& service, const std::vector<Service>& all);

// Names of services are words of DNS: they become names of units, jobs, files and objects.
bool is_service_name(std::string_view name);

}  // namespace sluice::services

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

// What it needs of a Secret. Whoever runs the services on the machine fetches it; others wait for
// the file.
struct SecretFile {
  std::string path;
  std::string secret;  // of the graph's own namespace
  std::string key;     // in it
  unsigned mode = 0400;
  std::string owner = {};     // an account of the machine; empty: root
  std::string revision = {};  // another one: what is in the Secret has changed

  friend bool operator==(const SecretFile&, const SecretFile&) = default;
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
  std::string pool;        // on machines of that pool only; empty: of all
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
  std::vector<SecretFile> secret_files = {};
  std::vector<std::string> needs_files = {};  // paths that must be there before, secrets too
  // Addresses "host:port", one of which must answer before it starts; afterwards it copes by
  // itself.
  std::vector<std::string> needs_open = {};
  std::vector<std::string> unless_files = {};  // while one of them is there it does not start
  std::vector<std::string> provides = {};      // paths that are there once it is ready
  // What it says of the machine where it registers, and which is kept there until the machine has
  // left: slurmd's features. Its command has it in a variable (registration.h).
  std::string registers_as = {};
  // Another text of it is taken by machines in turn (turn.h), with another word by all at once;
  // empty: always so. Where somebody hands out turns.
  std::string in_turn = {};
  Restart restart = Restart::kAlways;
  std::int64_t restart_delay = 5;           // seconds
  std::vector<std::string> readiness = {};  // succeeds when it is ready; empty: started is ready
  // Ready once its command has ended well, and no sooner. Without a probe, and never started again
  // for ever.
  bool ready_when_done = false;
  // Started anew when its probe has failed for so many seconds since it was ready; 0: never. For
  // what costs nobody anything, and by agents only.
  std::int64_t restart_unwell = 0;
  KillMode kill_mode = KillMode::kAll;
  std::vector<Port> ports = {};
  Placement placement = {};
};

struct NodeServices {
  std::string name;
  // Each after those it needs. A name may be there again for another pool.
  std::vector<Service> services;
  std::string space = {};  // the namespace it is in; empty: none
};

// A list of services. `path` names it in errors ("services"). Each comes after those it needs, also
// those that provide the files it needs. Invalid names the field and what was expected: a need that
// nobody meets, services that need one another, with the whole circle.
Result<std::vector<Service>> read_services(const json::Value& list, const std::string& path,
                                           const Placement& usual = {});

// A document of the kind NodeServices, JSON or YAML, or the object itself. Whoever may read it may
// read all of it: a password in the clear is Invalid too.
Result<NodeServices> read_node_services(std::string_view yaml);
Result<NodeServices> read_services_object(const json::Value& document);

// The graph of a machine of that pool: without what is for other pools, each after those it needs.
// Invalid when something in it is for machines of pools only, and this is none of them.
Result<NodeServices> of_pool(const NodeServices& all, const std::string& pool);

// Those that `service` waits for: what it needs ready, and who provides the files it needs.
std::vector<std::string> waits_for(const Service& service, const std::vector<Service>& all);

// Whether its command may end, and what it did is done then.
inline bool may_end(const Service& service) {
  return service.restart != Restart::kAlways;
}

// Whether something must be there before it starts.
bool has_gate(const Service& service, const std::vector<Service>& all);

// Names of services are words of DNS: they become names of units, jobs, files and objects.
bool is_service_name(std::string_view name);

}  // namespace sluice::services

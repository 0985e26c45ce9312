// SPDX-License-Identifier: Apache-2.0
#include "machines/operator.h"

#include "machines/cluster_api.h"

namespace sluice::machines {
namespace {

// Most of the time they wait for the server.
constexpr std::size_t kBootstrapWorkers = 8;
constexpr std::size_t kMachineWorkers = 32;  // or for agents, which may be dead
constexpr std::size_t kViewWorkers = 4;
constexpr const char* kClusterIndex = "virtualkubeletconfig-cluster";
constexpr const char* kClassIndex = "virtualkubeletconfig-class";

std::vector<std::string> of_namespace(const client::Object& config, const std::string& name) {
  return name.empty() ? std::vector<std::string>()
                      : std::vector{api::to_string({api::ns(config), name})};
}

}  // namespace

Operator::Operator(Parts parts)
    : kinds_(std::move(parts.kinds)),
      clock_(parts.clock),
      configs_(parts.informers.of(*kinds_.config)),
      classes_(parts.informers.of(*kinds_.node_class)),
      foreign_kinds_(parts.client, clock_, {kMachines, kClusters}),
      foreign_(parts.client, clock_, foreign_kinds_.catalog()),
      events_(parts.client, clock_, "machine-operator"),
      fleet_({configs_, classes_, parts.informers.of(api::kinds::node()), foreign_}),
      controllers_({clock_, fleet_, parts.agents}),
      metrics_(clock_, fleet_),
      bootstrap_reconciler_({parts.client, clock_, configs_, classes_, foreign_, fleet_, view_,
                             controllers_, events_}),
      bootstrap_({.name = "virtualkubeletconfigs", .workers = kBootstrapWorkers},
                 bootstrap_reconciler_, clock_),
      machine_reconciler_({parts.client, clock_, fleet_, view_, parts.agents, controllers_,
                           events_}),
      machines_({.name = "machines", .workers = kMachineWorkers}, machine_reconciler_, clock_),
      view_reconciler_({parts.client, *kinds_.node_class, fleet_, view_, controllers_,
                        [this](const api::Key& machine) { machines_.queue().add(machine); }}),
      views_({.name = "slurmnodeclasses", .workers = kViewWorkers}, view_reconciler_, clock_) {
  configs_.add_index(kClusterIndex, [](const client::Object& config) {
    return of_namespace(config, api::label(config, kClusterLabel));
  });
  configs_.add_index(kClassIndex, [](const client::Object& config) {
    return of_namespace(config, named_class(config).name);
  });
  configs_.on_change([this](const runtime::Change& change) { look_at_config(change); });
  classes_.on_change([this](const runtime::Change& change) { look_at_class(change.object()); });
  foreign_.on_change(
      [this](const api::Kind& kind, const runtime::Change& change) { look_at(kind, change); });
}

Operator::~Operator() {
  request_stop();
  await_stopped(clock_.steady() + std::chrono::hours(1));
}

void Operator::look_at(const api::Kind& kind, const runtime::Change& change) {
  if (kind.qualified_resource() == kClusters) {
    look_at_cluster(change.object());
  } else {
    look_at_machine(change);
  }
}

// To its Machine it matters when it comes, is owned by it, is edited, and goes; to the class that
// it comes and goes.
void Operator::look_at_config(const runtime::Change& change) {
  bootstrap_.queue().add(api::key(change.object()));
  if (change.before == nullptr || change.after == nullptr) {
    views_.queue().add(named_class(change.object()));
  }
  const auto machine = owning_machine(change.object());
  const bool is_known = change.before != nullptr && owning_machine(*change.before);
  const bool is_same = is_known && change.after != nullptr &&
                       change.before->at("spec") == change.after->at("spec");
  if (!machine || is_same) {
    return;
  }
  machines_.queue().add(*machine);
  views_.queue().add(named_class(change.object()));
}

void Operator::look_at_class(const client::Object& node_class) {
  const api::Key key = api::key(node_class);
  views_.queue().add(key);
  for (const client::ObjectPtr& config : configs_.by_index(kClassIndex, api::to_string(key))) {
    bootstrap_.queue().add(api::key(*config));
  }
  for (const Fleet::Member& member : fleet_.of_class(key)) {
    machines_.queue().add(api::key(*member.machine));
  }
}

void Operator::look_at_cluster(const client::Object& cluster) {
  const api::Key key = api::key(cluster);
  for (const client::ObjectPtr& config : configs_.by_index(kClusterIndex, api::to_string(key))) {
    bootstrap_.queue().add(api::key(*config));
  }
  for (const client::ObjectPtr& machine : fleet_.machines()) {
    if (cluster_of(*machine) == key) {
      machines_.queue().add(api::key(*machine));
    }
  }
}

void Operator::look_at_machine(const runtime::Change& change) {
  const client::Object& machine = change.object();
  metrics_.see(change);
  machines_.queue().add(api::key(machine));
  if (const auto config = config_of(machine)) {
    bootstrap_.queue().add(*config);
  }
  const auto class_in = [&](const client::ObjectPtr& at) {
    const auto slurm = at == nullptr ? std::nullopt : fleet_.slurm(*at);
    return slurm ? slurm->node_class : api::Key();
  };
  const api::Key before = class_in(change.before);
  const api::Key now = class_in(change.after);
  if (before != now) {
    views_.queue().add(before);
    views_.queue().add(now);
  }
}

Result<void> Operator::start() {
  TRY(events_.start());
  TRY(foreign_kinds_.start());
  TRY(foreign_.start());
  TRY(bootstrap_.start());
  TRY(machines_.start());
  return views_.start();
}

void Operator::request_stop() {
  views_.request_stop();
  machines_.request_stop();
  bootstrap_.request_stop();
  foreign_.request_stop();
  foreign_kinds_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return views_.await_stopped(deadline) && machines_.await_stopped(deadline) &&
         bootstrap_.await_stopped(deadline) && foreign_.await_stopped(deadline) &&
         foreign_kinds_.await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::machines

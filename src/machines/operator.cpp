// SPDX-License-Identifier: Apache-2.0
#include "machines/operator.h"

#include "machines/cluster_api.h"

namespace sluice::machines {
namespace {

constexpr std::size_t kWorkers = 8;  // most of the time they wait for the server
constexpr const char* kClusterIndex = "virtualkubeletconfig-cluster";
constexpr const char* kClassIndex = "virtualkubeletconfig-class";

std::vector<std::string> of_namespace(const client::Object& config, const std::string& name) {
  return name.empty() ? std::vector<std::string>()
                      : std::vector{api::to_string({api::ns(config), name})};
}

}  // namespace

Operator::Operator(Kinds kinds, client::Client& client, Clock& clock, runtime::Informers& informers)
    : kinds_(std::move(kinds)),
      clock_(clock),
      configs_(informers.of(*kinds_.config)),
      classes_(informers.of(*kinds_.node_class)),
      foreign_kinds_(client, clock, {kMachines, kClusters}),
      foreign_(client, clock, foreign_kinds_.catalog()),
      events_(client, clock, "machine-operator"),
      reconciler_({client, clock, configs_, classes_, foreign_, events_}),
      controller_({.name = "virtualkubeletconfigs", .workers = kWorkers}, reconciler_, clock) {
  configs_.add_index(kClusterIndex, [](const client::Object& config) {
    return of_namespace(config, api::label(config, kClusterLabel));
  });
  configs_.add_index(kClassIndex, [](const client::Object& config) {
    return of_namespace(config, config.at("spec", "nodeClassRef", "name").as_string());
  });
  controller_.watch(configs_);
  classes_.on_change(
      [this](const runtime::Change& change) { look_at_all(kClassIndex, change.object()); });
  foreign_.on_change(
      [this](const api::Kind& kind, const runtime::Change& change) { look_at(kind, change); });
}

Operator::~Operator() {
  request_stop();
  await_stopped(clock_.steady() + std::chrono::hours(1));
}

void Operator::look_at(const api::Kind& kind, const runtime::Change& change) {
  if (kind.qualified_resource() == kClusters) {
    look_at_all(kClusterIndex, change.object());
  } else if (const auto config = config_of(change.object())) {
    controller_.queue().add(*config);
  }
}

void Operator::look_at_all(const std::string& index, const client::Object& object) {
  for (const client::ObjectPtr& config :
       configs_.by_index(index, api::to_string(api::key(object)))) {
    controller_.queue().add(api::key(*config));
  }
}

Result<void> Operator::start() {
  TRY(events_.start());
  TRY(foreign_kinds_.start());
  TRY(foreign_.start());
  return controller_.start();
}

void Operator::request_stop() {
  controller_.request_stop();
  foreign_.request_stop();
  foreign_kinds_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return controller_.await_stopped(deadline) && foreign_.await_stopped(deadline) &&
         foreign_kinds_.await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::machines

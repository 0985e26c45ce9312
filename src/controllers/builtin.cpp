// SPDX-License-Identifier: Apache-2.0
#include "controllers/builtin.h"

#include <algorithm>
#include <array>

namespace sluice::controllers {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"scheduler", "job",        "gc",
                                                    "namespace", "apiservice", "standard-objects"};

}  // namespace

std::span<const std::string_view> Builtin::names() {
  return kNames;
}

// A controller that does not run is not connected either: nobody would empty its queue.
Builtin::Builtin(client::Client& client, runtime::Informers& informers, Clock& clock,
                 const Options& options)
    : job_events_(client, clock, "job-controller"),
      scheduler_events_(client, clock, "default-scheduler"),
      job_reconciler_(client, informers, job_events_, clock),
      scheduler_reconciler_(client, informers, scheduler_events_, clock),
      collector_reconciler_(client, informers),
      namespace_reconciler_(client, informers, options.catalog),
      api_service_reconciler_(client, informers, clock, options.probe),
      standard_reconciler_(client, informers, options.ca_pem),
      jobs_({.name = "job", .workers = 4}, job_reconciler_, clock),
      scheduler_({.name = "scheduler", .workers = 4}, scheduler_reconciler_, clock),
      collector_({.name = "gc", .workers = 2}, collector_reconciler_, clock),
      namespaces_({.name = "namespace"}, namespace_reconciler_, clock),
      api_services_({.name = "apiservice", .workers = 2}, api_service_reconciler_, clock),
      standard_objects_({.name = "standard-objects"}, standard_reconciler_, clock) {
  const auto run = [&](runtime::Controller& controller, auto& reconciler) {
    if (std::find(options.names.begin(), options.names.end(), controller.name()) !=
        options.names.end()) {
      reconciler.connect(controller);
      running_.push_back(&controller);
    }
  };
  running_ = {&job_events_, &scheduler_events_};
  run(scheduler_, scheduler_reconciler_);
  run(jobs_, job_reconciler_);
  run(collector_, collector_reconciler_);
  run(namespaces_, namespace_reconciler_);
  run(api_services_, api_service_reconciler_);
  run(standard_objects_, standard_reconciler_);
}

void Builtin::add_to(runtime::Manager& manager) {
  for (runtime::Runnable* part : running_) {
    manager.add(*part);
  }
}

}  // namespace sluice::controllers

// SPDX-License-Identifier: Apache-2.0
#include "controllers/builtin.h"

namespace sluice::controllers {

Builtin::Builtin(client::Client& client, runtime::Informers& informers, Clock& clock,
                 const api::Catalog* catalog)
    : job_events_(client, clock, "job-controller"),
      scheduler_events_(client, clock, "default-scheduler"),
      job_reconciler_(client, informers, job_events_, clock),
      scheduler_reconciler_(client, informers, scheduler_events_, clock),
      collector_reconciler_(client, informers),
      namespace_reconciler_(client, informers, catalog),
      jobs_({.name = "job", .workers = 4}, job_reconciler_, clock),
      scheduler_({.name = "scheduler", .workers = 4}, scheduler_reconciler_, clock),
      collector_({.name = "gc", .workers = 2}, collector_reconciler_, clock),
      namespaces_({.name = "namespace"}, namespace_reconciler_, clock) {
  job_reconciler_.connect(jobs_);
  scheduler_reconciler_.connect(scheduler_);
  collector_reconciler_.connect(collector_);
  namespace_reconciler_.connect(namespaces_);
}

void Builtin::add_to(runtime::Manager& manager) {
  for (runtime::Runnable* part : std::initializer_list<runtime::Runnable*>{
           &job_events_, &scheduler_events_, &scheduler_, &jobs_, &collector_, &namespaces_}) {
    manager.add(*part);
  }
}

}  // namespace sluice::controllers

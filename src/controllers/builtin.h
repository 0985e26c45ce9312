// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/api_services/api_service_controller.h"
#include "controllers/gc/garbage_collector.h"
#include "controllers/job/job_controller.h"
#include "controllers/namespaces/namespace_controller.h"
#include "controllers/namespaces/standard_objects.h"
#include "controllers/scheduler/scheduler.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "runtime/manager.h"

namespace sluice::controllers {

// The controllers of the embedded control plane, connected to their informers. Construct before the
// informers start, destroy after they have stopped. Client, informers and clock must outlive it.
class Builtin {
 public:
  struct Options;
  Builtin(client::Client& client, runtime::Informers& informers, Clock& clock,
          const Options& options);

  static std::span<const std::string_view> names();

  // After the informers.
  void add_to(runtime::Manager& manager);

 private:
  runtime::EventRecorder job_events_;
  runtime::EventRecorder scheduler_events_;
  JobController job_reconciler_;
  Scheduler scheduler_reconciler_;
  GarbageCollector collector_reconciler_;
  NamespaceController namespace_reconciler_;
  ApiServiceController api_service_reconciler_;
  StandardObjects standard_reconciler_;
  runtime::Controller jobs_;
  runtime::Controller scheduler_;
  runtime::Controller collector_;
  runtime::Controller namespaces_;
  runtime::Controller api_services_;
  runtime::Controller standard_objects_;
  std::vector<runtime::Runnable*> running_;
};

struct Builtin::Options {
  const api::Catalog* catalog = nullptr;                       // of custom kinds; null: none
  std::span<const std::string_view> names = Builtin::names();  // those that are to run
  ApiServiceController::Probe probe = nullptr;                 // of servers behind APIServices
  std::string ca_pem = {};  // of kube-root-ca.crt in every namespace
};

}  // namespace sluice::controllers

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Binds unscheduled pods to a node (see scheduler/fit.h for which). A pod that fits nowhere gets
// the condition PodScheduled=False and is tried again when nodes change.
class Scheduler final : public runtime::Reconciler {
 public:
  // Adds an index to the pods' informer: construct before the informers start.
  explicit Scheduler(const Setting& setting);

  // Makes unscheduled pods, and all of them when nodes change, work for `controller`.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> bind(const client::Object& pod, const std::string& node);
  Result<void> report_unschedulable(const client::Object& pod, const std::string& message);

  client::Client& client_;
  runtime::Informer& pods_;
  runtime::Informer& nodes_;
  runtime::EventRecorder& events_;
  Clock& clock_;
};

}  // namespace sluice::controllers

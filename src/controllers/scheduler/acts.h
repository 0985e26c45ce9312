// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "controllers/scheduler/pod_volumes.h"
#include "controllers/setting.h"

namespace sluice::controllers::scheduler {

// What the scheduler writes. Thread-safe as the client is. Conflict and NotFound mean that somebody
// else was faster.
class Acts {
 public:
  explicit Acts(const Setting& setting)
      : client_(setting.client), events_(setting.events), clock_(setting.clock) {}

  Result<void> bind(const client::Object& pod, const std::string& node);

  // Reserves volumes and asks for new ones: when they are there, the pod can be bound.
  Result<void> prepare_volumes(const VolumePlan& plan, const std::string& node);

  // The pod cannot be placed: condition and event, if that is news; `nominated` is the node that is
  // being emptied for it.
  Result<void> report(const client::Object& pod, const std::string& message,
                      const std::string& nominated);

  // Removes a pod to make room for another one.
  Result<void> preempt(const client::Object& victim, const client::Object& pod,
                       const std::string& node);

  // A node is not being emptied for this pod any more.
  Result<void> withdraw_nomination(const client::Object& pod);

 private:
  client::Client& client_;
  runtime::EventRecorder& events_;
  Clock& clock_;
};

}  // namespace sluice::controllers::scheduler

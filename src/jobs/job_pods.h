// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"

namespace sluice::jobs {

// The pod of a SlurmJob's name, by which `kubectl logs` shows what the job printed: on our node as
// long as the object is there, elsewhere a result pod when the job is over. A pod is a convenience:
// that a quota or a policy forbids it holds up no job.
class JobPods {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    runtime::EventRecorder& events;
    runtime::Informer& pods;
    const std::function<std::string()> node;                             // as in OperatorOptions
    const std::string result_image;                                      // as in OperatorOptions
    const std::function<client::ObjectPtr(const api::Key&)> connection;  // a SlurmConnection
  };
  explicit JobPods(const Parts& parts) : parts_(parts) {}

  // Brings it to what the job's stored status says; why it cannot be is told in an event. False:
  // to be tried again after a while.
  bool follow(const client::Object& job);

  Result<void> remove(const client::Object& job);

 private:
  Result<void> sync(const client::Object& job);
  // Nothing: none is needed, or none can be.
  std::optional<client::Object> make(const client::Object& job);
  Result<void> remove_pod(const client::Object& pod);

  const Parts parts_;
};

}  // namespace sluice::jobs

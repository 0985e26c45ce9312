// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/pod_record.h"
#include "runtime/event_recorder.h"

namespace sluice::kubelet {

// Writes a pod's status to the API, and only when it says something new. Thread-safe for different
// pods.
class StatusWriter {
 public:
  StatusWriter(client::Client& client, Clock& clock, runtime::EventRecorder& events)
      : client_(client), clock_(clock), events_(events) {}

  // Shows what `record` knows. A pod that is gone meanwhile is fine. Sets record.written. Returns
  // after which time a difference that was held back should be shown; 0: nothing was.
  Result<Duration> show(const json::Value& pod, PodRecord& record);

 private:
  void tell(const json::Value& pod, const json::Value& status);

  client::Client& client_;
  Clock& clock_;
  runtime::EventRecorder& events_;
};

// The newer of what the informer and our own last write know; `seen` is not null.
const client::ObjectPtr& newest_pod(const client::ObjectPtr& seen,
                                    const client::ObjectPtr& written);

}  // namespace sluice::kubelet

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "api/meta.h"
#include "base/clock.h"
#include "base/stream.h"
#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/log_stream.h"
#include "kubelet/log_waker.h"

namespace sluice::kubelet {

// Serves `kubectl logs`: finds the file a container's output is in. Thread-safe.
class PodLogs {
 public:
  PodLogs(client::Client& client, Clock& clock, const AttemptFiles& files,
          std::shared_ptr<LogWaker> waker)
      : client_(client), clock_(clock), files_(files), waker_(std::move(waker)) {}

  // NotFound: no such pod. BadRequest: which container, or it has not started yet. A followed
  // stream ends when the container has ended and everything was sent.
  Result<std::unique_ptr<Stream>> open(const api::Key& pod, const client::LogQuery& options);

 private:
  bool is_over(const api::Key& key, const pod::Attempt& attempt, const std::string& container);

  client::Client& client_;
  Clock& clock_;
  const AttemptFiles& files_;
  std::shared_ptr<LogWaker> waker_;
};

// The container meant by `asked`, which may be empty for a pod with one; BadRequest lists the
// choice.
Result<std::string> choose_container(const json::Value& pod, const std::string& asked);

}  // namespace sluice::kubelet

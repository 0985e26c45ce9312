// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/pod_logs.h"
#include "kubelet/pod_logs.h"

namespace sluice::cmd {

// Lets the API server ask the kubelet of this process for logs; neither layer knows the other.
class KubeletLogs final : public apiserver::PodLogs {
 public:
  explicit KubeletLogs(kubelet::PodLogs& logs) : logs_(logs) {}

  Result<std::unique_ptr<http::Stream>> open(const api::Key& pod,
                                             const apiserver::LogQuery& query) override {
    return logs_.open(pod, kubelet::LogOptions{.container = query.container,
                                               .follow = query.follow,
                                               .previous = query.previous,
                                               .timestamps = query.timestamps,
                                               .tail_lines = query.tail_lines,
                                               .since_seconds = query.since_seconds,
                                               .since_time = query.since_time,
                                               .limit_bytes = query.limit_bytes});
  }

 private:
  kubelet::PodLogs& logs_;
};

}  // namespace sluice::cmd

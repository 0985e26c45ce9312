// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "api/meta.h"
#include "base/clock.h"
#include "base/result.h"
#include "http/message.h"
#include "json/value.h"

namespace sluice::apiserver {

// What `kubectl logs` may ask for.
struct LogQuery {
  std::string container;
  bool follow = false;
  bool previous = false;
  bool timestamps = false;
  std::optional<std::int64_t> tail_lines;
  std::optional<std::int64_t> since_seconds;
  std::optional<WallTime> since_time;
  std::optional<std::int64_t> limit_bytes;
};

// Where container output comes from; the kubelet knows. Thread-safe.
class PodLogs {
 public:
  virtual ~PodLogs() = default;

  // `query.container` is a container of the pod that has started. The stream ends with the log, or
  // with the container when following. NotFound when there is no output any more.
  virtual Result<std::unique_ptr<http::Stream>> open(const api::Key& pod,
                                                     const LogQuery& query) = 0;
};

// From the URL's query; BadRequest or Invalid names the parameter.
Result<LogQuery> parse_log_query(const http::Target& target);

// The container whose log is meant: the one asked for, or the only one. BadRequest, in Kubernetes'
// words, when that is ambiguous or unknown.
Result<std::string> choose_log_container(const json::Value& pod, const std::string& asked);

// BadRequest while the container has nothing to show yet: it waits to start, or (for previous) has
// not ended before.
Result<void> check_log_available(const json::Value& pod, const LogQuery& query);

}  // namespace sluice::apiserver

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/alarm_clock.h"
#include "apiserver/call.h"
#include "apiserver/pod_logs.h"
#include "base/clock.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The verbs on resources and their subresources. Stateless but for what it refers to, which
// outlives it. Thread-safe.
class Resources {
 public:
  struct Parts {
    registry::Registry& registry;
    PodLogs* pod_logs;  // may be null: then logs are unavailable
    Clock& clock;
    AlarmClock& alarms;
  };
  explicit Resources(Parts parts) : parts_(parts) {}

  http::Response handle(const Call& call) const;

 private:
  http::Response handle_object(const Call& call) const;
  http::Response handle_status(const Call& call) const;
  http::Response get(const Call& call) const;
  http::Response list(const Call& call) const;
  http::Response watch(const Call& call) const;
  http::Response create(const Call& call) const;
  http::Response update(const Call& call, client::Part part) const;
  http::Response patch(const Call& call, client::Part part) const;
  http::Response remove(const Call& call) const;
  http::Response remove_collection(const Call& call) const;
  http::Response bind(const Call& call) const;
  http::Response finalize(const Call& call) const;
  http::Response log(const Call& call) const;
  static std::chrono::seconds default_timeout();
  Result<std::unique_ptr<http::Stream>> open_log(const api::Key& key, const json::Value& pod,
                                                 LogQuery query) const;
  http::Response written(const Call& call, const Result<registry::Written>& written,
                         int status) const;

  Parts parts_;
};

}  // namespace sluice::apiserver

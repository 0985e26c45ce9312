// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "http/message.h"
#include "pod/protocol.h"

namespace sluice::kubelet {

// Where runners' reports arrive and wait for the reconciler: the newest per pod. Knows which
// attempt of a pod may report, and with which token. Thread-safe.
class ReportInbox {
 public:
  // `arrived` is called, outside any lock, with the uid of a pod that has a new report.
  explicit ReportInbox(std::function<void(const std::string& uid)> arrived)
      : arrived_(std::move(arrived)) {}

  void expect(const pod::Attempt& attempt, const std::string& token);
  void forget(const std::string& uid);

  // The attempt is to stop: its runner is told so with its next report.
  void refuse(const std::string& uid);

  std::optional<pod::PodReport> latest(const pod::Attempt& attempt) const;

  // POST of a report: 200 taken, 400, 401, 409 stop.
  http::Response handle(const http::Request& request);

 private:
  struct Slot {
    pod::Attempt attempt;
    std::string token;
    bool refused = false;
    std::optional<pod::PodReport> report;
  };

  int take(pod::PodReport report, std::string_view token);

  const std::function<void(const std::string& uid)> arrived_;
  mutable std::mutex mutex_;
  std::map<std::string, Slot> slots_;  // by uid
};

}  // namespace sluice::kubelet

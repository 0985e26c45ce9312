// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "apiserver/access.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "json/value.h"

namespace sluice::apiserver {

// One request and what became of it.
struct AuditRecord {
  const std::string& id;
  const http::Request& request;
  const RequestInfo& info;
  const Admission& admission;
  const http::Response& response;
  WallTime received;
  WallTime answered;
  const std::map<std::string, std::string>* annotations = nullptr;  // that admission left
};

// As an Event of audit.k8s.io/v1, level Metadata: who, what, when and the answer's code; never
// bodies, never credentials.
json::Value to_audit_event(const AuditRecord& record);

// A file with one such event per line, for the owner's eyes only. Appends; whoever rotates it
// copies and truncates. A line that cannot be written is reported in the log and lost: requests are
// answered all the same. Thread-safe.
class AuditLog {
 public:
  static Result<std::unique_ptr<AuditLog>> open(const std::filesystem::path& path);

  void write(const AuditRecord& record);

 private:
  explicit AuditLog(UniqueFd file) : file_(std::move(file)) {}
  UniqueFd file_;
  std::atomic<bool> failing_ = false;  // reported once until it works again
};

}  // namespace sluice::apiserver

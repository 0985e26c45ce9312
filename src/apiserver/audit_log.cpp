// SPDX-License-Identifier: Apache-2.0
#include "apiserver/audit_log.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/files.h"
#include "base/log.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

std::string uri_of(const http::Target& target) {
  std::string uri = target.path;
  char separator = '?';
  for (const auto& [name, value] : target.query) {
    uri += separator + http::percent_encode(name) + "=" + http::percent_encode(value);
    separator = '&';
  }
  return uri;
}

// "127.0.0.1:50412" without the port.
std::string host_of(const std::string& address) {
  return address.substr(0, address.rfind(':'));
}

json::Value reference_to(const RequestInfo& info) {
  json::Object reference{{"resource", info.resource}};
  for (const auto& [name, value] :
       {std::pair<std::string_view, const std::string&>{"namespace", info.ns},
        {"name", info.name},
        {"apiGroup", info.group},
        {"apiVersion", info.version},
        {"subresource", info.subresource}}) {
    if (!value.empty()) {
      reference[name] = value;
    }
  }
  return reference;
}

}  // namespace

json::Value to_audit_event(const AuditRecord& record) {
  const Admission& admission = record.admission;
  const bool streams = record.response.stream != nullptr;
  json::Object event{{"kind", "Event"},
                     {"apiVersion", "audit.k8s.io/v1"},
                     {"level", "Metadata"},
                     {"auditID", record.id},
                     {"stage", streams ? "ResponseStarted" : "ResponseComplete"},
                     {"requestURI", uri_of(record.request.target)},
                     {"verb", record.info.verb},
                     {"user", auth::to_user_info(admission.requestor)}};
  if (admission.acting_as) {
    event["impersonatedUser"] = auth::to_user_info(*admission.acting_as);
  }
  event["sourceIPs"] = json::Array{host_of(record.request.peer.address)};
  event["userAgent"] = record.request.headers.get("User-Agent");
  if (record.info.is_resource) {
    event["objectRef"] = reference_to(record.info);
  }
  event["responseStatus"] =
      json::Object{{"metadata", json::Object()}, {"code", record.response.status}};
  event["requestReceivedTimestamp"] = format_rfc3339_micro(record.received);
  event["stageTimestamp"] = format_rfc3339_micro(record.answered);
  event["annotations"] =
      json::Object{{"authorization.k8s.io/decision", admission.refusal ? "forbid" : "allow"},
                   {"authorization.k8s.io/reason", admission.decision.reason}};
  if (record.annotations != nullptr) {
    for (const auto& [name, value] : *record.annotations) {
      event["annotations"][name] = value;
    }
  }
  return event;
}

Result<std::unique_ptr<AuditLog>> AuditLog::open(const std::filesystem::path& path) {
  UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (file.get() < 0) {
    return tl::unexpected(errno_error("opening the audit log " + path.string()));
  }
  return std::unique_ptr<AuditLog>(new AuditLog(std::move(file)));
}

// One write a line: the kernel keeps lines of several threads apart.
void AuditLog::write(const AuditRecord& record) {
  const std::string line = json::write(to_audit_event(record)) + "\n";
  const bool good =
      ::write(file_.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
  if (!good && !failing_.exchange(true)) {
    log::error("requests are not recorded", {{"error", errno_error("audit log").message}});
  } else if (good) {
    failing_.store(false);
  }
}

}  // namespace sluice::apiserver

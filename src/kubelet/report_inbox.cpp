// SPDX-License-Identifier: Apache-2.0
#include "kubelet/report_inbox.h"

#include "json/text.h"

namespace sluice::kubelet {
namespace {

constexpr std::string_view kBearer = "Bearer ";

// Takes the same time wherever the texts differ.
bool equal_secrets(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const char other = i < b.size() ? b[i] : '\0';
    difference |= static_cast<unsigned char>(a[i] ^ other);
  }
  return difference == 0;
}

http::Response answer(int status, std::string_view message) {
  http::Response response;
  response.status = status;
  response.body = json::write(json::Object{{"message", message}});
  return response;
}

}  // namespace

void ReportInbox::expect(const pod::Attempt& attempt, const std::string& token) {
  const std::scoped_lock lock(mutex_);
  Slot& slot = slots_[attempt.uid];
  if (slot.attempt != attempt) {
    slot = Slot{.attempt = attempt, .token = token, .report = std::nullopt};
  }
}

void ReportInbox::forget(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  slots_.erase(uid);
}

void ReportInbox::refuse(const std::string& uid) {
  const std::scoped_lock lock(mutex_);
  if (const auto slot = slots_.find(uid); slot != slots_.end()) {
    slot->second.refused = true;
  }
}

std::optional<pod::PodReport> ReportInbox::latest(const pod::Attempt& attempt) const {
  const std::scoped_lock lock(mutex_);
  const auto slot = slots_.find(attempt.uid);
  if (slot == slots_.end() || slot->second.attempt != attempt) {
    return std::nullopt;
  }
  return slot->second.report;
}

http::Response ReportInbox::handle(const http::Request& request) {
  if (request.method != "POST" || request.target.path != pod::kReportPath) {
    return answer(404, "there is only POST " + std::string(pod::kReportPath));
  }
  const std::string_view authorization = request.headers.get("Authorization");
  if (!authorization.starts_with(kBearer)) {
    return answer(401, "a bearer token is required");
  }
  const auto document = json::parse(request.body);
  if (!document) {
    return answer(400, document.error().message);
  }
  auto report = pod::pod_report_from_json(*document);
  if (!report) {
    return answer(400, report.error().message);
  }
  const std::string uid = report->attempt.uid;
  const int status = take(std::move(*report), authorization.substr(kBearer.size()));
  if (status == 401) {
    return answer(status, "the token is not this pod's");
  }
  if (status == 409) {
    return answer(status, "the attempt is revoked or its pod is gone");
  }
  arrived_(uid);
  return answer(status, "taken");
}

int ReportInbox::take(pod::PodReport report, std::string_view token) {
  const std::scoped_lock lock(mutex_);
  const auto found = slots_.find(report.attempt.uid);
  if (found == slots_.end()) {
    return 409;  // the pod is gone, and with it the token to check
  }
  Slot& slot = found->second;
  if (slot.attempt != report.attempt) {
    return 409;
  }
  if (!equal_secrets(slot.token, token)) {
    return 401;
  }
  if (!slot.report || report.sequence > slot.report->sequence) {
    slot.report = std::move(report);
  }
  // The last word is welcome even from somebody who was told to stop.
  return slot.refused && !slot.report->finished ? 409 : 200;
}

}  // namespace sluice::kubelet

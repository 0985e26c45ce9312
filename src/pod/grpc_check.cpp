// SPDX-License-Identifier: Apache-2.0
// gRPC over HTTP/2 (grpc.io, PROTOCOL-HTTP2) and two messages of grpc.health.v1, whose only fields
// are a text (request, field 1) and an enumerator (response, field 1): too little for a library.
#include "pod/grpc_check.h"

#include <array>

#include "base/go_text.h"
#include "base/text.h"

namespace sluice::pod {
namespace {

constexpr std::size_t kPrefix = 5;  // compressed or not, and the length of the message
constexpr std::size_t kMostBytes = 64 * 1024;
constexpr std::array<std::string_view, 4> kServingStatus{"UNKNOWN", "SERVING", "NOT_SERVING",
                                                         "SERVICE_UNKNOWN"};
constexpr std::array<std::string_view, 17> kCodes{
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};
constexpr std::int64_t kUnimplemented = 12;
constexpr std::int64_t kServing = 1;

void append_varint(std::string& into, std::size_t value) {
  for (; value >= 0x80; value >>= 7) {
    into.push_back(static_cast<char>((value & 0x7F) | 0x80));
  }
  into.push_back(static_cast<char>(value));
}

std::string_view name_of(std::int64_t code) {
  return code >= 0 && static_cast<std::size_t>(code) < kCodes.size()
             ? kCodes[static_cast<std::size_t>(code)]
             : "Unknown";
}

// Of a HealthCheckResponse: one varint with tag 1; an absent field is 0.
std::int64_t serving_status(std::string_view body) {
  constexpr char kStatusTag = 0x08;
  if (body.size() < kPrefix + 2 || body[kPrefix] != kStatusTag) {
    return 0;
  }
  return static_cast<unsigned char>(body[kPrefix + 1]);
}

std::string seconds_text(Duration time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + "s";
}

CheckResult failure(std::string text) {
  return {Outcome::kFailure, std::move(text)};
}

}  // namespace

std::string grpc_health_request(std::string_view service) {
  std::string message;
  if (!service.empty()) {
    message.push_back(0x0A);  // field 1, length-delimited
    append_varint(message, service.size());
    message += service;
  }
  std::string body(1, '\0');  // not compressed
  for (int shift = 24; shift >= 0; shift -= 8) {
    body.push_back(static_cast<char>((message.size() >> shift) & 0xFF));
  }
  return body + message;
}

CheckResult grpc_verdict(const http::Http2Answer& answer) {
  const std::string_view status = answer.headers.get("grpc-status");
  if (answer.status != 200 || status.empty()) {
    return failure(
        "error: health rpc probe failed: rpc error: code = Unknown desc = unexpected "
        "HTTP status code received from server: " +
        std::to_string(answer.status));
  }
  const std::int64_t code = parse_int(status).value_or(2);
  const std::string message(answer.headers.get("grpc-message"));
  if (code == kUnimplemented) {
    return failure(
        "error: this server does not implement the grpc health protocol "
        "(grpc.health.v1.Health): " +
        message);
  }
  if (code != 0) {
    return failure("error: health rpc probe failed: rpc error: code = " +
                   std::string(name_of(code)) + " desc = " + message);
  }
  const std::int64_t serving = serving_status(answer.body);
  if (serving != kServing) {
    const auto known = static_cast<std::size_t>(serving) < kServingStatus.size();
    return failure("service unhealthy (responded with " +
                   go_quoted(known ? kServingStatus[static_cast<std::size_t>(serving)]
                                   : std::to_string(serving)) +
                   ")");
  }
  return {Outcome::kSuccess, "service healthy"};
}

CheckResult check_grpc(const NetworkCheck& check) {
  const SteadyTime deadline = RealClock().steady() + check.timeout;
  const std::string address = endpoint(check.pod_address, check.action.port);
  auto connection = dial(check.pod_address, check.action.port, deadline);
  if (!connection) {
    // Upstream keeps dialing until its time is over, whatever the cause.
    return failure("timeout: failed to connect service " + go_quoted(address) + " within " +
                   seconds_text(check.timeout) + ": context deadline exceeded");
  }
  http::Http2Request request{.authority = address,
                             .path = "/grpc.health.v1.Health/Check",
                             .body = grpc_health_request(check.action.service)};
  request.headers.add("content-type", "application/grpc");
  request.headers.add("user-agent", "kube-probe/1.35");
  request.headers.add("te", "trailers");
  const auto answer = http::http2_call(std::move(*connection), request, kMostBytes, deadline);
  if (!answer && answer.error().code == Code::kTimeout) {
    return failure("timeout: health rpc did not complete within " + seconds_text(check.timeout));
  }
  if (!answer) {
    return failure("error: health rpc probe failed: rpc error: code = Unavailable desc = " +
                   answer.error().message);
  }
  return grpc_verdict(*answer);
}

}  // namespace sluice::pod
